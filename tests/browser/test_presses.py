"""Pages that redraw parts of themselves wait between press and release, because a replaced element gets no click.

test_table.py has the same tests for the table.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.table_fixtures import finds, held_back, until
from tests.browser.test_pages import path_of
from tests.live.server import LiveServer

HEARD = """() => {
  let pressed;
  addEventListener("pointerdown", ({ target }) => (pressed = target), true);
  addEventListener("click", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    window.heard = event.target === pressed;
  }, true);
}"""


def is_heard(page: Page, pressed: str, address: re.Pattern[str], news: Callable[[], object]) -> None:
    """*news* makes the page request *address* and redraw the part with *pressed*; the answer arrives during a press.

    Only the press is tested; the click's action is blocked.
    """
    page.evaluate(HEARD)
    drawn = page.evaluate_handle("(pressed) => document.querySelector(pressed)", pressed)
    answered = page.expect_request_finished(lambda request: address.search(request.url) is not None)
    with answered, held_back(page, address):
        with page.expect_request(address):
            news()
        page.locator(pressed).first.hover()
        page.mouse.down()
    page.evaluate("new Promise((done) => setTimeout(done, 50))")  # the answer is there, and could have been drawn
    page.mouse.up()
    finds(page, "window.heard", True)
    finds(page, "(drawn) => drawn.isConnected", False, arg=drawn)  # after the release, it is drawn


def test_an_invitation_loses_no_press(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/new/?variant=draw&seats=3")
    page.get_by_label("Your name in this game").fill("Ada")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.locator("#fill button").first).to_be_visible()
    join = visit(site, path_of(page)).get_by_role("button", name="Join and play")
    is_heard(page, "#fill button", re.compile(f"{re.escape(page.url)}$"), join.click)


def test_house_rules_lose_no_press(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/house-rules/change/draw/")
    page.locator("#group-points summary").first.click()
    score = page.locator("#o-score_out")
    expect(score).to_be_visible()
    is_heard(page, "#state-points span", re.compile("/house-rules/"), lambda: score.select_option("none"))


@pytest.mark.core
def test_a_list_that_refreshes_itself_loses_no_press(visit: Callable[..., Page], site: LiveServer) -> None:
    (game,) = site.seed(games=1, clock="none")["games"]
    page = visit(site, "/healthz", game["seats"][0])
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/me/", lambda socket: sockets.append(socket))
    page.goto("/games/")
    until(page, lambda: sockets)
    sockets[0].send('{"type": "games", "waiting": 7}')  # the first message only repeats what the page shows
    expect(page.locator("[data-waiting-number]").first).to_have_text("7")
    is_heard(
        page,
        "[data-live] a",
        re.compile("/games/$"),
        lambda: sockets[0].send('{"type": "games", "waiting": 8}'),
    )


def test_a_panel_loses_no_press(visit: Callable[..., Page], site: LiveServer) -> None:
    (game,) = site.seed(games=1, clock="none")["games"]
    page = visit(site, f"/g/{game['id']}/", game["seats"][0])
    page.locator("[data-panel-name=talk] summary").first.click()
    button = "[data-panel-name=talk] form button"
    expect(page.locator(button).first).to_be_visible()
    news = "void dispatchEvent(new CustomEvent('panel', { detail: 'talk' }))"  # as the table's socket tells the page
    is_heard(page, button, re.compile("/talk/"), lambda: page.evaluate(news))
