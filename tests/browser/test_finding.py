"""*Find a game* in two browsers: two who fit sit at a table, and a lone one plays a computer meanwhile."""

import re

import pytest
from playwright.sync_api import Page, expect

TABLE = re.compile(r"/g/[a-z0-9]+/$")
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def pair(site):
    """Two accounts who have met nobody."""
    return site.seed(accounts=["Ada", "Ben"])["accounts"]


def find_a_game(page: Page, pace: str, game: str) -> None:
    page.locator("#find_game").select_option(label=game)
    page.get_by_role("group", name="Clock").get_by_role("radio", name=pace, exact=True).check()
    page.get_by_role("button", name="Find a game").click()


def waits(page: Page) -> None:
    expect(page.get_by_role("heading", name="You’re looking for")).to_be_visible()


def ends_every_search(page: Page) -> None:
    page.goto("/find-a-game/")
    page.get_by_role("button", name="End search").click()
    expect(page.get_by_role("heading", name="You’re looking for")).to_be_hidden()


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_two_who_fit_sit_at_a_table(visit, site, pair, viewport):
    ada, ben = (visit(site, "/", person, viewport=viewport) for person in pair)
    find_a_game(ada, "Daily", "Sea Goat")
    waits(ada)
    find_a_game(ben, "Daily", "Sea Goat")
    for page in (ben, ada):  # who waited is taken there without a click
        expect(page).to_have_url(TABLE)
    assert ada.url == ben.url
    expect(ada.locator("#players")).to_contain_text("Ben")


def test_a_live_game_begins_when_both_look(visit, site, pair):
    ada, ben = (visit(site, "/lobby/", person) for person in pair)
    find_a_game(ada, "Live", "Dutch")
    waits(ada)
    find_a_game(ben, "Live", "Dutch")
    for page in (ben, ada):
        expect(page).to_have_url(TABLE)
    assert ada.url == ben.url


def test_a_lone_guest_plays_a_computer_meanwhile_and_the_search_stays(visit, site):
    zoe = visit(site, "/find-a-game/", viewport=PHONE)
    find_a_game(zoe, "Daily", "Telephone, fifths")
    waits(zoe)
    zoe.get_by_role("button", name=re.compile("^Play .+ meanwhile$")).click()
    expect(zoe).to_have_url(TABLE)
    expect(zoe.locator("#hand")).to_be_visible()
    ends_every_search(zoe)


def test_the_last_choice_is_kept(visit, site, pair):
    ada = visit(site, "/", pair[0])
    find_a_game(ada, "Brisk", "Donkey (Osel)")
    ends_every_search(ada)
    ada.goto("/")
    expect(ada.locator("#find_game")).to_have_value("donkey-2")
    expect(ada.get_by_role("radio", name="Brisk")).to_be_checked()
