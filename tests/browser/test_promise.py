"""The promise for a deal reaches the page before the deal does."""

import json
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds
from tests.live.server import LiveServer


@pytest.mark.core
def test_the_page_of_an_open_game_keeps_the_promise_for_its_first_deal(visit: Callable[..., Page], site: LiveServer):
    page = visit(site, "/new/?variant=draw")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")
    game = page.url.split("/g/")[1].strip("/")
    with urllib.request.urlopen(f"{site.url}/api/v1/games/{game}/") as answer:
        promised = json.load(answer)["commitment"]
    kept = "game => JSON.parse(sessionStorage.getItem(`promises/${game}`))"
    finds(page, kept, {"0": promised}, arg=game)  # its script comes later
