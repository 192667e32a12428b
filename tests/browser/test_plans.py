"""Conditional moves, the next game, and the tab's title: two people, one server, real browsers."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds, is_live, unbroken
from tests.browser.test_pages import serious_findings
from tests.live.server import LiveServer

Visit = Callable[..., Page]


def shown(page: Page, game: str) -> dict[str, Any]:
    """The game as the logged-in player sees it now."""
    return page.request.get(f"/api/v1/games/{game}/").json()


class Two:
    """Ada, who plans ahead, while it is Ben's turn to lead."""

    first, tile, end = "2-1", "2-0", 2  # what Ben leads, and Ada's answer where an end shows 2

    def __init__(self, visit: Visit, site: LiveServer, **context: Any) -> None:
        who = ("Ada", "Ben")
        made = site.seed(guests=who, games=1, players=who, variant="block", clock="none", random_seed=3)
        self.guests, self.game = made["guests"], made["games"][0]["id"]
        self.ada, self.ben = (visit(site, f"/g/{self.game}/", guest, **context) for guest in self.guests)
        assert self.first in shown(self.ben, self.game)["round"]["legal"], "other tiles: choose another random_seed"
        assert self.tile in shown(self.ada, self.game)["round"]["hand"], "other tiles: choose another random_seed"

    def ben_plays(self) -> None:
        self.ben.locator(f'.hand-tile[data-tile="{self.first}"]').click()
        self.ben.get_by_role("button", name="Submit", exact=True).click()


@pytest.fixture
def two(visit: Visit, site: LiveServer) -> Two:
    return Two(visit, site)


def plan(page: Page, tile: str, end: int) -> None:
    page.get_by_role("button", name=f"Add: {tile} on an end that shows {end}", exact=True).click()
    expect(page.locator(".plan-lines")).to_contain_text(f"If an end shows {end}, play {tile} there")


@pytest.mark.core
def test_ada_plans_while_ben_thinks_and_her_tile_is_played_soon_after_his(two: Two):
    page = two.ada
    page.locator(".plan-link").click()
    expect(page.get_by_role("group", name="Add a move")).to_be_visible()
    plan(page, two.tile, two.end)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".plan").get_by_text("Saved.")).to_be_visible()
    expect(two.ben.locator("#status")).to_contain_text("Your turn")
    two.ben_plays()
    expect(page.locator(".placed")).to_have_count(2)
    expect(page.locator(".hand-tile")).to_have_count(len(shown(page, two.game)["round"]["hand"]))
    expect(page.locator(f'.hand-tile[data-tile="{two.tile}"]')).to_have_count(0)
    expect(page.get_by_text("No moves planned yet.")).to_be_visible()  # the panel has noticed
    expect(two.ben.locator("#log")).to_contain_text(unbroken(f"plays {two.tile}"))
    assert "planned" not in json.dumps(shown(two.ben, two.game))
    assert "planned" in shown(page, two.game)["by"]


def test_a_plan_is_made_by_keyboard_on_a_small_phone_without_sideways_scrolling(visit: Visit, site: LiveServer):
    two = Two(visit, site, viewport={"width": 320, "height": 640}, has_touch=True)
    page = two.ada
    page.locator(".plan-link").focus()
    page.keyboard.press("Enter")
    add = page.get_by_role("button", name=f"Add: {two.tile} on an end that shows {two.end}", exact=True)
    expect(add).to_be_visible()
    add.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".plan-lines li")).to_have_count(1)
    expect(add).to_be_focused()  # the focus stays in place
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("side.scrollWidth <= side.clientWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll(".plan button")]
          .map((node) => [node.value, node.getBoundingClientRect()])
          .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
          .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""
    )
    assert small == []
    assert serious_findings(page) == []


def test_a_plan_is_made_without_scripts(visit: Visit, site: LiveServer):
    two = Two(visit, site)
    page = visit(site, f"/g/{two.game}/plan/", two.guests[0], java_script_enabled=False)
    page.get_by_role("button", name=f"Add: {two.tile} on an end that shows {two.end}", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".plan-lines li")).to_have_count(1)
    expect(page.get_by_text("Not saved yet")).to_have_count(0)
    page.goto(f"/g/{two.game}/")
    page.goto(f"/g/{two.game}/plan/")
    expect(page.locator(".plan-lines li")).to_have_count(1)


# ---- The next game -----------------------------------------------------------------------------


@pytest.fixture
def three_games(visit: Visit, site: LiveServer) -> dict[str, Any]:
    """Ada, with exactly three games waiting for her, in this order. A player who can't answer a lead draws."""
    who = ("Ada", "Ben")
    made = site.seed(guests=who, games=3, players=who, variant="draw", clock="turn", random_seed=1)
    page = visit(site, "/healthz", made["guests"][0])
    games = [game["id"] for game in made["games"]]
    assert [shown(page, game)["round"]["turn"] for game in games] == [0, 0, 0], "choose another random_seed"
    return {"ada": made["guests"][0], "games": games}


def lead(page: Page) -> None:
    is_live(page)
    tile = page.locator(".hand-tile.playable").first
    tile.click()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.locator(".table-page")).not_to_have_class(re.compile("my-move"))


def test_after_a_move_the_next_game_is_one_click_away_and_can_be_skipped(
    visit: Visit, site: LiveServer, three_games: dict[str, Any]
):
    first, second, third = three_games["games"]
    page = visit(site, "/next/", three_games["ada"])
    expect(page).to_have_url(re.compile(first))
    expect(page).to_have_title(re.compile(r"^\(2\) ● Your turn"))
    page.locator(".next-game").click()  # "Next game ›"
    expect(page).to_have_url(re.compile(second))
    lead(page)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    page.get_by_role("link", name="Next game › 2 waiting for you").click()
    expect(page).to_have_url(re.compile(first))
    lead(page)
    page.locator(".next-game").click()
    expect(page).to_have_url(re.compile(third))
    lead(page)
    expect(page.locator(".next-game")).to_be_hidden()
    expect(page).to_have_title(re.compile(r"^[^(]"))
    page.goto("/next/")
    expect(page.get_by_text("No game is waiting for you now.")).to_be_visible()


def test_going_to_the_next_game_automatically_can_be_cancelled(
    visit: Visit, site: LiveServer, three_games: dict[str, Any]
):
    _first, second, _third = three_games["games"]
    page = visit(site, "/settings/", three_games["ada"])
    page.get_by_role("radio", name="Go to my next game").check()
    page.locator("form.card").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.clock.install()
    page.goto("/next/")
    lead(page)
    expect(page.get_by_text("Next game in")).to_be_visible()
    page.clock.run_for(5_000)
    expect(page).to_have_url(re.compile(second))
    lead(page)
    page.get_by_role("button", name="Stay here").click()
    expect(page.get_by_text("Next game in")).to_have_count(0)
    page.clock.run_for(5_000)
    expect(page).to_have_url(re.compile(second))


def test_the_tab_shows_the_number_of_waiting_games_on_every_page(two: Two, visit: Visit, site: LiveServer):
    page = visit(site, "/rules/", two.guests[0])
    page.evaluate("navigator.setAppBadge = (count) => { window.badge = count; return Promise.resolve(); }")
    expect(page).to_have_title(re.compile(r"^[^(]"))
    assert "favicon-dot" not in page.locator("link[rel=icon]").get_attribute("href")
    two.ben_plays()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-dot"))
    finds(page, "badge", 1)


def test_the_tab_shows_the_number_where_sockets_are_blocked_too(two: Two, visit: Visit, site: LiveServer):
    page = visit(site, "/healthz", two.guests[0])
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.goto("/rules/")
    expect(page).to_have_title(re.compile(r"^[^(]"))
    two.ben_plays()
    expect(page).to_have_title(re.compile(r"^\(1\) "), timeout=20_000)
