"""SQLite's writers stand in line: nobody waits behind two transactions of somebody who begins one after the other."""

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest
from django.db import OperationalError, connection, transaction

from common import database
from dominoes_site.sqlite.base import Connection
from tests.live.server import ROOT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,  # each knows its own
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets all write at the same time"),
]
ONE_AFTER_THE_OTHER = """
from django.db import connection, transaction
while True:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET transactions = transactions + 1")
        cursor.execute("SELECT transactions FROM counted")
        if cursor.fetchone() == (1,):
            print("begun", flush=True)
"""
COUNT = "SELECT transactions FROM counted"


@pytest.fixture
def another():
    """Another connection, which isn't ours and never waits. It counts transactions."""
    opened = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None, check_same_thread=False)
    opened.execute("CREATE TABLE counted (transactions INTEGER)")
    opened.execute("INSERT INTO counted VALUES (0)")
    yield opened
    connection.close()
    opened.execute("DROP TABLE counted")
    opened.close()


@pytest.fixture
def ours():
    connection.ensure_connection()
    return connection.connection


@pytest.fixture
def line():
    """The file that the first one in line locks."""
    opened = os.open(f"{connection.settings_dict['NAME']}-line", os.O_RDONLY | os.O_CREAT)
    yield opened
    os.close(opened)


@pytest.fixture
def busy_process(another):
    """A process that writes one transaction after the other."""
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "dominoes_site.settings",
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "SECRET_KEY": "of-a-test",
    }
    command = [sys.executable, "-c", ONE_AFTER_THE_OTHER]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        yield process
        process.send_signal(signal.SIGKILL)


def test_whoever_waits_comes_before_the_next_transaction_of_a_busy_process(busy_process, another, ours, monkeypatch):
    firsts, stand = [], Connection.stand_in_line

    def count_as_first(opened):
        stand(opened)
        firsts.append(another.execute(COUNT).fetchone()[0])

    monkeypatch.setattr(Connection, "stand_in_line", count_as_first)
    for _ in range(20):
        firsts.clear()
        with transaction.atomic():
            assert another.execute(COUNT).fetchone()[0] - firsts[0] <= 1


def test_a_killed_process_holds_nobody_up(busy_process, another, ours):
    busy_process.kill()
    busy_process.wait()
    ours.patience = 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(COUNT)


def increase():
    with connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET transactions = transactions + 1")


def increase_by_row():
    database.write_rows("UPDATE counted SET transactions = transactions + %s", [(1,)])


@pytest.mark.parametrize("write", [increase, increase_by_row])
def test_a_single_statement_waits_for_a_transaction(another, ours, write):
    another.execute("BEGIN IMMEDIATE")
    waits = threading.Event()

    def end():
        waits.wait()
        another.execute("UPDATE counted SET transactions = 5")
        another.execute("COMMIT")

    thread = threading.Thread(target=end)
    thread.start()

    def seen(execute, sql, *more):
        waits.set()
        return execute(sql, *more)

    with connection.execute_wrapper(seen):
        write()
    thread.join()
    assert another.execute(COUNT).fetchone() == (6,)


def in_a_transaction():
    with transaction.atomic():
        pass


def in_a_statement():
    with connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET transactions = 1")


def in_a_row():
    database.write_rows("UPDATE counted SET transactions = %s", [(1,)])


@pytest.mark.parametrize("write", [in_a_transaction, in_a_statement, in_a_row])
def test_patience_ends_as_sqlites_own_does(another, ours, write):
    ours.patience = 0.001
    another.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="database is locked") as refused:
        write()
    assert database.is_locked(refused.value)
    another.execute("COMMIT")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET transactions = 2")


def test_one_who_never_leaves_the_line_stops_nobody(another, ours, line):
    ours.patience = 0.001
    fcntl.flock(line, fcntl.LOCK_EX)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET transactions = 3")
    assert another.execute(COUNT).fetchone() == (3,)


def test_within_a_transaction_nothing_waits(another, ours):
    """Another connection can hold the lock only if ours has none: then waiting for it can't end."""
    connection.cursor().execute("BEGIN")
    connection.cursor().execute(COUNT)
    another.execute("UPDATE counted SET transactions = 1")
    with pytest.raises(OperationalError, match="database is locked"):
        connection.cursor().execute("UPDATE counted SET transactions = 2")
    connection.cursor().execute("ROLLBACK")
