"""History in a real browser: one row per game with its last layout, results at a glance, any day, by keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import findings_in_looks, small_targets, too_wide
from tests.samples import some

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"}, {"forced_colors": "active"},
]  # fmt: skip


@pytest.fixture(scope="module")
def people(site: Any) -> dict[str, Any]:
    """Ada and Ben, who have finished three games of one round."""
    made = site.seed(accounts=["Ada", "Ben"], games=3, players=["Ada", "Ben"], options={"end": "rounds:1"}, moves=200)
    ada, ben = made["accounts"]
    return {"ada": ada, "ben": ben}


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_history_and_results_fit_and_are_accessible_in_any_colours(
    visit: Callable[..., Page], site: Any, people: dict[str, Any], viewport: dict[str, int]
):
    page = visit(site, "/", people["ada"], viewport=viewport)
    names = {name: person["username"] for name, person in people.items()}
    paths = ("/history/", "/history/results/", "/history/opponents/", "/history/with/{ben}/", "/people/{ada}/")
    wrong = []
    for path in some(paths, 3, salt=str(viewport)):
        page.goto(path.format(**names))
        wrong += [f"{path}: {too_wide(page)} px too wide"] if too_wide(page) > 0 else []
        wrong += [f"{path}: {found}" for found in small_targets(page)]
        wrong += [f"{path} {found}" for found in findings_in_looks(page, *LOOKS)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.core
def test_history_is_in_the_header_and_shows_how_each_game_ended(visit, site, people, viewport):
    page = visit(site, "/rules/", people["ada"], viewport=viewport)
    if viewport == PHONE:
        page.locator(".site-tools .menu > summary").click()
    page.locator(".site-header").get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", name="Results at a glance")).to_be_visible()
    boards = page.locator(".with-board .small-board")
    expect(boards).to_have_count(3)
    boards.last.scroll_into_view_if_needed()
    expect(boards.last.locator("svg .domino-body").first).to_be_attached()


def test_boards_far_below_are_not_fetched(visit, site, people):
    page = visit(site, "/rules/", people["ada"], viewport={"width": 360, "height": 400})  # has no boards
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/v1/boards/" in request.url else None)
    page.goto("/history/", wait_until="networkidle")
    assert asked == []
    page.locator("#games-title").scroll_into_view_if_needed()
    page.locator(".with-board").first.scroll_into_view_if_needed()
    expect(page.locator(".with-board .small-board svg").first).to_be_attached()
    assert asked


def test_without_scripts_a_day_can_be_chosen_and_filters_stay(visit, site, people):
    page = visit(site, "/history/?result=aborted", people["ada"], java_script_enabled=False)
    expect(page.get_by_text("None of your games match your search.")).to_be_visible()
    page.goto("/history/?opponent=ben")
    page.get_by_label("Go to a day").fill("2001-01-01")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("opponent=ben.*on=2001-01-01|on=2001-01-01.*opponent=ben"))
    expect(page.locator(".game-row")).to_have_count(3)


def test_the_keyboard_leads_from_the_numbers_to_a_game(visit, site, people):
    page = visit(site, "/history/", people["ada"], viewport=DESKTOP)
    page.get_by_role("link", name="All results").focus()
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('.game-row') !== null"))
        if reached[-1]:
            break
    assert reached[-1]
    outline = page.evaluate("getComputedStyle(document.activeElement, '::after').outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*/")
