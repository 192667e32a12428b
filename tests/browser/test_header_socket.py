"""The header's socket, on every page: it notices that the connection is dead, and reconnects after a random pause."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.table_fixtures import finds, is_live, until
from tests.browser.test_pages import findings_in_looks, small_targets
from tests.live.server import LiveServer

Visit = Callable[..., Page]
PING_EVERY, PATIENCE = 20_000, 6_000  # ms


class Header:
    """Ada's home page with a mocked clock and a server that greets, and answers while it is *alive*."""

    def __init__(self, visit: Visit, site: LiveServer, *, chance: float = 0.5) -> None:
        self.alive, self.said = True, 0
        self.sockets: list[WebSocketRoute] = []
        page = self.page = visit(site, "/healthz", site.guests("Ada")[0])
        page.add_init_script(f"Math.random = () => {chance}")
        page.clock.install()
        page.route("**/api/v1/me/", lambda asked: asked.abort())  # it would return the real number of waiting games
        page.route_web_socket("**/ws/me/", self._opened)
        page.goto("/")
        self.was_opened(1)
        page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000, UTC) + timedelta(seconds=2))

    def _opened(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda _ping: self._hear(socket))
        socket.send(json.dumps({"type": "games", "waiting": len(self.sockets), "unread": 0}))

    def _hear(self, socket: WebSocketRoute) -> None:
        self.said += 1
        if self.alive:
            socket.send('{"type":"pong"}')

    def is_pinged(self, times: int) -> None:
        """Check the total number of pings; an answer has reached the page."""
        until(self.page, lambda: self.said >= times)
        assert self.said == times
        self.page.evaluate("null")  # runs after the answer

    def was_opened(self, times: int) -> None:
        """The title shows the latest greeting, which is the number of sockets so far."""
        expect(self.page).to_have_title(re.compile(rf"^\({times}\) "))


@pytest.mark.core
def test_a_socket_that_answers_no_ping_is_replaced(visit: Visit, site: LiveServer):
    header = Header(visit, site)
    header.page.clock.run_for(PING_EVERY)
    header.is_pinged(1)
    header.page.clock.run_for(PATIENCE)
    assert len(header.sockets) == 1  # the first one answered
    header.alive = False
    header.page.clock.run_for(PING_EVERY - PATIENCE)  # after its answer
    header.is_pinged(2)
    header.page.clock.run_for(PATIENCE + 2_000)
    header.was_opened(2)


@pytest.mark.parametrize(("chance", "pause"), [(0, 1_000), (0.998, 1_998)])
def test_pages_dont_all_reconnect_at_once(visit: Visit, site: LiveServer, chance: float, pause: int):
    header = Header(visit, site, chance=chance)
    header.page.expose_function("noticed", lambda: None)
    header.sockets[0].close()
    header.page.evaluate("noticed()")  # the page has handled everything sent before
    header.page.clock.run_for(pause - 100)
    header.page.evaluate("noticed()")
    assert len(header.sockets) == 1
    header.page.clock.run_for(200)
    header.was_opened(2)


CALL = {"text": "A live game is waiting for you.", "url": "/find-a-game/", "seconds": 42}
NUMBERS = """[...document.querySelectorAll("[data-waiting]")].filter((each) => each.checkVisibility())
  .map((each) => each.dataset.waiting)"""
PARTS = """() => Object.fromEntries([".bar", ".table-bar", ".table-title h1", ".felt", "#hand"].map((css) => {
  const { top, bottom } = document.querySelector(css)?.getBoundingClientRect() ?? {};
  return [css, [top, bottom]];
}))"""


@pytest.mark.core
def test_a_call_at_the_table_covers_nothing_and_stays_closed(visit: Visit, site: LiveServer):
    made = site.seed(accounts=("Ada", "Ben"), games=1, players=("Ada", "Ben"), variant="block", moves=2)
    page = visit(site, "/healthz", made["accounts"][0])
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/me/", lambda socket: sockets.append(socket))
    called = json.dumps({"type": "games", "waiting": 0, "unread": 1, "alert": CALL})
    for width, height in [(360, 740), (768, 1024), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("sessionStorage.clear()")
        page.goto(f"/g/{made['games'][0]['id']}/")
        is_live(page)
        before = page.evaluate(PARTS)
        sockets[-1].send(called)
        expect(page.get_by_role("alert")).to_contain_text(re.compile(r"for you\. 4\d sec"))
        parts = page.evaluate(PARTS)
        assert parts[".bar"][1] <= parts[".table-bar"][0] < parts[".felt"][0]
        assert parts["#hand"] == before["#hand"]  # the felt gives way
        assert [each for each in small_targets(page) if "log-line" not in each] == []
        page.get_by_role("alert").get_by_role("button", name="Close").click()
        assert page.evaluate(PARTS) == before
    page.goto("/games/")
    sockets[-1].send(called)
    sockets[-1].send(called.replace("/find-a-game/", "/g/another/"))  # once it's there, so would be the first
    expect(page.locator(".bar a")).to_have_attribute("href", "/g/another/")
    expect(page.locator(".bar")).to_have_count(1)
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []


def test_a_game_never_counts_itself_and_shows_one_number(visit: Visit, site: LiveServer):
    """The number of waiting games and the new board come by two sockets, in any order."""
    made = site.seed(accounts=("Ada", "Ben"), games=1, players=("Ada", "Ben"), variant="block", moves=2)
    here = made["games"][0]["id"]
    page = visit(site, "/healthz", made["accounts"][0])
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/me/", lambda socket: sockets.append(socket))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/g/{here}/")
    is_live(page)
    before = page.evaluate(PARTS)
    for waiting, numbers in [(["other"], ["1"]), ([here], []), ([here, "other", "third"], ["2"])]:
        sockets[0].send(json.dumps({"type": "games", "waiting": len(waiting), "games": waiting}))
        finds(page, NUMBERS, numbers)
        assert page.evaluate(PARTS) == before  # nothing moves for it
