"""The table page with a mocked server: the effects of taps, drags, keys and messages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import (
    MockedTable,
    box_of,
    held_back,
    laid,
    open_table,
    submit,
    tile,
    unbroken,
    until,
    view,
)
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 700}, "has_touch": True, "is_mobile": True}
AFTER = {"line": "6-5 5-3 3-1", "hand": "6-4 4-2 3-3 6-3", "turn": 1, "version": 4, "hands": (4, 6)}


def sent(table: MockedTable, number: int = 1) -> list[str]:
    until(table.page, lambda: len(table.sent) >= number or table.posted)
    return [message["move"] for message in table.sent]


# ---- A turn ----------------------------------------------------------------------------------


@pytest.mark.core
def test_a_tile_with_one_end_is_laid_as_a_ghost_and_submit_sends_it(table: Callable[..., MockedTable]):
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
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    expect(page.locator(".hand-tile")).to_have_count(4)
    expect(laid(page)).to_have_count(0)


@pytest.mark.core
def test_a_tile_with_two_ends_offers_both_on_the_board_and_by_name(table: Callable[..., MockedTable]):
    page = table().page
    tile(page, "6-3").click()
    expect(page.locator(".ghost")).to_have_count(2)
    expect(submit(page)).to_have_count(0)
    page.get_by_role("button", name="Play 6-3 on the 5-3").first.click()
    expect(page.locator("#status")).to_have_text(unbroken("6-3 on the 5-3"))
    page.locator(".ghost:not(.laid)").click()  # the other end is still one tap away
    expect(page.locator("#status")).to_have_text(unbroken("6-3 on the 6-5"))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".ghost")).to_have_count(0)


def test_tiles_that_fit_nowhere_do_not_react(table: Callable[..., MockedTable]):
    page = table().page
    expect(tile(page, "4-2")).to_have_attribute("aria-disabled", "true")
    tile(page, "4-2").click(force=True)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".hand-tile.playable")).to_have_count(4)


def test_nothing_reacts_during_another_players_turn(table: Callable[..., MockedTable]):
    page = table(view(turn=1)).page
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    expect(page.locator(".hand-tile.playable")).to_have_count(0)
    tile(page, "3-1").click(force=True)
    page.keyboard.press("1")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_tile_is_dragged_onto_an_end(table: Callable[..., MockedTable]):
    at = table()
    page = at.page
    tile(page, "6-3").hover(position={"x": 10, "y": 20})
    box = box_of(tile(page, "6-3"))
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 60, steps=4)
    expect(page.locator(".ghost")).to_have_count(2)
    aim = box_of(page.locator('.ghost[aria-label="Play 6-3 on the 6-5"]'))
    page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text(unbroken("6-3 on the 6-5"))
    expect(page.locator(".dragged")).to_have_count(0)
    submit(page).click()
    assert sent(at) == ["6-3>6-5"]


def test_a_tile_dropped_beside_the_ends_returns_to_the_hand(table: Callable[..., MockedTable]):
    page = table().page
    tile(page, "3-1").hover(position={"x": 10, "y": 20})
    box = box_of(tile(page, "3-1"))
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] - 20, steps=3)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
@pytest.mark.every_case("a press by mouse and one by key take different code")
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
    page.evaluate("new Promise((done) => setTimeout(done, 50))")  # both have arrived, and could have been drawn
    up()
    expect(page.locator(".player-here")).to_have_count(1)
    assert sent(at) == ["3-1>5-3"]


def test_a_view_that_had_to_wait_for_a_script_costs_no_click(visit: Callable[..., Page], unbundled: LiveServer):
    at = open_table(visit, unbundled, unbundled.seed(games=1)["games"][0])
    page = at.page
    tile(page, "3-1").click()
    submit(page).hover()
    with held_back(page, "**/new_events*.js"):
        with page.expect_request("**/new_events*.js"):
            at.show(view(version=4))
        page.mouse.down()
    page.evaluate("import('/static/js/table/new_events.js').then(() => {})")
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    page.mouse.up()
    assert sent(at) == ["3-1>5-3"]


def test_with_the_one_tap_setting_a_tap_plays(table: Callable[..., MockedTable]):
    at = table()
    at.page.evaluate("document.body.dataset.sending = 'one_tap'")
    tile(at.page, "3-1").click()
    assert sent(at) == ["3-1>5-3"]


@pytest.mark.parametrize(
    ("legal", "there", "back"),
    [("3-3>5-3 3-3>5-3=", "Lengthwise", "Crosswise"), ("3-3>5-3 3-3>5-3x", "Face down", "Face up")],
)
@pytest.mark.every_case("a double is turned in one way and a face in another")
def test_a_laid_double_can_be_turned(legal: str, there: str, back: str, table: Callable[..., MockedTable]):
    at = table(view(legal=legal))
    page = at.page
    tile(page, "3-3").click()
    page.get_by_role("button", name=there, exact=True).click()
    page.get_by_role("button", name=back, exact=True).click()
    page.keyboard.press("ArrowDown")  # the same with a key
    expect(page.get_by_role("button", name=back, exact=True)).to_be_visible()
    submit(page).click()
    assert sent(at) == [legal.split()[1]]


def test_a_double_click_on_submit_is_one_move(table: Callable[..., MockedTable]):
    at = table()
    tile(at.page, "3-1").click()
    submit(at.page).dblclick()
    at.page.wait_for_timeout(300)
    assert sent(at) == ["3-1>5-3"]


def test_an_optional_draw_is_a_button(table: Callable[..., MockedTable]):
    at = table(view(legal="3-1>5-3 draw"))
    at.page.get_by_role("button", name="Draw", exact=True).click()
    assert sent(at) == ["draw"]


@pytest.mark.parametrize("width", [360, 1440])
def test_a_player_who_can_only_draw_does_so_with_one_press(width: int, table: Callable[..., MockedTable]):
    """If players may draw though they could play, we never draw for them: that would reveal their hand."""
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
    expect(status).to_have_text(unbroken("You drew 1-1. Nothing fits: draw a tile."))
    at.page.keyboard.press("Enter")
    expect(status).to_contain_text("Sending")
    assert sent(at) == ["draw", "draw"]


def test_no_key_draws_for_a_player_who_could_play(table: Callable[..., MockedTable]):
    at = table(view(legal="3-1>5-3 draw"))
    expect(at.page.locator("#status")).to_have_text("Your turn: choose a tile")
    at.page.keyboard.press("Enter")
    expect(laid(at.page)).to_have_count(0)
    assert at.sent == []


def test_two_doubles_are_laid_in_one_turn_if_the_server_offers_it(table: Callable[..., MockedTable]):
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


@pytest.mark.core
def test_arrows_choose_a_tile_and_its_end_and_escape_takes_back(table: Callable[..., MockedTable]):
    at = table()
    page = at.page
    expect(tile(page, "6-4")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(tile(page, "6-4")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # 6-3 fits on both ends
    places = {unbroken("6-3 on the 6-5"), unbroken("6-3 on the 5-3")}
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


# ---- Answers of the server ----------------------------------------------------------------------


@pytest.mark.core
def test_a_refused_move_shows_a_reason_and_the_newest_view(table: Callable[..., MockedTable]):
    at = table()
    at.on_move = lambda move: {"type": "refused", "key": move["key"], "code": "stale", "message": "Ben was quicker."}
    tile(at.page, "3-1").click()
    submit(at.page).click()
    expect(at.page.locator("#status")).to_have_text("Ben was quicker.")
    at.show(view(line="6-5 5-3 3-2", version=5, legal="6-4>6-5", hand="6-4 4-2 3-3 3-1 6-3"))
    expect(at.page.locator(".placed")).to_have_count(3)
    expect(laid(at.page)).to_have_count(0)


def test_an_older_view_that_arrives_late_is_ignored(table: Callable[..., MockedTable]):
    at = table(view(version=9, line="6-5 5-3 3-2"))
    at.tell({"type": "view", "version": 8, "events": [], "view": view(version=8)})
    at.tell({"type": "looking", "seats": [1]})
    expect(at.page.locator(".player-here")).to_have_count(1)  # which was sent after it
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
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    assert [move["move"] for move in at.posted] == ["3-1>5-3"]
    at.shown = view(line="6-5 5-3 3-1 1-0", version=5, hand="6-4 4-2 3-3 6-3", legal="6-4>6-5", hands=(4, 5))
    expect(page.locator("#status")).to_have_text("Your turn: choose a tile")


@pytest.mark.core
def test_the_opponents_move_is_drawn_and_announced_in_words(table: Callable[..., MockedTable]):
    at = table(view(turn=1))
    expect(at.page).to_have_title(re.compile("^[^●]"))
    at.show(view(line="6-5 5-3 3-2", version=4, legal="6-4>6-5", hands=(5, 5)))
    expect(at.page.locator("#announcer")).to_have_text("Ben played 3-2 on the 5-3. Your turn: choose a tile.")
    expect(at.page).to_have_title(re.compile("● Your turn"))


def test_escape_closes_a_menu_and_takes_nothing_back(table: Callable[..., MockedTable]):
    page = table().page
    tile(page, "3-1").click()
    expect(laid(page)).to_have_count(1)
    for _ in range(2):  # before and after the module for keys has loaded
        page.locator("summary[aria-label=More]").click()
        page.keyboard.press("Escape")
        expect(page.locator("details[data-menu][open]")).to_have_count(0)
        page.keyboard.press("ArrowLeft")  # comes after Escape, and moves the focus into the hand
        expect(page.locator(".hand-tile:focus")).to_have_count(1)
        expect(laid(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(laid(page)).to_have_count(0)
