"""Sign in with Boneyard, in Chromium: the program of the guide, and where the form of consent may lead."""

import os
import re
import subprocess
import sys
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import findings_in_looks, sticking_out
from tests.live.server import ROOT

PASSWORD = "four-bones-and-ink"
REGISTER = """
from accounts.models import User
from accounts.oauth import registry
User.objects.create_user(username="ines", nickname="Ines", password="four-bones-and-ink")
maker = User.objects.create_user(username="otto", nickname="Otto")
for name, public, address in (("Bones at hand", True, "http://127.0.0.1/done"),
                              ("Bones on the phone", True, "com.example.bones:/done"),
                              ("Club", False, "https://club.example/done")):
    print(registry.register(owner=maker, name=name, public=public, redirects=[address])[0].pk)
"""


@pytest.fixture(scope="module")
def apps(site):
    return site.manage("shell", "-v", "0", "-c", REGISTER).split()


def signed_in(page, address):
    page.goto(address)
    page.get_by_label("Username").fill("ines")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("button", name="Allow")).to_be_visible()


def test_the_program_of_the_guide_signs_a_person_in(site, visit, apps, tmp_path):
    guide = (ROOT / "docs" / "api.md").read_text()
    [code] = [block for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "webbrowser" in block]
    (tmp_path / "sign_in.py").write_text(code)
    command = [sys.executable, "sign_in.py", site.url, apps[0]]
    env = os.environ | {"BROWSER": "true"}  # the program "true" opens no page; this test does
    with subprocess.Popen(command, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE) as program:
        page = visit(site, "/rules/")
        signed_in(page, program.stdout.readline().rpartition(" ")[2].strip())
        page.get_by_role("button", name="Allow").click()
        expect(page.get_by_text("You can close this page.")).to_be_visible()
        said, _errors = program.communicate(timeout=30)
    assert program.returncode == 0
    assert said == "Hello Ines! 0 games wait for you.\n"


@pytest.mark.parametrize(
    ("number", "address"), [(1, "com.example.bones:/done"), (2, "https://club.example/done")], ids=["scheme", "https"]
)
@pytest.mark.core
def test_the_form_of_consent_leads_to_the_app(site, visit, apps, number, address):
    """Chromium checks `form-action` for each redirect after a form. Nobody answers at the address, but it is asked."""
    page = visit(site, "/rules/")
    query = {
        "client_id": apps[number], "redirect_uri": address, "response_type": "code", "scope": "read", "state": "s1",
        "code_challenge": "x" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    signed_in(page, f"/oauth/authorize/?{urlencode(query)}")
    with page.expect_request(lambda request: request.url.startswith(address)) as sent:
        page.get_by_role("button", name="Allow").click(no_wait_after=True)
    assert "state=s1" in sent.value.url


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_page_of_consent_fits_and_axe_finds_nothing(site, visit, apps, width):
    query = {
        "client_id": apps[0], "redirect_uri": "http://127.0.0.1:1/done", "response_type": "code",
        "scope": "openid profile email play talk", "code_challenge": "x" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    page = visit(site, "/rules/", viewport={"width": width, "height": 800})
    signed_in(page, f"/oauth/authorize/?{urlencode(query)}")
    assert sticking_out(page) == []
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []
