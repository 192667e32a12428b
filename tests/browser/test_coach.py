"""The card of a lost round tells the better move; one tap turns that off."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.table_fixtures import JSON, MockedTable, replay, unbroken, until, view
from tests.browser.test_pages import findings_in_looks, small_targets
from tests.browser.test_results import DESKTOP, NAMES, PHONE, ended, fits_everywhere, line, rated

SENTENCE = "5-5 on the 5-1 instead of 5-2 would have left Bartholomew Long without a tile that fits."
ADVICE: JSON = {"advice": {"deal": 0, "ply": 2, "seat": 0}, "text": SENTENCE, "puzzle": ""}
windows = pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])


def against(*, computer: bool, **changed: Any) -> JSON:
    """The first deal in play, unrated."""
    shown = view(version=7, rated=False, **changed)
    shown["seats"][1] |= {"name": NAMES[1], "computer": "solid" if computer else None}
    return shown


def next_deal(*, computer: bool = True, winner: int = 1) -> JSON:
    """The same game after the round: the next deal has begun."""
    score = replay()["score"] | {"winner": winner}
    return against(computer=computer, deal=1, scores=[score], totals=[10, -5]) | {"version": 9}


def round_lost(table: Any, *, computer: bool = True, winner: int = 1, **how: Any) -> MockedTable:
    deal = replay(score=replay()["score"] | {"winner": winner})
    at: MockedTable = table(against(computer=computer), deals={0: deal}, **{"advice": ADVICE} | how)
    at.show(next_deal(computer=computer, winner=winner))
    expect(at.page.locator(".over-table")).to_be_visible()
    return at


def advice(page: Page) -> Any:
    return page.locator(".over-coach")


def look(page: Page, named: str) -> None:
    page.locator("#card").get_by_role("button", name=named).click()


@windows
@pytest.mark.core
def test_after_a_lost_round_the_card_tells_the_better_move_and_shows_it(table: Any, window: JSON):
    at = round_lost(table, **window)
    page = at.page
    expect(advice(page)).to_contain_text(unbroken(SENTENCE))
    expect(page.locator("#card").get_by_role("button", name="Next round")).to_be_in_viewport(ratio=1)
    assert [each for each in small_targets(page) if "over-" in each] == []
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []
    look(page, unbroken(SENTENCE))
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?deal=0&ply=2")


@windows
def test_the_only_tile_that_would_have_won_is_asked_for(table: Any, window: JSON):
    puzzle = {"puzzle": "/puzzles/"}  # its own page, on the site
    page = round_lost(table, **window, advice=ADVICE | puzzle).page
    asked = page.locator("#card").get_by_role("link", name="One tile would have won. Find it?")
    expect(asked).to_be_visible()
    expect(advice(page)).not_to_contain_text(unbroken(SENTENCE))
    assert [each for each in small_targets(page) if "over-" in each] == []
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []
    asked.click()
    expect(page).to_have_url(re.compile("/puzzles/$"))


@windows
def test_one_tap_turns_it_off_and_the_server_stores_that(table: Any, window: JSON):
    at = round_lost(table, **window)
    page, stored = at.page, list[Request]()
    page.route("**/settings/look/", lambda route: (stored.append(route.request), route.fulfill(json={})))
    look(page, "Turn off advice")
    expect(page.get_by_role("link", name="Advice is off")).to_be_focused()
    expect(advice(page)).not_to_contain_text(unbroken(SENTENCE))
    until(page, lambda: stored)
    assert [request.post_data for request in stored] == ["coach=off"]
    look(page, "Next round")
    at.deals[1] = replay(deal=1)
    at.show(next_deal() | {"deal": 2, "version": 12, "scores": [replay()["score"]] * 2})
    expect(page.locator(".over-table")).to_be_visible()
    expect(advice(page)).to_have_count(0)
    assert len(at.advised) == 1


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_lost_games_result_fits_every_screen_with_advice(table: Any, seats: int, language: str):
    shown = ended(seats, [1])
    lost = line(seats) | {"winner": 1}
    shown["round"]["result"] = lost
    shown["scores"] = [lost | {"deal": score["deal"], "round": score["round"]} for score in shown["scores"]]
    page: Page = table(shown, advice=ADVICE, locale=language).page
    rated(page)
    expect(page.locator("#over-rating")).to_contain_text("(+12)")
    expect(advice(page)).to_contain_text(unbroken(SENTENCE))
    fits_everywhere(page, "lost, with advice")


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_lost_rounds_card_fits_every_screen_with_advice(table: Any, language: str):
    page = round_lost(table, locale=language).page
    expect(advice(page)).to_contain_text(unbroken(SENTENCE))
    fits_everywhere(page, "a round, with advice")
