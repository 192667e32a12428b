"""The look of tables, tiles and faces: chosen in Settings, previewed there, and used at every table."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import serious_findings, too_wide

SIZES = [
    {"viewport": {"width": 360, "height": 740}, "has_touch": True},
    {"viewport": {"width": 1440, "height": 900}},
]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
@pytest.mark.core
def test_the_look_is_previewed_and_used_at_the_table(visit: Callable[..., Page], site: Any, size: dict[str, Any]):
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], moves=4)
    ada, game = made["accounts"][0], made["games"][0]["id"]
    page = visit(site, "/settings/", ada, **size)
    preview, root = page.locator("#look-preview"), page.locator("html")
    expect(preview.locator(".pip").first).to_be_visible()
    for name in ("Walnut", "Ebony", "Pictures"):
        page.get_by_role("radio", name=name, exact=True).check(force=True)  # the radio button is under its label
    expect(root).to_have_attribute("data-felt", "walnut")
    expect(preview.locator(".picture")).to_have_count(8)
    page.get_by_role("radio", name="Numbers", exact=True).check(force=True)
    expect(preview).to_have_text("66644110")
    assert too_wide(page) <= 0
    assert serious_findings(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()

    page = visit(site, f"/g/{game}/", ada, **size)  # another browser of the same account
    expect(page.locator("html")).to_have_attribute("data-tiles", "ebony")
    expect(page.locator("#hand .domino-number").first).to_be_visible()
    page.locator(".table-bar .menu > summary").click()
    with page.expect_response("**/settings/look/"):
        page.get_by_role("button", name="Dots", exact=True).click()
    expect(page.locator("#hand .pip").first).to_be_visible()
    # As after a login in another tab: the token that the page came with isn't valid any more.
    page.context.add_cookies([{"name": "csrftoken", "value": "a" * 32, "url": site.url}])
    with page.expect_response("**/settings/look/") as answered:
        page.get_by_role("button", name="Sound and vibration", exact=True).click()
    assert answered.value.ok
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-sound", "off")
    expect(page.locator("body")).to_have_attribute("data-faces", "dots")
    expect(page.locator("html")).to_have_attribute("data-felt", "walnut")
