"""A game's last moment in a real browser: choosing it, its local time, its countdown, and the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import too_wide

PHONE = {"viewport": {"width": 360, "height": 740}}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
LIMITED = {"variant": "block", "turn_seconds": 120, "lasts_seconds": 1800}
TIME_PASSES = """
from datetime import timedelta
from django.utils import timezone
from games.clocks import clock
from games.models import Game
then = timezone.now() - timedelta(minutes=31)
game = Game.objects.filter(public_id="{game}")
game.update(started_at=then, last_moment=then + timedelta(minutes=30), deadline=then + timedelta(hours=1))
clock.sweep()
"""


def a_game(site, **more):
    return site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], **(LIMITED | more))["games"][0]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.core
def test_it_is_chosen_with_the_clock_and_shown_in_the_readers_time(visit, site, size):
    ada = site.seed(accounts=["Ada"])["accounts"][0]
    page = visit(site, "/new/?variant=general&seats=4", ada, timezone_id="Asia/Kolkata", **size)
    page.get_by_role("radio", name="Live").check()
    means = page.get_by_text("When the time is up, the game ends and the scores decide.")
    expect(page.get_by_text("General is often limited by time: 30 minutes or 1 hour.")).to_be_visible()
    expect(means).to_be_hidden()
    page.get_by_label("Time limit for the game").select_option("1800")
    expect(means).to_be_visible()
    expect(page.locator("[data-estimate]")).to_contain_text("if everyone uses all their time, 30 minutes")
    assert too_wide(page) <= 0
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_text("2 minutes per move; the game ends after 30 minutes").first).to_be_visible()
    line = page.get_by_text("If the game starts now, it ends")
    expect(line).to_have_text(re.compile(r"ends \w+ \d+ \w+, \d\d:\d\d at the latest\.\s*$"))  # no “UTC”
    assert too_wide(page) <= 0


def test_other_games_show_no_last_moment(visit, site):
    page = visit(site, "/new/?variant=draw")
    expect(page.locator("[data-limited]")).to_be_hidden()
    page = visit(site, "/new/?variant=general")
    expect(page.locator("[data-limited]")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_live_game_counts_down_its_remaining_time(visit, site, size):
    game = a_game(site)
    page = visit(site, f"/g/{game['id']}/", game["seats"][0], **size)
    expect(page.locator(".clock-game")).to_have_text(re.compile(r"^game: (29|30):\d\d left$"))
    expect(page.locator(".clock-game")).to_be_in_viewport()
    assert too_wide(page) <= 0


def test_a_game_without_a_clock_counts_down_too(visit, site):
    game = a_game(site, clock="none", turn_seconds=None)
    page = visit(site, f"/g/{game['id']}/", game["seats"][0], **PHONE)
    expect(page.locator(".clock-game")).to_have_text(re.compile(r"^game: (29|30):\d\d left$"))


def test_a_daily_game_shows_its_last_moment(visit, site):
    game = a_game(site, turn_seconds=86_400, lasts_seconds=30 * 86_400)
    page = visit(site, f"/g/{game['id']}/", game["seats"][0], timezone_id="Asia/Kolkata", **DESKTOP)
    expect(page.locator(".clock-game")).to_have_text(
        re.compile(r"^game until \w+ \d+ \w+( \d+)?, \d\d:\d\d$|^game until \d+ \w+ \d{4}, \d\d:\d\d$")
    )
    expect(page.locator("#last-moment")).to_contain_text("at the latest. The scores at that time decide.")
    expect(page.locator("#last-moment")).not_to_contain_text("UTC")
    mine = visit(site, "/games/", game["seats"][0], timezone_id="Asia/Kolkata", **PHONE).locator(".play-row")
    expect(mine).to_contain_text("at the latest")
    expect(mine).not_to_contain_text("UTC")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_end_says_that_time_is_up_and_shows_all_hands(visit, site, size):
    game = a_game(site, turn_seconds=3600)
    page = visit(site, f"/g/{game['id']}/", game["seats"][0], **size)
    site.manage("shell", "-v0", "-c", TIME_PASSES.format(game=game["id"]))
    page.reload()
    expect(page.get_by_text("Time is up. The current scores decide the game.").first).to_be_visible()
    expect(page.get_by_role("heading", name="A draw").first).to_be_visible()
    expect(page.locator(".clock-game")).to_have_count(0)
    expect(page.locator("#last-moment")).to_be_hidden()
    expect(page.locator(".player-tiles.open").first).to_be_attached()
