"""A puzzle is played on the board: by thumb, by keyboard, and as a form without scripts."""

import json
import re
from hashlib import sha256

import orjson
import pytest
from playwright.sync_api import Page, expect

from learn.puzzles.stock import STOCK
from tests.browser.table_fixtures import until
from tests.browser.test_pages import SMALL, findings_in_looks, small_targets, sticking_out

# A position of the stock: Muggins for two, and the hand 6-5 4-3 4-0 2-1. Two tiles fit two ends.
LINE = next(
    line for line in json.loads(STOCK.read_bytes()) if line["view"]["round"]["hand"] == ["2-1", "4-0", "4-3", "6-5"]
)
# The cost of one of its weak moves, in whole points, as the file has it.
LOST = round(-next(move["worth"] for move in LINE["moves"] if move["move"] == "6-5>5-4"))
ADDRESS = f"/puzzles/{sha256(orjson.dumps(LINE)).hexdigest()[:12]}/"
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"contrast": "more"}, {"forced_colors": "active"}]
PLACES = """() => ['#actions a', '#hand', '.puzzle-moves'].map(
  (each) => document.querySelector(each).getBoundingClientRect().top + scrollY)"""
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}

WHOLE_ABOVE_THE_HAND = """() => {
  const [status, actions, hand] = ["status", "actions", "hand"].map((id) => document.getElementById(id));
  const isWhole = status.scrollHeight <= status.clientHeight + 1;
  return isWhole && actions.getBoundingClientRect().bottom <= hand.getBoundingClientRect().top + 1;
}"""


@pytest.fixture
def puzzle(visit, site):
    """`puzzle(viewport=PHONE)`: its page. The worker of a new server makes it first."""

    def opened(**context) -> Page:
        page = visit(site, "/puzzles/", **context)
        until(page, lambda: page.request.get(site.url + ADDRESS).ok, seconds=120)
        page.goto(site.url + ADDRESS)
        return page

    return opened


def tile(page, text):
    return page.locator(f'#hand [data-tile="{text}"]')


def title(page):
    return page.get_by_role("heading", level=1)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.core
def test_a_wrong_move_is_shown_with_its_cost_and_then_the_best_one(puzzle, viewport):
    page = puzzle(viewport=viewport)
    page.evaluate(
        "() => { window.seen = []; const board = document.getElementById('board');"
        " new MutationObserver(() => seen.push([board.dataset.answer, document.getElementById('status').textContent]))"
        ".observe(document.querySelector('.puzzle-table'), { subtree: true, childList: true, attributes: true }); }"
    )
    tile(page, "6-5").click()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(title(page)).to_have_text("Not the best move")
    expect(page.locator("#board")).to_have_attribute("data-answer", "right")
    expect(page.locator("#status")).to_contain_text("is best. Scores 10 points.")
    expect(page.locator("#board .ghost.laid")).to_have_attribute("aria-label", re.compile("2-1 on the 4-2"))
    seen = page.evaluate("() => seen")
    assert any(answer == "wrong" and f"costs about {LOST} points" in words for answer, words in seen)
    before = page.url
    page.get_by_role("link", name="Next puzzle").click()
    expect(title(page)).to_have_text("What do you play?")
    assert page.url != before


def test_nothing_moves_under_the_thumb_while_the_answer_plays(puzzle):
    page = puzzle(viewport=PHONE)
    tile(page, "6-5").click()
    page.get_by_role("button", name="Submit", exact=True).click()
    places = []
    for answer, words in (("wrong", f"costs about {LOST} points"), ("right", "is best. Scores 10 points.")):
        expect(page.locator("#board")).to_have_attribute("data-answer", answer)
        # The sentence is on the page once: below the board.
        expect(page.get_by_text(words).filter(visible=True)).to_have_count(1)
        places.append(tuple(page.evaluate(PLACES)))
    for move in ("4-3 on the 6-4", "4-0 on the 4-4"):
        page.get_by_role("button", name=re.compile(move.replace("-", ".*"))).click()
        places.append(tuple(page.evaluate(PLACES)))
    assert len(set(places)) == 1


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tile_that_fits_two_ends_asks_for_one(puzzle, viewport):
    page = puzzle(viewport=viewport)
    tile(page, "4-3").click()
    expect(page.locator("#status")).to_have_text(re.compile("Where does 4.*3 go"))
    expect(page.locator("#board .ghost")).to_have_count(2)
    page.locator("#board .ghost").nth(1).click()
    page.keyboard.press("Escape")
    tile(page, "2-1").click()  # another one instead
    expect(page.locator("#board .ghost.laid")).to_have_attribute("aria-label", re.compile("2-1 on the 4-2"))
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(title(page)).to_have_text("Right!")
    expect(page.locator("#board")).to_have_attribute("data-answer", "right")


def test_a_puzzle_is_solved_by_keyboard(puzzle):
    page = puzzle(viewport=DESKTOP)
    expect(tile(page, "2-1")).to_be_visible()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Right!")
    expect(title(page)).to_be_focused()


def test_each_move_can_be_seen_on_the_board_afterwards(puzzle):
    page = puzzle(viewport=DESKTOP)
    tile(page, "2-1").click()
    page.get_by_role("button", name="Submit", exact=True).click()
    page.get_by_text("What each move is worth").click()
    page.get_by_role("button", name=re.compile("6.*5 on the 5.*4")).click()
    expect(page.locator("#board")).to_have_attribute("data-answer", "wrong")
    expect(page.locator("#status")).to_contain_text(f"−{LOST}")


def test_without_scripts_a_puzzle_is_a_form(puzzle):
    page = puzzle(viewport=PHONE, java_script_enabled=False)
    expect(tile(page, "6-5")).to_be_hidden()
    page.get_by_label("6-5 on the 5-4").check()
    page.get_by_role("button", name="Play this move").click()
    expect(title(page)).to_have_text("Not the best move")
    expect(page.get_by_role("region", name="Solution")).to_contain_text(f"costs about {LOST} points")


def test_a_refused_move_can_be_sent_again(puzzle):
    page = puzzle(viewport=PHONE)
    page.route("**/solve/", lambda route: route.abort())
    tile(page, "2-1").click()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Check your connection")
    page.unroute("**/solve/")
    tile(page, "2-1").click()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(title(page)).to_have_text("Right!")


def test_a_puzzle_fits_the_smallest_phone_before_and_after_the_move(puzzle):
    page = puzzle(viewport=SMALL)
    for done in (False, True):
        if done:
            tile(page, "6-5").click()
            page.get_by_role("button", name="Submit", exact=True).click()
            expect(page.locator("#board")).to_have_attribute("data-answer", "right")
        page.get_by_text("Share this puzzle").click()
        expect(page.get_by_role("textbox", name="Share this puzzle")).to_have_value(re.compile("/puzzles/"))
        assert page.evaluate(WHOLE_ABOVE_THE_HAND)
        assert sticking_out(page) == []
        assert small_targets(page) == []
        assert findings_in_looks(page, *LOOKS) == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_todays_puzzle_is_a_tap_from_home(visit, site, viewport):
    page = visit(site, "/", viewport=viewport)
    card = page.get_by_role("region", name="Today’s puzzle")
    until(page, lambda: page.reload() and page.evaluate("() => !!document.querySelector('.today')"), seconds=120)
    expect(card.locator(".small-board svg")).to_be_attached()
    today = card.get_by_role("link", name="Solve it")
    address = page.evaluate("() => document.querySelector('.today a.primary').href")
    today.click()
    expect(title(page)).to_have_text("What do you play?")
    assert page.url == address
