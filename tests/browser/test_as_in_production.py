"""The site as `make run` and the containers serve it: static files collected and named by their hashes, no DEBUG."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.table_fixtures import finds, held_back, is_live, number_of, unbroken
from tests.live.server import LiveServer

MOST_JAVASCRIPT = 100_000  # bytes per page
MOST_SCRIPTS, MOST_STYLES = 6, 2  # files that load a table, with texts
SCRIPTS, FONTS = re.compile(r"/static/js/(?!app/early_clicks)|/jsi18n/"), re.compile(r"/static/fonts/")
AHEAD = re.compile(r"/static/js/table/fetch_ahead\.")  # what a turn may need, shortly after the table opened
NOTHING_AHEAD = "export const fetchAhead = () => {};"
FONTS_ARE_THERE = "document.fonts.ready.then(() => {})"
PAINTED = "new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))"
MOVED = """
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    moved.push([value, ...sources.map(({ node }) => node?.className?.baseVal ?? node?.className)]);
}).observe({ type: "layout-shift", buffered: true });
"""


HELD_PARTS = """
globalThis.held = [];
const later = setTimeout;
globalThis.setTimeout = (call, ms, ...more) => (ms === undefined ? held.push(call) : later(call, ms, ...more));
"""


UNBUNDLED = 2  # tests that ask modules by their names


def test_few_tests_look_at_the_site_as_only_developers_see_it():
    """A browser test with the fixture `unbundled` can't see a fault of the bundles. Find another way, if possible."""
    sources = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert len(re.findall(r"^def test_\w+\([^)]*\bunbundled\b", sources, re.MULTILINE)) == UNBUNDLED


class Traffic:
    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.errors: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def scripts(self) -> list[Response]:
        return [answer for answer in self.answers if answer.url.endswith(".js")]

    def assert_clean(self) -> None:
        assert [f"{a.status} {a.url}" for a in self.answers if a.status >= 400] == []
        assert self.errors == []


@pytest.mark.core
def test_every_file_of_every_page_is_there(site: LiveServer, visit: Callable[..., Page]):
    (game,) = site.seed(games=1, variant="brettspielnetz", clock="none", moves=5)["games"]
    page = visit(site, "/healthz", game["seats"][0])
    traffic = Traffic(page)
    for path in (
        "/",
        "/new/",
        "/games/",
        "/standings/",
        "/rules/",
        "/rules/sausage/",
        "/house-rules/",
        "/house-rules/change/draw/",
        "/settings/",
        "/accounts/login/",
        f"/g/{game['id']}/",
    ):
        page.goto(path, wait_until="networkidle" if not path.startswith("/g/") else "load")
        expect(page.locator("main, [role=main]").first).to_be_visible()
    traffic.assert_clean()


@pytest.mark.parametrize("variant", ["partnership", "sausage", "muggins"])
@pytest.mark.core
def test_a_table_is_drawn_for_its_players_and_for_others(site: LiveServer, visit: Callable[..., Page], variant: str):
    """Each has other parts: a watcher has no hand, Sausage no ends. No part may miss another."""
    seats = 4 if variant == "partnership" else 2
    (game,) = site.seed(games=1, variant=variant, seats=seats, clock="none", moves=5)["games"]
    for person in (game["seats"][0], None):
        page = visit(site, f"/g/{game['id']}/", person)
        expect(page.locator("#board [data-tile], #board svg, #board .tile").first).to_be_visible()


@pytest.mark.core
def test_modules_are_named_by_their_hashes_and_cached_forever(site: LiveServer, visit: Callable[..., Page]):
    (game,) = site.seed(games=1, variant="brettspielnetz", clock="none", moves=5)["games"]
    page = visit(site, "/healthz", game["seats"][0])
    traffic = Traffic(page)
    page.goto(f"/g/{game['id']}/")
    is_live(page)
    page.wait_for_load_state("networkidle")
    traffic.assert_clean()
    scripts = [answer for answer in traffic.scripts() if "/static/" in answer.url]
    assert len(scripts) >= 3
    for script in scripts:
        assert re.search(r"\.[0-9a-f]{12}\.js$", script.url), f"{script.url} would be served old after a release"
        assert "immutable" in (script.header_value("cache-control") or "")
    assert sum(len(script.body()) for script in scripts) <= MOST_JAVASCRIPT


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_a_table_comes_in_few_files_and_nothing_in_it_moves(
    site: LiveServer, visit: Callable[..., Page], width, height
):
    """Games of two, of four partners, and with points on the score sheet.

    The other visits are as on slow connections: the page is painted before its scripts and fonts arrive, and once
    more between them, in both orders.
    """
    for wanted in (
        {"variant": "draw", "moves": 12},
        {"variant": "partnership", "seats": 4, "moves": 3},
        {"variant": "muggins", "moves": 9},
    ):
        (game,) = site.seed(games=1, clock="none", **wanted)["games"]
        page = visit(site, "/healthz", game["seats"][0], viewport={"width": width, "height": height})
        page.add_init_script(MOVED)
        page.route(AHEAD, lambda route: route.fulfill(body=NOTHING_AHEAD, content_type="text/javascript"))
        traffic = Traffic(page)
        page.goto(f"/g/{game['id']}/", wait_until="networkidle")
        expect(page.locator("#board .placed").first).to_be_visible()
        assert page.evaluate("moved") == []
        traffic.assert_clean()
        kinds = [answer.request.resource_type for answer in traffic.answers if not AHEAD.search(answer.url)]
        assert kinds.count("script") <= MOST_SCRIPTS
        assert kinds.count("stylesheet") <= MOST_STYLES
        for first, last in ((SCRIPTS, FONTS), (FONTS, SCRIPTS)):
            with held_back(page, last):
                with held_back(page, first):
                    page.reload(wait_until="commit")
                    expect(page.locator("#board")).to_be_visible()
                    page.evaluate(PAINTED)
                if first == FONTS:
                    page.evaluate(FONTS_ARE_THERE)
                else:
                    is_live(page)
                page.evaluate(PAINTED)
            is_live(page)
            page.evaluate(FONTS_ARE_THERE)
            page.evaluate(PAINTED)
            assert page.evaluate("moved") == []
        page.context.close()


def leader(site: LiveServer, visit: Callable[..., Page]) -> tuple[Page, str]:
    """The page and path of the player who leads, and so has a tile to play."""
    (game,) = site.seed(games=1, variant="draw", clock="none")["games"]
    views = [visit(site, f"/api/v1/games/{game['id']}/", seat) for seat in game["seats"]]
    turn = next(n for n, view in enumerate(views) if json.loads(view.locator("body").inner_text())["round"]["legal"])
    return visit(site, "/healthz", game["seats"][turn]), f"/g/{game['id']}/"


@pytest.mark.core
def test_a_tile_tapped_before_the_scripts_load_rises_and_is_laid(site: LiveServer, visit: Callable[..., Page]):
    """The hand is in the page before the scripts: a tap shows at once, and the scripts handle it later."""
    page, path = leader(site, visit)
    with held_back(page, re.compile(r"/static/js/table/table\.")):
        page.goto(path, wait_until="commit")
        tile = page.locator(".hand-tile.playable").first
        tile.click()
        expect(tile).to_have_class("hand-tile playable early")
        expect(tile).to_have_attribute("aria-pressed", "false")
    expect(page.locator('.hand-tile[aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(".hand-tile.chosen")).to_have_count(1)


def test_a_tile_tapped_between_the_parts_of_the_first_drawing_stays_up_and_is_laid(
    site: LiveServer, visit: Callable[..., Page]
):
    page, path = leader(site, visit)
    page.add_init_script(HELD_PARTS)
    page.goto(path, wait_until="commit")
    finds(page, "held.length > 0", True)
    page.locator(".hand-tile.playable").first.click()
    parts = 0
    while not number_of(page, '.hand-tile[aria-pressed="true"]'):
        assert number_of(page, ".hand-tile.early") == 1
        finds(page, "held.length > 0", True)
        page.evaluate("void held.shift()()")
        parts += 1
    assert parts > 3  # three of the drawing, and the tap
    expect(page.locator(".ghost, #actions button").first).to_be_visible()


def test_of_two_tiles_tapped_before_the_scripts_load_the_visible_one_is_played(
    site: LiveServer, visit: Callable[..., Page]
):
    page, path = leader(site, visit)
    with held_back(page, re.compile(r"/static/js/table/table\.")):
        page.goto(path, wait_until="commit")
        tiles = page.locator(".hand-tile.playable")
        expect(tiles.nth(1)).to_be_visible()
        page.evaluate("document.body.dataset.sending = 'one_tap'")
        tiles.nth(1).click()
        tiles.first.click()
        expect(tiles.nth(1)).to_have_class("hand-tile playable")
        shown = str(page.locator(".hand-tile.early").get_attribute("data-tile"))
    expect(page.locator("#log")).to_contain_text(unbroken(f"lead {shown}"))


@pytest.mark.core
def test_a_move_shows_on_the_opponents_board_without_a_reload(site: LiveServer, visit: Callable[..., Page]):
    """The whole path: page, socket, service, socket, page."""
    (game,) = site.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    boards = [visit(site, f"/g/{game['id']}/", seat) for seat in game["seats"]]
    views = [board.evaluate("JSON.parse(document.getElementById('view').textContent)") for board in boards]
    (mover,) = [view for view in views if view["round"]["legal"]]
    other = boards[1 - mover["you"]]
    sent = boards[mover["you"]].evaluate(
        """([id, version, move]) => fetch(`/api/v1/games/${id}/moves/`, {
            method: "POST",
            headers: {"Content-Type": "application/json", "X-CSRFToken": document.cookie.match(/csrftoken=(\\w+)/)[1]},
            body: JSON.stringify({version, move, key: "once"}),
        }).then(answer => answer.status)""",
        [game["id"], mover["version"], mover["round"]["legal"][0]],
    )
    assert sent == 200
    expect(other.locator("#log")).to_contain_text(unbroken(mover["round"]["legal"][0].partition(">")[0]))
