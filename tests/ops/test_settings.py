"""The environment is read as in docs/settings.md; an invalid value is explained in one sentence."""

import os
import runpy
import subprocess
import sys
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from notices.checks import mails_leave
from tests.live.server import ROOT

HOME, ABROAD = {"SITE_URL": "http://localhost:8000"}, {"SITE_URL": "https://bones.example"}
NEEDED = {"SECRET_KEY": "of-a-test"}


def value(name: str, **env: str) -> Any:
    """The setting's value in this environment, without changing this process."""
    with patch.dict(os.environ, NEEDED | env, clear=True):
        return runpy.run_path(str(ROOT / "dominoes_site" / "settings.py"))[name]


def refusal(**env: str) -> str:
    with pytest.raises(ImproperlyConfigured) as refused:
        value("DEBUG", **env)
    return str(refused.value)


def command(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"]} | NEEDED | env
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("env", "backend"),
    [
        (HOME, "console"),
        (HOME | {"EMAIL_HOST": "mail.example"}, "smtp"),
        (ABROAD, "smtp"),  # a log must not hold links that reset passwords
        (ABROAD | {"EMAIL_HOST": "mail.example"}, "smtp"),
    ],
)
def test_mails_are_logged_only_on_a_local_site(env, backend):
    assert value("EMAIL_BACKEND", **env) == f"django.core.mail.backends.{backend}.EmailBackend"


def test_a_site_with_an_address_and_no_mail_server_says_what_to_set(settings):
    def said(**env: str) -> list[str | None]:
        for name in ("AT_HOME", "MAIL_SERVER", "EMAIL_BACKEND"):
            setattr(settings, name, value(name, **env))
        return [warning.hint for warning in mails_leave()]

    (hint,) = said(**ABROAD)
    assert "Set EMAIL_HOST" in hint
    assert said(**ABROAD, EMAIL_HOST="mail.example") == []
    assert said(**HOME) == []
    assert hint in command("manage.py", "check", "--tag", "mail", **ABROAD).stderr


def test_hsts_covers_only_the_site_by_default():
    assert value("SECURE_HSTS_SECONDS", **ABROAD) == 31536000
    for name, variable in (("INCLUDE_SUBDOMAINS", "HSTS_SUBDOMAINS"), ("PRELOAD", "HSTS_PRELOAD")):
        assert value(f"SECURE_HSTS_{name}", **ABROAD) is False
        assert value(f"SECURE_HSTS_{name}", **ABROAD, **{variable: "1"}) is True


def test_sqlite_synchronous_must_be_normal_or_full():
    assert "synchronous=NORMAL" in str(value("DATABASES"))
    assert "synchronous=FULL" in str(value("DATABASES", SQLITE_SYNCHRONOUS="FULL"))
    assert refusal(SQLITE_SYNCHRONOUS="OFF") == "SQLITE_SYNCHRONOUS must be NORMAL or FULL, not 'OFF'."


def test_an_invalid_setting_is_reported_in_the_last_line():
    refused = command("-c", "from dominoes_site import settings", SQLITE_SYNCHRONOUS="OFF")
    assert refused.returncode == 1
    assert refused.stderr.strip().endswith("SQLITE_SYNCHRONOUS must be NORMAL or FULL, not 'OFF'.")


def test_options_in_the_database_url_are_kept():
    options = value("DATABASES", DATABASE_URL="postgres://ada@db.example/bones?sslmode=require")["default"]["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["pool"]["timeout"] < 5


def test_sockets_leave_database_connections_for_pages():
    postgres = {"DATABASE_URL": "postgres://ada@db.example/bones"}
    assert [value("SOCKET_THREADS", **postgres, DATABASE_POOL=pool) for pool in ("4", "8", "20")] == [2, 4, 10]
    refused = refusal(**postgres, DATABASE_POOL="3")
    assert refused == "DATABASE_POOL must be 4 or more, not 3: sockets and pages share it."


def test_without_redis_the_server_starts_its_worker_and_an_old_name_is_refused():
    assert value("WORKER") == "child"
    assert value("WORKER", REDIS_URL="redis://localhost:6379/0") == "none"
    for env in ({"WORKER": "threads"}, {"WORKER_IN_PROCESS": "1"}):
        assert "child, thread or none" in refusal(**env)
