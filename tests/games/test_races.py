"""Simultaneous actions: one wins, the others get clean refusals, nothing is lost. Real threads and transactions."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from common import refusals
from games import actions, queries
from games.actions import rows
from games.models import Game
from games.positions import memory
from tests.creating import create_game
from tests.games.playing import legal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 8


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in threads that start together; each gives its result or its refusal."""
    ready = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(n: int) -> None:
        ready.wait()
        try:
            results[n] = calls[n]()
        except refusals.Refused as refused:
            results[n] = refused
        except BaseException as error:
            results[n] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    unexpected = [r for r in results if isinstance(r, BaseException) and not isinstance(r, refusals.Refused)]
    assert not unexpected, unexpected
    return results


def codes(results: list[Any]) -> list[str]:
    return sorted(result.code for result in results if isinstance(result, refusals.Refused))


@pytest.mark.parametrize("cold", [False, True], ids=["one process", "two processes"])
def test_two_tabs_make_one_move(ada, ben, game_between, cold, monkeypatch):
    if cold:  # processes have separate memories
        monkeypatch.setattr(memory.remembered, "get", lambda public_id: None)
    for _ in range(TIMES):
        game = game_between(ada, ben)
        table = memory.current(game.public_id)
        move = {"public_id": game.public_id, "seat": table.turn, "text": legal(table)[0], "version": table.version}
        results = at_once(*[lambda n=n: actions.play_move(**move, key=f"tab {n}") for n in range(4)])
        assert codes(results) == ["stale"] * 3
        assert game.moves.filter(by="player").count() == 1


def test_a_double_submit_makes_one_move_and_answers_twice(ada, ben, game_between):
    for _ in range(TIMES):
        game = game_between(ada, ben)
        table = memory.current(game.public_id)
        move = {"public_id": game.public_id, "seat": table.turn, "text": legal(table)[0], "version": table.version}
        results = at_once(*[lambda: actions.play_move(**move, key="same") for _ in range(3)])
        assert codes(results) == []
        assert len({played.version for played in results}) == 1
        assert sorted(played.repeated for played in results) == [False, True, True]


def test_a_resignation_and_a_move_at_once_are_both_stored(ada, ben, game_between):
    for n in range(TIMES):
        game = game_between(ada, ben)
        table = memory.current(game.public_id)
        mover, other = (ada, ben) if table.turn == 0 else (ben, ada)
        text = random.Random(n).choice(legal(table))
        results = at_once(
            lambda: actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version),
            lambda: actions.resign_game(public_id=game.public_id, player=other),
        )
        assert codes(results) in ([], ["game_over"], ["stale"])
        after = queries.find_game(game.public_id)
        assert after.status == Game.Status.FINISHED
        assert after.winners == [table.turn]
        assert mover.seats.get(game=game).result == "won"
        cold = memory.load(after)
        assert cold.version == after.version == after.moves.last().version


def test_the_last_seat_is_taken_once(ada, guest):
    for n in range(TIMES):
        game = create_game(creator=ada, variant="brettspielnetz")
        people = [guest(f"P{n}{k}") for k in range(4)]
        results = at_once(*[lambda who=who: actions.join_game(public_id=game.public_id, player=who) for who in people])
        assert codes(results) == ["full"] * 3
        assert queries.find_game(game.public_id).status == Game.Status.PLAYING
        assert game.rounds.count() == 1
        actions.resign_game(public_id=game.public_id, player=ada)


def test_one_person_cannot_take_two_seats_from_two_tabs(ada, ben):
    for _ in range(TIMES):
        game = create_game(creator=ada, variant="draw", seats=4)
        results = at_once(*[lambda: actions.join_game(public_id=game.public_id, player=ben) for _ in range(3)])
        assert codes(results) == ["own_game"] * 2
        assert game.seats.filter(player=ben).count() == 1
        actions.cancel_game(public_id=game.public_id, player=ada)


def test_two_sweepers_and_a_late_move_give_one_result(ada, ben, game_between):
    for _ in range(TIMES):
        game = game_between(ada, ben, turn_seconds=60)
        table = memory.current(game.public_id)
        late = timezone.now() + timedelta(seconds=61)
        move = {"public_id": game.public_id, "seat": table.turn, "text": legal(table)[0], "version": table.version}
        swept_a, swept_b, moved = at_once(
            lambda: actions.time_out(public_id=game.public_id, now=late),
            lambda: actions.time_out(public_id=game.public_id, now=late),
            lambda: actions.play_move(**move),
        )
        after = queries.find_game(game.public_id)
        assert after.moves.filter(text="timeout").count() <= 1
        if after.status == Game.Status.FINISHED:
            assert [swept_a, swept_b].count(True) == 1
            memory.load(after)
        else:
            assert not isinstance(moved, refusals.Refused)


def test_two_rematch_requests_at_once_give_one_game(ada, ben, game_between):
    for _ in range(TIMES):
        game = game_between(ada, ben)
        actions.resign_game(public_id=game.public_id, player=ada)
        first, second = at_once(
            lambda: actions.offer_rematch(public_id=game.public_id, player=ada),
            lambda: actions.offer_rematch(public_id=game.public_id, player=ben),
        )
        assert first == second
        assert queries.find_game(first.public_id).status == Game.Status.PLAYING


def test_double_taps_of_both_give_one_rematch_with_both_in_it(ada, ben, game_between):
    for _ in range(TIMES):
        game = game_between(ada, ben)
        actions.resign_game(public_id=game.public_id, player=ada)
        calls = [lambda who=who: actions.offer_rematch(public_id=game.public_id, player=who) for who in (ada, ben) * 2]
        assert len({again.public_id for again in at_once(*calls)}) == 1
        again = Game.objects.get(rematch_of=game)
        assert again.status == Game.Status.PLAYING
        assert set(again.seats.values_list("player", flat=True)) == {ada.pk, ben.pk}
        assert memory.current(game.public_id).frame.rematch.status == Game.Status.PLAYING


@pytest.mark.parametrize("dropping", ["host", "other"])
def test_a_no_and_a_yes_at_once_end_in_a_game_or_in_none(ada, ben, game_between, dropping):
    for _ in range(TIMES):
        game = game_between(ada, ben)
        actions.resign_game(public_id=game.public_id, player=ada)
        actions.offer_rematch(public_id=game.public_id, player=ada)
        results = at_once(
            lambda: actions.offer_rematch(public_id=game.public_id, player=ben),
            lambda: actions.drop_rematch(public_id=game.public_id, player={"host": ada, "other": ben}[dropping]),
        )
        again = Game.objects.filter(rematch_of=game).first()
        if codes(results) == ["full"]:  # the yes was first
            assert again.status == Game.Status.PLAYING
        else:  # the no was first: Ben's yes asks Ada anew, or it came between
            assert codes(results) in ([], ["cancelled"])
            assert again is None or (again.status, again.creator) == (Game.Status.OPEN, ben)
        found = memory.current(game.public_id).frame.rematch
        assert (found and found.status) == (again and again.status)


def test_two_hosts_who_join_each_others_game_begin_one(ada, ben):
    for _ in range(TIMES):
        hers, his = (create_game(creator=host, variant="draw").public_id for host in (ada, ben))
        results = at_once(
            lambda: actions.join_instead(public_id=his, own=hers, player=ada),
            lambda: actions.join_instead(public_id=hers, own=his, player=ben),
        )
        assert codes(results) == ["own_game"]
        assert sorted(Game.objects.values_list("status", flat=True)) == ["cancelled", "playing"]
        Game.objects.all().delete()


def test_a_guest_leaves_and_logs_in_while_the_account_joins(ada, ben, guest):
    for n in range(TIMES):
        mo = guest(f"Mo{n}")
        game = create_game(creator=ada, variant="draw", seats=4)
        actions.join_game(public_id=game.public_id, player=mo)
        results = at_once(
            lambda: actions.merge_guest(guest=mo, account=ben),
            lambda: actions.join_game(public_id=game.public_id, player=ben),
            lambda: actions.leave_game(public_id=game.public_id, player=mo),
        )
        assert codes(results) in ([], ["own_game"], ["not_seated"], ["not_seated", "own_game"])
        assert game.seats.filter(player=ben).count() == 1
        assert queries.find_game(game.public_id).version == memory.current(game.public_id).version
        actions.cancel_game(public_id=game.public_id, player=ada)


def test_other_processes_learn_that_a_guest_has_become_an_account(ada, ben, guest, game_between):
    mo = guest("Mo")
    game = game_between(ada, mo)
    elsewhere = memory.current(game.public_id)
    actions.merge_guest(guest=mo, account=ben)
    memory.remembered.forget()
    memory.remembered.put(elsewhere)
    assert memory.current(game.public_id).seat_of(ben.pk) == 1
    actions.resign_game(public_id=game.public_id, player=ben)
    assert game.seats.get(player=ben).result == "lost"


def test_a_change_is_stored_even_if_boards_cannot_be_notified(ada, ben, monkeypatch):
    game = create_game(creator=ada, variant="draw")
    monkeypatch.setattr(rows.memory, "current", lambda _public_id: 1 / 0)
    actions.join_game(public_id=game.public_id, player=ben)
    monkeypatch.undo()
    assert queries.find_game(game.public_id).status == Game.Status.PLAYING
