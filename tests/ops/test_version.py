"""The version is only in pyproject.toml, and everything shows it."""

import json
import re
import tomllib

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.rooms import PACKAGES, ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_the_changelog_starts_with_the_version():
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == VERSION


def test_no_other_file_repeats_the_version():
    """A second copy would soon differ. (The dumps and hashes of releases have their own.)"""
    said = re.compile(rf"version\W{{1,5}}{re.escape(VERSION)}", re.IGNORECASE)
    found = [
        path
        for name, room in PACKAGES.items()
        if name != "tests"
        for path in room.rglob("*.py")
        if said.search(path.read_text())
    ]
    assert found == []


def test_the_image_contains_the_version_file():
    assert "!pyproject.toml" in (ROOT / ".dockerignore").read_text().splitlines()


def test_healthz_has_the_version():
    assert settings.VERSION == VERSION
    assert Client().get("/healthz").content.decode() == f"ok {VERSION}\n"


@pytest.mark.django_db
def test_metrics_have_the_version():
    assert f'boneyard_info{{version="{VERSION}"}} 1.0' in Client().get("/metrics").content.decode()


@pytest.mark.django_db
def test_the_schema_has_the_version():
    answer = Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert json.loads(answer.content)["info"]["version"] == VERSION


@pytest.mark.django_db
def test_the_admin_footer_has_the_version():
    host = User.objects.create_superuser(username="host", nickname="Host")
    client = Client()
    client.force_login(host)
    for page in (reverse("admin:index"), reverse("admin:games_game_changelist")):
        footer = client.get(page).content.decode().partition('<footer id="footer">')[2].partition("</footer>")[0]
        assert re.sub(r"<[^>]+>", "", footer).strip() == f"Boneyard {VERSION}"
