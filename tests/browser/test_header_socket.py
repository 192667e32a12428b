"""The header's socket, on every page: it notices that the connection is dead, and reconnects after a random pause."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.table_fixtures import until
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
