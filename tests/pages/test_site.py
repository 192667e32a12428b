import json
import os
import time
import tomllib
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.contrib.staticfiles.management.commands import collectstatic
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Now
from django.db.utils import OperationalError
from django.template.loader import render_to_string
from django.test import Client
from prometheus_client import REGISTRY

from common.models import Heartbeat
from common.processes.heartbeat import Heart
from dominoes_site import health, storage, texts
from games.sockets import open_sockets
from tests.pages.conftest import words_of
from tests.pages.test_settings import CHOSEN

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_healthz_needs_no_query(client, django_assert_num_queries):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, f"ok {VERSION}\n".encode())


WELL = dict.fromkeys(["database", "channels", "nudges", "storage", "migrations", "files", "worker"], True)


@pytest.fixture
def working(db):
    """A worker has just swept."""
    Heart().beat()


@pytest.mark.both_databases
def test_readyz_reports_that_everything_works(working, client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, WELL)


def test_readyz_names_what_fails(working, client, monkeypatch):
    async def silent(*_):
        raise ConnectionError

    monkeypatch.setattr("dominoes_site.health._ask_redis", silent)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, WELL | {"channels": False})


@pytest.mark.both_databases
def test_readyz_without_a_database(working, client, monkeypatch):
    def gone(*_):
        raise OperationalError

    with monkeypatch.context() as broken:
        broken.setattr(connection, "cursor", gone)
        broken.setattr(connection, "chunked_cursor", gone)
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == WELL | dict.fromkeys(["database", "storage", "migrations", "worker"], False)


@pytest.mark.both_databases
def test_readyz_fails_while_a_migration_is_missing_or_undone(working, client, settings):
    done = MigrationRecorder.Migration.objects.filter(app="games", name="0001_initial")
    newer = MigrationRecorder.Migration.objects.create(app="games", name="9999_of_a_newer_version")
    assert client.get("/readyz").json() == WELL  # of a newer release, whose processes will replace ours
    newer.delete()
    done.delete()
    asked_anew()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, WELL | {"migrations": False})


@pytest.mark.both_databases
def test_readyz_fails_when_no_worker_has_swept_for_a_minute(db, client):
    assert client.get("/readyz").json() == WELL | {"worker": False}  # nor ever
    for ago, works in ((50, True), (70, False)):
        Heart().beat()
        Heartbeat.objects.update(at=Now() - timedelta(seconds=ago))
        asked_anew()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200 if works else 503, WELL | {"worker": works})


def test_readyz_fails_when_this_process_has_heard_nothing_for_a_minute(working, client, monkeypatch):
    for seconds, works in ((59, True), (61, False)):
        monkeypatch.setattr(open_sockets.hub, "_heard_at", time.monotonic() - seconds)
        assert int(REGISTRY.get_sample_value("boneyard_nudges_age_seconds")) == seconds
        asked_anew()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200 if works else 503, WELL | {"nudges": works})


def test_a_balancer_waits_for_a_silent_database_once(client, monkeypatch):
    """It would give us up before the fourth check."""
    asked = []

    def silent(name):
        asked.append(name)
        raise ConnectionError

    for name in ("_ask_database", "_write", "_ask_for_migrations", "_ask_for_worker"):
        monkeypatch.setattr(health, name, partial(silent, name))
    assert client.get("/readyz?for=balancer").status_code == 200
    assert asked == ["_ask_database"]
    assert client.get("/readyz").json() == WELL | dict.fromkeys(["database", "storage", "migrations", "worker"], False)


@pytest.mark.parametrize(
    ("lacks", "for_balancer"),
    [
        (["worker"], True),
        (["channels"], True),
        (["channels", "nudges"], True),  # nobody hears the others
        (["database", "storage", "migrations", "worker"], True),
        (["storage"], True),  # the database is full
        (["nudges"], False),
        (["folders"], False),
        (["migrations"], False),
        (["files"], False),
    ],
)
def test_a_balancer_is_told_only_what_other_processes_may_do_better(client, monkeypatch, lacks, for_balancer):
    answers = dict.fromkeys([*WELL, "folders"], True) | dict.fromkeys(lacks, False)
    monkeypatch.setattr(health, "_known", (time.monotonic() + 600, answers))
    assert client.get("/readyz").status_code == 503
    told = client.get("/readyz?for=balancer")
    assert told.status_code == (200 if for_balancer else 503)
    assert told.json().keys() == {"nudges", "storage", "migrations", "files"}
    assert client.get("/readyz").json() == WELL | {name: False for name in lacks if name != "folders"} | (
        {"storage": False} if "folders" in lacks else {}
    )


def test_the_metrics_say_whether_redis_answers(client, monkeypatch, settings, db):
    settings.AT_HOME = True
    assert REGISTRY.get_sample_value("boneyard_redis_up") is None  # not used
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert REGISTRY.get_sample_value("boneyard_redis_up") == 0
    assert "boneyard_redis_up 0.0" in client.get("/metrics").content.decode()
    monkeypatch.setattr("redis.Redis.ping", lambda _self: True)
    assert REGISTRY.get_sample_value("boneyard_redis_up") == 1


def asked_anew():
    """Answers are cached for a second."""
    health._known = (float("-inf"), {})


def test_readyz_fails_until_static_files_are_collected(working, client, monkeypatch, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path

    def answer() -> bool:
        """In a new process."""
        monkeypatch.setattr(storage, "staticfiles_storage", storage.BundledStaticFilesStorage())
        asked_anew()
        return client.get("/readyz").json()["files"]

    assert not answer()
    names = storage.entries()
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "staticfiles.json").write_text(json.dumps({"version": "1.1", "paths": {name: name for name in names}}))
    (tmp_path / "version.txt").write_text("0.1.0")
    assert not answer(), "they are an older version's"
    (tmp_path / "version.txt").write_text(settings.VERSION)
    assert answer()
    (tmp_path / names[-1]).unlink()
    assert not answer(), "one of them is missing"


def test_the_files_of_the_last_release_stay_for_a_week(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    named = {"js/table.js": "js/table.aaaaaaaaaaaa.js"}
    (tmp_path / "staticfiles.json").write_text(json.dumps({"version": "1.1", "paths": named}))
    now = time.time()
    (tmp_path / "js").mkdir()
    for name, days in {
        "table.aaaaaaaaaaaa.js": 90,  # of the release that is replaced now
        "table.aaaaaaaaaaaa.js.gz": 90,
        "table.bbbbbbbbbbbb.js": 6,  # replaced six days ago
        "table.cccccccccccc.js": 8,
        "table.js": 0,  # collected anew
    }.items():
        (tmp_path / "js" / name).touch()
        os.utime(tmp_path / "js" / name, (now, now - days * 86_400))

    command = collectstatic.Command()
    command.storage, command.dry_run, command.verbosity = storage.BundledStaticFilesStorage(), False, 0
    command.clear_dir("")
    kept = ["table.aaaaaaaaaaaa.js", "table.aaaaaaaaaaaa.js.gz", "table.bbbbbbbbbbbb.js"]
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == kept
    assert (tmp_path / "js" / kept[0]).stat().st_mtime >= now, "its week begins now"


@pytest.mark.both_databases
def test_readyz_tries_a_write_only_now_and_then(working, client, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr("dominoes_site.health.REMEMBERED", -1)
    with django_assert_num_queries(7):
        client.get("/readyz")
        client.get("/readyz")


@pytest.mark.both_databases
def test_readyz_checks_once_for_all_requests_within_a_second(working, client, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr("dominoes_site.health.REMEMBERED", 60)  # in which it is asked for sure
    with django_assert_num_queries(4):
        answers = [client.get("/readyz").json() for _ in range(5)]
    assert answers == [WELL] * 5


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("why", "name", "status"),
    [("server closed the connection", "", 503), ("disk I/O error", "SQLITE_IOERR_WRITE", 503),
     ("no such column: hand", "SQLITE_ERROR", 500)],
)  # fmt: skip
def test_an_unreachable_database_answers_unavailable_and_our_errors_do_not(db, monkeypatch, why, name, status):
    cause = Exception(why)
    cause.sqlite_errorname = name

    def gone():
        raise OperationalError(why) from cause

    browser = Client(raise_request_exception=False)
    with monkeypatch.context() as broken:
        broken.setattr(connection, "cursor", gone)
        page, answer = browser.get("/"), browser.get("/api/v1/games/k3jx9a2qpm/")
    assert (page.status_code, answer.status_code) == (status, status)
    assert page.get("Retry-After") == answer.get("Retry-After") == ("5" if status == 503 else None)
    assert answer.json()["code"] == ("away" if status == 503 else "broken")
    assert "Your games are safe" in words_of(page)


def test_the_not_found_page_has_the_text_of_the_site(db, client):
    page = client.get("/no/such/page/")
    assert page.status_code == 404
    assert "Page not found" in words_of(page)
    assert "Check the address for typos." in words_of(page)


@pytest.mark.parametrize("name", ["500.html", "403_csrf.html"])
def test_error_pages_need_neither_request_nor_database(name):
    assert "Boneyard" in render_to_string(name)


def test_an_expired_form_says_what_helps(db):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/new/")
    page = browser.post("/new/", {"csrfmiddlewaretoken": "x" * 64})
    assert page.status_code == 403
    assert "This form expired." in words_of(page)


def test_joining_without_cookies_says_that_they_are_blocked(db):
    page = Client(enforce_csrf_checks=True).post("/g/k3jx9a2qpm/join/")
    assert page.status_code == 403
    assert "Your browser blocks our cookies" in words_of(page)
    assert "This form expired." not in words_of(page)


@pytest.mark.parametrize("path", ["/", "/new/", "/games/", "/standings/", "/rules/", "/rules/goat/", "/settings/",
                                  "/accounts/login/", "/accounts/signup/", "/no/such/page/"])  # fmt: skip
def test_no_page_has_inline_scripts_or_styles(db, client, path):
    answer = client.get(path)
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    page = answer.content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick" not in page
    assert all("src=" in tag or 'type="application/json"' in tag for tag in scripts(page))


@pytest.mark.parametrize("path", ["/", "/admin/login/", "/api/", "/api/v1/me/", "/healthz", "/no/such/page/"])
def test_every_answer_has_the_security_headers(db, client, path):
    answer = client.get(path, follow=True)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"].split() == ["'self'", "ws://localhost:8000"]  # sockets only on this host
    assert policy["frame-ancestors"] == "'none'"
    assert {"camera=()", "geolocation=()", "microphone=()"} <= set(answer["Permissions-Policy"].split(", "))
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def scripts(page: str) -> list[str]:
    return ["<script" + part.partition(">")[0] for part in page.split("<script")[1:]]


def test_robots_txt_excludes_games(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    everybody, previews = answer.content.decode().split("\n\n")
    assert "Disallow: /g/\n" in everybody
    assert "Disallow: /g/\n" not in previews  # previews show what people share
    assert "Disallow: /g/*/seat/\n" in previews


def test_script_texts_come_from_the_catalogue(db, client):
    answer = client.get(texts.address())
    assert answer.status_code == 200
    assert b"globalThis.texts" in answer.content


def test_the_language_can_be_chosen_in_the_footer(db, client):
    client.post("/i18n/setlang/", {"language": "es", "next": "/rules/"})
    assert '<html lang="es"' in client.get("/rules/").content.decode()


def test_what_we_send_is_in_the_language_that_a_person_chose_last(browser_of, ada):
    client = browser_of(ada)
    for path, chosen, language in (
        ("/i18n/setlang/", {"language": "uk", "next": "/"}, "uk"),
        ("/i18n/setlang/", {"language": "tlh", "next": "/"}, "uk"),
        ("/settings/", {**CHOSEN, "language": "pt", "nickname": "Ada"}, "pt"),
    ):
        client.post(path, chosen)
        ada.refresh_from_db()
        assert ada.language == language


@pytest.mark.parametrize(
    ("path", "status", "policy"),
    [
        ("/", 200, "same-origin"), ("/nothing/", 404, "same-origin"), ("/healthz", 200, "same-origin"),
        ("/api/v1/variants/", 200, "same-origin"), ("/static/js/nothing.js", 404, "same-origin"),
        ("/static/js/app/site.js", 200, "same-origin"),
        ("/static/css/site.css", 200, "cross-origin"), ("/embed/nothing/", 404, "cross-origin"),
        # What a link's preview shows on other sites, also on the way to it.
        ("/static/img/shared.png", 200, "cross-origin"), ("/pictures/en/people/nobody/0.png", 404, "cross-origin"),
        ("/pictures/en/people/ada/old.png", 302, "cross-origin"),
    ],
)  # fmt: skip
def test_other_sites_can_load_only_link_pictures_and_boards(client, settings, ada, path, status, policy):
    settings.WHITENOISE_USE_FINDERS = True  # the files as they are in the tree
    answer = client.get(path)
    answer.close()
    assert (answer.status_code, answer["Cross-Origin-Resource-Policy"]) == (status, policy)


def test_rate_limit_answers_have_the_security_headers_too(client, settings, db):
    settings.LIMITS, settings.RATES = True, settings.RATES | {"page": "1/h/address"}
    client.get("/", REMOTE_ADDR="192.0.2.77")
    answer = client.get("/", REMOTE_ADDR="192.0.2.77")
    assert (answer.status_code, answer["Cross-Origin-Resource-Policy"]) == (429, "same-origin")
