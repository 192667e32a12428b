"""First steps in a real browser: each lesson by taps and one by keyboard, in every theme, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rulebook.lessons import answers, course
from rulebook.lessons.prepared import LESSONS
from tests.browser.test_pages import LOOKS, PLAIN, SMALL, findings_in_looks, small_targets, sticking_out
from tests.live.server import LiveServer

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
KEYS = [lesson.key for lesson in LESSONS]
SHOWN = ("partnership", "double_nine", "muggins", "donkey", "general", "sausage", "mexican_train")


def presses(step: course.Step) -> list[str]:
    """The buttons to press at *step*, in order: a tile and, if the step asks for it, a place."""
    move = str(step.move)
    if step.position.rules.in_rows:
        return [move]
    tile = move.partition(">")[0]  # of two doubles, the first
    answer = answers.answer(step, tile)
    assert answer is not None
    return [tile, move] if answer.places else [tile]


def plays_on(page: Page, key: str) -> None:
    """Plays from the first step to the result."""
    steps = course.steps(key)
    for step in steps[:-1]:
        expect(page.locator("#lesson-where")).to_have_text(f"Move {step.number} of {len(steps) - 1}")
        for pressed in presses(step):
            page.locator(f'button[name="try"][value="{pressed}"]').click()
    expect(page.get_by_role("heading", name="The result")).to_be_visible()


@pytest.mark.parametrize(("key", "viewport"), [*((key, PHONE) for key in KEYS), *((key, DESKTOP) for key in SHOWN)])
def test_each_lesson_is_played_to_its_end_by_taps(
    visit: Callable[..., Page], site: LiveServer, key: str, viewport: dict[str, int]
) -> None:
    page = visit(site, f"/learn/{key}/", viewport=viewport)
    plays_on(page, key)
    expect(page.get_by_role("button", name="Play this against the computer")).to_be_visible()
    page.goto("/learn/")
    expect(page.locator("[data-learnt]:visible")).to_have_text(["done"])


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tile_that_fits_two_trains_goes_where_a_row_is_tapped(
    visit: Callable[..., Page], site: LiveServer, viewport: dict[str, int]
) -> None:
    page = visit(site, "/learn/mexican_train/", viewport=viewport)
    page.locator('.hand-tile[value="6-4"]').click()
    taking = page.locator(".train.takes")
    expect(taking).to_have_count(2)
    expect(taking.last.get_by_role("button", name="on your train")).to_be_visible()
    taking.last.click(position={"x": 20, "y": 20})  # far from its end
    expect(page.locator("#lesson-where")).to_have_text("Move 2 of 7")
    expect(page.locator('[data-train="T0"] .train-tile')).to_have_count(1)
    expect(page.locator(".train.takes")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.core
def test_a_legal_move_is_laid_on_the_board_and_answered_and_may_be_taken_back(
    visit: Callable[..., Page], site: LiveServer, viewport: dict[str, int]
) -> None:
    page = visit(site, "/learn/partnership/?step=2", viewport=viewport)
    laid, hand = page.locator("#lesson-felt .placed"), page.locator(".lesson-tiles .hand-tile")
    expect(laid).to_have_count(4)
    page.locator('.hand-tile[value="3-0"]').click()
    said = page.get_by_role("status")
    expect(said).to_contain_text("is stronger. After it, Quill must pass again.")
    expect(laid).to_have_count(5)
    expect(hand).to_have_count(5)
    page.get_by_role("link", name="Take it back").click()
    expect(laid).to_have_count(4)
    expect(hand).to_have_count(6)
    page.locator('.hand-tile[value="3-0"]').click()
    page.get_by_role("link", name="Go on with 5-0").click()
    expect(page.locator("#lesson-where")).to_have_text("Move 3 of 7")


@pytest.mark.parametrize("key", ["draw", "muggins", "sausage", "general"])
def test_board_and_hand_of_a_first_step_fit_a_phone_together(
    visit: Callable[..., Page], site: LiveServer, key: str
) -> None:
    page = visit(site, f"/learn/{key}/?step=2", viewport=PHONE)
    heights = page.evaluate(
        """() => ["lesson-words", "lesson-table"].map(
            (name) => document.querySelector(`.${name}`).getBoundingClientRect().height)"""
    )
    assert sum(heights) + 8 <= PHONE["height"]


@pytest.mark.parametrize("address", ["muggins/", "telephone/", "draw/", "sausage/", "sausage/?step=3"])
def test_every_choice_of_a_first_screen_is_in_sight(visit: Callable[..., Page], site: LiveServer, address: str) -> None:
    page = visit(site, f"/learn/{address}", viewport=PHONE)
    lowest = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll(":is(.lesson-tiles, .lesson-places) button")].map(
            (choice) => choice.getBoundingClientRect().bottom))"""
    )
    assert 0 < lowest <= PHONE["height"]


def reach(page: Page, value: str) -> None:
    """Moves the focus to the button with *value*, first on, then back."""
    button = page.locator(f'button[name="try"][value="{value}"]')
    expect(button).to_be_visible()
    for key in [*["Tab"] * 9, *["Shift+Tab"] * 18]:
        if page.evaluate("document.activeElement.value") == value:
            return
        page.keyboard.press(key)
    expect(button).to_be_focused()


def test_a_lesson_is_played_by_keyboard_alone(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/learn/draw/")
    page.locator(".hand-tile").first.focus()
    for step in course.steps("draw")[:-1]:
        expect(page.locator("#lesson-where")).to_have_text(f"Move {step.number} of 7")
        for pressed in presses(step):
            reach(page, pressed)
            page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The result")).to_be_focused()


def test_a_wrong_tile_is_explained_in_the_live_region_and_the_hand_keeps_the_focus(
    visit: Callable[..., Page], site: LiveServer
) -> None:
    page = visit(site, "/learn/block/?step=2")
    page.locator('.hand-tile[value="6-2"]').click()
    expect(page.get_by_role("status")).to_contain_text("doesn’t fit: the open ends ask for 3 or 5.")
    expect(page.locator('.hand-tile[value="6-2"]')).to_be_focused()
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("status")).to_contain_text("on the 5-\u20605.")
    expect(page.locator(".hand-tile.playable")).to_have_attribute("value", "5-4")


def test_back_and_forward_by_the_browser_and_by_the_link(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/learn/draw/")
    where = page.locator("#lesson-where")
    page.locator('.hand-tile[value="1-1"]').click()
    expect(where).to_have_text("Move 2 of 7")
    page.go_back()
    expect(where).to_have_text("Move 1 of 7")
    page.go_forward()
    expect(where).to_have_text("Move 2 of 7")
    page.get_by_role("link", name="Back").click()
    expect(where).to_have_text("Move 1 of 7")
    page.reload()
    expect(page.locator(".hand-tile")).to_have_count(7)


def test_a_place_is_chosen_on_the_table(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/learn/partnership/?step=2")
    page.locator('.hand-tile[value="5-0"]').click()
    expect(page.locator(".ghost")).to_have_count(2)
    page.locator(".ghost").nth(1).click()
    expect(page.locator("#lesson-where")).to_have_text("Move 3 of 7")
    expect(page.locator("#lesson-felt .placed")).to_have_count(6)


def test_the_opponents_play_one_after_the_other_if_motion_is_on(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/learn/goat/", reduced_motion="no-preference")
    tiles = page.locator("#lesson-felt .placed")
    page.locator('.hand-tile[value="6-3"]').click()
    expect(tiles).to_have_count(2)
    expect(tiles).to_have_count(4)


def test_without_scripts_every_step_is_a_page(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/learn/muggins/", java_script_enabled=False)
    expect(page.locator("#lesson-felt")).to_be_hidden()
    plays_on(page, "muggins")
    expect(page.get_by_text("On the table, in the order of play: 5-5, 5-2 on 5-5,")).to_be_visible()


@pytest.mark.parametrize("path", ["/learn/", "/learn/partnership/?step=2&try=5-0", "/learn/sausage/?step=3",
                                  "/learn/double_nine/?step=7", "/learn/pool/?step=8",
                                  "/learn/partnership/?step=2&try=3-0", "/learn/draw/?step=2",
                                  "/learn/mexican_train/?try=6-4", "/learn/mexican_train/?step=5"])  # fmt: skip
def test_it_fits_the_smallest_phone_in_every_theme(visit: Callable[..., Page], site: LiveServer, path: str) -> None:
    page = visit(site, path, viewport=SMALL)
    assert sticking_out(page) == []
    assert small_targets(page) == []
    assert findings_in_looks(page, PLAIN, *LOOKS) == []


@pytest.mark.parametrize("language", ["de", "es", "ru", "pt"])
def test_it_fits_in_long_languages(visit: Callable[..., Page], site: LiveServer, language: str) -> None:
    for path in ("/learn/", "/learn/double_nine/?step=3", "/learn/partnership/?step=8"):
        page = visit(site, path, viewport=SMALL, locale=language)
        assert sticking_out(page) == [], path
