"""The hand in Mexican Train: lining up, the order over a reload, openings, and the question about a double."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table_fixtures import (
    JSON,
    RULES,
    MockedTable,
    box_of,
    finds,
    is_live,
    open_table,
    submit,
    tile,
    unbroken,
    until,
    view,
)
from tests.browser.test_pages import too_wide

PHONE: JSON = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
HAND = "12-5 9-5 9-3 7-1 6-6 5-1"
SHOWN = """() => [...document.querySelectorAll(".hand-tile")].map(
  (tile) => (tile.classList.contains("joined") ? "+" : "") + tile.dataset.tile).join(" ")"""


@pytest.fixture(scope="module")
def game(site):
    return site.seed(games=1, variant="mexican_train", options={"opening": "train"})["games"][0]


def laid(mine: str = "", mexican: str = "") -> dict[str, Any]:
    """The station 12-12, and the trains of Ada, Ben and all, each with its tiles as they lie: "12-5 5-9"."""
    layout: list[JSON] = [{"tile": "12-12", "onto": None, "at": None, "arm": "lead", "seat": None, "ply": 0}]
    trains = []
    for name, cars in (("T0", mine.split()), ("T1", []), ("M", mexican.split())):
        end, onto = 12, "12-12"
        for car in cars:
            first, last = map(int, car.split("-"))
            written = f"{max(first, last)}-{min(first, last)}"
            seat = 0 if name == "T0" else 1
            layout.append({"tile": written, "onto": onto, "at": first, "arm": name, "seat": seat, "ply": len(layout)})
            end, onto = last, written
        trains.append({"of": name, "end": end, "open": name == "M", "tiles": len(cars)})
    moves = [f"{car['seat']} {car['tile']}>{car['arm']}" for car in layout[1:]]
    return {"layout": layout, "trains": trains, "moves": moves, "ply": len(moves), "start": "12-12"}


def shown(
    hand: str = HAND, legal: str = "12-5>M 12-5>T0", *, mine: str = "", mexican: str = "", version: int = 3,
    boneyard: int = 60, turn: int = 0, rules: JSON | None = None, **changed: Any,
) -> JSON:  # fmt: skip
    """A view of Ada's. By default it is her turn, and all trains are empty."""
    found = view(version=version, **changed)
    trains = {"set": 12, "hand": 15, "leads": ["draw", "rotate"], "trains": True, "openings": True, "covers": True}
    found |= {"variant": "mexican_train", "name": "Mexican Train", "rules": RULES | trains | (rules or {})}
    position = laid(mine, mexican)
    ends = [
        {"tile": "12-12", "value": train["end"], "arm": train["of"]} for train in position["trains"]
        if turn == 0 and train["of"] != "T1"
    ]  # fmt: skip
    found["round"] |= position | {
        "hand": hand.split(), "hands": [len(hand.split()), 15], "boneyard": boneyard, "cover": None, "turn": turn,
        "legal": legal.split() if turn == 0 else [], "ends": ends,
    }  # fmt: skip
    found["by"] = ["player"] * len(position["moves"])
    return found


def touch(page: Page, dragged: Locator, there: Locator, *, after: bool = False) -> None:
    """Drag one tile by touch to the left or right half of another."""
    start, goal = box_of(dragged), box_of(there)
    assert start
    assert goal
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    to = goal["x"] + goal["width"] * (0.8 if after else 0.2), goal["y"] + goal["height"] / 2
    finger = page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0), ("touchMove", 0.2), ("touchMove", 0.7), ("touchMove", 1), ("touchEnd", None)):
        points = [] if part is None else [{"x": x + (to[0] - x) * part, "y": y + (to[1] - y) * part}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def one_tap(page: Page) -> None:
    """The player has chosen to send a move with the tap that makes it."""
    page.evaluate("document.body.dataset.sending = 'one_tap'")


def arranged(page: Page, tiles: str) -> None:
    """Wait until the hand shows *tiles*; a "+" joins a tile to the one before it."""
    finds(page, SHOWN, tiles)


def said(page: Page) -> Locator:
    return page.locator("#announcer")


@pytest.mark.core
def test_tiles_are_lined_up_by_touch_and_stay_so_over_a_reload(visit, site, game):
    table = open_table(visit, site, game, shown(turn=1), **PHONE)
    page = table.page
    arranged(page, "12-5 9-5 9-3 7-1 6-6 5-1")
    touch(page, tile(page, "9-5"), tile(page, "12-5"), after=True)  # where it stands: now it joins both
    arranged(page, "12-5 +9-5 +9-3 7-1 6-6 5-1")
    expect(said(page)).to_have_text("9-5 joins 12-5 and 9-3, place 2 of 6")
    touch(page, tile(page, "6-6"), tile(page, "7-1"))  # fits nothing: a gap stays
    arranged(page, "12-5 +9-5 +9-3 6-6 7-1 5-1")
    expect(page.locator(".in-train")).to_have_count(3)
    # They touch with equal halves: the 9s are above.
    finds(page, """() => { const [a, b] = ["9-5", "9-3"].map((name) =>
      document.querySelector(`[data-tile="${name}"] .domino-picture`).getBoundingClientRect());
      return Math.abs(a.right - b.left) < 1 }""", True)  # fmt: skip
    page.reload()
    arranged(page, "12-5 +9-5 +9-3 6-6 7-1 5-1")
    # A tile that was drawn comes last, and is marked.
    drawn = shown("12-5 9-5 9-3 8-0 7-1 6-6 5-1", turn=1, version=4)
    drawn["round"]["moves"], drawn["by"] = ["0 draw 8-0"], ["forced"]
    table.show(drawn)
    arranged(page, "12-5 +9-5 +9-3 6-6 7-1 5-1 8-0")
    expect(tile(page, "8-0")).to_have_class("hand-tile fresh")
    # The first of the train is played: the others stay joined.
    table.show(shown("9-5 9-3 8-0 7-1 6-6 5-1", turn=1, version=5, mine="12-5"))
    arranged(page, "9-5 +9-3 6-6 7-1 5-1 8-0")
    expect(tile(page, "9-3")).to_have_attribute("aria-label", "9-3, joined to 9-5")
    assert not too_wide(page)
    assert not table.sent


def test_a_double_joins_both_sides_and_a_second_round_begins_in_order(visit, site, game):
    table = open_table(visit, site, game, shown("12-5 9-5 5-5 3-1", turn=1), **PHONE)
    page = table.page
    touch(page, tile(page, "9-5"), tile(page, "12-5"), after=True)
    arranged(page, "12-5 +9-5 5-5 3-1")
    touch(page, tile(page, "5-5"), tile(page, "9-5"))
    arranged(page, "12-5 +5-5 +9-5 3-1")
    table.show(shown("12-5 9-5 5-5 3-1", turn=1, version=9, deal=1))
    arranged(page, "12-5 9-5 5-5 3-1")


def test_the_hand_by_keyboard(visit, site, game):
    table = open_table(visit, site, game, shown())
    page = table.page
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(tile(page, "9-5")).to_be_focused()  # it fits nowhere now, but can be moved
    page.keyboard.press("Shift+ArrowRight")
    arranged(page, "12-5 9-3 +9-5 7-1 6-6 5-1")
    expect(tile(page, "9-5")).to_be_focused()
    expect(said(page)).to_have_text("9-5 joins 9-3, place 3 of 6")
    page.keyboard.press("End")
    page.keyboard.press("Shift+Home")
    arranged(page, "5-1 +12-5 9-3 +9-5 7-1 6-6")
    expect(tile(page, "12-5")).to_have_attribute(
        "aria-label", "12-5, fits your train and the Mexican train, joined to 5-1"
    )
    expect(tile(page, "7-1")).to_have_attribute("aria-label", "7-1, fits nowhere now")
    page.keyboard.press("?")
    expect(page.get_by_text("Move a tile within your hand")).to_be_visible()


def test_buttons_sort_the_hand_and_line_up_a_train(visit, site, game):
    table = open_table(visit, site, game, shown("12-5 9-5 9-3 7-1 6-6 5-1", "6-6>M", mexican="12-6"), **PHONE)
    page = table.page
    page.get_by_role("button", name="By what fits").tap()
    arranged(page, "6-6 12-5 9-5 9-3 7-1 5-1")
    page.get_by_role("button", name="Line up the best train").tap()
    arranged(page, "12-5 +9-5 +9-3 6-6 7-1 5-1")
    expect(said(page)).to_have_text("Lined up: 12-5, 9-5, 9-3")
    page.get_by_role("button", name="By number").tap()
    arranged(page, "12-5 +9-5 +9-3 7-1 6-6 5-1")
    page.get_by_role("button", name="By number").tap()
    arranged(page, "12-5 9-5 9-3 7-1 6-6 5-1")


@pytest.mark.core
def test_a_train_that_is_lined_up_is_played_in_one_go(visit, site, game):
    table = open_table(visit, site, game, shown(), **PHONE)
    page = table.page
    page.get_by_role("button", name="Line up the best train").tap()
    arranged(page, "12-5 +9-5 +9-3 7-1 6-6 5-1")
    page.get_by_role("button", name="Play all of it").tap()
    until(page, lambda: len(table.sent) == 1)
    table.accept(shown("9-5 9-3 7-1 6-6 5-1", "9-5>T0 5-1>T0 stop", version=4, mine="12-5"))
    until(page, lambda: len(table.sent) == 2)
    table.accept(shown("9-3 7-1 6-6 5-1", "9-3>T0 stop", version=5, mine="12-5 5-9"))
    until(page, lambda: len(table.sent) == 3)
    assert [move["move"] for move in table.sent] == ["12-5>T0", "9-5>T0", "9-3>T0"]
    # The server refuses one: nothing more is sent, and the player goes on by themselves.
    table.tell({"type": "refused", "key": table.sent[-1]["key"], "code": "illegal_move", "message": "Not now."})
    expect(page.locator("#status")).to_have_text("Not now.")
    expect(tile(page, "9-3")).to_have_attribute("aria-disabled", "false")
    one_tap(page)
    tile(page, "9-3").tap()
    until(page, lambda: len(table.sent) == 4)
    table.accept(shown("7-1 6-6 5-1", "stop", version=6, mine="12-5 5-9 9-3"))
    page.get_by_role("button", name="That’s my train").tap()
    until(page, lambda: len(table.sent) == 5)
    assert table.sent[-1]["move"] == "stop"


ASKED = "You have no other 6. You will draw, and pass if it doesn’t fit."


def with_double(**more: Any) -> JSON:
    return shown("6-6 12-5 7-1", "6-6>M 12-5>T0 12-5>T1", mexican="12-6", mine="12-3 3-12", **more)


@pytest.mark.core
def test_a_double_without_a_cover_is_asked_about_once_a_game(visit, site, game):
    table: MockedTable = open_table(visit, site, game, with_double(), **PHONE)
    page = table.page
    one_tap(page)
    tile(page, "6-6").tap()
    expect(page.locator("#status")).to_have_text(unbroken(ASKED))
    assert not table.sent
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#status")).not_to_have_text(unbroken(ASKED))
    page.reload()
    is_live(page)
    one_tap(page)
    tile(page, "6-6").tap()
    until(page, lambda: bool(table.sent))
    assert table.sent[-1]["move"] == "6-6>M"


def test_the_question_can_be_switched_off(visit, site, game):
    table = open_table(visit, site, game, with_double(), **PHONE)
    page = table.page
    tile(page, "6-6").tap()
    expect(submit(page)).to_be_visible()
    page.get_by_role("button", name="Play, and don’t ask again").tap()
    until(page, lambda: bool(table.sent))
    page.evaluate("localStorage.removeItem(Object.keys(localStorage).find((name) => name.startsWith('hand/')))")
    table.accept(with_double(version=4))
    page.reload()
    is_live(page)
    one_tap(page)
    tile(page, "6-6").tap()
    until(page, lambda: len(table.sent) == 2)


@pytest.mark.parametrize(
    ("why", "hand", "legal", "more"),
    [
        ("a cover is in the hand", "6-6 12-5 6-1", "6-6>M 12-5>T0", {}),
        ("it goes out", "6-6", "6-6>M", {}),
        ("nothing else can be played", "6-6 7-1", "6-6>M 6-6>T0", {}),
        ("another tile fits somewhere", "6-6 12-5 7-1", "6-6>M 12-5>T0", {"rules": {"covers": False}}),
    ],
)
def test_no_question_where_it_would_help_nobody(visit, site, game, why, hand, legal, more):
    table = open_table(visit, site, game, shown(hand, legal, mexican="12-6", **more), **PHONE)
    page = table.page
    one_tap(page)
    tile(page, "6-6").tap()
    if "6-6>T0" in legal:
        page.locator('.train[data-train="M"]').tap()
    until(page, lambda: bool(table.sent))
    assert table.sent[-1]["move"] == "6-6>M"


def test_a_plan_takes_the_train_from_the_hand(visit, site):
    (made,) = site.seed(games=1, variant="mexican_train", seats=4)["games"]
    page = visit(site, f"/g/{made['id']}/", made["seats"][1], viewport={"width": 1440, "height": 900})
    plan = page.locator("[data-panel-name=plan]")
    plan.locator("summary").click()
    take = plan.get_by_role("button", name="Take the train from my hand")
    expect(plan.get_by_role("group", name="Add a tile")).to_be_visible()
    expect(take).to_be_hidden()
    how = plan.get_by_text("line it up there")
    expect(how).to_be_visible()
    page.get_by_role("button", name="Line up the best train").click()
    expect(page.locator(".in-train").nth(1)).to_be_visible()
    train = page.evaluate("[...document.querySelectorAll('.in-train')].map((tile) => tile.dataset.tile)")
    expect(how).to_be_hidden()
    take.click()
    expect(plan.get_by_text("Not saved yet")).to_be_visible()
    finds(page, "[...document.querySelectorAll('[name=line]')].map((line) => line.value)", train)
