"""The page of an analysis: it leads with the reader's grade, fits phones, and draws boards when they come near."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds
from tests.browser.test_pages import SMALL, findings_in_looks, small_targets, sticking_out
from tests.browser.test_puzzles import LOOKS

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def game(site):
    """A finished game of Ada and Ben with random moves: in Muggins, about every other one misses points."""
    return site.seed(games=1, variant="muggins", options={"end": "rounds:4"}, moves=10_000)["games"][0]


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
def test_your_grade_and_costliest_moves_come_first_and_fit(analysis, viewport):
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
