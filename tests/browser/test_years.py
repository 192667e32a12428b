"""A player's year as a poster, for them and for visitors with its link, in Chromium."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import findings_in_looks, small_targets, too_wide

LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "dark", "contrast": "more"}]


@pytest.fixture
def ada(site):
    """An account that has finished a game with Ben."""
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], options={"end": "rounds:1"}, moves=200)
    return made["accounts"][0]


@pytest.mark.core
def test_a_year_is_shared_by_link_and_unshared_without_scripts(site, visit, ada):
    page = visit(site, "/year/", ada, java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Ada in 20\d\d"))
    page.get_by_role("button", name="Share by link").click()
    link = page.get_by_label("Anyone with this link can see it").input_value()
    path = link.removeprefix(site.url)
    stranger = visit(site, path)
    expect(stranger.get_by_role("heading", level=1)).to_have_text(re.compile(r"Ada in 20\d\d"))
    expect(stranger.get_by_role("listitem").filter(has_text="1 game, ")).to_have_count(2)  # the month and the game
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Share by link")).to_be_visible()
    assert stranger.goto(path).status == 404


@pytest.mark.parametrize("width", [320, 1440])
def test_the_poster_fits_and_is_accessible(site, visit, ada, width):
    page = visit(site, "/year/", ada, viewport={"width": width, "height": 800}, has_touch=True)
    page.get_by_role("button", name="Share by link").click()
    shared = page.get_by_label("Anyone with this link can see it").input_value().removeprefix(site.url)
    for path in ("/year/", shared):
        page.goto(path)
        assert too_wide(page) <= 0
        assert small_targets(page) == []
        assert findings_in_looks(page, *LOOKS) == []
