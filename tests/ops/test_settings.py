"""The environment is read as in docs/settings.md; an invalid value is explained in one sentence."""

import os
import re
import runpy
import subprocess
import sys
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from dominoes_site import settings
from dominoes_site.checks import names_are_known
from games.positions import memory
from notices.checks import mails_leave
from tests.live.server import ROOT
from tests.ops.variables import RATES, READ, SECRETS

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


@pytest.mark.parametrize("words", [("manage.py", "doctor"), ("-c", "import dominoes_site.asgi")])
def test_an_invalid_setting_ends_commands_and_servers_with_one_sentence(words):
    refused = command(*words, SQLITE_SYNCHRONOUS="OFF")
    assert refused.returncode == 1
    assert refused.stderr == "SQLITE_SYNCHRONOUS must be NORMAL or FULL, not 'OFF'.\n"


def test_options_in_the_database_url_are_kept():
    options = value("DATABASES", DATABASE_URL="postgres://ada@db.example/bones?sslmode=require")["default"]["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["pool"]["timeout"] < 5


def test_sockets_leave_database_connections_for_pages():
    postgres = {"DATABASE_URL": "postgres://ada@db.example/bones"}
    assert [value("SOCKET_THREADS", **postgres, DATABASE_POOL=pool) for pool in ("4", "8", "20")] == [2, 4, 10]
    assert refusal(**postgres, DATABASE_POOL="3") == "DATABASE_POOL must be 4 or more, not 3."


def test_without_redis_the_server_starts_its_worker_and_an_old_name_is_refused():
    assert value("WORKER") == "child"
    assert value("WORKER", REDIS_URL="redis://localhost:6379/0") == "none"
    for env in ({"WORKER": "threads"}, {"WORKER_IN_PROCESS": "1"}):
        assert "child, thread or none" in refusal(**env)


def test_the_document_has_every_variable_and_no_other():
    """The names in the first columns of its tables, and the default of each rate."""
    text = (ROOT / "docs" / "settings.md").read_text()
    for row in re.findall(r"^\| `RATE_[^…]+$", text, re.MULTILINE):
        rates = [settings.RATES[name.lower()] for name in re.findall(r"`RATE_(\w+)`", row)]
        assert rates == re.findall(r"`(\d+/.+?)`", row)
    rows = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row)]
    assert len(named) == len(set(named)), "a name is there twice"
    rates = {name for name in named if name.startswith("RATE_")}
    assert rates <= RATES
    files = {f"{name}_FILE" for name in SECRETS}
    assert {name for name in named if name.endswith("_FILE")} == files
    assert set(named) - rates - files == READ


def test_every_secret_may_be_in_a_file(tmp_path):
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_HOST_PASSWORD", "METRICS_TOKEN", "SENTRY_DSN"} <= SECRETS
    file = tmp_path / "secret"
    file.write_text("  from a file\n")
    for name in ("EMAIL_HOST_PASSWORD", "METRICS_TOKEN", "VAPID_PRIVATE_KEY"):
        assert value(name, **{f"{name}_FILE": str(file)}) == "from a file"
    with patch.dict(NEEDED, clear=True):
        assert value("SECRET_KEY", SECRET_KEY_FILE=str(file)) == "from a file"
    file.write_text("postgres://ada:word@db.example/bones\n")
    assert value("DATABASES", DATABASE_URL_FILE=str(file))["default"]["PASSWORD"] == "word"


def test_a_secret_given_twice_or_a_file_that_isnt_there_is_refused(tmp_path):
    assert refusal(METRICS_TOKEN="a", METRICS_TOKEN_FILE="b") == "Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both."
    missing = str(tmp_path / "nothing")
    assert refusal(METRICS_TOKEN_FILE=missing).startswith(f"METRICS_TOKEN_FILE: can't read {missing!r} ([Errno 2]")


def test_values_of_a_host_are_checked():
    assert refusal(REGISTRATION="shut") == "REGISTRATION must be open, invited or closed, not 'shut'."
    assert refusal(IMPRINT_URL="imprint") == (
        "IMPRINT_URL must be an address such as https://example.org/page, not 'imprint'."
    )
    assert refusal(SITE_LOGO="/nothing.svg") == "SITE_LOGO must be an SVG or PNG file that exists, not '/nothing.svg'."
    assert refusal(REMEMBERED="0") == "REMEMBERED must be 1 or more, not 0."
    assert value("REMEMBERED", REMEMBERED="50000") == 50_000
    assert refusal(EMAIL_PORT="smtp") == "EMAIL_PORT must be a whole number, not 'smtp'."
    assert refusal(LOG_LEVEL="LOUD") == "LOG_LEVEL must be INFO, DEBUG, WARNING, ERROR or CRITICAL, not 'LOUD'."
    assert value("MINDS_FIND_PUZZLES", MINDS_FIND_PUZZLES="no") is False
    assert "RATE_TALK: '20' isn't a rate. Write 20/m" in command("manage.py", "check", RATE_TALK="20").stderr
    assert refusal(OIDC_CLIENT_ID="boneyard") == "Sign-in by a provider needs both OIDC_ISSUER and OIDC_CLIENT_ID."


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("SWEEP_SECONDS", ["0", "-5", "300", "1.5"], ["1", "30"]),
        ("HEAD_START_SECONDS", ["ten", "-1", "nan", "inf"], ["0", "2.5"]),
        ("COMPUTER_PAUSE_SECONDS", ["soon", "-0.1"], ["0", "0.05"]),
        ("MINDS", ["-1", "two"], ["0", "4"]),
        ("MINDS_NICENESS", ["20"], ["19"]),
        ("VACATION_DAYS", ["-1"], ["0"]),
        ("PORT", ["0", "65536"], ["8080"]),
        ("EMAIL_PORT", ["0", "65536"], ["465"]),
        ("LOG_SILENCE_SECONDS", ["-1"], ["0"]),
        ("DEFAULT_FROM_EMAIL", ["Boneyard", "Boneyard <boneyard>", "@"], ["a@b.example", "Club <club@bones.example>"]),
        ("SITE_URL", ["bones.example", "ftp://bones.example", "https://", "https://bones.example:x"], ["https://a.b"]),
        ("ALLOWED_HOSTS", ["https://bones.example"], ["bones.example, 10.0.0.1"]),
        ("CSRF_TRUSTED_ORIGINS", ["bones.example"], ["https://a.example, https://b.example"]),
        ("SOURCE_URL", ["git.example"], ["https://git.example/x"]),
        ("OPEN_GAMES_WEBHOOK", ["hooks.example"], ["https://hooks.example/x"]),
        (
            "REDIS_URL",
            ["localhost:6379", "redis://:a#b@host/0", "redis+sentinel://a,b:26379"],
            ["redis+sentinel://:a%23b@a,b:26379/bones/1"],
        ),
    ],
)
def test_values_outside_their_bounds_are_refused_by_name(name, wrong, right):
    for each in wrong:
        assert refusal(**{name: each}).startswith(f"{name} "), each
    for each in right:
        value("DEBUG", **{name: each})


@pytest.mark.parametrize(
    "address",
    [
        "mysql://ada:hush@db.example/bones", "ada:hush@db.example/bones", "postgres:/ada:hush@db.example/bones",
        "postgres://ada:hush#@db.example/bones", "postgres://ada:hush/1@db.example/bones",
        "postgres://ada:hush?@db.example/bones", "postgres://ada:hush@@db.example/bones",
        "postgres://ada:hush@db.example:port/bones",
    ],
)  # fmt: skip
def test_a_database_address_that_cannot_be_read_is_refused_without_its_password(address):
    said = refusal(DATABASE_URL=address)
    assert said.startswith("DATABASE_URL ")
    assert "hush" not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgres://ada:hush%23%2F@10.0.0.1,10.0.0.2:5432/bones?target_session_attrs=read-write",
        "postgres://%2Fvar%2Frun%2Fpostgresql/bones", "postgresql://[::1]:5432/bones",
    ],
)  # fmt: skip
def test_the_database_addresses_of_the_documents_are_read(address):
    assert value("DATABASES", DATABASE_URL=address)["default"]["NAME"] == "bones"


def test_names_that_resemble_a_setting_are_reported(monkeypatch):
    monkeypatch.setattr(os, "environ", {"PATH": "/bin", "LOGNAME": "ada", "TEST_REDIS_URL": "x", "SITE_NAME": "Bones"})
    assert names_are_known() == []
    monkeypatch.setattr(os, "environ", {"REGISTRATON": "closed", "SECRET_KEY_FLIE": "x", "RATE_TALKS": "1/m"})
    assert [(warning.msg, warning.hint) for warning in names_are_known()] == [
        ("There is no setting RATE_TALKS.", "Did you mean RATE_TALK?"),
        ("There is no setting REGISTRATON.", "Did you mean REGISTRATION?"),
        ("There is no setting SECRET_KEY_FLIE.", "Did you mean SECRET_KEY_FILE?"),
    ]


@pytest.mark.parametrize(("port", "at_once", "later"), [("465", True, False), ("587", False, True)])
def test_port_465_means_tls_from_the_first_byte(port, at_once, later):
    mail = {"EMAIL_PORT": port, "EMAIL_USE_TLS": "1"}
    assert (value("EMAIL_USE_SSL", **mail), value("EMAIL_USE_TLS", **mail)) == (at_once, later)


def test_sign_in_by_a_provider_is_loaded_only_where_it_is_set():
    def loaded(**env: str) -> list[str]:
        return [name for name in value("INSTALLED_APPS", **env) if name.startswith("allauth.socialaccount")]

    assert loaded() == []
    assert len(loaded(OIDC_ISSUER="https://login.example/realms/club/", OIDC_CLIENT_ID="boneyard")) == 2


def test_a_process_remembers_as_many_games_as_the_setting_says(settings):
    settings.REMEMBERED = 2
    kept = memory.Remembered()
    for name in ("a", "b", "c"):
        kept.put(SimpleNamespace(public_id=name, version=1))
    assert [kept.get(name) is not None for name in ("a", "b", "c")] == [False, True, True]
