"""The site uses the host name in SITE_URL: that of a request gets into no link."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from deploy.reach import sentences
from rulebook.models import SavedRules
from tests.pages.conftest import words_of

ROOT = Path(__file__).resolve().parent.parent.parent
FORGED = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Server": "evil.example"}


def settings_with(name: str, **env: str) -> str:
    """A setting in a process started with these variables."""
    code = f"from django.conf import settings; print(settings.{name})"
    kept = {key: value for key, value in os.environ.items() if key not in {"SITE_URL", "ALLOWED_HOSTS", "PORT"}}
    own = kept | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings", "SECRET_KEY": "x", "DEBUG": "0"} | env
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=own, capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("env", "hosts"),
    [
        ({}, ["localhost", "127.0.0.1", "[::1]"]),
        ({"ALLOWED_HOSTS": ""}, ["localhost", "127.0.0.1", "[::1]"]),
        ({"SITE_URL": "https://Bones.example/"}, ["bones.example", "localhost", "127.0.0.1", "[::1]"]),
        ({"SITE_URL": "http://[2001:db8::7]:8000"}, ["[2001:db8::7]", "localhost", "127.0.0.1", "[::1]"]),
        ({"ALLOWED_HOSTS": "bones.example, www.bones.example"}, ["bones.example", "www.bones.example"]),
    ],
)
def test_the_site_answers_to_its_own_host_name_and_to_localhost(env, hosts):
    assert settings_with("ALLOWED_HOSTS", **env) == str(hosts)


def test_a_trailing_slash_in_the_site_url_is_ignored():
    assert settings_with("SITE_URL", SITE_URL="https://bones.example/") == "https://bones.example"


def test_requests_to_another_host_name_get_the_address_and_advice(db):
    page = Client().get("/", headers={"Host": "192.0.2.7:8000"})
    assert page.status_code == 400
    assert "You opened 192.0.2.7:8000. Boneyard is here: http://localhost:8000" in words_of(page)
    assert "SITE_URL=http://192.0.2.7:8000" in words_of(page)
    assert "larger than 1 MB" not in words_of(page)


def test_programs_using_another_host_name_get_json(db):
    answer = Client().get("/api/v1/games/", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_host")


def test_a_host_name_with_markup_is_escaped(db):
    page = Client().get("/", headers={"Host": "<b>x</b>"})
    assert page.status_code == 400
    assert b"<b>x</b>" not in page.content


def test_links_to_share_never_use_the_host_name_of_the_request(db, ada, guest, browser_of, offer, settings):
    settings.ALLOWED_HOSTS = ["*"]  # as a host might set it
    dora = guest("Dora")
    game = offer(dora)
    saved = SavedRules.objects.create(owner=ada, name="Ours", variant="draw", options={}, seats=2)
    for reader, path in (
        (dora, game.get_absolute_url()),
        (dora, "/"),
        (ada, saved.get_absolute_url()),
    ):
        page = browser_of(reader).get(path, headers=FORGED).content.decode()
        assert "evil.example" not in page
        assert "http://localhost:8000/" in page
    here = browser_of(dora).get(f"/g/{game.public_id}/qr.svg").content
    assert browser_of(dora).get(f"/g/{game.public_id}/qr.svg", headers=FORGED).content == here


# ---- What `make run` prints ----------------------------------------------------------------------


def test_on_localhost_the_server_prints_only_its_address():
    assert sentences("127.0.0.1", {"PORT": "8080"}, "192.0.2.7") == [
        "Boneyard is at http://localhost:8080 (stop it with Ctrl-C)"
    ]


def test_on_all_interfaces_the_server_prints_the_setting_for_other_devices():
    said = "\n".join(sentences("0.0.0.0", {"PORT": "8080"}, "192.0.2.7"))
    assert "make run HOST=0.0.0.0 SITE_URL=http://192.0.2.7:8080" in said
    assert "ALLOWED_HOSTS" in said


def test_with_a_site_url_the_server_prints_only_its_address():
    env = {"SITE_URL": "http://192.0.2.7:8080"}
    assert sentences("0.0.0.0", env, "192.0.2.7") == ["Boneyard is at http://192.0.2.7:8080 (stop it with Ctrl-C)"]
