"""A player runs out of time: the chosen rule applies, all players see it, and the player can return."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import is_live
from tests.browser.test_pages import MORE
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
LET_IT_RUN_OUT = """
from django.utils import timezone
from games.clocks import clock
from games.models import Game
now = timezone.now()
print(Game.objects.get(public_id="{game}").turn)
Game.objects.filter(public_id="{game}").update(deadline=now)
clock.sweep(now)
"""


def away(site: LiveServer, misses: str, **more: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A game whose player has just run out of time: its address, that player, and the other one."""
    made = site.seed(
        accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="block", options={"end": "rounds:9"},
        misses=misses, **more,
    )["games"][0]  # fmt: skip
    late = int(site.manage("shell", "-v0", "-c", LET_IT_RUN_OUT.format(game=made["id"])))
    return f"/g/{made['id']}/", made["seats"][late], made["seats"][1 - late]


def seat_of(page: Page, name: str):
    return page.locator(".player", has=page.locator(".player-name", has_text=name))


def test_a_computer_plays_for_an_absent_player_until_they_return(visit, site):
    game, late, other = away(site, "computer")
    watching = visit(site, game, other)
    expect(seat_of(watching, late["name"])).to_contain_text("computer")
    expect(watching.locator("#stood-in")).to_contain_text("That player can lose rating in this game")
    page = visit(site, game, late, **PHONE)
    expect(page.locator("#status")).to_contain_text("A computer is playing for you")
    by_computer = page.locator(".log-line", has_text=f"{late['name']} (by computer)")  # again if the other one passes
    expect(by_computer.first).to_be_attached(timeout=15_000)
    page.get_by_role("button", name="I’m back").click()
    is_live(page)
    expect(page.get_by_role("button", name="I’m back")).to_have_count(0)
    expect(seat_of(watching, late["name"])).not_to_contain_text("computer")
    expect(watching.locator("#stood-in")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_we_play_a_move_for_an_absent_player_and_mark_it(visit, site, size):
    game, late, other = away(site, "move", misses_most=2)
    watching = visit(site, game, other, **size)
    expect(watching.locator("#log")).to_contain_text(f"{late['name']} (out of time)")
    expect(watching.get_by_text("after that, we play for the player up to 2 times in a row").first).to_be_attached()
    page = visit(site, game, late, **size)
    expect(page.locator("#log")).to_contain_text(f"{late['name']} (out of time)")
    notices = visit(site, "/notices/", late, **size)
    expect(notices.locator("main")).to_contain_text("You ran out of time, so we played a move for you: Block")
    expect(notices.locator("main")).to_contain_text("we play a move for you once more; then you’re out")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_moves_for_absent_players_are_chosen_with_the_clock_and_shown(visit, site, size):
    page = visit(site, "/new/", site.seed(accounts=["Ada"])["accounts"][0], **size)
    page.get_by_label("Clock", exact=True).select_option("86400")
    page.locator(MORE).click()
    page.locator("summary", has_text="If a player runs out of time").click()
    times = page.get_by_label("Moves in a row before they’re out")
    choice = page.get_by_label("We play their heaviest tile that fits, up to a limit; then they’re out")
    page.get_by_label("They’re out at once (with two sides, they lose)").check()
    expect(times).to_be_hidden()
    choice.check()
    times.fill("2")
    page.get_by_role("button", name="Create the invitation").click()
    said = "1 day per move; after that, we play for the player up to 2 times in a row"
    expect(page.get_by_text(said).first).to_be_visible()


@pytest.mark.core
def test_the_rule_for_absent_players_is_chosen_with_the_clock_and_shown(visit, site):
    page = visit(site, "/new/", site.seed(accounts=["Ada"])["accounts"][0], **PHONE)
    page.locator(MORE).click()
    page.get_by_label("Clock", exact=True).select_option("none")
    choice = page.get_by_label("A computer plays for them until they return")
    expect(choice).to_be_hidden()
    page.get_by_label("Clock", exact=True).select_option("86400")
    page.locator("summary", has_text="If a player runs out of time").click()
    choice.check()
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_text("1 day per move; after that, a computer plays for the player").first).to_be_visible()
