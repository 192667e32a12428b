"""Standings in a real browser: on the smallest phone in every language, by finger and keyboard, in every colour."""

import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.table_fixtures import JSON
from tests.browser.test_pages import SMALL, serious_findings, small_targets, sticking_out, too_wide
from tests.live.server import LiveServer
from tests.ops.processes import until
from tests.samples import some

LARGE = {"width": 1440, "height": 900}
MANY = """
from time import sleep
from django.db import transaction
from django.utils import timezone
from accounts.models import User
from games import settling
from games.models import Game
from people.models import Friendship
from tests.standings.conftest import finish, have_met_many, people
ada = User.objects.get(pk={ada})
others = people(30, "standing")
for n in range(36):
    one, other = others[n % 3], ada if n % 3 else others[3 + n % 5]
    variant = ("draw", "muggins")[n % 5 == 0]
    with transaction.atomic():
        game = finish(one, other, winners=(n % 2,), hours=24 * n, variant=variant, settled=False)
    settling.settle(game.pk)
while Game.objects.filter(settle_at__isnull=False).exists():  # the server's worker has been quicker with some
    sleep(0.1)
have_met_many(ada, *others)
Friendship.objects.create(asker=ada, asked=others[0], at=timezone.now(), since=timezone.now())
"""
PATHS = ("/standings/", "/standings/draw/", "/standings/?by=won", "/standings/?who=friends", "/standings/2026-11/",
         "/standings/of/{ada}/", "/standings/draw/of/{ada}/", "/people/{ada}/")  # fmt: skip


@pytest.fixture(scope="module")
def ada(site: LiveServer):
    """An account with many rated games."""
    (ada,) = site.seed(accounts=["Ada"])["accounts"]
    site.manage("shell", "-v", "0", "-c", MANY.format(ada=ada["id"]))
    for path in ("/standings/", "/standings/draw/"):  # kept for a minute, if another test has looked at them
        until(lambda path=path: 'class="my-place"' in page_of(site, path, ada), f"Ada has no place in {path}")
    return ada


def page_of(site: LiveServer, path: str, person: JSON) -> str:
    request = Request(site.url + path, headers={"Cookie": f"sessionid={person['cookies']['sessionid']}"})
    with urlopen(request) as answer:
        return str(answer.read(), "utf-8")


@pytest.mark.parametrize("language", ["en", "de", "ru", "es", "pt"])
def test_on_the_smallest_phone_nothing_scrolls_sideways_in_any_language(visit, site, ada, language):
    page = visit(site, "/standings/", ada, viewport=SMALL, locale=language)
    for path in some(PATHS, 4, salt=language):
        page.goto(path.format(ada=ada["username"]))
        assert sticking_out(page) == [], path
        assert small_targets(page) == [], path


@pytest.mark.parametrize(
    ("size", "look"),
    [
        (SMALL, {"color_scheme": "light"}),
        (LARGE, {"color_scheme": "dark"}),
        (LARGE, {"color_scheme": "light", "contrast": "more"}),
        (SMALL, {"color_scheme": "dark", "contrast": "more"}),
    ],
)
def test_everyone_can_read_them(visit, site, ada, size, look):
    page = visit(site, "/standings/", ada, viewport=size, **look)
    for path in some(PATHS, 4, salt=str(size)):
        page.goto(path.format(ada=ada["username"]))
        assert serious_findings(page) == [], path
        assert too_wide(page) <= 0


def test_a_phone_shows_the_hidden_columns_below_the_name(visit, site, ada):
    phone = visit(site, "/standings/draw/", ada, viewport=SMALL)
    mine = phone.locator("#me")
    expect(mine).to_contain_text("% won")
    expect(mine.locator(".under")).to_be_visible()
    expect(mine.locator("td.wide").first).to_be_hidden()
    desk = visit(site, "/standings/draw/", ada, viewport=LARGE)
    expect(desk.locator("#me .under")).to_be_hidden()
    expect(desk.get_by_role("columnheader")).to_contain_text(["#", "Player", "Rating", "30 days", "Games", "Won"])


def test_the_keyboard_chooses_a_game_and_reaches_ones_own_row(visit, site, ada):
    page = visit(site, "/standings/", ada, viewport=LARGE, java_script_enabled=False)
    page.get_by_label("Game", exact=True).focus()
    page.keyboard.type("Draw")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Draw Dominoes")
    mine = page.get_by_role("link", name="You are number")
    expect(mine).to_be_visible()
    mine.press("Enter")
    expect(page).to_have_url(re.compile("#me$"))
    expect(page.locator("#me")).to_be_in_viewport()
    page.locator("#me a").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ada")


@pytest.mark.core
def test_the_filter_for_friends_stays_chosen(visit, site, ada):
    page = visit(site, "/standings/", ada)
    page.get_by_label("Players").select_option("friends")
    page.wait_for_url("**/standings/?who=friends")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name="By games won").click()
    page.wait_for_url("**/standings/?who=friends&by=won")
    expect(page.get_by_label("Players")).to_have_value("friends")
    page.get_by_label("Season").select_option(index=1)
    page.wait_for_url("**/standings/20*/?who=friends")


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, LARGE])
def test_a_chart_is_legible_and_has_its_numbers_as_text(visit, site, ada, size):
    page = visit(site, f"/standings/draw/of/{ada['username']}/", ada, viewport=size)
    chart = page.get_by_role("img", name="Rating over the last")
    expect(chart).to_be_visible()
    heights = page.evaluate("""() => [...document.querySelectorAll(".rating-chart text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)""")
    assert len(heights) > 4
    assert all(10.5 <= height <= 18 for height in heights), heights
    page.get_by_text("As a table").press("Enter")
    expect(page.locator(".chart-marks dd").first).to_be_visible()
