"""Mexican Train at the table: rows of trains at every width, and playing on them by tap, drag and keyboard."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rules
from tests.browser.table_fixtures import (
    JSON,
    RULES,
    MockedTable,
    box_of,
    finds,
    open_table,
    submit,
    tile,
    until,
    view,
)
from tests.browser.test_pages import serious_findings, too_wide
from tests.live.server import LiveServer

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
PHONE: JSON = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP: JSON = {"viewport": {"width": 1440, "height": 900}}
SIZES = [(1440, 900), (900, 700), (768, 1024), (360, 640), (320, 640)]  # a hand never gives back a line

# What doesn't fit: rows that are too low or cover the hand, tiles outside their row, ends in another column.
MISFITS = """() => {
  const box = (node) => node.getBoundingClientRect();
  const rows = [...document.querySelectorAll(".train")];
  const ends = new Set(rows.map((row) => Math.round(box(row.querySelector(".train-end")).right)));
  const found = ends.size > 1 ? ["ends in several columns"] : [];
  for (const row of rows) {
    const name = row.dataset.train;
    if (box(row).height < 44) found.push(`${name} is low`);
    if (box(row).bottom > box(document.querySelector(".mine")).top + 1) found.push(`${name} is below the hand's edge`);
    const left = box(row.querySelector(".train-label")).right;
    const right = box(row.querySelector(".train-last")).left;
    for (const part of row.querySelectorAll(".train-tile, .train-gap, .train-chip:not(:empty)"))
      if (box(part).left < left || box(part).right > right + 1)
        found.push(`${name}: ${part.getAttribute("class")}`);
    if (Number(row.querySelector(".train-chip").textContent) + row.querySelectorAll(".train-tile").length !==
        JSON.parse(document.getElementById("view").textContent).round.trains.find(({ of }) => of === name).tiles)
      found.push(`${name} counts its tiles wrongly`);
  }
  if (box(rows[0]).top < box(document.querySelector(".felt")).top) found.push("the first row is covered");
  for (const line of document.querySelectorAll(".table-round"))
    if (line.scrollWidth > line.clientWidth) found.push(`cut: ${line.textContent}`);
  const last = Math.max(...[...document.querySelectorAll(".hand-tile")].map((each) => box(each).bottom));
  if (last > innerHeight) found.push(`the hand ends ${last - innerHeight} px below the page`);
  return found;
}"""


def played(seats: int, moves: int, suits: Callable[[JSON], bool]) -> JSON:
    """The round of a random game as the player on turn sees it, with at least *moves* moves, that *suits* the test."""
    for seed in range(500):
        rng = random.Random(seed)
        game = rules.new_game(rules.ruleset("mexican_train", {}, seats))
        position = rules.start_round(game, rules.make_deal(game, lambda _purpose, deck: rng.sample(deck, len(deck))))
        while not position.over:
            shown: JSON = rules.to_json(rules.view_for(position, position.turn))
            if position.ply >= moves and suits(shown):
                return shown
            position = rules.play(position, rng.choice(position.legal))
    raise AssertionError("no such round")


def shown_to(you: int | None, shown: JSON, **changed: Any) -> JSON:
    """A whole view around a round."""
    seats = [
        {"seat": n, "side": n, "name": NAMES[n], "guest": True, "left": False, "points": None, "result": ""}
        for n in range(len(shown["hands"]))
    ]
    facts = RULES | {"trains": True, "set": 12, "hand": 10, "dealt": len(seats)}
    by = ["player"] * len(shown["moves"])
    totals = [0] * len(seats)
    return view(you=you, seats=seats, rules=facts, round=shown, by=by, totals=totals, **changed)


def places_of(shown: JSON, name: str) -> list[str]:
    return [move.partition(">")[2] for move in shown["legal"] if move.startswith(f"{name}>")]


def tile_with_places(shown: JSON, number: int) -> str:
    """A tile of the hand that fits so many trains."""
    return next(name for name in shown["hand"] if len(places_of(shown, name)) == number)


def has_choice(shown: JSON) -> bool:
    counts = {len(places_of(shown, name)) for name in shown["hand"]}
    return {1, 2} <= counts


@pytest.fixture(scope="module")
def eight(site: LiveServer) -> JSON:
    found: JSON = site.seed(games=1, variant="mexican_train", seats=8)["games"][0]
    return found


Trains = Callable[..., MockedTable]


@pytest.fixture
def trains(visit: Callable[..., Page], site: LiveServer, eight: JSON) -> Trains:
    """`trains(view, …)` opens the page of a game of eight and makes it show that view."""

    def trains(shown: JSON, **how: Any) -> MockedTable:
        return open_table(visit, site, eight, shown, **how)

    return trains


def row(page: Page, train: str) -> Locator:
    return page.locator(f'.train[data-train="{train}"]')


@pytest.mark.parametrize("tiles", [10, 20])
def test_nine_trains_and_the_hand_fit_every_page(trains: Trains, tiles: int):
    shown = played(8, 60, lambda shown: shown["turn"] == 0 and bool(shown["cover"]))
    others = [name for high in range(13) for low in range(high + 1) if (name := f"{high}-{low}") not in shown["hand"]]
    shown["hand"] += others[: tiles - len(shown["hand"])]
    shown["boneyard"] = 0
    page = trains(shown_to(0, shown, sheet={"rounds": 13}), **DESKTOP).page
    expect(page.locator(".train")).to_have_count(9)
    expect(page.locator("#round")).to_have_text(f"Round {shown['round']} of 13")
    for width, height in SIZES[: 4 if tiles == 20 else 5]:  # at 320 px, 20 tiles take three lines
        page.set_viewport_size({"width": width, "height": height})
        finds(page, MISFITS, [], at=width)
        assert too_wide(page) == 0
    assert serious_findings(page) == []


def test_rows_never_change_places_and_the_own_train_is_next_to_the_hand(trains: Trains):
    shown = played(8, 20, lambda shown: shown["turn"] == 5)
    page = trains(shown_to(5, shown), **PHONE).page
    names = ["Gus", "Hal", "Ada", "Ben", "Cleo", "Dan", "Eve", "Mexican", "You"]
    expect(page.locator(".train-name")).to_have_text(names)
    expect(page.locator("#players")).to_be_hidden()


def test_a_tile_is_played_by_two_taps(trains: Trains):
    shown = played(4, 8, lambda shown: shown["turn"] == 0 and has_choice(shown))
    name = tile_with_places(shown, 2)
    first, second = places_of(shown, name)
    table = trains(shown_to(0, shown), **PHONE)
    page = table.page
    expect(page.locator(".train.usable")).to_have_count(len({move.partition(">")[2] for move in shown["legal"]}))
    tile(page, name).tap()
    expect(page.locator(".train-play")).to_have_count(2)
    expect(page.locator(".train.usable")).to_have_count(2)  # the others don't take it
    expect(row(page, first).locator(".train-was")).to_be_visible()
    row(page, second).tap()
    expect(row(page, second).locator(".train-tile.lies")).to_have_count(1)
    row(page, first).tap()  # somewhere else, after all
    expect(row(page, first).locator(".train-tile.lies")).to_have_count(1)
    finds(
        page,
        "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('#status'))",
        True,
    )
    submit(page).tap()
    expect(page.locator(".train-play")).to_have_count(0)
    assert [sent["move"] for sent in table.sent] == [f"{name}>{first}"]


def test_a_tile_that_fits_one_train_is_played_by_a_second_tap(trains: Trains):
    shown = played(4, 8, lambda shown: shown["turn"] == 0 and has_choice(shown))
    name = tile_with_places(shown, 1)
    table = trains(shown_to(0, shown), **PHONE)
    tile(table.page, name).tap()
    expect(table.page.locator(".train-tile.lies")).to_have_count(1)
    tile(table.page, name).tap()
    expect(table.page.locator(".train-tile.sent")).to_have_count(1)
    assert [sent["move"] for sent in table.sent] == [f"{name}>{places_of(shown, name)[0]}"]


def test_a_train_and_then_a_tile(trains: Trains):
    shown = played(4, 8, lambda shown: shown["turn"] == 0 and has_choice(shown))
    name = tile_with_places(shown, 2)
    train = places_of(shown, name)[1]
    page = trains(shown_to(0, shown), **PHONE).page
    row(page, train).tap()
    expect(tile(page, name)).to_have_class("hand-tile playable fits")
    tile(page, name).tap()
    expect(row(page, train).locator(".train-tile.lies")).to_have_count(1)


def test_the_whole_row_takes_a_dragged_tile(trains: Trains):
    shown = played(4, 8, lambda shown: shown["turn"] == 0 and has_choice(shown))
    name = tile_with_places(shown, 2)
    train = places_of(shown, name)[0]
    page = trains(shown_to(0, shown), **DESKTOP).page
    tile(page, name).hover()
    page.mouse.down()
    label = box_of(row(page, train))
    assert label
    page.mouse.move(label["x"] + 30, label["y"] + label["height"] / 2, steps=4)  # far from its end
    expect(page.locator(".train.takes")).to_have_count(2)
    page.mouse.up()
    expect(row(page, train).locator(".train-tile.lies")).to_have_count(1)
    tile(page, tile_with_places(shown, 1)).hover()
    page.mouse.down()
    page.mouse.move(label["x"] + 30, label["y"] - 400, steps=4)
    page.mouse.up()  # on no row
    expect(page.locator(".train-tile.lies")).to_have_count(0)


def test_a_round_by_keyboard(trains: Trains):
    shown = played(4, 8, lambda shown: shown["turn"] == 0 and has_choice(shown))
    name = tile_with_places(shown, 2)
    table = trains(shown_to(0, shown), **DESKTOP)
    page = table.page
    order = page.evaluate("[...document.querySelectorAll('.hand-tile')].map((tile) => tile.dataset.tile)")

    def begins() -> bool:
        page.keyboard.press("Home")  # the first key fetches what answers it
        return bool(page.evaluate("document.activeElement.dataset.tile") == order[0])

    until(page, begins)
    for each in order[1 : order.index(name) + 1]:
        page.keyboard.press("ArrowRight")
        expect(tile(page, each)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".train-play")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".train-play:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    train = page.evaluate("document.activeElement.closest('li').dataset.train")
    expect(page.get_by_role("button", name=f"Play {name} here").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".train-play")).to_have_count(0)
    page.keyboard.press(train.removeprefix("T"))
    expect(row(page, train)).to_have_class(re.compile(r"\baimed\b"))
    tile(page, name).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".train-tile.sent")).to_have_count(1)
    assert [sent["move"] for sent in table.sent] == [f"{name}>{train}"]
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("Mexican train")


def test_a_whole_train_in_a_sheet(trains: Trains):
    def is_long(shown: JSON) -> bool:
        return shown["turn"] == 0 and shown["trains"][-1]["tiles"] > 9

    shown = played(8, 40, is_long)
    page = trains(shown_to(0, shown), **PHONE).page
    row(page, "M").get_by_role("button", name="All tiles: Mexican train").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".train-tile")).to_have_count(shown["trains"][-1]["tiles"])
    expect(sheet).to_contain_text("From the end:")
    assert serious_findings(page) == []
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()


def test_earlier_moves_show_shorter_trains(trains: Trains):
    shown = played(4, 20, lambda shown: shown["turn"] == 0)
    page = trains(shown_to(0, shown), **DESKTOP).page
    all_tiles = sum(train["tiles"] for train in shown["trains"])
    expect(page.locator(".trains .train-tile")).to_have_count(all_tiles)
    page.keyboard.press("r")
    expect(page.locator("#table[data-scene=step]")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator(".trains .train-tile")).to_have_count(0)
    expect(page.locator(".train.usable")).to_have_count(0)
