"""`manage.py doctor`: each check passes, or says what to do."""

import contextlib
import math
import smtplib
import socket
import time
from collections import namedtuple
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from urllib.error import HTTPError, URLError

import pytest
import redis
from django.core import mail
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from common.processes import heartbeat
from common.processes.heartbeat import Heart
from dominoes_site import doctor, storage
from notices.models import Delivery, Device

pytestmark = pytest.mark.django_db
LONG = "a-long-text-that-only-this-test-knows-0123456789-abcdefghijk"


def wrong(check, *about) -> str:
    with pytest.raises(doctor.Wrong) as said:
        check(*about)
    return str(said.value)


def raising(error):
    def fail(*_args, **_more):
        raise error

    return fail


def test_it_checks_the_settings(settings, monkeypatch):
    settings.SECRET_KEY = LONG
    assert doctor.the_settings() == "known, and within their bounds"
    with monkeypatch.context() as misspelt:
        misspelt.setenv("REGISTRATON", "closed")
        assert wrong(doctor.the_settings) == "There is no setting REGISTRATON. Did you mean REGISTRATION?"
    settings.SECRET_KEY = "short"
    assert "Your SECRET_KEY has less than 50 characters" in wrong(doctor.the_settings)
    settings.SECRET_KEY, settings.NOTICE_SERVICES = LONG, "usual,discrod"
    assert "NOTICE_SERVICES names what we can't offer: discrod. Choose from: " in wrong(doctor.the_settings)


def test_a_public_site_must_not_show_details_of_errors(settings):
    settings.SECRET_KEY, settings.DEBUG, settings.AT_HOME = LONG, True, True
    doctor.the_settings()
    settings.AT_HOME, settings.MAIL_SERVER = False, "mail.example"
    assert "DEBUG" in wrong(doctor.the_settings)


@pytest.mark.both_databases
def test_it_checks_the_database(monkeypatch):
    assert doctor.database() == "answers"
    if connection.vendor == "postgresql":
        params = connection.get_connection_params() | {"dbname": "nowhere"}
        monkeypatch.setattr(connection, "get_connection_params", lambda: params)
        assert 'database "nowhere" does not exist: start it, or fix DATABASE_URL' in wrong(doctor.database)


@pytest.mark.both_databases
def test_it_checks_the_schema(monkeypatch):
    assert doctor.the_schema() == "as the models say"
    with monkeypatch.context() as differs:
        differs.setattr(doctor.schema, "differences", lambda _connection: ["games_game.turn is missing"])
        assert "games_game.turn is missing: go back to a backup" in wrong(doctor.the_schema)
    monkeypatch.setattr(doctor.schema, "missing", lambda _connection: {("games", "0009_more")})
    assert wrong(doctor.the_schema) == "1 migrations haven't run: manage.py migrate"


def test_it_checks_static_files(monkeypatch):
    assert doctor.static_files() == "collected"
    monkeypatch.setattr(doctor.storage, "ask_whether_collected", raising(storage.NotReady("manage.py collectstatic")))
    assert wrong(doctor.static_files) == "manage.py collectstatic"


def test_it_checks_the_files_that_settings_name(settings, tmp_path):
    assert doctor.files() == "those that the settings name are there"
    settings.DUMPS = str(tmp_path)
    assert doctor.files() == "those that the settings name are there"
    settings.DUMPS = str(tmp_path / "nowhere")
    assert wrong(doctor.files).startswith(f"we can't write to DUMPS ({tmp_path / 'nowhere'}): create the folder")
    settings.DUMPS, settings.TOURNAMENT_CALENDAR = "", "/no/calendar.toml"
    assert wrong(doctor.files) == "there is no TOURNAMENT_CALENDAR (/no/calendar.toml)"


@pytest.mark.both_databases
@pytest.mark.parametrize(("age", "said"), [(90.0, "looked at the clocks 90 seconds ago: start"), (math.inf, "never: ")])
def test_it_checks_the_worker(monkeypatch, age, said):
    Heart().beat()
    assert doctor.worker().startswith("looked at the clocks ")
    monkeypatch.setattr(heartbeat, "age", lambda: age)
    assert said in wrong(doctor.worker)


def test_it_checks_redis(monkeypatch, settings):
    settings.REDIS_URL = ""
    assert doctor.the_redis().startswith("not used")
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    memory = {"maxmemory": 0, "used_memory": 95, "maxmemory_policy": "noeviction"}
    monkeypatch.setattr(redis.Redis, "info", lambda _self, _section: memory)
    assert doctor.the_redis() == "answers"
    memory["maxmemory"] = 100
    assert "set maxmemory-policy to allkeys-lru" in wrong(doctor.the_redis)
    memory["maxmemory_policy"] = "allkeys-lru"
    assert doctor.the_redis() == "answers"
    monkeypatch.setattr(redis.Redis, "info", raising(redis.ConnectionError("refused")))
    assert "start it, or fix REDIS_URL" in wrong(doctor.the_redis)


def test_a_mail_is_sent_to_the_given_address(monkeypatch, settings):
    assert "--mail" in doctor.mail("")
    failing = {"channel": "mail", "since": timezone.now(), "due": timezone.now(), "tries": 3}
    Delivery.objects.bulk_create(Delivery(**failing) for _ in range(3))
    assert wrong(doctor.mail, "") == "3 mails have failed 3 times or more: the worker's log says why"
    Delivery.objects.update(tries=2)
    monkeypatch.setattr(doctor, "get_connection", raising(ConnectionRefusedError("refused")))
    assert "wasn't accepted (refused): fix EMAIL_HOST" in wrong(doctor.mail, "")
    assert "ada@example.org" in doctor.mail("ada@example.org")
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]
    monkeypatch.setattr(doctor, "send_mail", raising(smtplib.SMTPAuthenticationError(535, b"no")))
    assert "fix EMAIL_HOST" in wrong(doctor.mail, "ada@example.org")
    settings.AT_HOME, settings.DEFAULT_FROM_EMAIL = False, "Boneyard <boneyard@localhost>"
    assert "comes from localhost, which other servers refuse" in wrong(doctor.mail, "")
    settings.DEFAULT_FROM_EMAIL, settings.EMAIL_HOST = "Boneyard <us@bones.example>", "mail.example"
    settings.EMAIL_HOST_PASSWORD = "hush"
    assert "unencrypted: set EMAIL_USE_TLS=1" in wrong(doctor.mail, "")
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "set EMAIL_HOST" in wrong(doctor.mail, "ada@example.org")


def test_it_checks_pushes(monkeypatch, ada, settings):
    assert "no browser has subscribed" in doctor.pushes()
    keys = {"p256dh": "k", "auth": "a", "name": "Firefox", "created_at": timezone.now()}
    Device.objects.create(player=ada, endpoint="https://push.example.org/x", **keys)
    monkeypatch.setattr(socket, "create_connection", lambda *_to: SimpleNamespace(close=lambda: None))
    assert "push.example.org" in doctor.pushes()
    monkeypatch.setattr(socket, "create_connection", raising(OSError("timed out")))
    assert "allow the worker to connect to port 443" in wrong(doctor.pushes)
    settings.VAPID_PRIVATE_KEY = "short"
    assert "VAPID_PRIVATE_KEY isn't a key" in wrong(doctor.pushes)


def test_it_checks_the_key_of_id_tokens(db, settings):
    assert doctor.sign_in() == "the key signs"
    settings.OIDC_PRIVATE_KEY = "short"
    assert "OIDC_PRIVATE_KEY isn't an RSA key" in wrong(doctor.sign_in)


@pytest.mark.both_databases
def test_it_checks_postgresql(monkeypatch, settings):
    if connection.vendor == "sqlite":
        assert doctor.postgres() == "not used"
        return
    assert "connections in use" in doctor.postgres()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    assert "synchronous_commit is off, so a power cut loses moves" in wrong(doctor.postgres)
    with connection.cursor() as cursor:
        cursor.execute("RESET synchronous_commit")
    with monkeypatch.context() as full:
        full.setattr(doctor, "CROWDED", 0.0)
        assert "raise max_connections, or lower DATABASE_POOL" in wrong(doctor.postgres)
    with monkeypatch.context() as gone:
        gone.setattr(doctor, "KEPT_LOG", "SELECT 'standby', 2048")
        assert "it keeps 2048 MB of log for standby, which doesn't fetch it" in wrong(doctor.postgres)
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "Postgres")
    assert "its password is one that everybody tries" in wrong(doctor.postgres)


def test_it_checks_the_queues():
    assert doctor.the_queues() == "nothing waits for long"
    due = timezone.now() - timedelta(minutes=20)
    Delivery.objects.create(channel="mail", since=due, due=due)
    assert wrong(doctor.the_queues).startswith("1 wait in deliveries, the first for 20 minutes: manage.py queues")


@pytest.mark.parametrize(("days", "said"), [(30.5, "valid for 30 days"), (3.8, "ends in 4 days: see why the proxy")])
def test_it_checks_the_certificate(monkeypatch, settings, days, said):
    assert doctor.certificate() == "not used"
    settings.HTTPS, settings.SITE_URL = True, "https://bones.example"
    wire = SimpleNamespace(getpeercert=lambda: {"notAfter": "then"})
    monkeypatch.setattr(socket, "create_connection", lambda *_to: contextlib.nullcontext())
    context = SimpleNamespace(wrap_socket=lambda *_wire, **_name: contextlib.nullcontext(wire))
    monkeypatch.setattr(doctor.ssl, "create_default_context", lambda: context)
    monkeypatch.setattr(doctor.ssl, "cert_time_to_seconds", lambda _then: time.time() + days * 86_400)
    assert said in doctor.look(doctor.certificate)[1]
    monkeypatch.setattr(socket, "create_connection", raising(OSError("expired")))
    assert "can't be checked (expired)" in wrong(doctor.certificate)
    monkeypatch.setattr(socket, "create_connection", raising(doctor.ssl.SSLCertVerificationError("it has expired")))
    assert "browsers refuse it (" in wrong(doctor.certificate)


@pytest.mark.both_databases
def test_it_checks_the_disk(monkeypatch, tmp_path):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _folder: usage(500 * 1024 * 1024))
    assert "enough space" in doctor.disk_space()
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _folder: usage(3 * 1024 * 1024))
    assert "has 3 MB left: free at least" in wrong(doctor.disk_space)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _folder: usage(10**10))
    with monkeypatch.context() as crowded:
        crowded.setattr(doctor, "FILES_LEFT", 10**18)
        assert "more files: delete some" in wrong(doctor.disk_space)
    if connection.vendor == "sqlite":
        with (tmp_path / "db-wal").open("wb") as log:
            log.truncate(600 * 1024 * 1024)  # takes no room
        monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "db"))
        assert "db-wal has 600 MB: a process reads for long" in wrong(doctor.disk_space)


@pytest.mark.both_databases
def test_it_checks_the_time_zones_of_players(ada):
    ada.time_zone = "Europe/Kyiv"
    ada.save()
    assert doctor.time_zones() == "all known"
    ada.time_zone = "Europe/Atlantis"
    ada.save()
    assert "install tzdata" in wrong(doctor.time_zones)


def test_it_checks_the_age_of_backups(monkeypatch):
    assert doctor.backup() == "none by manage.py backup; check your own backups"
    heartbeat.backed_up()
    assert doctor.backup() == "made 0 hours ago"
    monkeypatch.setattr(heartbeat, "backup_age", lambda: 3 * 86_400.0)
    assert wrong(doctor.backup) == "the last one is 3.0 days old: see the log of manage.py backup"


@pytest.mark.both_databases
def test_it_checks_the_clocks(real_time, monkeypatch):
    Heart().beat()
    assert "agree" in doctor.clocks()
    late = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(doctor.timezone, "now", lambda: late)
    assert "with NTP" in wrong(doctor.clocks)


# ---- As seen through SITE_URL


@pytest.fixture
def proxy(monkeypatch):
    """Requests to SITE_URL reach the site with headers as a proxy changes them."""
    made = SimpleNamespace(headers=lambda claims: claims, secure=False)

    def ask(claims):
        by = doctor.signing.dumps("", salt=doctor.SALT)
        headers = made.headers(dict(claims))
        return Client().get("/doctor/seen", {"by": by}, headers=headers, secure=made.secure).json()

    monkeypatch.setattr(doctor, "ask", ask)
    return made


def adds(claims):
    before = claims.get("X-Forwarded-For")
    return {"X-Forwarded-For": f"{before}, 203.0.113.9" if before else "203.0.113.9"}


def test_only_the_doctor_can_read_how_requests_arrive(client):
    for by in ("", "guessed", doctor.signing.dumps("", salt="another")):
        assert client.get("/doctor/seen", {"by": by}).status_code == 404


def test_it_checks_that_the_address_answers(proxy, settings, monkeypatch):
    assert "answers, " in doctor.site_url()
    monkeypatch.setattr(doctor, "ask", lambda _claims: {"version": "0.1.0"})
    assert "restart the web processes" in wrong(doctor.site_url)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (URLError("no such name"), "fix SITE_URL"),
        (TimeoutError(), "fix SITE_URL"),
        (HTTPError("", 400, "", None, None), "ALLOWED_HOSTS"),
        (HTTPError("", 404, "", None, None), "SECRET_KEY"),
        (HTTPError("", 301, "", None, None), "X-Forwarded-Proto"),
    ],
)
def test_it_reports_an_address_that_does_not_answer(monkeypatch, error, said):
    monkeypatch.setattr(doctor.urllib.request, "urlopen", raising(error))
    assert said in wrong(doctor.site_url)


def test_it_checks_proxy_headers(proxy, settings):
    assert doctor.proxy_headers() == "0 proxies; this machine is seen as 127.0.0.1"
    settings.PROXIES = 1
    assert "0 proxies add to X-Forwarded-For" in wrong(doctor.proxy_headers)
    proxy.headers = adds
    assert doctor.proxy_headers() == "1 proxies; this machine is seen as 203.0.113.9"
    settings.PROXIES = 0
    assert "set BEHIND_PROXY=1 and PROXIES=1" in wrong(doctor.proxy_headers)
    settings.PROXIES = 1
    proxy.headers = lambda claims: claims or {"X-Forwarded-For": "203.0.113.9"}  # passes the client's header on
    assert "clients can forge their address" in wrong(doctor.proxy_headers)
    proxy.headers, settings.HTTPS = adds, True
    assert "HTTPS isn't detected" in wrong(doctor.proxy_headers)
    proxy.secure = True
    assert "1 proxies" in doctor.proxy_headers()


def test_it_checks_the_clock_of_the_web_process(proxy, monkeypatch):
    assert doctor.web_clock() == "in sync"
    monkeypatch.setattr(doctor, "ask", lambda _claims: {"time": 1.0})
    assert "with NTP" in wrong(doctor.web_clock)


# ---- The command


@pytest.mark.both_databases
def test_the_command_prints_a_line_per_check_and_exits_with_1_on_failure(real_time, proxy, monkeypatch, settings):
    def asked() -> tuple[int, list[str]]:
        out = StringIO()
        try:
            call_command("doctor", "--tell", "host@bones.example", stdout=out)
        except SystemExit as end:
            return int(end.code), out.getvalue().splitlines()
        return 0, out.getvalue().splitlines()

    settings.REDIS_URL, settings.SECRET_KEY = "", LONG
    Heart().beat()
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=10**10))
    code, lines = asked()
    assert (code, len(lines), {line[:4] for line in lines}) == (0, 20, {"ok  "})
    monkeypatch.setattr(doctor, "worker", raising(doctor.Wrong("start one")))
    monkeypatch.setattr(doctor, "time_zones", raising(OperationalError("it is away\nmore")))
    code, lines = asked()
    assert code == 1
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        (["host@bones.example"], "Boneyard: worker, time zones")
    ]
    assert "worker: start one\n" in mail.outbox[0].body
    assert [line for line in lines if line.startswith("NO")] == [
        "NO  worker: start one",
        "NO  time zones: the database says: it is away; fix DATABASE_URL, or run manage.py migrate",
    ]
    monkeypatch.setattr(doctor, "database", raising(doctor.Wrong("start it")))
    code, lines = asked()
    assert (code, lines) == (1, ["ok  settings: known, and within their bounds", "NO  database: start it"])
