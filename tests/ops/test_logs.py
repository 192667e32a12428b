"""The log: JSON or lines, one id per request, and no secrets of players."""

import asyncio
import errno
import io
import json
import logging
import random
import re
from types import SimpleNamespace

import pytest
import redis
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.test import Client
from django.urls import get_resolver

from accounts.guests import make_link
from common.cache import forgiving
from common.logs import Json, Line, OnceAMinute, RequestId
from games import actions
from games.positions import memory
from games.sockets import open_sockets
from tests.api.conftest import Caller, token_of
from tests.games.playing import play_one
from tests.pages.test_names import addresses

FILTERS = {"request_id": RequestId, "once_a_minute": OnceAMinute}
FORMATS = {"line": lambda: Line("%(levelname)s %(name)s [%(request_id)s] %(message)s"), "json": Json}


@pytest.fixture(params=FORMATS)
def log(request):
    """The log as written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(FORMATS[request.param]())
    for name in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(FILTERS[name]())
    root = logging.getLogger()
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


@pytest.mark.parametrize("log", ["json"], indirect=True)
def test_json_logs_have_one_object_per_line_with_the_request_id(log, db):
    answer = Client().get("/nothing/here/")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    [line] = [line for line in lines if line["logger"] == "django.request"]
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["message"] == "Not Found: /nothing/here/"
    assert set(line) == {"time", "level", "logger", "message", "request_id"}


@pytest.mark.both_databases  # infrastructure errors, tested without it
@pytest.mark.parametrize(
    "error",
    [OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device"),
     InterfaceError("the connection is closed")],
)  # fmt: skip
def test_general_failures_are_logged_in_one_line_once_a_minute(log, monkeypatch, error):
    now = 1000.0
    monkeypatch.setattr("common.logs.time.monotonic", lambda: now)
    for n in range(28):
        try:
            raise error
        except type(error):
            logging.getLogger(f"games.{n}").exception("The sweep %s failed", n)
    [line] = log.getvalue().splitlines()
    assert f"The sweep 0 failed: {error}" in line
    now += 61
    logging.getLogger("games").error("Not ready", exc_info=error)
    assert f"Not ready: {error} (27 more like it were not logged)" in log.getvalue().splitlines()[-1]
    assert "Traceback" not in log.getvalue()
    for _again in range(2):  # our own errors are logged each time, with their place
        logging.getLogger("games").error("Broken", exc_info=ValueError("ours"))
    assert log.getvalue().count("ValueError: ours") == 2


async def test_a_process_without_redis_logs_one_line_a_minute(log, monkeypatch):
    """All that ask Redis together, as its clients word the same failure differently."""
    now, rounds = 1000.0, 0

    async def gone(_kind):
        raise redis.ConnectionError(f"Error 111 connecting to redis, for the {rounds}th time")
        yield

    async def a_second(_seconds):
        nonlocal now, rounds
        now, rounds = now + 1, rounds + 1
        monkeypatch.setattr(forgiving, "_away_until", 0.0)
        forgiving.ask(lambda: (_ for _ in ()).throw(redis.TimeoutError("Timeout reading from redis")), None)
        if rounds == 125:
            raise asyncio.CancelledError

    monkeypatch.setattr("common.logs.time.monotonic", lambda: now)
    monkeypatch.setattr(open_sockets.nudges, "heard", gone)
    monkeypatch.setattr(open_sockets, "asyncio", SimpleNamespace(sleep=a_second, Event=asyncio.Event))
    with pytest.raises(asyncio.CancelledError):
        await open_sockets.Hub()._listen()
    lines = log.getvalue().splitlines()
    assert len(lines) == 3
    assert all("Other processes can't be heard" in line for line in lines[:1])
    assert "more like it were not logged" in lines[1]


def test_each_request_has_its_own_id(db):
    assert Client().get("/healthz")["X-Request-ID"] != Client().get("/healthz")["X-Request-ID"]


def test_the_log_has_no_private_seat_links(log, ada, guest, game_between):
    game = game_between(guest("Mo"), ada)
    key = game.seats.get(number=0).token
    Client(enforce_csrf_checks=True).post(f"/g/{game.public_id}/seat/{key}/")
    Client().get(f"/g/{game.public_id}/seat/{key}x/")
    try:
        raise ValueError(f"/g/{game.public_id}/seat/{key}/")
    except ValueError:
        logging.getLogger("games").exception("Broken at %s", f"/g/{game.public_id}/seat/{key}/", extra={"key": key})
    assert "/seat/…" in log.getvalue()
    assert key not in log.getvalue()


def test_the_log_has_no_private_links_of_guests(log, guest):
    mo = guest("Mo")
    make_link(mo)
    Client(enforce_csrf_checks=True).post(f"/guest/{mo.guest_key}/")
    Client().get(f"/guest/{mo.guest_key}x/")
    assert "/guest/…" in log.getvalue()
    assert mo.guest_key not in log.getvalue()


def test_the_log_has_no_tokens(log, ada):
    text = token_of(ada)
    logging.getLogger("games").warning("A request with %s failed", text)
    Client().get(f"/api/v1/nothing/{text}/")
    assert "bone_…" in log.getvalue()
    assert text not in log.getvalue()


@pytest.mark.both_databases
def test_the_log_has_no_rows_refused_by_the_database(log, ada, guest, game_between):
    game = game_between(guest("Mo"), ada)
    seat = game.seats.get(number=0)
    broken = logging.getLogger("games").exception
    try:
        with transaction.atomic():
            game.seats.update(points=7)
    except IntegrityError:
        broken("By this database")
    row = f"(1, 0, \\x{seat.shuffle_seed}, {seat.token}, null)"  # PostgreSQL's message
    for said in (f"Failing row contains {row}.", f"Key (token)=({seat.token}) already exists."):
        try:
            raise IntegrityError(f"refused by a constraint\nDETAIL:  {said}\nCONTEXT:  a trigger")
        except IntegrityError:
            broken("By PostgreSQL")
    assert "Failing row contains …" in log.getvalue()
    assert "Key (token)=…" in log.getvalue()
    assert "seat_has_a_result_and_points_or_neither" in log.getvalue()
    assert seat.token not in log.getvalue()
    assert seat.shuffle_seed not in log.getvalue()


SECRET = "MQ-d4e:1wQ_x-4f0c2b"
SECRETLY = r"\w*(?:token|key|secret|code)\w*"  # … called; the variants of games have keys, too
A_SECRET = re.compile(rf"(?<!variants/)<(?:str|slug|path):{SECRETLY}>|\(\?P<{SECRETLY}>[^)]*\)")
SECRET_ADDRESSES = [each for each in addresses(get_resolver().url_patterns) if A_SECRET.search(each)]


def test_the_list_of_secret_addresses_is_complete():
    for known in ("/seat/<", "guest/<", "notices/stop/<", "confirm-email/(", "reset/key/("):
        assert any(known in address for address in SECRET_ADDRESSES), known


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_the_log_has_no_secret_links(log, address):
    path = "/" + re.sub(r"<[^>]*>|\(\?P<[^)]*\)", "1", A_SECRET.sub(SECRET, address)).replace("^", "").replace("$", "")
    logging.getLogger("django.security.csrf").warning("Forbidden (%s): %s", "CSRF cookie not set.", path)
    assert "Forbidden (CSRF cookie not set.): /" in log.getvalue()
    assert SECRET[-6:] not in log.getvalue()


@pytest.mark.parametrize(
    "path", ["/accounts/confirm-email/{}/", "/accounts/password/reset/key/1-{}/", "/notices/stop/{}/"]
)
def test_the_log_has_no_secret_links_of_failed_requests(log, db, path):
    for browser in (Client(enforce_csrf_checks=True), Client()):
        browser.post(path.format(SECRET))
        browser.get(path.format(SECRET) + "nothing/")
    assert SECRET[-6:] not in log.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_log_has_no_tiles(log, ada, ben, game_between, caplog):
    caplog.set_level(logging.DEBUG)
    game = game_between(ada, ben, options={"end": "rounds:1"})
    rng = random.Random(2)
    for caller in (Caller(ada), Caller(ben)):
        caller.move(game.public_id, "6-6", memory.current(game.public_id).version)
        caller.move(game.public_id, "5-3>6-5", 0)
    while memory.current(game.public_id).status == "playing":
        play_one(game.public_id, rng)
    with pytest.raises(Exception, match=r".+"):
        actions.play_move(public_id=game.public_id, seat=0, text="5-3>6-5", version=1)
    said = [line for line in log.getvalue().splitlines() if "django.db" not in line]
    assert said
    tiles = [line for line in said if re.search(r"(?<![\d-])\d{1,2}-\d{1,2}(?![\d-])", line)]
    assert not tiles
