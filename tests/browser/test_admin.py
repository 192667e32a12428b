"""The pages of Django's admin keep the site's content security policy (`visit` fails on a breach)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.live.server import LiveServer

pytestmark = pytest.mark.browser
IN_CHARGE = "from accounts.models import User; User.objects.filter(pk=%d).update(is_staff=True, is_superuser=True)"


@pytest.mark.core
def test_the_admin_works_under_the_content_security_policy(site: LiveServer, visit: Callable[..., Page]):
    ada, ben = site.seed(accounts=["Ada", "Ben"])["accounts"]
    (game,) = site.seed(games=1, variant="draw", clock="none")["games"]
    site.manage("shell", "--command", IN_CHARGE % ada["id"])
    page = visit(site, "/admin/", ada)
    tables = page.evaluate(
        "[...document.querySelectorAll('#content-main th a')].map((link) => link.getAttribute('href'))"
    )
    assert "/admin/games/game/" in tables
    for table in tables:
        page.goto(table)
        expect(page.locator("#changelist")).to_be_visible()
    page.goto("/admin/games/game/")
    page.locator("#result_list th a", has_text=game["id"]).click()
    expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
    page.goto(f"/admin/accounts/user/{ben['id']}/change/")
    page.get_by_role("button", name="Close the account").click()
    page.get_by_label("The reason").fill("Seven accounts.")
    page.get_by_role("button", name="Close the account").click()
    expect(page.locator(".messagelist .success")).to_have_text("Ben: Close the account")
