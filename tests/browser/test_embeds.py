"""Pages of another origin show our boards, with and without `sandbox`."""

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.live.server import LiveServer

FRAMES = {"plain": "", "sandboxed": 'sandbox="allow-scripts"'}


class OnePage(BaseHTTPRequestHandler):
    """A site with one page, which may change."""

    code = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(type(self).code.encode())

    def log_message(self, *_said: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site. A made-up one won't do: browsers keep pages of public sites from local ones."""
    with ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def embedded(visit: Callable[..., Page], elsewhere: str) -> Callable[..., tuple[Page, FrameLocator]]:
    """`embedded(server, "/embed/…/", "sandboxed")`: a page of another site with this frame, and the frame."""

    def show(
        server: LiveServer, path: str, frame: str, person: dict[str, Any] | None = None
    ) -> tuple[Page, FrameLocator]:
        page = visit(server, "/healthz", person)
        OnePage.code = f'<!doctype html><iframe src="{server.url}{path}" width=640 height=520 {FRAMES[frame]}></iframe>'
        page.goto(elsewhere)
        return page, page.frame_locator("iframe")

    return show


@pytest.mark.parametrize("frame", FRAMES)
def test_a_page_of_another_site_steps_through_a_finished_game(frame, embedded, site):
    game = site.seed(games=1, variant="draw", visibility="public", moves=10_000)["games"][0]
    page, board = embedded(site, f"/embed/{game['id']}/?deal=0", frame)
    words, count = board.locator("[data-step=words]"), board.locator("[data-step=count]")
    expect(words).to_have_text("The deal")
    expect(board.locator(".embed-tiles .domino-picture")).to_have_count(14)  # all hands, seven tiles each
    board.get_by_role("button", name="One move forward").click()
    expect(board.locator(".placed")).to_have_count(1)
    expect(count).to_contain_text("1 of")
    board.get_by_role("button", name="To the end").click()
    expect(board.get_by_role("button", name="One move forward")).to_be_disabled()
    board.get_by_label("Round").select_option("1")
    expect(words).to_have_text("The deal")
    board.get_by_role("button", name="Play all moves").click()
    expect(count).to_contain_text("1 of")
    last = board.locator("[data-step=deal] option").last
    board.get_by_label("Round").select_option(last.get_attribute("value"))
    expect(words).to_have_text("The deal")
    board.get_by_role("button", name="To the end").click()
    expect(board.locator("#status")).to_contain_text("won")
    assert page.context.cookies() == []
    assert board.locator("html").get_attribute("data-theme") == "system"


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.core
def test_another_page_follows_a_public_game_in_play_as_a_stranger_sees_it(frame, embedded, site):
    game = site.seed(games=1, variant="draw", visibility="public", clock="none", moves=1)["games"][0]
    player = game["seats"][0]  # the reader of the other page is logged in here, as a player of this game
    _page, board = embedded(site, f"/embed/{game['id']}/?theme=dark", frame, player)
    expect(board.locator(".placed")).to_have_count(1)
    expect(board.locator(".embed-seat")).to_have_count(2)
    expect(board.locator(".embed-tiles .domino-picture")).to_have_count(0)  # no hand, not even their own
    expect(board.locator("#stepper")).to_be_hidden()
    assert board.locator("html").get_attribute("data-theme") == "dark"
    site.manage("shell", "-v", "0", "-c", PLAY_ON % game["id"])
    expect(board.locator(".placed")).to_have_count(3)
    site.manage("shell", "-v", "0", "-c", RESIGN % game["id"])
    expect(board.locator("#status")).to_contain_text("won")  # it has ended, and can be replayed
    expect(board.locator("#stepper")).to_be_visible()


PLAY_ON = """
from games import queries, actions
laid = 0
while laid < 3:
    shown = queries.table("%s", None)
    mine = queries.table(shown.id, shown.round.turn).round
    actions.play_move(public_id=shown.id, seat=shown.round.turn, text=mine.legal[0], version=shown.version)
    laid = len(queries.table(shown.id, None).round.layout)
"""
RESIGN = """
from games import actions, queries
game = queries.find_game("%s")
actions.resign_game(public_id=game.public_id, player=game.seats.first().player)
"""


LAID = "document.querySelectorAll('.train-track .train-tile').length"
TOO_WIDE = "[...document.querySelectorAll('.train')].some((row) => row.scrollWidth > row.clientWidth)"


@pytest.mark.parametrize(("width", "height"), [(640, 520), (280, 320)])
def test_trains_are_rows_that_a_replay_shortens(visit, site, width, height):
    wanted = {"variant": "mexican_train", "seats": 8, "options": {"end": "rounds:1"}, "visibility": "public"}
    game = site.seed(games=1, moves=10_000, **wanted)["games"][0]
    page = visit(site, f"/embed/{game['id']}/?deal=0", viewport={"width": width, "height": height})
    rows = page.locator(".trains > .train")
    expect(rows).to_have_count(9)
    expect(page.locator(".train-tile")).to_have_count(1)  # the station
    expect(page.locator(".train-end")).to_have_text(["12"] * 9)
    for ply in range(1, 15):
        page.get_by_role("button", name="One move forward").click()
        expect(page.locator("[data-step=count]")).to_have_text(re.compile(f"^{ply} "))
    assert 0 < page.evaluate(LAID) <= 14
    assert not page.evaluate(TOO_WIDE)
    for _ply in range(14):
        page.get_by_role("button", name="One move back").click()
    expect(page.locator(".train-end")).to_have_text(["12"] * 9)
    assert page.evaluate(LAID) == 0
    rows.last.scroll_into_view_if_needed()
    expect(rows.last).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="One move forward")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [280, 360, 768, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_fits_its_frame_and_opens_by_itself(visit, site, width, scheme):
    game = site.seed(games=1, variant="partnership", seats=4, visibility="public", moves=10_000)["games"][0]
    page = visit(site, f"/embed/{game['id']}/", viewport={"width": width, "height": 420}, color_scheme=scheme)
    expect(page.locator("#stepper")).to_be_visible()
    expect(page.get_by_role("button", name="One move back")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Move", exact=True)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light dark"
    link = page.get_by_role("link", name="Open the game on Boneyard")
    assert link.get_attribute("href").endswith(f"/g/{game['id']}/")


def test_the_code_to_embed_a_game_is_in_its_menu(visit, site):
    game = site.seed(games=1, variant="draw", visibility="public", moves=1)["games"][0]
    page = visit(site, f"/g/{game['id']}/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("button", name="Embed this game").click()
    code = page.get_by_label("Put this code into your page")
    expect(code).to_be_visible()
    assert f"/embed/{game['id']}/" in code.input_value()
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code.input_value()
