"""Chat beside the board: two players and a watcher, one server, real browsers."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table_fixtures import finds, until
from tests.browser.test_pages import serious_findings, small_targets, too_wide
from tests.live.server import LiveServer

Visit = Callable[..., Page]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def made(site: LiveServer) -> dict[str, Any]:
    return site.seed(accounts=("Ada", "Ben", "Cleo"), games=1, players=("Ada", "Ben"), variant="draw")


def at_table(visit: Visit, site: LiveServer, made: dict[str, Any], number: int, **context: Any) -> Page:
    page = visit(site, f"/g/{made['games'][0]['id']}/", made["accounts"][number], **context)
    if context.get("viewport", {}).get("width", 1280) < 1024:
        page.locator("#side-toggle").click()
    return page


def open_talk(page: Page) -> None:
    page.locator("[data-panel-name=talk] summary").click()
    expect(page.get_by_label("Message", exact=True)).to_be_visible()


@pytest.mark.core
def test_a_message_reaches_the_opponent_at_once_and_never_the_watcher(visit, site, made):
    ada, ben, cleo = (at_table(visit, site, made, n) for n in range(3))
    open_talk(ada)
    open_talk(ben)
    ben.get_by_label("Message", exact=True).fill("I was just")
    ada.get_by_label("Message", exact=True).fill("Good evening!")
    ada.keyboard.press("Enter")
    expect(ada.locator(".talk-message.own")).to_contain_text("Good evening!")
    expect(ada.get_by_label("Message", exact=True)).to_be_focused()
    expect(ada.get_by_label("Message", exact=True)).to_have_value("")
    expect(ben.locator(".talk-message")).to_contain_text("Good evening!")
    expect(ben.get_by_label("Message", exact=True)).to_have_value("I was just")  # even while he is typing
    open_talk(cleo)
    expect(cleo.get_by_text("No messages yet.")).to_be_visible()


def test_a_closed_panel_is_marked_and_counts_new_messages_until_it_is_opened(visit, site, made):
    ada, ben = at_table(visit, site, made, 0), at_table(visit, site, made, 1)
    open_talk(ada)
    ada.get_by_role("button", name="Good luck", exact=True).click()
    expect(ben.locator("[data-panel-name=talk][data-news]")).to_be_visible()
    ben.reload()
    expect(ben.locator("[data-panel-name=talk] .count")).to_have_text("1")
    open_talk(ben)
    expect(ben.locator("[data-panel-name=talk] .count")).to_have_count(0)
    expect(ben.locator("[data-panel-failed]:visible")).to_have_count(0)


def test_on_a_phone_the_drawers_button_shows_new_messages(visit, site, made):
    ben = at_table(visit, site, made, 1, viewport=PHONE)
    ben.locator("#side-close").click()
    dot = "getComputedStyle(document.getElementById('side-toggle'), '::after').content"
    finds(ben, dot, "none")
    ada = at_table(visit, site, made, 0)
    open_talk(ada)
    ada.get_by_role("button", name="Good luck", exact=True).click()
    expect(ben.locator("[data-panel-name=talk][data-news]")).to_be_attached()
    finds(ben, dot, '""')
    ben.locator("#side-toggle").click()
    open_talk(ben)
    expect(ben.locator("[data-panel-name=talk][data-news]")).to_have_count(0)
    finds(ben, dot, "none")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chat_and_notes_fit_a_phone(visit, site, made, scheme):
    page = at_table(visit, site, made, 0, viewport=PHONE, color_scheme=scheme)
    open_talk(page)
    for n in range(12):
        page.get_by_label("Message", exact=True).fill(f"Message {n} " + "Donaudampfschifffahrt" * (n % 4))
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".talk-message")).to_have_count(n + 1)
        if n == 8:  # the limit is ten per minute
            break
    assert too_wide(page) <= 0
    expect(page.locator(".talk-words", has_text="Message 8")).to_be_in_viewport()  # it opens at the newest
    assert not [each for each in small_targets(page) if "talk" in each or "greeting" in each]
    assert serious_findings(page) == []
    page.locator("[data-panel-name=talk] summary").click()
    page.locator("[data-panel-name=note] summary").click()
    page.get_by_label("Only you can see this note.").fill("opens high")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    page.locator("#side-toggle").click()
    page.locator("[data-panel-name=note] summary").click()
    expect(page.get_by_label("Only you can see this note.")).to_have_value("opens high")


@pytest.mark.parametrize("path", ["/settings/account/", "/report/?game={game}", "/g/{game}/talk/", "/g/{game}/note/"])
def test_the_pages_around_chat_are_accessible_and_fit(visit, site, made, path):
    for viewport, scheme in ((PHONE | {"width": 320}, "light"), ({"width": 1440, "height": 900}, "dark")):
        page = visit(
            site, path.format(game=made["games"][0]["id"]), made["accounts"][0], viewport=viewport, color_scheme=scheme
        )
        assert too_wide(page) <= 0
        assert small_targets(page) == []
        assert serious_findings(page) == []


def test_deleting_an_account_ends_the_game_on_the_opponents_screen(visit, site):
    made = site.seed(guests=("Ada", "Ben"), games=1, players=("Ada", "Ben"), variant="draw")
    game = made["games"][0]["id"]
    ben = visit(site, f"/g/{game}/", made["guests"][1])
    ada = visit(site, "/settings/account/", made["guests"][0])
    ada.get_by_label("I understand that this").check()
    ada.get_by_role("button", name="Forget me").click()
    expect(ada.get_by_text("Your account was deleted.")).to_be_visible()
    expect(ben.locator("#card")).to_contain_text("You win")
    expect(ben.locator("#players")).to_contain_text("Deleted player")


class Slow:
    """The address of the chat panel, which answers what and when the test says."""

    def __init__(self, page: Page) -> None:
        self.page, self.asked = page, list[Route]()
        page.route("**/talk/**", lambda route: self.asked.append(route))  # Playwright can't take a built-in function

    def news(self) -> None:
        """The server's notice that there is something new."""
        self.page.evaluate("dispatchEvent(new CustomEvent('panel', { detail: 'talk' }))")

    def is_asked(self, times: int) -> None:
        until(self.page, lambda: len(self.asked) >= times)
        assert len(self.asked) >= times, "The panel did not ask."

    def answer(self, number: int, text: str) -> None:
        with self.page.expect_response("**/talk/**") as answered:
            self.asked[number].fulfill(body=f"<p>{text}</p>", headers={"X-Panel": "1"})
        answered.value.finished()
        self.page.evaluate("() => new Promise((done) => setTimeout(done))")


def test_an_older_answer_never_replaces_a_newer_one(visit, site, made):
    ada = at_table(visit, site, made, 0)
    open_talk(ada)
    server = Slow(ada)
    server.news()
    server.news()
    server.is_asked(2)
    server.answer(1, "the newer answer")
    server.answer(0, "the older answer")
    expect(ada.locator("[data-panel-name=talk]")).to_contain_text("the newer answer")
    expect(ada.get_by_text("the older answer")).to_have_count(0)
    expect(ada.locator("[data-panel-failed]:visible")).to_have_count(0)


def test_a_sent_message_is_answered_before_news_are_fetched(visit, site, made):
    ada = at_table(visit, site, made, 0)
    open_talk(ada)
    server = Slow(ada)
    ada.get_by_role("button", name="Good luck", exact=True).click()
    server.is_asked(1)
    server.news()
    server.answer(0, "why it was not taken")
    server.is_asked(2)
    assert [route.request.method for route in server.asked] == ["POST", "GET"]
    server.answer(1, "and what is new")
    expect(ada.locator("[data-panel-name=talk]")).to_contain_text("and what is new")


def test_sent_messages_are_answered_in_order_though_news_come_between(visit, site, made):
    ada = at_table(visit, site, made, 0)
    open_talk(ada)
    server = Slow(ada)
    luck = ada.get_by_role("button", name="Good luck", exact=True)
    luck.click()
    server.is_asked(1)
    server.news()
    luck.click()
    ada.wait_for_timeout(200)
    assert [route.request.method for route in server.asked] == ["POST"]
    server.answer(0, "the first is there")
    server.is_asked(3)
    for number, route in enumerate(server.asked[1:], start=1):
        server.answer(number, "both are there" if route.request.method == "POST" else "news from between")
    expect(ada.locator("[data-panel-name=talk]")).to_contain_text("both are there")
    expect(ada.get_by_text("news from between")).to_have_count(0)
