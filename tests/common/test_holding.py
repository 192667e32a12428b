"""The check for waits that keep a database connection finds each kind."""

import time
from concurrent.futures import Future

import pytest
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from bots.minds import pool as minds
from common import database
from sharing.pictures import png
from talk import actions as talk
from tests import holding

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def found():
    yield holding.found
    holding.found.clear()


@pytest.fixture
def answers(monkeypatch):
    """A mind answers at once."""
    answer: Future[bytes] = Future()
    answer.set_result(b"{}")
    monkeypatch.setattr(minds, "ask", lambda *_question, **_how: answer)


WAITS = {
    "bots/minds/pool.py": lambda: minds.answered({}, owner=1, urgent=True),
    "sharing/pictures/png.py": lambda: png.rendered('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("place", WAITS)
def test_a_wait_that_keeps_its_connection_is_found(place, answers, found, monkeypatch):
    User.objects.exists()
    WAITS[place]()
    assert not found  # releases the connection
    monkeypatch.setattr(database, "let_go", lambda: None)
    User.objects.exists()
    WAITS[place]()
    assert {line.partition(":")[0] for line in found} == {place}


@pytest.mark.both_databases
@pytest.mark.parametrize("place", WAITS)
def test_a_wait_within_a_transaction_is_found(place, answers, found):
    with transaction.atomic():
        WAITS[place]()
    assert {line.partition(":")[0] for line in found} == {place}


@pytest.mark.both_databases
def test_tests_and_transactions_without_locks_may_wait(answers, found):
    time.sleep(0.002)
    with transaction.atomic():
        User.objects.exists()
        cache.get("count")
        time.sleep(0.002)
    for wait in WAITS.values():  # release the connection
        wait()
    assert not found


@pytest.mark.both_databases
@pytest.mark.parametrize("room", [pytest.param(talk, id="talk"), pytest.param(minds, id="bots")])
def test_cache_counters_used_in_transactions_are_listed(room, found):
    """By code placed in a file of that room."""
    code = compile("def count(cache): cache.get('count')", room.__file__, "exec")
    exec(code, names := {})
    with transaction.atomic():
        names["count"](cache)
    assert len(found) == (room is minds)
