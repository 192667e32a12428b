"""The page to try the API, under the site's strict content security policy."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.live.server import LiveServer


def link(tag: str, operation: str) -> str:
    """Where the page opens with this operation unfolded. It draws the others only as one scrolls near them."""
    return f"/api/?{operation}#/{tag}/{operation}"


def run(page: Page, body: dict | None = None) -> dict:
    """Fill in the body of the unfolded operation, execute it, and read what came back."""
    expect(page.locator(".swagger-ui .info .title")).to_contain_text("Boneyard API")
    block = page.locator(".opblock.is-open")
    block.get_by_role("button", name="Try it out").click()
    if body is not None:
        block.locator("textarea.body-param__text").fill(json.dumps(body))
    block.get_by_role("button", name="Execute").click()
    live = block.locator(".live-responses-table")
    expect(live.locator("tbody .response-col_status").first).to_contain_text("20")
    return json.loads(live.locator(".highlight-code code").first.inner_text())


def test_a_stranger_creates_a_game_from_the_page_and_is_its_host(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, link("games", "games_create"))
    expect(page.locator("header h1")).to_have_text("API for programs")
    made = run(page, {"variant": "draw", "name": "Mo"})
    assert made["you"] == 0
    page.goto(link("me", "me"))
    assert run(page)["name"] == "Mo"


def test_a_logged_in_user_gets_a_token_with_one_click(visit: Callable[..., Page], site: LiveServer) -> None:
    [ada] = site.guests("Ada")
    page = visit(site, link("me", "tokens_create"), ada)
    expect(page.locator("header")).to_contain_text("Ada")
    assert len(run(page, {"name": "bot", "scopes": ["play"]})["token"]) == 45
