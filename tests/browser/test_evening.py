"""An evening on three devices: created in two taps, entered by its link, and everybody comes to their board."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import serious_findings, small_targets, too_wide

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
TABLE = re.compile(r"/g/[a-z0-9]+/$")
ONE_MORE = """
from django.utils import timezone
from accounts.models import User
from tournaments.entries import entering
entering.enter(public_id="{tournament}", player=User.objects.get(username="{player}"), now=timezone.now())
"""


@pytest.fixture
def people(site):
    return site.seed(accounts=["Ada", "Ben"])["accounts"]


def fits(page: Page) -> None:
    assert (too_wide(page), small_targets(page), serious_findings(page)) == (0, [], [])


def test_two_taps_a_link_and_everybody_is_at_their_board(visit, site, people):
    ada, ben = people
    captain = visit(site, "/tournaments/evening/", ada, **PHONE)
    expect(captain.locator("#takes")).to_contain_text("Anyone with the link can play")
    fits(captain)
    captain.get_by_role("button", name="Create the evening").click()
    captain.get_by_role("button", name="I’m in").click()
    expect(captain.get_by_text("Keep this page open")).to_be_visible()
    fits(captain)
    address = captain.url.removeprefix(site.url)
    guest = visit(site, address, **PHONE)
    guest.get_by_label("Your name").fill("Grandma")
    guest.get_by_role("button", name="I’m in").click()
    expect(guest.get_by_text("Keep this page open")).to_be_visible()
    site.manage("shell", "-v0", "-c", ONE_MORE.format(tournament=address.split("/")[2], player=ben["username"]))
    captain.get_by_role("button", name="Start now").click(timeout=15_000)  # the page has seen that three are here
    screen = visit(site, f"{address}screen/", **PROJECTOR)
    expect(screen.locator("[data-small-board] svg")).to_be_visible(timeout=60_000)
    expect(screen.get_by_role("cell", name="0").first).to_be_visible()
    text = screen.locator(".screen-boards").inner_text()
    at_board = [page for page, name in ((captain, "Ada"), (guest, "Grandma")) if name in text]
    assert at_board
    for page in at_board:
        expect(page).to_have_url(TABLE, timeout=30_000)
    assert too_wide(screen) == 0
    assert screen.evaluate("document.documentElement.scrollHeight") == PROJECTOR["viewport"]["height"]
