"""The pages of Django's administration keep to the policy of all others (`visit` fails on a breach of it)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.live.server import LiveServer

pytestmark = pytest.mark.browser
IN_CHARGE = "from accounts.models import User; User.objects.filter(pk=%d).update(is_staff=True, is_superuser=True)"


def test_the_administration_works_under_the_policy_of_the_site(server: LiveServer, visit: Callable[..., Page]):
    [ada] = server.seed(accounts=["Ada"])["accounts"]
    server.seed(games=1, variant="draw", clock="none")
    server.manage("shell", "--command", IN_CHARGE % ada["id"])
    page = visit(server, "/admin/", ada)
    kinds = page.locator("#content-main th a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert "/admin/auth/group/" in kinds
    for kind in kinds:
        page.goto(kind)
        expect(page.locator("#changelist")).to_be_visible()
    page.goto("/admin/auth/group/add/")
    page.locator("#id_name").fill("Friends of the house")
    page.locator("#id_permissions_from option").first.dblclick()  # a list that scripts build
    expect(page.locator("#id_permissions_to option")).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist .success")).to_be_visible()
