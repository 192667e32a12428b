"""Addresses for monitoring: is the process up, and can it serve?"""

import asyncio
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable

import redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from common import database
from common.processes import heartbeat, redis_wire
from dominoes_site import disk, schema, storage
from dominoes_site.storage import NotReady
from games.sockets import open_sockets

logger = logging.getLogger(__name__)
PATIENCE, REDIS_PATIENCE = 3, 1  # seconds
WRITE_EVERY = 5  # seconds between two writes
# These fail if the disk is full or the database is read-only. They change nothing that anyone reads.
WRITES = {"sqlite": "PRAGMA user_version = 1", "postgresql": "SELECT pg_current_xact_id()"}
IN_DATABASE = {"storage", "migrations", "worker"}  # checks that need it
REMEMBERED = 1  # seconds to reuse an answer
ROOM = bytes(64 * 1024)  # the least that SQLite, or a form with a file, needs

_wrote_at = _wrote_files_at = float("-inf")
_known: tuple[float, dict[str, bool]] = (float("-inf"), {})  # when we checked, and the answers
_asking = asyncio.Lock()


def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers with its version. Depends on nothing else."""
    return HttpResponse(f"ok {settings.VERSION}\n", content_type="text/plain")


async def readyz(request: HttpRequest) -> HttpResponse:
    """200 if the database and Redis (if used) answer, this process hears the others, storage is writable, migrations
    and static files match this version, and a worker checks the clocks. Otherwise 503 with the failed checks.

    `?for=balancer`: only what other processes may do better.
    """
    async with _asking:
        answers = dict(await _answers())
    folders = answers.pop("folders")
    if request.GET.get("for") == "balancer":
        answers = {
            "nudges": answers["nudges"] or not answers["channels"],  # without Redis, nobody hears others
            "storage": folders,
            "migrations": answers["migrations"] or not answers["database"],
            "files": answers["files"],
        }
    else:
        answers["storage"] = answers["storage"] and folders
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)


async def _answers() -> dict[str, bool]:
    global _known
    if time.monotonic() > _known[0] + REMEMBERED:
        checks: dict[str, Callable[[], Awaitable[object]]] = {
            "database": sync_to_async(_ask_database),
            "channels": _ask_redis,
            "nudges": _ask_hub,
            "storage": sync_to_async(_write),
            "folders": sync_to_async(_write_files),
            "migrations": sync_to_async(_ask_for_migrations),
            "files": sync_to_async(storage.ask_whether_collected),
            "worker": sync_to_async(_ask_for_worker),
        }
        answers: dict[str, bool] = {}
        for name, check in checks.items():  # without the database, each would wait for it in turn
            answers[name] = (name not in IN_DATABASE or answers["database"]) and await _works(name, check)
        _known = time.monotonic(), answers
    return _known[1]


async def _works(name: str, check: Callable[[], Awaitable[object]]) -> bool:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except NotReady as reason:
        logger.error("not ready: %s: %s", name, reason)
        return False
    except Exception:  # any other error means no
        logger.exception("not ready: %s", name)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_for_migrations() -> None:
    """Checked each time, because migrations may be reversed. Newer ones are fine while new processes replace ours."""
    if missing := schema.missing(connection):
        raise NotReady(f"{len(missing)} are missing, such as {'.'.join(min(missing))}: manage.py migrate")


def _ask_for_worker() -> None:
    if heartbeat.age() > heartbeat.DEAD:
        raise NotReady("none has looked at the clocks for a minute: manage.py worker")


def _write() -> None:
    """Raises the error of the database if there is no space, unless a recent check succeeded.

    While another process is writing to SQLite there must be space, so we don't wait for it.
    """
    global _wrote_at
    if time.monotonic() < _wrote_at + WRITE_EVERY:
        return
    try:
        with database.unwaiting(), connection.cursor() as cursor:
            cursor.execute(WRITES[connection.vendor])
    except OperationalError as error:
        if not database.is_locked(error):
            raise
    _wrote_at = time.monotonic()


def _write_files() -> None:
    """The same for the folders of this process."""
    global _wrote_files_at
    if time.monotonic() < _wrote_files_at + WRITE_EVERY:
        return
    for folder in disk.folders().values():
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(ROOM)
            file.flush()
    _wrote_files_at = time.monotonic()


async def _ask_redis() -> None:
    if settings.REDIS_URL:
        try:
            async with asyncio.timeout(REDIS_PATIENCE), redis_wire.async_client() as connection:
                await connection.ping()
        except TimeoutError as silent:
            raise redis.TimeoutError("Redis doesn't answer") from silent


async def _ask_hub() -> None:
    if open_sockets.hub.silence() > open_sockets.DEAF:
        raise NotReady("nothing from other processes was heard for a minute: read the log, start this process again")
