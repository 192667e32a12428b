"""The sweep decides each game once, in whichever process and however late, and none too early."""

import os
import subprocess
import sys
import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common import refusals
from games import actions, queries
from games.clocks import clock
from games.models import Game, Move
from games.positions import memory
from tests.creating import create_game
from tests.games.playing import legal
from tests.time.conftest import FRIDAY, days, rests


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_sweepers_at_once_give_every_game_one_result(ada, ben, game_between):
    games = [game_between(ada, ben, turn_seconds=60) for _ in range(10)]
    later = timezone.now() + timedelta(seconds=61)
    ready, decided = threading.Barrier(3), []

    def sweep() -> None:
        ready.wait()
        decided.append(clock.sweep(later))
        connections.close_all()

    sweepers = [threading.Thread(target=sweep) for _ in range(3)]
    for each in sweepers:
        each.start()
    for each in sweepers:
        each.join()
    assert sum(decided) == len(games)
    for game in games:
        found = queries.find_game(game.public_id)
        assert (found.status, found.reason) == (Game.Status.FINISHED, "timeout")
        assert found.moves.filter(by=Move.By.CLOCK).count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_sweep_and_a_vacation_at_once_give_one_consistent_result(ada, ben, game_between):
    for _ in range(6):
        game = game_between(ada, ben, turn_seconds=86_400)
        mine = [ada, ben][memory.current(game.public_id).turn]
        now = game.deadline
        ready = threading.Barrier(2)

        def holiday(mine=mine, now=now, ready=ready) -> None:
            ready.wait()
            rests(mine, now - timedelta(seconds=1), vacation=(now - timedelta(seconds=1), now + days(3)))
            connections.close_all()

        def sweep(now=now, ready=ready) -> None:
            ready.wait()
            clock.sweep(now)
            connections.close_all()

        both = [threading.Thread(target=each) for each in (holiday, sweep)]
        for each in both:
            each.start()
        for each in both:
            each.join()
        mine.vacations.all().delete()
        found = queries.find_game(game.public_id)
        if found.status == Game.Status.PLAYING:
            assert found.deadline == now + days(3) + timedelta(seconds=1)  # what was left
        else:
            assert found.reason == "timeout"
        cold = memory.load(found)
        assert cold.version == found.version


@pytest.mark.django_db
def test_after_a_long_outage_one_sweep_decides_everything(at, ada, ben, game_between, monkeypatch):
    """More games than one query of the sweep takes."""
    monkeypatch.setattr(clock, "AT_ONCE", 3)
    for _ in range(8):
        game_between(ada, ben, turn_seconds=60)
    assert clock.sweep(FRIDAY + days(1)) == 8


@pytest.mark.both_databases
@pytest.mark.django_db
def test_an_offer_expires_at_its_own_end_with_a_reason(at, ada):
    game = create_game(creator=ada, variant="draw", offer_days=3)
    assert clock.sweep(FRIDAY + days(3) - timedelta(seconds=1)) == 0
    assert clock.sweep(FRIDAY + days(3)) == 1
    with pytest.raises(refusals.NotNow, match="expired"):
        actions.join_game(public_id=game.public_id, player=ada)


@pytest.mark.django_db
@pytest.mark.parametrize("by", [Move.By.PLAYER, Move.By.PLANNED])
def test_a_game_is_aborted_before_the_second_move_only(ada, ben, game_between, by):
    """A planned move counts as a move of its player."""
    game = game_between(ada, ben, variant="draw")
    for _ in range(2):
        table = memory.current(game.public_id)
        actions.play_move(public_id=game.public_id, seat=table.turn, text=legal(table)[0], version=table.version, by=by)
    with pytest.raises(refusals.NotNow):
        actions.abort_game(public_id=game.public_id, player=ada)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_server_that_was_down_over_a_deadline_decides_within_a_minute_of_its_start(ada, ben, game_between):
    """A separate worker process, started hours after the turn ran out."""
    game = game_between(ada, ben, turn_seconds=60)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(hours=5))
    name = connections["default"].settings_dict["NAME"]
    if connections["default"].vendor == "sqlite":
        url = f"sqlite:///{name}"
    else:
        url = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    worker = subprocess.Popen(
        [sys.executable, "manage.py", "worker"], env={**os.environ, "DATABASE_URL": url, "SECRET_KEY": "for a test"}
    )
    try:
        ends = time.monotonic() + 60
        while time.monotonic() < ends and Game.objects.get(pk=game.pk).status == Game.Status.PLAYING:
            time.sleep(0.5)
        assert Game.objects.get(pk=game.pk).reason == "timeout"
    finally:
        worker.terminate()
        worker.wait(20)


@pytest.mark.django_db(transaction=True)
def test_a_hundred_overdue_games_are_decided_in_one_sweep_and_loaded_together(ada, ben, game_between):
    games = [game_between(ada, ben, variant="block", turn_seconds=60) for _ in range(100)]
    later = timezone.now() + timedelta(minutes=10)

    def queries_of(decided: int) -> int:
        memory.remembered.forget()
        with CaptureQueriesContext(connection) as asked:
            assert clock.sweep(later) == decided
        return sum(not each["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for each in asked)

    Game.objects.filter(pk__in=[game.pk for game in games[:99]]).update(deadline=later + timedelta(minutes=1))
    alone = queries_of(1)
    Game.objects.filter(status=Game.Status.PLAYING).update(deadline=later)
    assert queries_of(99) < 99 * (alone - 7), "each was loaded by itself"
    assert not Game.objects.filter(status=Game.Status.PLAYING).exists()
    assert Move.objects.filter(by=Move.By.CLOCK).count() == 100
