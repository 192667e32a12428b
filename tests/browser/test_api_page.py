"""The page to try the API, under the site's strict content security policy."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds
from tests.live.server import LiveServer

# Each operation is drawn as it comes near.
NEAR = "(operation) => { scrollBy(0, 300); return document.querySelector(operation) !== null; }"


def run(page: Page, operation: str, body: dict | None = None) -> dict:
    """Unfold an operation, fill in its body, execute it, and read what came back."""
    block = page.locator(f"#operations-{operation}")
    finds(page, NEAR, True, arg=f"#operations-{operation}")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    if body is not None:
        block.locator("textarea.body-param__text").fill(json.dumps(body))
    block.get_by_role("button", name="Execute").click()
    live = block.locator(".live-responses-table")
    expect(live.locator("tbody .response-col_status").first).to_contain_text("20")
    return json.loads(live.locator(".highlight-code code").first.inner_text())


def test_a_stranger_creates_a_game_from_the_page_and_is_its_host(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/api/")
    expect(page.locator("header h1")).to_have_text("API for programs")
    expect(page.locator(".swagger-ui .info .title")).to_contain_text("Boneyard API")
    made = run(page, "games-games_create", {"variant": "draw", "name": "Mo"})
    assert made["you"] == 0
    page.goto("/api/")
    assert run(page, "me-me")["name"] == "Mo"


def test_a_logged_in_user_gets_a_token_with_one_click(visit: Callable[..., Page], site: LiveServer) -> None:
    [ada] = site.guests("Ada")
    page = visit(site, "/api/", ada)
    expect(page.locator("header")).to_contain_text("Ada")
    assert len(run(page, "me-tokens_create", {"name": "bot", "scopes": ["play"]})["token"]) == 45
