"""PostgreSQL undoes a transaction that met another one (`serialization_failure`, `deadlock_detected`). We run it again
with what is stored by then, and nothing happens twice.

Distributed databases do this at any time. Here another connection changes a row after our transaction has read the
database, and before it writes.
"""

import html
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import guests
from accounts.models import User
from common import database, metrics, refusals
from games import actions, settling
from games.actions import PlayersMove
from games.models import Game, Move, Seat
from games.positions import memory
from notices.models import Notice
from plans.models import PlannedTurn
from plans.turns import planned_turns
from standings.models import Tally
from tests.api.conftest import Caller
from tests.creating import create_game
from tests.games.playing import legal, play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
TRIES = len(database.PAUSES) + 1

Meet = Callable[..., Any]


@contextmanager
def elsewhere() -> Iterator[psycopg.Connection]:
    """A connection of another process. It commits each statement."""
    there = {**connection.get_connection_params()}
    for ours in ("cursor_factory", "pool", "context", "prepare_threshold"):
        there.pop(ours, None)
    with psycopg.connect(**there, autocommit=True) as other:
        yield other


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PAUSES", (0.0,) * len(database.PAUSES))


@pytest.fixture
def meet() -> Meet:
    """`with meet(sql, *values, times=1) as met`: in each of our next *times* transactions, another process executes
    *sql* after our snapshot. *met* counts them.
    """

    @contextmanager
    def meeting(sql: str, *values: object, times: int = 1) -> Iterator[list[str]]:
        met: list[str] = []

        def first(execute: Any, statement: str, params: Any, many: bool, context: Any) -> Any:
            ours = connection.connection
            status = ours.info.transaction_status
            if connection.in_atomic_block and status == psycopg.pq.TransactionStatus.IDLE and len(met) < times:
                ours.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                ours.execute("SELECT 1")
                other.execute(sql, values)
                met.append(statement)
            return execute(statement, params, many, context)

        with elsewhere() as other, connection.execute_wrapper(first):
            yield met

    return meeting


def conflicts() -> float:
    return metrics.conflicts._value.get()


RENEWED = "UPDATE games_game SET version = version + 1 WHERE id = %s"
TOUCHED = "UPDATE games_game SET seats_number = seats_number WHERE id = %s"
PERSON = "UPDATE accounts_user SET nickname = nickname WHERE id = %s"


@pytest.fixture
def table(ada, ben, game_between):
    return memory.current(game_between(ada, ben, variant="block").public_id)


def mover(table) -> User:
    return User.objects.get(pk=table.players[table.turn])


def moves(table) -> int:
    return Move.objects.filter(game=table.game_id, by=Move.By.PLAYER).count()


@pytest.mark.parametrize("sql", [TOUCHED, RENEWED], ids=["touched", "renewed"])
def test_a_move_by_http_is_stored_once(table, meet, sql):
    """Even if the other process gave the game a new version: the move still fits what the player saw."""
    player, sent = Caller(mover(table)), {"move": legal(table)[0], "version": table.version, "key": "k1"}
    with meet(sql, table.game_id) as met:
        answer = player.post(f"games/{table.public_id}/moves/", **sent)
    assert (answer.status_code, len(met), moves(table)) == (200, 1, 1)
    assert answer.json()["version"] == Game.objects.get(pk=table.game_id).version
    assert Notice.objects.filter(game=table.game_id, event="turn").count() == 1


def test_a_move_that_another_process_made_first_is_stale(table, meet):
    """Here the newest position is another one."""
    before = conflicts()
    first = (
        "WITH moved AS (UPDATE games_game SET version = version + 1, turn = 1 - turn WHERE id = %s RETURNING id)"
        " INSERT INTO games_move (game_id, round_id, version, ply, seat, text, by, key, made_at)"
        " SELECT id, %s, %s, 1, %s, %s, 'player', 'theirs', now() FROM moved"
    )
    theirs = (table.game_id, table.running.row_id, table.version + 1, table.turn, legal(table)[0])
    with meet(first, *theirs), pytest.raises(refusals.NotNow) as refused:
        actions.play_move(public_id=table.public_id, seat=table.turn, text=legal(table)[0], version=table.version)
    assert (refused.value.code, moves(table), conflicts() - before) == ("stale", 1, 1)


def test_a_batch_of_the_sockets_is_stored_together(ada, ben, game_between, meet):
    tables = [memory.current(game_between(ada, ben, variant="block").public_id) for _ in range(3)]
    batch = [
        PlayersMove(each.public_id, each.players[each.turn], legal(each)[0], each.version, f"{each.game_id}")
        for each in tables
    ]
    with meet(TOUCHED, tables[1].game_id) as met:
        answers = actions.play_together(batch)
    assert len(met) == 1
    assert [answer.version for answer in answers if answer] == [
        Game.objects.get(pk=each.game_id).version for each in tables
    ]
    assert [moves(each) for each in tables] == [1, 1, 1]


def test_a_batch_that_meets_others_again_and_again_is_played_move_by_move(table, meet):
    move = PlayersMove(table.public_id, table.players[table.turn], legal(table)[0], table.version, "k")
    with meet(TOUCHED, table.game_id, times=TRIES):
        assert actions.play_together([move]) == [None]
    assert actions.play_alone(move).version > table.version
    assert moves(table) == 1


def test_a_queue_claims_a_row_once(ada, ben, table, meet):
    due = PlannedTurn.objects.create(game_id=table.game_id, version=table.version, due=timezone.now())
    with meet("UPDATE plans_plannedturn SET tries = tries WHERE game_id = %s", table.game_id) as met:
        claimed = planned_turns.claim(timezone.now())
    assert (len(met), [row.pk for row in claimed]) == (1, [due.pk])
    planned_turns.let_go(due)


def test_a_queue_leaves_a_row_that_another_process_has_claimed(table, meet):
    PlannedTurn.objects.create(game_id=table.game_id, version=table.version, due=timezone.now())
    taken = "UPDATE plans_plannedturn SET due = due + interval '1 hour' WHERE game_id = %s"
    with meet(taken, table.game_id) as met:
        assert planned_turns.claim(timezone.now()) == []
    assert len(met) == 1


def test_a_game_is_settled_once(ada, ben, game_between, monkeypatch, meet):
    monkeypatch.setattr(settling, "soon", lambda game: None)
    game = game_between(ada, ben, variant="block", options={"end": "rounds:1"})
    play_out(game.public_id)
    with meet(TOUCHED, game.pk) as met:
        assert settling.settle(game.pk)
    assert not settling.settle(game.pk)
    assert len(met) == 1
    assert sorted(Tally.objects.filter(player__in=[ada, ben]).values_list("games", flat=True).distinct()) == [1]


def test_the_last_seat_is_taken_by_the_one_who_was_first(ada, ben, cleo, meet):
    game, player = create_game(creator=ada, variant="block"), Caller(ben)
    with meet("UPDATE games_seat SET player_id = %s WHERE game_id = %s AND number = 1", cleo.pk, game.pk):
        answer = player.post(f"games/{game.public_id}/join/")
    assert (answer.status_code, answer.json()["code"]) == (409, "full")


def test_a_person_joins_once(ada, ben, meet):
    game, player = create_game(creator=ada, variant="block"), Caller(ben)
    with meet(PERSON, ben.pk) as met:
        assert player.post(f"games/{game.public_id}/join/").status_code == 200
    assert (len(met), Seat.objects.filter(game=game, player=ben).count()) == (1, 1)
    assert Game.objects.get(pk=game.pk).rounds.count() == 1


def test_a_page_joins_once(ada, ben, client, meet):
    game = create_game(creator=ada, variant="block")
    client.force_login(ben)
    with meet(PERSON, ben.pk) as met:
        assert client.post(f"/g/{game.public_id}/join/").status_code == 302
    assert (len(met), Seat.objects.filter(game=game, player=ben).count()) == (1, 1)


def test_a_guest_keeps_their_games_when_they_sign_up(client, ada, meet):
    """An earlier try changes the guest only in memory."""
    game = create_game(creator=ada, variant="block")
    client.post(f"/g/{game.public_id}/join/", {"name": "Mo"})
    guest = Seat.objects.get(game=game, number=1).player
    with meet(PERSON, guest.pk) as met:
        client.post("/accounts/signup/", {"username": "mo", "password1": "a long enough secret"})
    account = User.objects.get(username="mo")
    assert (len(met), account.pk, account.is_guest) == (1, guest.pk, False)


def test_a_guest_who_logs_in_takes_their_games_along(client, ada, ben, meet):
    """The first try changes the session and its user in memory; the second one must not see that."""
    ben.set_password("a long enough secret")
    ben.save()
    game = create_game(creator=ada, variant="block")
    client.post(f"/g/{game.public_id}/join/", {"name": "Mo"})
    with meet(PERSON, ben.pk) as met:
        client.post("/accounts/login/", {"login": "ben", "password": "a long enough secret"})
    assert len(met) == 1
    assert Seat.objects.get(game=game, number=1).player == ben
    assert client.get("/settings/account/").status_code == 200, "logged in"


def test_a_new_name_is_stored_after_a_conflict(ben, meet):
    ben.is_guest = True
    ben.save()
    with meet(PERSON, ben.pk) as met:
        guests.rename(ben, "Benno")
    assert (len(met), User.objects.get(pk=ben.pk).nickname) == (1, "Benno")


def test_a_statement_outside_of_a_transaction_is_tried_again(ada):
    """It waits for the other's lock, and then it meets their change."""
    with elsewhere() as other, elsewhere() as watch:
        connection.cursor().execute("SET default_transaction_isolation = serializable")
        pid = connection.connection.info.backend_pid
        other.autocommit = False
        other.execute(PERSON, [ada.pk])

        def commit_once_we_wait() -> None:
            waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
            while watch.execute(waits, [pid]).fetchone() is None:
                pass
            other.commit()

        thread = threading.Thread(target=commit_once_we_wait)
        thread.start()
        before = conflicts()
        try:
            assert User.objects.filter(pk=ada.pk).update(nickname="Ada L") == 1
        finally:
            thread.join()
            connection.cursor().execute("RESET default_transaction_isolation")  # the pool keeps the connection
            connection.close()
    assert conflicts() - before == 1
    assert User.objects.get(pk=ada.pk).nickname == "Ada L"


def test_of_two_transactions_that_wait_for_each_other_ours_is_tried_again(ada, ben):
    tries = []

    @database.tried_again
    def swap() -> None:
        with transaction.atomic():
            tries.append(1)
            connection.cursor().execute("SET LOCAL deadlock_timeout = '10ms'")
            User.objects.filter(pk=ada.pk).update(nickname="A")
            if len(tries) == 1:
                held.set()
                waiting.wait()
            User.objects.filter(pk=ben.pk).update(nickname="B")

    held, waiting = threading.Event(), threading.Event()
    with elsewhere() as other, elsewhere() as watch:
        other.autocommit = False
        other.execute("SET LOCAL deadlock_timeout = '1h'")
        other.execute(PERSON, [ben.pk])

        def wait_for_ada() -> None:
            held.wait()
            thread_waits.start()
            other.execute(PERSON, [ada.pk])
            other.commit()

        def tell_once_they_wait() -> None:
            waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
            while watch.execute(waits, [other.info.backend_pid]).fetchone() is None:
                pass
            waiting.set()

        thread, thread_waits = threading.Thread(target=wait_for_ada), threading.Thread(target=tell_once_they_wait)
        thread.start()
        try:
            swap()
        finally:
            thread.join()
            thread_waits.join()
    assert len(tries) > 1  # another deadlock may follow if we are quicker than they wake up
    assert [User.objects.get(pk=each.pk).nickname for each in (ada, ben)] == ["A", "B"]


# ---- When it never ends


def test_after_eight_tries_the_answer_is_503_and_not_that_the_database_is_away(table, meet):
    player, sent = (
        Caller(mover(table), raise_request_exception=False),
        {"move": legal(table)[0], "version": table.version, "key": "k1"},
    )
    with meet(TOUCHED, table.game_id, times=TRIES + 1) as met:
        answer = player.post(f"games/{table.public_id}/moves/", **sent)
    assert len(met) == TRIES == 8
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "busy", "5")
    assert moves(table) == 0
    assert player.post(f"games/{table.public_id}/moves/", **sent).status_code == 200


def test_nothing_runs_again_that_has_stored_something(ada, ben, meet):
    """The second transaction fails. The first one is stored, so the function must not begin again."""
    ran = []

    @database.tried_again
    def both() -> None:
        ran.append(1)
        with transaction.atomic():
            User.objects.filter(pk=ada.pk).update(nickname="A")
        with meet(PERSON, ben.pk), transaction.atomic():
            User.objects.filter(pk=ben.pk).update(nickname="B")

    with pytest.raises(Exception, match="could not serialize") as failed:
        both()
    assert refusals.away(failed.value).code == "busy"
    assert ran == [1]


def test_a_page_says_that_it_was_busy(ada, ben, client, meet):
    game = create_game(creator=ada, variant="block")
    client.force_login(ben)
    client.raise_request_exception = False
    with meet(PERSON, ben.pk, times=TRIES):
        answer = client.post(f"/g/{game.public_id}/join/", follow=True)
    assert "yours wasn’t stored" in html.unescape(answer.content.decode())
    assert not Seat.objects.filter(game=game, player=ben).exists()
