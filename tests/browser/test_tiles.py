"""Tiles as one sees them: on the felt, in the hand, in small boards, in examples, and as the server draws them."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import JSON, MockedTable, open_table, view
from tests.browser.test_pages import findings_in_looks
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
both_sizes = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "dark", "contrast": "more"},
         {"forced_colors": "active"}]  # fmt: skip

# The colours of the slab of every tile on the felt and in the hand, and of an avatar's tile.
SLABS = """() => ["#board .placed", "#hand", ".player-face"].map((place) =>
  [...new Set([...document.querySelectorAll(`${place} .domino-body`)].map((body) => getComputedStyle(body).fill))])"""
# The parts of the table's drawing that have the colour of the turn.
IN_TURN = """() => {
  const probe = document.createElement("i");
  probe.style.color = "var(--turn)";
  document.querySelector("#board").append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const isDrawn = (node) => ["fill", "stroke"].some((part) => getComputedStyle(node)[part] === color);
  return [...new Set([...document.querySelectorAll("#board svg *")].filter(isDrawn)
    .map((node) => node.classList[node.classList.length - 1]))].sort();
}"""
# What draws more than flat shapes, which is slow on phones.
FILTERED = """() => [...document.querySelectorAll("#board svg, #board svg *")]
  .filter((node) => getComputedStyle(node).filter !== "none").map((node) => node.outerHTML)"""
DOTS = "[...document.querySelectorAll('#board .placed:has(.domino-star) .pip')].map((half) => half.getAttribute('d'))"
PARTS = "(tile) => [...document.querySelector(tile).querySelectorAll('*')].map((part) => part.classList[0])"


def laid(tile: str, onto: str | None, ply: int, *, arm: str = "line", spinner: bool = False) -> JSON:
    at = 6 if onto else None
    return {"tile": tile, "onto": onto, "at": at, "arm": arm, "seat": ply % 2, "ply": ply, "spinner": spinner}


def crossed() -> JSON:
    """Ada can play on a cross: tiles on three sides of the spinner 6-6; Ben has just played 6-3."""
    shown = view(hand="6-6 4-1 2-1", legal="4-1>6-4", hands=(3, 6))
    shown["round"]["layout"] = [
        laid("6-6", None, 0, arm="lead", spinner=True),
        laid("6-5", "6-6", 1),
        laid("6-4", "6-6", 2),
        laid("6-3", "6-6", 3, arm="side"),
    ]
    shown["round"]["moves"] = ["1 6-5>6-6", "0 6-4>6-6", "1 6-3>6-6"]
    shown["round"] |= {"ply": 3, "hand": ["4-1", "2-1", "2-0"], "start": "6-6"}
    shown["round"]["ends"] = [
        {"tile": "6-5", "value": 5, "arm": "line"},
        {"tile": "6-4", "value": 4, "arm": "line"},
        {"tile": "6-3", "value": 3, "arm": "side"},
    ]
    return shown


@both_sizes
@pytest.mark.core
def test_the_spinner_alone_is_marked_and_every_tile_has_a_pin(table: Callable[..., MockedTable], size: JSON):
    page = table(crossed(), **size).page
    expect(page.locator("#board .placed")).to_have_count(4)
    marked = page.locator("#board .placed:has(.domino-star):has(.domino-frame)")
    expect(marked).to_have_count(1)
    assert [half.count("M") for half in page.evaluate(DOTS)] == [6, 6]
    for place, number in (("#board .placed", 4), ("#hand", 3)):
        expect(page.locator(f"{place} .domino-pin:visible")).to_have_count(number)


@both_sizes
@pytest.mark.parametrize("tiles", ["ivory", "white", "ebony", "olive"])
def test_felt_and_hand_have_the_tiles_that_were_chosen_and_faces_are_ivory(table: Any, tiles: str, size: JSON):
    """Once the felt's tiles were always ivory, as their moving part had the class of a player's face."""
    page = table(crossed(), **size).page
    ivory = page.evaluate(SLABS)
    page.evaluate("(tiles) => { document.documentElement.dataset.tiles = tiles }", tiles)
    felt, hand, face = page.evaluate(SLABS)
    assert felt == hand
    assert len(felt) == 1
    assert (felt == ivory[0]) == (tiles == "ivory")
    assert face == ivory[2]


@both_sizes
def test_only_open_ends_and_places_to_play_have_the_colour_of_the_turn(table: Any, size: JSON):
    page = table(crossed(), **size).page
    expect(page.locator("#board .domino-halo")).to_have_count(1)  # the last move, 6-3
    expect(page.locator("#board .end-playable")).to_have_count(1)
    assert page.evaluate(IN_TURN) == ["end-playable"]
    page.locator('.hand-tile[data-tile="4-1"]').click()
    expect(page.locator("#board .ghost")).to_have_count(1)
    assert set(page.evaluate(IN_TURN)) <= {"end-playable", "ghost-edge"}


@both_sizes
def test_shadows_lie_below_all_tiles_and_need_no_filter(table: Any, size: JSON):
    page = table(crossed(), **size).page
    expect(page.locator("#board .shadow > *")).to_have_count(4)
    order = page.evaluate(
        "[...document.querySelectorAll('#board :is(.placed, .shadow)')].map((node) => node.classList[0])"
    )
    assert order == ["shadow"] * 4 + ["placed"] * 4
    assert page.evaluate(FILTERED) == []
    where = page.evaluate("""() => [".placed", ".shadow"].map((kind) =>
      [...document.querySelectorAll(`#board ${kind}`)].map((node) => node.style.transform))""")
    assert where[0] == where[1]


@both_sizes
def test_backs_tell_nothing(visit: Callable[..., Page], unbundled: LiveServer, size: JSON):
    """Of six hidden tiles, all drawings are the same, wherever they are drawn."""
    page = open_table(visit, unbundled, unbundled.seed(games=1)["games"][0], crossed(), **size).page
    page.evaluate("""async () => {
      const { tilePicture } = await import("/static/js/board/tile.js");
      document.querySelector("#hand").append(...Array.from({ length: 6 }, () => tilePicture(null)));
    }""")
    backs = page.evaluate("[...document.querySelectorAll('#hand .domino-back')].map((back) => back.innerHTML)")
    assert len(backs) == 6
    assert len(set(backs)) == 1
    assert "pip" not in backs[0]


@both_sizes
def test_a_cross_is_fine_in_every_look(table: Any, size: JSON):
    page = table(crossed(), **size).page
    assert findings_in_looks(page, *LOOKS) == []


@both_sizes
def test_a_tile_has_the_same_parts_wherever_it_is_drawn(visit: Callable[..., Page], site: Any, size: JSON):
    """Table, rules and decoration by the server: a slab of depth, rim and body, a groove, pips and a pin."""
    tile = ["domino-depth", "domino-rim", "domino-body", "domino-lip", "domino-line", "domino-pin"]
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], moves=4)
    table = f"/g/{made['games'][0]['id']}/"
    for path, place in ((table, "#board"), (table, "#hand"), ("/games/", ".small-board"), ("/rules/draw/", ".example"),
                        ("/rules/", ".tile"), ("/", ".home-picture"), ("/learn/draw/", ".lesson-hand")):  # fmt: skip
        page = visit(site, path, None if path == "/" else made["accounts"][0], **size)
        page.locator(place).first.scroll_into_view_if_needed()  # examples are drawn when they come into view
        expect(page.locator(f"{place} .domino:not(.domino-back)").first).to_be_attached()
        parts = page.evaluate(PARTS, f"{place} .domino:not(.domino-back)")
        assert [name for name in parts if not name.startswith("pip")] == tile, (path, place)
        assert set(parts) - set(tile) in ({"pip", "pip-lip", "pip-floor"}, set()), (path, place)
