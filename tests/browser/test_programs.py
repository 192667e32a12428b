"""The page of programs fits phones, and axe finds nothing on it."""

import pytest

from tests.browser.test_pages import findings_in_looks, sticking_out

ACCEPTS = """
from accounts.models import User
from matching.models import Accepts
for name, variants in (("rob", ["draw", "muggins", "sausage", "block"]), ("robina-the-long-named", ["draw"])):
    program = User.objects.create_user(username=name, nickname=name.title(), is_program=True)
    Accepts.objects.create(player=program, variants=variants, paces=["live", "usual"], rated=True, most=3)
"""


@pytest.fixture(scope="module")
def programs(site):
    site.manage("shell", "-c", ACCEPTS)


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.core
def test_the_programs_fit_and_axe_finds_nothing(site, visit, programs, width):
    page = visit(site, "/programs/", viewport={"width": width, "height": 800})
    assert page.get_by_role("link", name="Challenge Rob", exact=True).get_attribute("href") == "/people/rob/challenge/"
    assert sticking_out(page) == []
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []
