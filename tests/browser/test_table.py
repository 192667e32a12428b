"""The table page against a mocked server: what a tap, a drag, a key and a message do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import MockedTable, fair_replay, finds, open_table, replay, view
from tests.browser.test_pages import serious_findings
from tests.games.forging import honest_deals, replay_of, view_during
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 700}, "has_touch": True, "is_mobile": True}
AFTER = {"line": "6-5 5-3 3-1", "hand": "6-4 4-2 3-3 6-3", "turn": 1, "version": 4, "hands": (4, 6)}


@pytest.fixture(scope="package")
def game(site: LiveServer) -> dict[str, Any]:
    """A real game, whose page is shown; what lies on it is up to each test."""
    return site.seed(games=1)["games"][0]


@pytest.fixture
def table(visit: Callable[..., Page], site: LiveServer, game: dict[str, Any]) -> Callable[..., MockedTable]:
    def open_it(shown: dict[str, Any] | None = None, **more: Any) -> MockedTable:
        return open_table(visit, site, game, shown, **more)

    return open_it


def tile(page: Page, name: str) -> Any:
    return page.locator(f'.hand-tile[data-tile="{name}"]')


def submit(page: Page) -> Any:
    return page.get_by_role("button", name="Submit", exact=True)


def laid(page: Page) -> Any:
    return page.locator(".ghost.laid")


def sent(table: MockedTable, number: int = 1) -> list[str]:
    for _ in range(60):
        if len(table.sent) >= number:
            break
        table.page.wait_for_timeout(50)
    return [message["move"] for message in table.sent]


# ---- A turn ----------------------------------------------------------------------------------


def test_a_tile_with_one_end_lies_as_a_ghost_at_once_and_submit_sends_it(table: Callable[..., MockedTable]):
    at = table(**PHONE)
    page = at.page
    tile(page, "3-1").tap()
    expect(laid(page)).to_have_count(1)
    assert at.sent == []
    submit(page).tap()
    assert sent(at) == ["3-1>5-3"]
    assert at.sent[0]["version"] == 3
    assert len(at.sent[0]["key"]) >= 16
    at.accept(view(**AFTER))
    expect(page.locator("#status")).to_have_text("Ben is on turn")
    expect(page.locator(".hand-tile")).to_have_count(4)
    expect(laid(page)).to_have_count(0)


def test_a_tile_with_two_ends_asks_for_one_on_the_board_or_by_its_name(table: Callable[..., MockedTable]):
    page = table().page
    tile(page, "6-3").click()
    expect(page.locator(".ghost")).to_have_count(2)
    expect(submit(page)).to_have_count(0)
    page.get_by_role("button", name="Lay 6-3 on the 5-3").first.click()
    expect(page.locator("#status")).to_have_text("6-3 on the 5-3")
    page.locator(".ghost:not(.laid)").click()  # the other end is still one tap away
    expect(page.locator("#status")).to_have_text("6-3 on the 6-5")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".ghost")).to_have_count(0)


def test_tiles_that_fit_nowhere_do_not_react(table: Callable[..., MockedTable]):
    page = table().page
    expect(tile(page, "4-2")).to_have_attribute("aria-disabled", "true")
    tile(page, "4-2").click(force=True)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".hand-tile.playable")).to_have_count(4)


def test_nothing_reacts_while_somebody_else_is_on_turn(table: Callable[..., MockedTable]):
    page = table(view(turn=1)).page
    expect(page.locator("#status")).to_have_text("Ben is on turn")
    expect(page.locator(".hand-tile.playable")).to_have_count(0)
    tile(page, "3-1").click(force=True)
    page.keyboard.press("1")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_tile_is_dragged_onto_an_end(table: Callable[..., MockedTable]):
    at = table()
    page = at.page
    box = tile(page, "6-3").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 60, steps=4)
    expect(page.locator(".ghost")).to_have_count(2)
    aim = page.locator('.ghost[aria-label="Lay 6-3 on the 6-5"]').bounding_box()
    page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text("6-3 on the 6-5")
    expect(page.locator(".dragged")).to_have_count(0)
    submit(page).click()
    assert sent(at) == ["6-3>6-5"]


def test_a_tile_dropped_beside_the_ends_goes_back(table: Callable[..., MockedTable]):
    page = table().page
    box = tile(page, "3-1").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] - 20, steps=3)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_news_between_press_and_release_costs_no_click(table: Callable[..., MockedTable], by: str):
    at = table()
    page = at.page
    tile(page, "3-1").click()
    submit(page).hover()
    submit(page).focus()
    down, up = (
        (page.mouse.down, page.mouse.up)
        if by == "mouse"
        else (lambda: page.keyboard.down("Space"), lambda: page.keyboard.up("Space"))
    )
    down()
    at.tell({"type": "looking", "seats": [1]})
    at.show(at.shown)
    page.wait_for_timeout(300)  # time to draw both
    up()
    expect(page.locator(".player-here")).to_have_count(1)
    assert sent(at) == ["3-1>5-3"]


def test_with_one_tap_a_tap_plays(table: Callable[..., MockedTable]):
    at = table()
    at.page.evaluate("document.body.dataset.sending = 'one_tap'")
    tile(at.page, "3-1").click()
    assert sent(at) == ["3-1>5-3"]


@pytest.mark.parametrize(
    ("legal", "there", "back"),
    [("3-3>5-3 3-3>5-3=", "Lengthwise", "Crosswise"), ("3-3>5-3 3-3>5-3x", "Face down", "Face up")],
)
def test_a_double_that_lies_can_be_turned(legal: str, there: str, back: str, table: Callable[..., MockedTable]):
    at = table(view(legal=legal))
    page = at.page
    tile(page, "3-3").click()
    page.get_by_role("button", name=there, exact=True).click()
    page.get_by_role("button", name=back, exact=True).click()
    page.keyboard.press("ArrowDown")  # the same by a key
    expect(page.get_by_role("button", name=back, exact=True)).to_be_visible()
    submit(page).click()
    assert sent(at) == [legal.split()[1]]


def test_a_double_click_on_submit_is_one_move(table: Callable[..., MockedTable]):
    at = table()
    tile(at.page, "3-1").click()
    submit(at.page).dblclick()
    at.page.wait_for_timeout(300)
    assert sent(at) == ["3-1>5-3"]


def test_drawing_when_one_could_play_is_a_button(table: Callable[..., MockedTable]):
    at = table(view(legal="3-1>5-3 draw"))
    at.page.get_by_role("button", name="Draw", exact=True).click()
    assert sent(at) == ["draw"]


@pytest.mark.parametrize("width", [360, 1440])
def test_who_can_only_draw_is_told_that_nothing_fits_and_draws_with_one_press(
    width: int, table: Callable[..., MockedTable]
):
    """Nobody draws for the player where one may draw when able: that would tell the others what they can't know."""
    at = table(view(hand="4-4 2-2", legal="draw"), viewport={"width": width, "height": 700})
    status, draw = at.page.locator("#status"), at.page.get_by_role("button", name="Draw", exact=True)
    expect(status).to_have_text("Nothing fits: draw a tile")
    expect(draw).to_be_in_viewport(ratio=1)
    expect(draw).to_have_class("button primary")
    draw.click()
    assert sent(at) == ["draw"]
    drawn = view(hand="4-4 2-2 1-1", legal="draw", version=4)
    drawn["round"]["moves"].append("0 draw 1-1")
    drawn["by"].append("player")
    at.accept(drawn)
    expect(tile(at.page, "1-1")).to_be_visible()
    expect(status).to_have_text("You drew 1-1. Nothing fits: draw a tile.")
    at.page.keyboard.press("Enter")
    expect(status).to_contain_text("Sending")
    assert sent(at) == ["draw", "draw"]


def test_who_could_play_draws_by_no_key(table: Callable[..., MockedTable]):
    at = table(view(legal="3-1>5-3 draw"))
    expect(at.page.locator("#status")).to_have_text("Your turn: choose a tile")
    at.page.keyboard.press("Enter")
    expect(laid(at.page)).to_have_count(0)
    assert at.sent == []


def test_two_doubles_are_laid_in_one_turn_where_the_server_offers_it(table: Callable[..., MockedTable]):
    at = table(view(hand="6-6 3-3 4-2", legal="3-3>5-3 6-6>6-5 3-3>5-3,6-6>6-5", hands=(3, 6)))
    tile(at.page, "6-6").click()
    tile(at.page, "3-3").click()
    expect(laid(at.page)).to_have_count(2)
    submit(at.page).click()
    assert sent(at) == ["3-3>5-3,6-6>6-5"]


# ---- By keyboard -----------------------------------------------------------------------------


def test_a_digit_and_enter_play_a_tile(table: Callable[..., MockedTable]):
    at = table()
    expect(tile(at.page, "3-1")).to_be_visible()
    at.page.keyboard.press("5")  # in the order of the hand: 6-4 6-3 4-2 3-3 3-1
    expect(laid(at.page)).to_have_count(1)
    at.page.keyboard.press("Enter")
    assert sent(at) == ["3-1>5-3"]


def test_arrows_choose_a_tile_and_its_end_and_escape_takes_back(table: Callable[..., MockedTable]):
    at = table()
    page = at.page
    expect(tile(page, "6-4")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(tile(page, "6-4")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # 6-3 fits on both ends
    places = {"6-3 on the 6-5", "6-3 on the 5-3"}
    page.keyboard.press("ArrowDown")
    expect(page.locator("#status")).to_have_text(re.compile("|".join(places)))
    places.remove(page.locator("#status").inner_text())
    page.keyboard.press("ArrowDown")
    expect(page.locator("#status")).to_have_text(places.pop())
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(tile(page, "4-2")).not_to_be_focused()  # it can't be played
    assert at.sent == []


# ---- The server answers ----------------------------------------------------------------------


def test_a_refused_move_gets_a_sentence_and_the_fresh_view(table: Callable[..., MockedTable]):
    at = table()
    at.on_move = lambda move: {"type": "refused", "key": move["key"], "code": "stale", "message": "Ben was quicker."}
    tile(at.page, "3-1").click()
    submit(at.page).click()
    expect(at.page.locator("#status")).to_have_text("Ben was quicker.")
    at.show(view(line="6-5 5-3 3-2", version=5, legal="6-4>6-5", hand="6-4 4-2 3-3 3-1 6-3"))
    expect(at.page.locator(".placed")).to_have_count(3)
    expect(laid(at.page)).to_have_count(0)


def test_an_older_view_that_comes_late_is_ignored(table: Callable[..., MockedTable]):
    at = table(view(version=9, line="6-5 5-3 3-2"))
    at.tell({"type": "view", "version": 8, "events": [], "view": view(version=8)})
    at.tell({"type": "looking", "seats": [1]})
    expect(at.page.locator(".player-here")).to_have_count(1)  # which came after it
    expect(at.page.locator(".placed")).to_have_count(3)


def test_a_move_whose_answer_was_lost_is_sent_again_under_the_same_key(table: Callable[..., MockedTable]):
    at = table()
    tile(at.page, "3-1").click()
    submit(at.page).click()
    assert sent(at) == ["3-1>5-3"]
    at.sockets[-1].close(code=1011)
    assert sent(at, 2) == ["3-1>5-3"] * 2 or at.posted
    again = at.sent[1] if len(at.sent) > 1 else at.posted[0]
    assert again["key"] == at.sent[0]["key"]


def test_without_websockets_the_page_polls_and_posts(table: Callable[..., MockedTable]):
    at = table(sockets=False)
    page = at.page
    expect(page.locator("#connection")).to_have_attribute("data-state", "polling")
    tile(page, "3-1").click()
    at.shown = view(**AFTER)
    submit(page).click()
    expect(page.locator("#status")).to_have_text("Ben is on turn")
    assert [move["move"] for move in at.posted] == ["3-1>5-3"]
    at.shown = view(line="6-5 5-3 3-1 1-0", version=5, hand="6-4 4-2 3-3 6-3", legal="6-4>6-5", hands=(4, 5))
    expect(page.locator("#status")).to_have_text("Your turn: choose a tile", timeout=8_000)


def test_the_opponents_move_is_drawn_and_announced_in_words(table: Callable[..., MockedTable]):
    at = table(view(turn=1))
    expect(at.page).to_have_title(re.compile("^[^●]"))
    at.show(view(line="6-5 5-3 3-2", version=4, legal="6-4>6-5", hands=(5, 5)))
    expect(at.page.locator("#announcer")).to_have_text("Ben played 3-2 on the 5-3. Your turn: choose a tile.")
    expect(at.page).to_have_title(re.compile("● Your turn"))


# ---- Looking back ----------------------------------------------------------------------------


def over() -> dict[str, Any]:
    """The view right after Ben went out: the next deal lies on the table already."""
    return view(
        line="4-3", hand="6-6 5-5", legal="", turn=1, version=8, deal=1, scores=[replay()["score"]], totals=[10, -5]
    )


def test_a_round_that_ends_shows_its_score_and_open_hands_then_the_next_deal(table: Callable[..., MockedTable]):
    at = table(view(turn=1), deals={0: replay()})
    page = at.page
    at.show(over())
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(page.locator("#card")).to_contain_text("Ben went out.")
    expect(page.locator("#card tbody tr").first).to_contain_text("+10")
    expect(page.locator(".placed")).to_have_count(4)  # the board still shows how it ended
    page.get_by_role("button", name="Next deal").first.click()
    expect(page.locator(".placed")).to_have_count(1)
    expect(page.locator("#sheet tfoot")).to_contain_text("−5")


def test_a_finished_round_is_replayed_by_keys_slider_and_address(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: replay()}, address="#0.2").page
    words = page.locator("[data-step=words]")
    expect(words).to_have_text("Ben plays 3-1 on the 5-3")
    expect(page.locator(".placed")).to_have_count(3)
    expect(page.locator(".player-tiles.open")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".placed")).to_have_count(4)
    expect(page).to_have_url(re.compile(r"\?deal=0&ply=3$"))  # which the server sees, too
    assert page.locator("#table-link").input_value().endswith("?deal=0&ply=3")
    page.keyboard.press("Home")
    expect(words).to_have_text("The deal")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"\?deal=0&ply=3$"))
    page.locator("[data-step=slider]").fill("1")
    expect(page.locator(".placed")).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".placed")).to_have_count(1)
    page.get_by_role("button", name="Play it all").click()
    expect(page.locator(".placed")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("#status")).to_have_text("Ben is on turn")
    expect(page).to_have_url(re.compile("^[^?#]+$"))


def test_a_deal_that_was_fair_is_verified(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: fair_replay()}, address="#0.1").page
    page.get_by_role("button", name="Verify this deal").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()
    expect(page.locator("#verify-results .passed")).to_have_count(10)


@pytest.mark.parametrize("what", ["seed", "hand", "order", "commitment", "first", "rules", "frame"])
def test_an_altered_deal_fails_visibly(what: str, table: Callable[..., MockedTable]):
    finished = fair_replay()
    check = finished["check"]
    if what == "seed":
        check["seed"] = "ff" * 32
    elif what == "hand":
        (first, second), boneyard = check["deal"]["hands"], check["deal"]["boneyard"]
        first[0], boneyard[0] = boneyard[0], first[0]
        assert first is not second
    elif what == "order":
        check["tiles"][0], check["tiles"][1] = check["tiles"][1], check["tiles"][0]
    elif what == "rules":
        check["rules"]["host"] = 1  # nobody leads as the host here: the table just says otherwise
    elif what == "frame":
        finished["frames"][0]["hands"].reverse()
    else:
        check[what] = "ab" * 32
    page = table(over(), deals={0: finished}, address="#0.1").page
    page.get_by_role("button", name="Verify this deal").click()
    expect(page.get_by_role("heading", name="This deal does not add up")).to_be_visible()
    assert page.locator("#verify-results .failed").count() >= 1


def verified(page: Page) -> str:
    """What "Verify this deal" says above all."""
    page.get_by_role("button", name="Verify this deal").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page.locator("#verify-title").inner_text()


@pytest.mark.parametrize(
    ("before", "running", "found"),
    [
        (None, [], "Fair, as far as can be told now"),  # the deal before can't be had
        (["0 6-5", "1 resign"], [], "This deal does not add up"),  # but the one who left in it was dealt in
        (["0 6-5", "1 resign"], ["1 resign"], "This deal was fair"),
    ],
)
def test_the_deals_are_looked_at_in_which_somebody_may_have_left(
    before: list[str] | None, running: list[str], found: str, table: Callable[..., MockedTable]
):
    now = over()
    now |= {"deal": 2, "round": now["round"] | {"moves": running}}
    now["seats"][1]["left"] = True
    deals = {1: fair_replay(1)} | ({} if before is None else {0: replay(view=replay()["view"] | {"moves": before})})
    assert verified(table(now, deals=deals, address="#1.0").page) == found


def test_a_deal_seen_before_the_game_was_over_is_asked_for_again(table: Callable[..., MockedTable]):
    """From deal 1,000 on it needs the secret, which is told only then."""
    check = honest_deals()["deal 1000, the game is over: True"]
    known = view_during(check)
    finished = fair_replay() | replay_of(check) | {"deal": 1000, "check": check | {"secret": None}}
    now = over() | {"id": known["id"], "deal": 1001, "rules": known["rules"] | {"dealt": 2}}
    at = table(now, deals={1000: finished}, address="#1000.0")
    assert verified(at.page) == "Fair, as far as can be told now"
    at.page.get_by_role("button", name="Close").click()
    at.deals[1000] = finished | {"check": check}
    at.show(now | {"version": 9, "status": "finished"})
    expect(at.page.locator("#verify-title")).to_be_hidden()
    assert verified(at.page) == "This deal was fair"


@pytest.mark.parametrize(("place", "found"), [(0, "This deal was fair"), (1, "This deal does not add up")])
def test_the_hand_that_the_page_saw_during_the_deal_is_held_against_it(
    place: int, found: str, table: Callable[..., MockedTable]
):
    fair = fair_replay()
    now = view(legal="", turn=1, commitment=fair["check"]["commitment"])
    now["round"] |= {"moves": [], "hand": fair["check"]["deal"]["hands"][place]}
    at = table(now, deals={0: fair})
    stored = at.page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    assert not re.search(r"\b\d+-\d+\b", stored)  # who logs in after them in this tab could read it
    at.show(over())
    at.page.get_by_role("button", name="Look back", exact=True).click()
    assert verified(at.page) == found


# ---- The page --------------------------------------------------------------------------------


def test_resigning_asks_first(table: Callable[..., MockedTable]):
    page = table().page
    page.locator("summary[aria-label=More]").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Resign this game?")
    page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_last_hour_of_the_clock_is_counted_down(table: Callable[..., MockedTable]):
    page = table(view(deadline="2026-11-20T12:10:00Z")).page
    expect(page.locator(".clock-left")).to_contain_text(":")
    first = page.locator(".clock-left").inner_text()
    assert first.startswith(("9:5", "10:00"))
    expect(page.locator(".clock-left")).not_to_have_text(first, timeout=3_000)


def test_numerals_can_take_the_place_of_dots(table: Callable[..., MockedTable]):
    page = table().page
    expect(page.locator(".pip").first).to_be_attached()
    page.locator("summary[aria-label=More]").click()
    page.get_by_role("button", name="Numbers", exact=True).click()
    expect(page.locator(".pip")).to_have_count(0)
    expect(page.locator(".domino-number").first).to_be_attached()


def test_pictures_have_names_and_are_kept(table: Callable[..., MockedTable]):
    page = table().page
    page.locator("summary[aria-label=More]").click()
    page.get_by_role("button", name="Pictures", exact=True).click()
    expect(page.locator(".pip")).to_have_count(0)
    expect(page.get_by_role("button", name="6-4 (little fish, butterfly)").first).to_be_attached()
    page.reload()
    expect(page.locator(".picture").first).to_be_attached()


LONG = "6-5 5-3 3-3 3-1 1-1 1-0 0-0 0-2 2-2 2-5 5-5 5-4 4-4 4-6 6-6 6-0 0-3 3-4 4-1 1-6"


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (360, 640), (768, 1024), (1440, 900), (1920, 1080), (740, 360)]
)
def test_nothing_scrolls_sideways_and_fingers_find_everything(
    width: int, height: int, table: Callable[..., MockedTable]
):
    page = table(view(line=LONG, legal="6-4>6-5"), viewport={"width": width, "height": height}, has_touch=True).page
    expect(page.locator(".placed")).to_have_count(20)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tile(page, "6-4").tap()
    expect(submit(page)).to_be_in_viewport(ratio=1)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".table-page button, .table-page summary, .table-page select")]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }))
          .map((node) => [node.ariaLabel || node.textContent.trim(), node.getBoundingClientRect()])
          .filter(([, box]) => box.height > 0 && (box.height < 44 || box.width < 36))
          .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""
    )
    assert not [name for name in small if "plays" not in name or width < 700], small


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_scene_has_a_serious_finding(scheme: str, table: Callable[..., MockedTable]):
    at = table(view(turn=1), deals={0: replay()}, color_scheme=scheme, viewport={"width": 1280, "height": 800})
    page = at.page
    assert serious_findings(page) == []
    at.show(view(version=4))
    tile(page, "6-3").click()
    assert serious_findings(page) == []
    at.show(over())
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("button", name="Look back", exact=True).click()
    expect(page.locator("[data-step=words]")).to_have_text("The deal")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Verify this deal").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious_findings(page) == []


def test_nothing_shifts_while_the_page_loads(visit: Callable[..., Page], site: LiveServer):
    (game,) = site.seed(games=1, variant="block")["games"]  # seven tiles: one row, for which the page keeps room
    page = visit(site, "/healthz", game["seats"][0], viewport={"width": 360, "height": 700})
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) =>"
        " [one.value, one.sources.map((source) => source.node?.id || source.node?.className)])))"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(f"/g/{game['id']}/")
    expect(page.locator(".hand-tile")).to_have_count(7)
    page.wait_for_timeout(500)
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


def test_a_thumb_drags_a_tile_too(table: Callable[..., MockedTable]):
    page = table(**PHONE).page
    box = tile(page, "3-1").bounding_box()
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = box["x"] + 20, box["y"] + 30
    finger("touchStart", x, y)
    for away in range(20, 80, 20):
        finger("touchMove", x, y - away)
    expect(page.locator(".ghost")).to_have_count(1)
    aim = page.locator(".ghost").bounding_box()
    finger("touchMove", aim["x"] + 20, aim["y"] + 20)
    finger("touchEnd", 0, 0)
    expect(page.locator("#status")).to_have_text("3-1 on the 5-3")
    expect(laid(page)).to_have_count(1)


# ---- A long layout -----------------------------------------------------------------------------


def test_a_long_layout_is_zoomed_and_panned_by_wheel_mouse_keys_and_button(table: Callable[..., MockedTable]):
    page = table(view(line=LONG, legal="6-4>6-5"), viewport={"width": 320, "height": 568}).page

    def is_larger(expected: bool) -> None:
        finds(page, "whole => board.scrollWidth * board.scrollHeight > whole", expected, arg=whole)

    expect(page.locator(".placed")).to_have_count(20)
    whole = page.evaluate("board.scrollWidth * board.scrollHeight")
    box = page.locator("#board").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 40)
    page.mouse.wheel(0, -600)
    is_larger(True)
    page.evaluate("board.scrollTo(0, 0)")
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 5, steps=4)
    page.mouse.up()
    finds(page, "board.scrollTop + board.scrollLeft > 0", True)
    page.get_by_role("button", name="Larger tiles").click()
    is_larger(False)
    for _ in range(3):
        page.keyboard.press("+")
    is_larger(True)
    for _ in range(5):
        page.keyboard.press("-")
    is_larger(False)
