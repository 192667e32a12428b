"""The people of all tests: Ada and Ben play, and Cleo has no access to their games."""

import base64
import itertools
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.utils import timezone, translation
from hypothesis.internal.conjecture import providers

import dominoes_site.asgi
from accounts import guests
from accounts.login.hashers import FewAtOnce
from accounts.models import User, new_guest
from common import banner, chances, queues
from common.cache import recent
from common.cache.unchanging import kept_answers
from common.limits import counting, middleware, sockets
from common.limits.leaks import Leaks
from common.processes import heartbeat
from deploy.texts import compile_texts
from dominoes_site import bodies, health
from games import settling
from games.positions import memory
from games.sockets import boards
from notices import outside
from plans import followers
from sharing.pictures.stored import being_drawn
from tests import messages
from tests.creating import create_game
from tests.left_behind import rows_counted

compile_texts()  # for pages in other languages

MINUTES = itertools.count(1)
FewAtOnce.time_cost = FewAtOnce.parallelism = 1  # password hashes are slow on purpose; make them fast
FewAtOnce.memory_cost = 8  # kB

# Hypothesis draws constants of the modules imported so far, so the examples would depend on what ran before.
providers._get_local_constants = lambda: providers._local_constants  # none

if os.environ.get("BONEYARD_REQUIRE_SERVICES"):  # CI tests the change, not random luck
    hypothesis.settings.load_profile("ci")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Close connections that threads of Channels' test sockets left open; otherwise the database can't be dropped."""
    with rows_counted(django_db_blocker.unblock):
        yield
    threads = boards.DATABASE_THREADS._max_workers
    together = threading.Barrier(threads)

    def let_go() -> None:
        together.wait()
        connections.close_all()

    for done in [boards.DATABASE_THREADS.submit(let_go) for _ in range(threads)]:
        done.result()
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":  # left by threads of earlier tests
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        else:
            Path(f"{connection.settings_dict['NAME']}-line").unlink(missing_ok=True)


def a_minute_later() -> None:
    """Let nothing be left that was kept for a minute."""
    number = -next(MINUTES)  # no minute of the clock
    recent.tick = lambda _seconds: number


def forget() -> None:
    """Reset what a process remembers between tests.

    That is: caches (row ids repeat), rate limits, the active language, and open connections.
    """
    memory.remembered.forget()
    kept_answers.forget()
    being_drawn.forget()
    cache.clear()
    counting.storage().reset()
    a_minute_later()
    outside.connections.close()
    for counted in (middleware.pages, middleware.work, bodies.requests, *vars(sockets).values()):
        if isinstance(counted, Leaks):
            counted._empty_at.clear()
    heartbeat._looked_at = None
    health._known, health._wrote_at, health._wrote_files_at = (float("-inf"), {}), float("-inf"), float("-inf")
    translation.deactivate()


def pytest_collection_finish() -> None:
    forget()  # collecting the fuzz tests needs the schema


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Runs after the fixtures of the test."""
    yield
    forget()


@pytest.fixture(autouse=True)
def settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settle ended games at once, before the test checks anything."""
    monkeypatch.setattr(settling, "soon", lambda game: queues.finish(settling.ends, game, timezone.now()))


@pytest.fixture(autouse=True)
def no_banner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages don't look for the host's message, which they do every few seconds."""
    monkeypatch.setattr(banner, "text", lambda: "")


@pytest.fixture(autouse=True)
def rates_start_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate limits start their minute with the test; otherwise a new minute could begin within the test."""
    monkeypatch.setattr(counting, "window_of", lambda _key, seconds: (0, seconds))


@pytest.fixture(autouse=True)
def messages_as_documented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All messages of sockets have the shapes that docs/asyncapi.yaml says."""
    found: list[str] = []
    messages.compare_all(monkeypatch, found)
    yield
    assert found == []


@pytest.fixture
def real_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of this process and its children as it is, for tests that compare it with that of a database or file.

    `make test CLOCK=…` moves only Python's clocks (tests/moved_clock).
    """
    clock = sys.modules.get("sitecustomize")
    if not hasattr(clock, "moved"):
        yield
        return
    clock.moved.stop()
    with monkeypatch.context() as patch:
        patch.setenv("MOVED_BY", "0")
        yield
    clock.moved = clock.move()


@pytest.fixture(autouse=True)
def same_random_numbers_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed each test's random numbers by its name: every run has the same tiles, guest names and delays.

    A test that fails therefore fails again.
    """
    chance = random.Random(request.node.nodeid)

    source = SimpleNamespace(
        choice=chance.choice,
        randbelow=chance.randrange,
        token_bytes=chance.randbytes,
        token_hex=lambda n: chance.randbytes(n).hex(),
        token_urlsafe=lambda n: base64.urlsafe_b64encode(chance.randbytes(n)).rstrip(b"=").decode(),
    )
    monkeypatch.setattr(chances, "secrets", source)
    monkeypatch.setattr(guests, "secrets", source)
    monkeypatch.setattr(followers, "chance", chance)


def person(name: str) -> User:
    return User.objects.create_user(username=name.lower(), nickname=name)


@pytest.fixture
def ada(db: None) -> User:
    return person("Ada")


@pytest.fixture
def ben(db: None) -> User:
    return person("Ben")


@pytest.fixture
def cleo(db: None) -> User:
    return person("Cleo")


@pytest.fixture
def guest(db: None) -> Callable[[str], User]:
    return new_guest


@pytest.fixture
def game_between(db: None) -> Callable[..., Any]:
    """`game_between(ada, ben, variant="draw", …)`: a new game; returns the row."""
    from games import actions, queries

    def start(host: User, *others: User, variant: str = "brettspielnetz", **settings: Any) -> Any:
        game = create_game(creator=host, variant=variant, seats=1 + len(others), **settings)
        for other in others:
            actions.join_game(public_id=game.public_id, player=other)
        return queries.find_game(game.public_id)

    return start
