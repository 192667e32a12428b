"""The page of an analysis: it begins with the costliest moves, fits phones, and draws boards when they come near."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import box_of, finds
from tests.browser.test_pages import SMALL, findings_in_looks, small_targets, sticking_out
from tests.browser.test_puzzles import LOOKS

WITH_ARROW = """[...document.querySelectorAll(".my-play .with-board")]
  .find((choice) => choice.querySelector(".better-arrow path"))"""
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def game(site):
    """A finished game of Ada and Ben with random moves: in Muggins, about every other one misses points. Nobody chooses
    a lead, so that there is an end for each better move.
    """
    options = {"end": "rounds:4", "lead_first": "high_double", "lead_next": "same"}
    played = {"variant": "muggins", "options": options, "moves": 10_000}
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], **played)
    return made["games"][0] | {"seats": made["accounts"]}


@pytest.fixture
def analysis(visit, site, game):
    """`analysis(viewport=PHONE)`: Ada's page of the analysis, which the first to come asks for."""

    def opened(reader=game["seats"][0], **context) -> Page:
        page = visit(site, f"/g/{game['id']}/analysis/", reader, **context)
        ask = page.get_by_role("button", name="Analyse this game")
        luck = page.get_by_role("heading", name="Luck")
        expect(ask.or_(luck)).to_be_visible()
        if page.evaluate("() => document.querySelector('form[action$=\"/analyse/\"]') !== null"):
            ask.click()
        expect(luck).to_be_visible(timeout=120_000)
        page.wait_for_load_state()  # a page that reloaded itself gets its old scroll position only then
        return page

    return opened


@pytest.mark.parametrize("viewport", [SMALL, PHONE, DESKTOP], ids=["smallest", "phone", "desktop"])
def test_your_costliest_moves_and_grade_come_first_and_fit(analysis, viewport):
    page = analysis(viewport=viewport)
    mine = page.get_by_role("region", name="Your play")
    expect(mine).to_contain_text("You played about as well as the")
    finds(page, "() => document.querySelector('.grade-letter').textContent.length", 1)
    finds(page, "() => document.querySelectorAll('.my-play .choice-told').length <= 2", True)
    assert sticking_out(page) == []
    assert small_targets(page) == []
    assert findings_in_looks(page, *LOOKS) == []


def test_boards_are_drawn_as_they_come_near(analysis):
    page = analysis(viewport=PHONE)
    drawn = (
        "() => [...document.querySelectorAll('.my-play [data-example]')].filter((f) => f.querySelector('svg')).length"
    )
    number = page.evaluate("() => document.querySelectorAll('.my-play [data-example]').length")
    assert number
    page.get_by_text("Points lost by kind of mistake").first.scroll_into_view_if_needed()
    finds(page, drawn, number)
    # Folded ones aren't drawn at all until they are unfolded.
    others = "() => document.querySelectorAll('.players-told [data-example] svg').length"
    assert page.evaluate(others) == 0
    page.locator(".players-told summary").first.click()
    page.locator(".players-told .choice-told").first.scroll_into_view_if_needed()
    finds(page, f"() => ({others})() > 0", True)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_arrow_shows_the_better_move_and_the_board_steps_through_its_round(analysis, viewport):
    page = analysis(viewport=viewport)
    page.evaluate("document.querySelectorAll('.my-play .example').forEach((figure) => figure.scrollIntoView())")
    finds(page, f"() => Boolean({WITH_ARROW})", True)
    ply, tiles, [head, ghost] = page.evaluate(
        f"""() => {{
          const choice = {WITH_ARROW};
          choice.id = "chosen";
          choice.scrollIntoView();
          const rects = [".better-arrow path", ".ghost-edge"].map((name) => choice.querySelector(name));
          return [
            Number(choice.querySelector("[data-ply]").dataset.ply),
            choice.querySelectorAll(".placed").length,
            rects.map((node) => node.getBoundingClientRect().toJSON()),
          ];
        }}"""
    )
    choice = page.locator("#chosen")
    assert ghost["left"] - 9 <= head["left"] <= head["right"] <= ghost["right"] + 9
    assert abs(head["top"] - ghost["bottom"]) < 20
    choice.get_by_role("button", name="One move forward").click()
    expect(choice.locator(".step-words")).to_contain_text(re.compile(rf"^You play .* · {ply} of \d+$"))
    expect(choice.locator(".placed")).to_have_count(tiles + 1)
    expect(choice.locator(".better-arrow path, .ghost")).to_have_count(0)
    choice.get_by_role("button", name="One move back").click()
    expect(choice.locator(".better-arrow path")).to_have_count(1)
    beside = box_of(choice.locator(".weighed"))["x"] > box_of(choice.locator(".example"))["x"] + 300
    assert beside == (viewport is DESKTOP)
    page.get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))


def test_a_round_is_laid_out_as_it_comes_near(analysis):
    page = analysis(viewport=PHONE)
    laid_out = "() => document.querySelector('.rounds').checkVisibility({ contentVisibilityAuto: true })"
    finds(page, laid_out, False)
    page.get_by_role("heading", name="Luck").scroll_into_view_if_needed()
    finds(page, laid_out, True)


@pytest.mark.core
def test_a_watcher_reads_names(analysis, site):
    [stranger] = site.guests("Cleo")
    page = analysis(stranger, viewport=DESKTOP)
    expect(page.get_by_role("heading", name="What the moves cost")).to_be_visible()
    expect(page.get_by_role("heading", name="Your play")).to_have_count(0)
