"""Open games, notifications and the forms of accounts, on a phone and on a desktop."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table_fixtures import box_of
from tests.browser.test_pages import findings_in_looks, small_targets, too_wide

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "dark", "contrast": "more"}]

GONE = """
from accounts.models import Browser, User
from tests.creating import create_game
for player in ({here}, {gone}):
    host = User.objects.get(pk=player)
    create_game(creator=host, variant="draw", visibility="public", turn_seconds=600)
Browser.objects.filter(user={gone}).delete()
"""
SAID = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.models import Game
from notices import actions
ada, ben = User.objects.get(pk={ada}), User.objects.get(pk={ben})
game = Game.objects.get(public_id="{game}")
for minutes, event in ((9, "started"), (0, "message")):  # after a notification of the turn, if there is one
    actions.tell(player=ada, event=event, game=game, by=ben, now=timezone.now() - timedelta(minutes=minutes))
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.core
def test_open_games_are_rows_and_live_only_while_their_host_is_here(visit, site, size):
    names = [f"{name}{size['viewport']['width']}" for name in ("Here", "Gone")]
    here, gone = site.seed(accounts=names)["accounts"]
    visit(site, "/rules/", here)
    site.manage("shell", "-v0", "-c", GONE.format(here=here["id"], gone=gone["id"]))
    page = visit(site, "/lobby/", **size)
    live = page.locator("section", has_text="Live: play now").locator(".play-row")
    expect(live.filter(has_text=names[0])).to_be_visible()
    expect(page.locator(".play-row", has_text=names[1])).to_have_count(0)
    assert box_of(live.first)["height"] <= (130 if size is PHONE else 96)
    assert too_wide(page) <= 0
    assert size is DESKTOP or small_targets(page) == []
    assert findings_in_looks(page, *LOOKS) == []
    live.filter(has_text=names[0]).get_by_role("button", name="Join").click()
    expect(page).to_have_url(re.compile("/g/"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_days_notifications_of_a_game_are_one_line_and_read_together(visit, site, size):
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="draw", moves=1)
    ada, ben = made["accounts"]
    site.manage("shell", "-v0", "-c", SAID.format(ada=ada["id"], ben=ben["id"], game=made["games"][0]["id"]))
    page = visit(site, "/notices/", ada, **size)
    rows = page.locator(".notice-row")
    expect(rows).to_have_count(1)
    expect(rows.locator(".game-title")).to_contain_text("Ben sent a message in Draw Dominoes")
    expect(rows.locator(".earlier")).to_be_hidden()
    rows.locator("summary").click()
    expect(rows.locator(".earlier")).to_contain_text("Game started: Draw Dominoes")
    assert too_wide(page) <= 0
    assert size is DESKTOP or small_targets(page) == []
    assert findings_in_looks(page, *LOOKS) == []
    rows.get_by_role("button", name="Mark as read").click()
    expect(rows.locator(".chip.mine")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_signing_up_shows_the_rules_in_time_and_leads_back(visit, site, size):
    page = visit(site, "/rules/draw/", **size)
    page.locator(".site-tools [data-menu] summary").click()
    page.locator(".site-tools .menu-panel").get_by_role("link", name="Create an account").click()
    rules = page.locator(".password-rules")
    expect(rules).to_have_css("opacity", "0")
    page.get_by_label("Username").fill(f"dora{size['viewport']['width']}")
    page.get_by_label("Password").focus()
    expect(rules).to_have_css("opacity", "1")
    assert too_wide(page) <= 0
    assert findings_in_looks(page, *LOOKS) == []
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    expect(page.locator(".errorlist")).to_be_visible()
    expect(rules).to_have_css("opacity", "1")
    page.get_by_label("Password").fill("long enough, really")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{site.url}/rules/draw/")
    expect(page.locator(".message")).to_contain_text("You’re logged in as")
