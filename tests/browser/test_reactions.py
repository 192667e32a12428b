"""Reactions at the felt, and the chat one tap from it: real browsers, on phones and desktops."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table_fixtures import finds, is_live, until
from tests.browser.test_pages import findings_in_looks, serious_findings, small_targets, too_wide
from tests.live.server import LiveServer

Visit = Callable[..., Page]
PHONE, LARGER_PHONE = {"width": 360, "height": 740}, {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
LOOKS = [{"color_scheme": "dark"}, {"contrast": "more"}, {"forced_colors": "active"}]


@pytest.fixture
def made(site: LiveServer) -> dict[str, Any]:
    return site.seed(accounts=("Ada", "Ben", "Cleo"), games=1, players=("Ada", "Ben"), variant="draw")


def at_table(visit: Visit, site: LiveServer, made: dict[str, Any], number: int, **context: Any) -> Page:
    return visit(site, f"/g/{made['games'][0]['id']}/", made["accounts"][number], **context)


def react(page: Page, name: str) -> None:
    page.get_by_label("Reactions", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("viewport", [PHONE, LARGER_PHONE, DESKTOP], ids=["360", "390", "desktop"])
@pytest.mark.core
def test_a_reaction_appears_at_the_senders_seat_on_every_board_and_goes(visit, site, made, viewport):
    ada, ben, cleo = (at_table(visit, site, made, n, viewport=viewport) for n in range(3))
    react(ada, "Well played")
    for page, name in ((ada, "You"), (ben, "Ada"), (cleo, "Ada")):
        bubble = page.locator(".bubble.reaction[data-at='0']")
        expect(bubble).to_have_text("Well played")
        expect(bubble).to_be_in_viewport(ratio=1)
        expect(page.locator("#announcer")).to_have_text(f"{name}: Well played")
        expect(page.locator("#announcer")).to_have_attribute("aria-live", "polite")
    expect(ada.locator("#felt-signs")).to_be_hidden()  # it has closed itself
    expect(ada.get_by_label("Reactions", exact=True)).to_be_focused()
    for page in (ada, ben, cleo):
        expect(page.locator(".bubble.reaction")).to_have_count(0)


def test_a_second_reaction_waits_for_the_next_move(visit, site, made):
    ada = at_table(visit, site, made, 0)
    react(ada, "Oops!")
    ada.get_by_label("Reactions", exact=True).click()
    expect(ada.get_by_text("You can react again after the next move.")).to_be_visible()
    for button in ("Hello!", "Well played", "Oops!", "Thinking …", "Thanks", "One more?"):
        expect(ada.get_by_role("button", name=button, exact=True)).to_be_disabled()
    ada.keyboard.press("Escape")
    shown = "game = queries.table('{game}', None); seat = game.round.turn; mine = queries.table('{game}', seat)"
    site.manage(
        "shell", "-c",
        f"from games import actions, queries; {shown.format(game=made['games'][0]['id'])};"
        "actions.play_move(public_id=game.id, seat=seat, text=mine.round.legal[0], version=game.version)",
    )  # fmt: skip
    ada.reload()
    ada.get_by_label("Reactions", exact=True).click()
    expect(ada.get_by_role("button", name="Thanks", exact=True)).to_be_enabled()


def test_partners_have_two_reactions_and_read_why(visit, site):
    made = site.seed(guests=("Ada", "Ben", "Cleo", "Dora"), games=1, players=("Ada", "Ben", "Cleo", "Dora"),
        variant="partnership", seats=4)  # fmt: skip
    ada = visit(site, f"/g/{made['games'][0]['id']}/", made["guests"][0], viewport=PHONE)
    ada.get_by_label("Reactions", exact=True).click()
    expect(ada.get_by_text("Only these two until the game ends: your partner sees them.")).to_be_visible()
    expect(ada.locator("#felt-signs button:enabled")).to_have_text(["Hello!", "Well played"])


def test_after_a_reload_only_the_others_last_reaction_shows_again(visit, site, made):
    ada, ben = (at_table(visit, site, made, n) for n in range(2))
    react(ada, "Thanks")
    expect(ben.locator(".bubble.reaction")).to_have_text("Thanks")
    for page in (ada, ben):
        page.reload()
    expect(ben.locator(".bubble.reaction")).to_have_text("Thanks")
    expect(ada.locator("#felt-shown [data-seat='0']")).to_be_attached()  # it has come, and isn't news
    expect(ada.locator(".bubble.reaction")).to_have_count(0)


def test_reactions_and_messages_come_without_websockets(visit, site, made):
    ben = at_table(visit, site, made, 1)
    ben.route_web_socket("**/*", lambda socket: socket.close())
    ben.reload()
    expect(ben.locator("#connection")).to_have_attribute("data-state", "polling")
    ada = at_table(visit, site, made, 0)
    react(ada, "Thinking …")
    expect(ben.locator(".bubble.reaction")).to_have_text("Thinking …")
    ada.locator("#felt-chat").click()
    ada.get_by_label("Message", exact=True).fill("Are you there?")
    ada.keyboard.press("Enter")
    expect(ben.locator("#felt-chat")).to_contain_text("Are you there?")
    expect(ben.locator("[data-panel-name=talk][data-news]")).to_be_attached()


def test_reactions_that_are_switched_off_neither_show_nor_speak(visit, site, made):
    ada, ben = (at_table(visit, site, made, n) for n in range(2))
    ben.get_by_label("More", exact=True).first.click()
    with ben.expect_response("**/settings/look/"):
        ben.get_by_role("button", name="Reactions", exact=True).click()
    ben.reload()
    is_live(ben)
    expect(ben.locator("body")).to_have_attribute("data-reactions", "off")
    expect(ben.locator(".felt-reactions")).to_be_hidden()
    with ben.expect_response("**/at-felt/"):
        react(ada, "Hello!")
    expect(ben.locator("#felt-shown [data-seat='0']")).to_be_attached()
    expect(ben.locator(".bubble.reaction")).to_have_count(0)
    expect(ben.locator("#announcer")).not_to_contain_text("Hello!")


def test_a_reaction_that_could_not_be_sent_says_so_and_loses_nothing(visit, site, made):
    """The menu asks which reactions are possible whenever it opens; an answer that comes late keeps the reason."""
    ada = at_table(visit, site, made, 0)
    asked: list[Route] = []
    ada.route("**/at-felt/", lambda route: route.abort() if route.request.method == "POST" else asked.append(route))
    ada.get_by_label("Reactions", exact=True).click()
    ada.get_by_role("button", name="Thanks", exact=True).click()
    reason = ada.locator("#felt-signs [role=alert]")
    expect(reason).to_contain_text("Check your connection")
    until(ada, lambda: len(asked) == 2)
    for route in asked:
        with ada.expect_event("requestfinished", lambda request: "/at-felt/" in request.url):
            route.continue_()
    ada.evaluate("new Promise((goOn) => setTimeout(goOn, 100))")
    expect(reason).to_contain_text("Check your connection")
    ada.unroute("**/at-felt/")
    ada.get_by_role("button", name="Thanks", exact=True).click()
    expect(ada.locator(".bubble.reaction")).to_have_text("Thanks")
    expect(reason).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, LARGER_PHONE], ids=["360", "390"])
def test_on_phones_the_chat_is_one_tap_from_the_felt(visit, site, made, viewport):
    ada = at_table(visit, site, made, 0)
    ben = at_table(visit, site, made, 1, viewport=viewport, has_touch=True)
    ada.locator("#felt-chat").click()
    ada.get_by_label("Message", exact=True).fill("A long message about this evening, of which only the start fits")
    ada.keyboard.press("Enter")
    chat = ben.locator("#felt-chat")
    expect(chat).to_contain_text("A long message")
    expect(chat.locator(".count")).to_have_text("1")
    expect(chat).to_be_in_viewport(ratio=1)
    finds(ben, "(node) => document.querySelector('.felt-last').getClientRects().length", 1)  # one line
    assert too_wide(ben) <= 0
    chat.tap()
    expect(ben.get_by_label("Message", exact=True)).to_be_in_viewport(ratio=1)
    expect(ben.locator(".talk-words")).to_be_in_viewport(ratio=1)
    expect(ben.get_by_role("heading", name="Score sheet")).to_be_hidden()
    expect(chat.locator(".count")).to_have_count(0)
    ben.locator("#side-close").click()
    ben.locator("#side-toggle").click()
    expect(ben.get_by_role("heading", name="Score sheet")).to_be_visible()  # the whole drawer again


def test_report_is_in_the_menu_of_each_message(visit, site, made):
    ada, ben = (at_table(visit, site, made, n, viewport=PHONE) for n in range(2))
    ada.locator("#felt-chat").click()
    ada.get_by_label("Message", exact=True).fill("Hurry up")
    ada.keyboard.press("Enter")
    expect(ada.locator(".talk-message.own")).to_be_visible()
    ben.locator("#felt-chat").click()
    report = ben.get_by_role("link", name="Report", exact=True)
    expect(ben.locator(".talk-message")).to_contain_text("Hurry up")
    expect(report).to_be_hidden()
    ben.locator(".talk-message").get_by_label("More", exact=True).click()
    expect(report).to_be_in_viewport(ratio=1)
    assert small_targets(ben) == []
    expect(ada.locator(".talk-more")).to_have_count(0)  # nobody reports themselves
    assert serious_findings(ben) == []


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_corner_is_accessible_in_every_look(visit, site, made, width):
    ada, ben = (at_table(visit, site, made, n, viewport={"width": width, "height": 740}) for n in range(2))
    ada.locator("#felt-chat").click()
    ada.get_by_role("button", name="Good luck", exact=True).click()
    expect(ben.locator("#felt-chat")).to_contain_text("Good luck")
    react(ben, "Hello!")
    expect(ben.locator(".bubble.reaction")).to_be_visible()
    ben.get_by_label("Reactions", exact=True).click()
    expect(ben.locator("#felt-signs")).to_be_in_viewport(ratio=1)
    assert too_wide(ben) <= 0
    assert [each for each in small_targets(ben) if "felt-" in each or "sign" in each or "Reactions" in each] == []
    assert findings_in_looks(ben, {}, *LOOKS) == []
