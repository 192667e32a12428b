"""Room at the table: the felt of a phone and what lies over it, the bar, the hand in play, one axis on desktops."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import (
    JSON,
    MockedTable,
    box_of,
    finds,
    is_live,
    laid,
    open_table,
    submit,
    tile,
    unbroken,
    view,
)
from tests.browser.test_pages import serious_findings, small_targets, too_wide
from tests.live.server import LiveServer

PHONE: JSON = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NARROW: JSON = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
LAPTOP: JSON = {"viewport": {"width": 1280, "height": 720}}
DESKTOP: JSON = {"viewport": {"width": 1440, "height": 900}}
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])

FELT = "Math.round(document.querySelector('.felt').getBoundingClientRect().height)"
UNIT = "Number(/scale\\(([\\d.]+)/.exec(document.querySelector('.scene').style.transform)[1])"
HAND = """() => {
  const boxes = [...document.querySelectorAll(".hand-tile")].map((node) => node.getBoundingClientRect());
  return [Math.min(...boxes.map(({ width }) => width)), Math.min(...boxes.map(({ height }) => height)),
    boxes.filter(({ bottom }, n) => n && Math.abs(bottom - boxes[0].bottom) > 30).length];
}"""
TEN = "6-6 6-5 6-4 5-5 5-4 4-3 3-2 3-1 2-1 1-0"
LONG = "6-5 5-3 3-3 3-1 1-1 1-0 0-0 0-2 2-2 2-5 5-5 5-4 4-4 4-6 6-6 6-0 0-3 3-4 4-1 1-6"

# Open ends and ghosts that something over the felt covers.
COVERED = """() => {
  const over = [...document.querySelectorAll(".notes > *, .felt-tools > *, .stock > *, .player-tiles i, .bubble")]
    .filter((node) => node.checkVisibility() && node.textContent.trim() + node.innerHTML)
    .map((node) => [node, node.getBoundingClientRect()]);
  return [...document.querySelectorAll(".end, .ghost-edge")].flatMap((end) => {
    const a = end.getBoundingClientRect();
    return over.filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([node]) => `${end.getAttribute("class")} under ${node.className || node.id}`);
  });
}"""
# What a bubble covers of the status, the hand, the news on the felt, and of the names of others.
UNDER_BUBBLES = """() => [...document.querySelectorAll(".bubble")].flatMap((bubble) => {
  const a = bubble.getBoundingClientRect();
  const text = document.createRange();
  const read = document.querySelectorAll("#status, #clock, #actions .button, .hand-tile, .player-name, #strip");
  return [...read].filter((node) => {
    text.selectNodeContents(node);
    return [...text.getClientRects()].some((b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1);
  }).map((node) => `${bubble.textContent} over ${node.id || node.className} ${node.textContent}`);
})"""
OVER_FELT = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const own = document.querySelector('.bubble[data-at="0"]').getBoundingClientRect();
  return felt.top <= own.top && own.bottom <= felt.bottom;
}"""
# The middles of felt, layout, hand, status and the reader's seat, from the felt's.
AXIS = """() => {
  const middle = (left, right) => (left + right) / 2;
  const boxes = (css) => [...document.querySelectorAll(css)].map((node) => node.getBoundingClientRect());
  const across = (css) => middle(Math.min(...boxes(css).map(({ left }) => left)),
    Math.max(...boxes(css).map(({ right }) => right)));
  const felt = across(".felt");
  return [".placed", ".hand-tile", "#status", ".player.me"].filter((css) => Math.abs(across(css) - felt) > 4)
    .map((css) => `${css}: ${across(css) - felt}`);
}"""


@pytest.fixture(scope="module")
def game(site: LiveServer) -> JSON:
    found: JSON = site.seed(games=1, clock="turn")["games"][0]
    return found


def hand_of(number: int) -> str:
    return " ".join(TEN.split()[:number])


def of_seats(shown: JSON, number: int) -> JSON:
    """The view with *number* players, in pairs if they are even."""
    sides = number // 2 if number in {4, 6, 8} else number
    names = ("Ada", "Vogelsang A.", "Vogelsang B.", "Hana Nováková", "Guest 474", "Fay", "Gus", "Bartholomew")
    shown["seats"] = [
        {"seat": n, "side": n % sides, "name": names[n], "face": "6.2.3.1", "guest": True, "program": False}
        | {"left": False, "points": None, "result": ""}
        for n in range(number)
    ]
    shown["round"] |= {"hands": [5] * number, "totals": [105] * sides}
    return shown | {"totals": [0] * sides}


def seated(page: Page, number: int) -> None:
    """Give the page of a game for two the places of *number* seats."""
    page.evaluate(
        """(number) => {
          document.getElementById("players").dataset.seats = number;
          document.getElementById("table").classList.replace("seats-2", `seats-${number}`);
        }""",
        number,
    )


@pytest.mark.parametrize(("tiles", "least"), [(7, 330), (10, 280)])
def test_the_felt_of_a_line_game_gets_most_of_a_phone(tiles: int, least: int, table: Callable[..., MockedTable]):
    page = table(view(hand=hand_of(tiles), legal="6-5>6-5", line="6-5 5-3"), **PHONE).page
    expect(page.locator(".hand-tile")).to_have_count(tiles)
    assert page.evaluate(FELT) >= least
    width, height, other_rows = page.evaluate(HAND)
    assert width >= 32, "ten tiles are narrow, but a finger hits them"
    assert height >= 44
    assert other_rows == 0


def test_at_400_percent_the_page_scrolls_to_felt_hand_and_buttons(table: Callable[..., MockedTable]):
    """1280 x 1024 px at 400 % are 320 x 256."""
    page = table(viewport={"width": 320, "height": 256}).page
    assert page.evaluate(FELT) >= 180
    assert too_wide(page) <= 0
    tile(page, "6-3").click()
    expect(page.locator(".ghost")).not_to_have_count(0)
    tile(page, "3-1").click()
    submit(page).scroll_into_view_if_needed()
    for part in (page.locator("#board"), page.locator(".player.me"), tile(page, "3-1"), submit(page)):
        part.scroll_into_view_if_needed()
        expect(part).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("variant", ["auction", "sausage"])
def test_auction_and_sausage_leave_room_for_the_board(variant: str, visit: Callable[..., Page], site: LiveServer):
    (game,) = site.seed(games=1, variant=variant, moves=6, clock="turn")["games"]
    for person in game["seats"]:
        page = visit(site, f"/g/{game['id']}/", person, **PHONE)
        expect(page.locator(".placed").first).to_be_visible()
        assert page.evaluate(FELT) >= 260
        assert too_wide(page) <= 0


def test_bidding_leaves_room_for_the_board(table: Callable[..., MockedTable]):
    shown = view(legal="", rules=view()["rules"] | {"auction": True})
    shown["round"] |= {
        "boneyard": 2,
        "moves": ["0 5-3>6-5", "1 draw"],
        "legal": ["pass", *(f"bid {n}" for n in range(9))],
    }
    page = table(shown, **PHONE).page
    expect(page.get_by_role("button", name="Bid more")).to_be_visible()
    assert page.evaluate(FELT) >= 260


def test_a_long_layout_is_panned_before_its_tiles_get_tiny_and_a_double_tap_goes_to_an_end(
    table: Callable[..., MockedTable],
):
    page = table(view(line=LONG, legal="6-4>6-5"), **PHONE).page
    expect(page.locator(".placed")).to_have_count(20)
    assert page.evaluate(UNIT) >= 11
    before = page.evaluate(UNIT)
    felt = box_of(page.locator("#board"))
    where = (felt["x"] + felt["width"] / 2, felt["y"] + 30)
    for _tap in range(2):
        page.touchscreen.tap(*where)
    finds(page, f"() => {UNIT} > {before} * 1.2", True)
    expect(page.locator(".end-playable").first).to_be_in_viewport()
    for _tap in range(2):
        page.touchscreen.tap(*where)
    finds(page, f"() => Math.abs({UNIT} - {before}) < 0.1", True)


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["320", "360"])
def test_the_tools_leave_ends_and_boneyard_readable(size: JSON, table: Callable[..., MockedTable]):
    page = table(view(line=LONG, legal="6-4>6-5"), **size).page
    is_live(page)
    page.evaluate("Object.assign(document.getElementById('count'), { hidden: false, textContent: 'Ends: 12' })")
    said, tools = (box_of(page.locator(css)) for css in (".stock", "#felt-tools"))
    assert said["x"] + said["width"] <= tools["x"]


@pytest.mark.parametrize("size", [NARROW, PHONE, DESKTOP], ids=["320", "360", "1440"])
@pytest.mark.core
@pytest.mark.every_case("phones and desktops lay the table out by different rules")
def test_nothing_over_the_felt_covers_a_live_end(size: JSON, table: Callable[..., MockedTable]):
    line = "6-5 5-3 3-3 3-1 1-1 1-0 0-0 0-2 2-2 2-5"
    at = table(view(line=line, legal="6-4>6-5 5-4>2-5", hand="6-4 5-4", since=[
        {"version": 2, "deal": 0, "ply": ply, "seat": 1, "move": "pass", "by": "player"} for ply in (1, 2)
    ]), **size)  # fmt: skip
    expect(at.page.locator("#since")).to_be_visible()
    finds(at.page, COVERED, [])
    tile(at.page, "6-4").click()
    expect(laid(at.page)).to_have_count(1)
    finds(at.page, COVERED, [])


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8])
@pytest.mark.parametrize("size", [NARROW, PHONE, LAPTOP, DESKTOP], ids=["320", "360", "1280", "1440"])
def test_no_bubble_covers_the_sentence_the_hand_or_a_name(
    size: JSON, number: int, visit: Callable[..., Page], site: LiveServer, game: JSON
):
    """Every player drew or passed since the reader's last move, the reader too."""
    made = ["0 draw 6-4", "0 5-3>6-5", *(f"{seat} pass" for seat in range(1, number)), "0 draw 4-2", "0 draw 3-3"]
    shown = of_seats(view(line="6-5 5-3", hand="6-4 4-2 3-3", legal="6-4>6-5"), number)
    shown["by"] = ["player"] * len(made)
    shown["round"] |= {"moves": made, "ply": len(made)}
    shown["round"]["layout"][1]["ply"] = 2
    at = open_table(visit, site, game, shown, **size)
    page = at.page
    seated(page, number)
    page.evaluate("strip.textContent = 'Ben turned over: 5-3'; strip.hidden = false")
    at.show(shown | {"version": 4})
    expect(page.locator(".bubble")).to_have_count(number)
    tight = size is NARROW and number in {3, 5, 8}  # rows of two names of two lines each: a letter may be covered
    finds(
        page, f"() => ({UNDER_BUBBLES})().filter((each) => !{str(tight).lower()} || !each.includes('player-name'))", []
    )
    finds(page, OVER_FELT, True)


@SIZES
@pytest.mark.core
def test_another_tile_replaces_the_laid_one_and_the_page_says_so(size: JSON, table: Callable[..., MockedTable]):
    page = table(**size).page
    tile(page, "6-4").click()
    expect(laid(page)).to_have_count(1)
    expect(tile(page, "3-1")).to_have_attribute("aria-disabled", "false")
    expect(tile(page, "4-2")).to_have_attribute("aria-disabled", "true")
    tile(page, "3-1").click()
    expect(page.locator("#status")).to_have_text(unbroken("3-1 on the 5-3"))
    expect(page.locator("#announcer")).to_have_text("3-1 instead of 6-4. 3-1 on the 5-3, not submitted yet.")
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand-tile:focus")).not_to_have_attribute("data-tile", "4-2")
    page.keyboard.press("Escape")
    expect(laid(page)).to_have_count(0)


def test_playable_tiles_are_lifted_and_the_others_keep_their_colours(table: Callable[..., MockedTable]):
    page = table(**PHONE).page
    tops = page.evaluate(
        "['3-1', '4-2'].map((name) => document.querySelector(`[data-tile='${name}']`).getBoundingClientRect().top)"
    )
    assert tops[0] < tops[1] - 4
    filters = "getComputedStyle(document.querySelector('[data-tile=\"4-2\"] .domino-picture')).filter"
    assert "brightness" not in page.evaluate(filters)


@SIZES
def test_taps_on_a_tile_with_two_ends_lay_it_at_one_after_the_other(size: JSON, table: Callable[..., MockedTable]):
    page = table(**size).page
    for words in ("Where does 6-3 go?", "6-3 on the 5-3", "6-3 on the 6-5", "Your turn: choose a tile"):
        tile(page, "6-3").click()
        expect(page.locator("#status")).to_have_text(unbroken(words))


def test_the_bar_of_a_phone_has_what_the_sites_header_has(visit: Callable[..., Page], site: LiveServer):
    made = site.seed(accounts=("Ada", "Ben"), games=2, players=("Ada", "Ben"), variant="block", clock="turn")
    page = visit(site, f"/g/{made['games'][0]['id']}/", made["accounts"][0], **NARROW)
    expect(page.locator(".site-header")).to_be_hidden()
    bar = box_of(page.locator(".table-bar"))
    assert bar["y"] == 0
    assert bar["height"] <= 46
    expect(page.get_by_role("link", name="Boneyard, home page")).to_be_visible()
    page.locator("summary[aria-label=More]").tap()
    menu = page.locator(".table-bar .menu-panel")
    for name in ("My games", "Notifications", "New game"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    menu.locator("summary", has_text="Ada").tap()
    for name in ("Settings", "Log out"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    assert too_wide(page) <= 0
    assert [each for each in small_targets(page) if "hand-tile" not in each] == []  # those are narrow, but tall
    assert serious_findings(page) == []


def test_the_header_stays_on_a_desktop(table: Callable[..., MockedTable]):
    page = table(**DESKTOP).page
    expect(page.locator(".site-header")).to_be_visible()
    expect(page.locator(".table-home")).to_be_hidden()
    expect(page.locator(".site-menu")).to_be_hidden()


@pytest.mark.parametrize("turn", [0, 1])
def test_the_clock_stands_in_the_strip_and_says_whose_it_is(turn: int, table: Callable[..., MockedTable]):
    page = table(view(turn=turn), **PHONE).page
    expect(page.locator(".status-row .clock")).to_have_text(re.compile(["^You: .*left", "^Ben: .*left"][turn]))


def test_the_status_keeps_its_place_while_a_tile_is_laid_and_taken_back(visit: Callable[..., Page], site: LiveServer):
    (game,) = site.seed(games=1, variant="block", moves=2, clock="turn")["games"]
    pages = [visit(site, f"/g/{game['id']}/", person, **PHONE) for person in game["seats"]]
    page = next(each for each in pages if each.evaluate("document.querySelector('.my-move') !== null"))
    place = """() => ["#hand", ".felt", ".player.me"].map((css) => {
      const { top, height } = document.querySelector(css).getBoundingClientRect();
      return [Math.round(top), Math.round(height)];
    })"""
    before = page.evaluate(place)
    page.locator(".hand-tile.playable").first.tap()
    expect(page.locator(".hand-tile.chosen")).to_have_count(1)
    assert page.evaluate(place) == before
    page.keyboard.press("Escape")
    assert page.evaluate(place) == before


@SIZES
def test_the_next_game_stands_in_the_bar_away_from_the_actions(
    size: JSON, visit: Callable[..., Page], site: LiveServer
):
    made = site.seed(accounts=("Ada", "Ben"), games=3, players=("Ada", "Ben"), variant="block", clock="turn", moves=2)
    waiting = [visit(site, "/", person, **size) for person in made["accounts"]]
    for page, game in zip(waiting, made["games"], strict=False):
        page.goto(f"/g/{game['id']}/")
        is_live(page)
        expect(page.get_by_text("Skip", exact=True)).to_have_count(0)
        expect(page.locator(".mine .next-game")).to_have_count(0)
        expect(page.locator(".table-bar .next-game")).to_have_count(1)


@pytest.mark.parametrize("size", [LAPTOP, DESKTOP], ids=["1280", "1440"])
def test_layout_hand_status_and_seat_share_one_axis(size: JSON, table: Callable[..., MockedTable]):
    page = table(view(line="6-5 5-3 3-1 1-0", legal="6-4>6-5", hand="6-4 4-2 3-3"), **size).page
    expect(page.locator(".placed")).to_have_count(4)
    finds(page, AXIS, [])
    tile(page, "6-4").click()
    expect(submit(page)).to_be_visible()
    finds(page, AXIS, [])


def test_similar_names_keep_what_differs_at_the_seats_and_in_the_sheet(
    visit: Callable[..., Page], site: LiveServer, game: JSON
):
    shown = of_seats(view(), 4)
    shown["round"]["totals"] = [5, 10]
    for size in (NARROW, PHONE, LAPTOP):
        page = open_table(visit, site, game, shown, **size).page
        seated(page, 4)
        cut: Any = """() => [...document.querySelectorAll(".player-name, .sheet-name")].flatMap((name) => {
          const box = name.closest(".player, th").getBoundingClientRect();
          const words = name.firstChild;
          const last = document.createRange(); // a word too long for its line ends in "…"; the others stay whole
          last.setStart(words, words.data.lastIndexOf(" ") + 1);
          last.setEnd(words, words.length);
          const inside = ({ left, right }) => left >= box.left - 1 && right <= box.right + 1;
          return [...last.getClientRects()].every(inside) || words.data === "Hana Nováková" ? [] : [words.data];
        })"""
        finds(page, cut, [])
        expect(page.locator('.player[data-seat="1"] .player-name')).to_have_text("Vogelsang A.")
        expect(page.locator('.player[data-seat="2"] .player-name')).to_have_text("Vogelsang B.")
