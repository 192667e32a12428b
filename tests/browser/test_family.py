"""A family with three phones: one link, a name each, a whole game, and the score sheet."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_pages import serious_findings, small_targets, sticking_out
from tests.browser.test_whole_game import PHONE, play_to_the_end, plays_by_thumb
from tests.live.server import LiveServer


def test_three_phones_tap_their_names_play_and_find_the_score(site: LiveServer, visit: Callable[..., Page]) -> None:
    mia = visit(site, "/family/new/", **PHONE)
    mia.get_by_label("Name of the table").fill("Sundays")
    mia.get_by_label("Names, with a comma between them").fill("Mia, Granny\nTom")
    mia.get_by_label("Game", exact=True).select_option("block")
    mia.get_by_text("Pairs, length and clock").tap()
    mia.get_by_label("Length").select_option("One round")
    mia.get_by_role("button", name="Create the table").tap()
    link = mia.locator("#link").input_value()
    mia.get_by_role("button", name="I’m in").tap()

    phones = {name: visit(site, link, **PHONE) for name in ("Granny", "Tom")}
    for name, phone in phones.items():
        phone.get_by_role("button", name=name).tap()
        expect(phone.get_by_role("heading", name="The next game")).to_be_visible()
        expect(mia.get_by_role("status").filter(has_text="ready")).to_contain_text(f"{name} · ready")  # by itself
    assert [*small_targets(mia), *sticking_out(mia), *serious_findings(mia)] == []

    mia.get_by_role("button", name="Deal the next game").tap()
    for phone in phones.values():
        phone.get_by_role("link", name="Play", exact=True).tap()  # it came by itself
    everyone = [mia, *phones.values()]
    for phone in everyone:
        expect(phone.locator(".hand-tile")).not_to_have_count(0)
    play_to_the_end(*((phone, plays_by_thumb) for phone in everyone))

    granny = phones["Granny"]
    granny.goto(link)
    expect(granny.locator("#sheet")).to_be_visible()
    rows = granny.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(granny.get_by_text("Most pips left in a hand")).to_be_visible()
    expect(granny.get_by_role("button", name="I’m in")).to_be_visible()
    assert [*small_targets(granny), *sticking_out(granny), *serious_findings(granny)] == []
