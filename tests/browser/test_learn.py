"""A guest against a computer takes a move back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import is_live
from tests.browser.test_whole_game import plays_by_thumb
from tests.live.server import LiveServer


@pytest.mark.core
def test_a_move_is_taken_back_and_another_one_made(visit: Callable[..., Page], site: LiveServer):
    page = visit(site, "/computers/", viewport={"width": 1024, "height": 768}, has_touch=True)
    page.get_by_label("Game").first.select_option("draw")
    page.get_by_role("button", name="Play now").click()
    is_live(page)
    mine, back = page.locator("#log .log-line", has_text=re.compile("^You (play|lead)")), page.locator("#undo")
    expect(back).to_be_hidden()
    for _ in range(2):
        # The server first draws for the guest if necessary.
        expect(page.locator(".my-move .hand-tile.playable")).not_to_have_count(0)
        plays_by_thumb(page)
        expect(back).to_be_visible()
        expect(mine).to_have_count(1)
        back.click()
        expect(mine).to_have_count(0)
        expect(page.locator("#status")).to_have_text(re.compile("Your turn"))
        expect(back).to_be_hidden()
