"""Scripts finish pages that are on the screen already. Nothing may move under the finger then."""

import pytest
from playwright.sync_api import expect

from tests.browser.table_fixtures import held_back
from tests.browser.test_as_in_production import MOVED, PAINTED, SCRIPTS

ELSEWHERE = """
from django.utils import timezone
from accounts.models import Browser
from accounts.sessions import SessionStore
for name in ("phone", "laptop"):
    session = SessionStore()
    session.create()
    now = timezone.now()
    Browser.objects.create(session_id=session.session_key, user_id={id}, name=name, since=now, last_used=now)
"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_nothing_moves_when_the_scripts_come(visit, site, width, height):
    (ada,) = site.seed(accounts=["Ada"])["accounts"]
    site.manage("shell", "-v0", "-c", ELSEWHERE.format(id=ada["id"]))
    page = visit(site, "/healthz", ada, viewport={"width": width, "height": height})
    page.add_init_script(MOVED)
    for path in ("/settings/notices/", "/settings/browsers/", "/standings/", "/lobby/", "/new/", "/new/?variant=goat"):
        with held_back(page, SCRIPTS):
            page.goto(path, wait_until="commit")
            expect(page.get_by_role("contentinfo")).to_be_visible()
            page.evaluate(PAINTED)
        page.wait_for_load_state("networkidle")
        page.unroute(SCRIPTS)
        assert (path, page.evaluate("moved")) == (path, [])


@pytest.mark.core
def test_a_form_sent_by_script_shows_its_button_only_if_it_was_changed_before(visit, site):
    page = visit(site, "/healthz")
    with held_back(page, SCRIPTS):
        page.goto("/standings/", wait_until="commit")
        expect(page.get_by_role("button", name="Show")).to_be_hidden()
        page.get_by_label("Game", exact=True).select_option("draw")
    expect(page.get_by_role("button", name="Show")).to_be_visible()
