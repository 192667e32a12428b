"""The checks of `manage.py doctor`. Each returns a sentence, or raises `Wrong` with what to do."""

import contextlib
import json
import math
import os
import shutil
import smtplib
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import TypedDict
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import psycopg
import redis
from allauth.core.internal import jwkkit
from allauth.idp.oidc.adapter import get_adapter
from django.conf import settings
from django.core import checks as system_checks
from django.core import signing
from django.core.mail import get_connection, send_mail
from django.db import connection
from django.db.models.functions import Now
from django.db.utils import DatabaseError
from django.http import HttpRequest, HttpResponseNotFound, JsonResponse
from django.utils import timezone
from django.utils.http import urlencode

from accounts.models import User
from common import address, queues
from common.database import let_go
from common.models import Heartbeat
from common.processes import heartbeat, redis_wire
from dominoes_site import disk, schema, storage
from notices import push
from notices.choices import Channel
from notices.models import Delivery, Device

SALT = "doctor"
PATIENCE = 5  # seconds to wait for each answer
ROOM = 500 * 1024 * 1024  # bytes a disk should have free
BACKUP_LATE = 2 * 86_400  # seconds; a nightly one is never as old
FAILED_OFTEN, MAILS_FAIL = 3, 3  # tries, within seven minutes; mails: one address may be at fault
QUEUE_LATE = 900  # seconds; the pause after a first failure is shorter
CERTIFICATE_DAYS = 10  # certbot and Caddy renew a month before the end
FILES_LEFT = 10_000  # inodes
CROWDED = 0.9  # the share of connections, or of memory
WELL_KNOWN = {"postgres", "password", "boneyard", "secret", "changeme", "admin"}
KEPT_LOG = """
    SELECT slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint / 1048576 FROM pg_replication_slots
    WHERE NOT active AND pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > 1073741824"""
DRIFT = 2.0  # seconds of difference between two clocks that don't matter
FORGED = "192.0.2.1"  # an address for documentation (RFC 5737), which a client might claim to have

# Of Django's checks for deployment, those that follow from the scheme of SITE_URL or from what the host chose.
CHOSEN = {"security.W004", "security.W008", "security.W012", "security.W016"}

WHAT_THEN = {
    301: "HTTPS isn't detected; set BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto",
    400: "the host name is unknown; add it to ALLOWED_HOSTS",
    404: "another site or version answers there, or one with another SECRET_KEY",
    502: "the proxy can't reach a web process; start daphne",
}


class Wrong(Exception):
    """A failed check: what is wrong, and what to do."""


# ---- Here


def the_settings() -> str:
    """Django's system checks and ours find nothing: the names, the secret key, the mail server, the webhook …"""
    problems = system_checks.run_checks()
    problems += system_checks.run_checks(tags=[system_checks.Tags.security], include_deployment_checks=True)
    ignored = CHOSEN | ({"security.W018"} if settings.AT_HOME else set())
    serious = [each for each in problems if not each.is_silenced() and each.id not in ignored]
    if sentences := dict.fromkeys(f"{each.msg} {each.hint or ''}".strip() for each in serious):
        raise Wrong(" ".join(sentences))
    return "known, and within their bounds"


def database() -> str:
    """Connects without the pool, which would say only that it has no connection."""
    if connection.vendor == "postgresql":
        try:
            psycopg.connect(**connection.get_connection_params() | {"connect_timeout": PATIENCE}).close()
        except psycopg.OperationalError as error:
            raise Wrong(f"{str(error).splitlines()[0]}: start it, or fix DATABASE_URL") from None
    connection.ensure_connection()
    return "answers"


def postgres() -> str:
    """PostgreSQL keeps what it confirms, has connections left, and no standby that is gone fills its disk."""
    if connection.vendor != "postgresql":
        return "not used"
    login = connection.settings_dict
    if login["PASSWORD"].lower() in {*WELL_KNOWN, login["USER"].lower(), login["NAME"].lower()} - {""}:
        raise Wrong("its password is one that everybody tries: ALTER ROLE … PASSWORD …, and change DATABASE_URL")
    with connection.cursor() as cursor:
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            cursor.execute(f"SHOW {name}")
            if cursor.fetchone() == ("off",):
                raise Wrong(f"{name} is off, so a power cut loses moves that we acknowledged: set it to on")
        cursor.execute("SELECT count(*), current_setting('max_connections')::int FROM pg_stat_activity")
        used, most = cursor.fetchone()
        if used > most * CROWDED:
            raise Wrong(f"{used} of {most} connections are in use: raise max_connections, or lower DATABASE_POOL")
        cursor.execute(KEPT_LOG)
        if slot := cursor.fetchone():
            raise Wrong(
                f"it keeps {slot[1]} MB of log for {slot[0]}, which doesn't fetch it: start it, or drop the slot"
            )
    return f"{used} of {most} connections in use"


def the_schema() -> str:
    if missing := schema.missing(connection):
        raise Wrong(f"{len(missing)} migrations haven't run: manage.py migrate")
    if differs := schema.differences(connection):
        raise Wrong(f"{schema.first_three(differs)}: go back to a backup (docs/hosting.md, “Go back”), and tell us")
    return "as the models say"


def static_files() -> str:
    try:
        storage.ask_whether_collected()
    except storage.NotReady as reason:
        raise Wrong(str(reason)) from None
    return "collected"


def worker() -> str:
    if (age := heartbeat.age()) > heartbeat.DEAD:
        since = "never" if math.isinf(age) else f"{age:.0f} seconds ago"
        raise Wrong(f"looked at the clocks {since}: start manage.py worker, or see why it ended in its log")
    return f"looked at the clocks {age:.0f} seconds ago"


def the_redis() -> str:
    if not settings.REDIS_URL:
        return "not used; there may be one web process"
    try:
        memory = redis_wire.client(socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE).info("memory")
    except redis.RedisError as error:
        raise Wrong(f"doesn't answer ({error}): start it, or fix REDIS_URL") from None
    if memory["maxmemory_policy"] == "noeviction" and memory["used_memory"] > CROWDED * (
        memory["maxmemory"] or math.inf
    ):
        raise Wrong("its memory is nearly full, and then it stores nothing: set maxmemory-policy to allkeys-lru")
    return "answers"


def the_queues() -> str:
    """What is due is done soon. If mails can't be sent, this is where it shows."""
    for queue in queues.all_queues():
        length, waited = queue.waiting(timezone.now())
        if queue.name != "puzzles" and waited.total_seconds() > QUEUE_LATE:
            since = f"{length} wait in {queue.name}, the first for {waited.total_seconds() / 60:.0f} minutes"
            raise Wrong(f"{since}: manage.py queues, and the worker's log, say why")
    return "nothing waits for long"


def pushes() -> str:
    """The key is valid, and we can reach the push services of subscribed browsers."""
    try:
        push.public_key()
    except (ValueError, TypeError) as error:  # TypeError: of an encrypted key
        raise Wrong(f"VAPID_PRIVATE_KEY isn't a key of 32 bytes in base64url ({error})") from None
    hosts = sorted({urlsplit(endpoint).netloc for endpoint in Device.objects.values_list("endpoint", flat=True)})[:5]
    for host in hosts:
        name, _colon, port = host.partition(":")
        try:
            socket.create_connection((name, int(port or 443)), PATIENCE).close()
        except OSError as error:
            raise Wrong(f"{host} can't be reached ({error}): allow the worker to connect to port 443") from None
    return f"signed; {', '.join(hosts) or 'no browser has subscribed yet'}"


def sign_in() -> str:
    """The key that signs ID tokens is valid."""
    try:
        jwkkit.load_jwk_from_pem(get_adapter().get_signing_key().pem)
    except (ValueError, TypeError, AttributeError) as error:
        raise Wrong(f"OIDC_PRIVATE_KEY isn't an RSA key as PEM ({error})") from None
    return "the key signs"


def disk_space() -> str:
    for folder in sorted(set(disk.folders().values())):
        if (free := shutil.disk_usage(folder).free) < ROOM:
            raise Wrong(f"{folder} has {free // 1024**2} MB left: free at least {ROOM // 1024**2} MB")
        disk_of = os.statvfs(folder)
        if disk_of.f_files and disk_of.f_favail < FILES_LEFT:  # some kinds of disks don't count files
            raise Wrong(f"{folder} can take only {disk_of.f_favail} more files: delete some")
    if connection.vendor == "sqlite":
        log = Path(f"{connection.settings_dict['NAME']}-wal")
        if log.exists() and log.stat().st_size > ROOM:
            raise Wrong(f"{log} has {log.stat().st_size // 1024**2} MB: a process reads for long; restart the site")
    return "enough space" + ("" if connection.vendor == "sqlite" else "; PostgreSQL's own disk can't be seen from here")


def backup() -> str:
    if math.isinf(age := heartbeat.backup_age()):
        return "none by manage.py backup; check your own backups"
    if age > BACKUP_LATE:
        raise Wrong(f"the last one is {age / 86400:.1f} days old: see the log of manage.py backup")
    return f"made {age / 3600:.0f} hours ago"


def files() -> str:
    """The files that settings name exist, and we may write to DUMPS."""
    if settings.DUMPS and not os.access(settings.DUMPS, os.W_OK | os.X_OK):
        raise Wrong(f"we can't write to DUMPS ({settings.DUMPS}): create the folder, and let this user write there")
    if settings.TOURNAMENT_CALENDAR and not Path(settings.TOURNAMENT_CALENDAR).is_file():
        raise Wrong(f"there is no TOURNAMENT_CALENDAR ({settings.TOURNAMENT_CALENDAR})")
    return "those that the settings name are there"


def time_zones() -> str:
    """This machine knows the time zones that players chose, which their quiet hours and vacations follow."""
    for name in User.objects.exclude(time_zone="").values_list("time_zone", flat=True).distinct():
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            raise Wrong(f"{name!r} is unknown here: install tzdata (Debian: apt-get install tzdata)") from None
    return "all known"


def clocks() -> str:
    stored = Heartbeat.objects.order_by().values_list(Now(), flat=True)
    now = stored.first()
    if now is None:
        return "can't be compared until a worker has run"
    if abs(drift := (now - timezone.now()).total_seconds()) > DRIFT:
        raise Wrong(f"the database is {drift:+.0f} seconds from this machine: sync both with NTP")
    return "database and this machine agree"


def mail(to: str) -> str:
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        raise Wrong("goes to the log only: set EMAIL_HOST (docs/settings.md)")
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    if not settings.AT_HOME and domain.partition(".")[0] == "localhost":
        raise Wrong(f"comes from {domain}, which other servers refuse: set DEFAULT_FROM_EMAIL")
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    if settings.EMAIL_HOST_PASSWORD and not encrypted and settings.EMAIL_HOST not in {"localhost", "127.0.0.1", "::1"}:
        raise Wrong("sends its password unencrypted: set EMAIL_USE_TLS=1, or EMAIL_PORT=465")
    failed = Delivery.objects.filter(channel__in=[Channel.MAIL, Channel.DIGEST], tries__gte=FAILED_OFTEN).count()
    if failed >= MAILS_FAIL:
        raise Wrong(f"{failed} mails have failed {FAILED_OFTEN} times or more: the worker's log says why")
    let_go()
    try:
        if not to:
            with get_connection():
                return "its server lets us in; --mail you@example.org sends one"
        send_mail(
            f"{settings.SITE_NAME} can send mails", f"manage.py doctor of {settings.SITE_URL} sent this.\n", None, [to]
        )
    except (OSError, smtplib.SMTPException) as error:
        raise Wrong(f"wasn't accepted ({error}): fix EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS or the login") from None
    return f"sent to {to}; if it doesn't arrive, check the mail server's log"


def tell(to: str, wrong: list[str]) -> None:
    """Mail what is wrong to the host."""
    subject = f"{settings.SITE_NAME}: {', '.join(each.partition(':')[0] for each in wrong)}"
    text = "\n".join([*wrong, "", f"manage.py doctor of {settings.SITE_URL}", ""])
    let_go()
    with contextlib.suppress(OSError, smtplib.SMTPException):  # the line about mail, and the exit code, say so
        send_mail(subject, text, None, [to])


# ---- As seen through SITE_URL


class Seen(TypedDict):
    """A request, as the server sees it."""

    version: str
    time: float
    secure: bool
    believed: str  # the client's address
    proxies: int  # that we trust
    forwarded: list[str]  # addresses that proxies have added


def seen(request: HttpRequest) -> JsonResponse | HttpResponseNotFound:
    """Describe how this request arrived, for clients that know our secret key. All others get 404."""
    try:
        signing.loads(request.GET.get("by", ""), salt=SALT, max_age=60)
    except signing.BadSignature:
        return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
    described: Seen = {
        "version": settings.VERSION,
        "time": time.time(),
        "secure": request.is_secure(),
        "believed": address.of_request(request),
        "proxies": settings.PROXIES,
        "forwarded": [each for each in request.headers.get("X-Forwarded-For", "").split(",") if each.strip()],
    }
    return JsonResponse(described)


def ask(claims: Mapping[str, str]) -> Seen:
    """How the server sees a request through SITE_URL with these headers. Raises `Wrong`."""
    url = f"{settings.SITE_URL}/doctor/seen?{urlencode({'by': signing.dumps('', salt=SALT)})}"
    try:
        request = urllib.request.Request(url, headers=dict(claims))  # noqa: S310  the settings want http or https
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            report: Seen = json.load(answer)
            return report
    except urllib.error.HTTPError as error:
        error.close()
        raise Wrong(f"{settings.SITE_URL} answers {error.code}: {WHAT_THEN.get(error.code, 'check its log')}") from None
    except (OSError, ValueError) as error:
        raise Wrong(f"{settings.SITE_URL} can't be reached from here ({error}): start it, or fix SITE_URL") from None


def site_url() -> str:
    if (version := ask({})["version"]) != settings.VERSION:
        raise Wrong(f"it runs {version}, but this is {settings.VERSION}: restart the web processes")
    return f"{settings.SITE_URL} answers, {settings.VERSION}"


def proxy_headers() -> str:
    plain, forged = ask({}), ask({"X-Forwarded-For": FORGED})
    came_by, believes = len(plain["forwarded"]), plain["proxies"]
    if came_by != believes:
        todo = f"set BEHIND_PROXY=1 and PROXIES={came_by}" if came_by else "set BEHIND_PROXY=0, or let the proxy add it"
        raise Wrong(f"{came_by} proxies add to X-Forwarded-For, but {believes} are trusted: {todo}")
    if forged["believed"] == FORGED:
        raise Wrong("clients can forge their address in X-Forwarded-For: let the proxy append the real one")
    if settings.HTTPS and not plain["secure"]:
        raise Wrong("HTTPS isn't detected: set BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto")
    return f"{came_by} proxies; this machine is seen as {plain['believed']}"


def certificate() -> str:
    """The certificate of SITE_URL is renewed in time."""
    if not settings.HTTPS:
        return "not used"
    site = urlsplit(settings.SITE_URL)
    try:
        with (
            socket.create_connection((site.hostname or "", site.port or 443), PATIENCE) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=site.hostname) as wire,
        ):
            ends = str((wire.getpeercert() or {})["notAfter"])
    except ssl.SSLCertVerificationError as error:
        raise Wrong(f"browsers refuse it ({error}): see why it isn't renewed") from None
    except OSError as error:
        raise Wrong(f"can't be checked ({error}): see the proxy's log") from None
    if (days := (ssl.cert_time_to_seconds(ends) - time.time()) / 86_400) < CERTIFICATE_DAYS:
        raise Wrong(f"ends in {days:.0f} days: see why the proxy or certbot doesn't renew it")
    return f"valid for {days:.0f} days"


def web_clock() -> str:
    if abs(drift := ask({})["time"] - time.time()) > DRIFT + PATIENCE:
        raise Wrong(f"the web process is {drift:+.0f} seconds from this machine: sync both with NTP")
    return "in sync"


def checks(to: str) -> dict[str, Callable[[], str]]:
    """All checks, each after those it depends on."""
    return {
        "settings": the_settings, "database": database, "schema": the_schema,
        "PostgreSQL": postgres, "static files": static_files, "worker": worker, "queues": the_queues,
        "Redis": the_redis,
        "mail": lambda: mail(to), "push": pushes, "sign-in to apps": sign_in, "disk": disk_space, "files": files,
        "backup": backup, "time zones": time_zones, "clocks": clocks, "SITE_URL": site_url,
        "certificate": certificate, "proxy headers": proxy_headers, "clock of the web": web_clock,
    }  # fmt: skip


def look(check: Callable[[], str]) -> tuple[bool, str]:
    """Whether a check succeeds, and its sentence. A check that raises counts as failed."""
    try:
        return True, check()
    except Wrong as wrong:
        return False, str(wrong)
    except DatabaseError as error:
        return False, f"the database says: {str(error).splitlines()[0]}; fix DATABASE_URL, or run manage.py migrate"
