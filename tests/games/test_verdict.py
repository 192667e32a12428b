"""The clock's verdict on a table, and the steps that change who plays a seat."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import actions
from games.clocks import clock
from games.models import Game, Seat
from games.positions import memory, referee
from games.positions.referee import Leaves, Moves, StandsIn
from tests.games.test_played_on import of_all, replayed

pytestmark = pytest.mark.django_db
BANK = {"clock": "bank", "turn_seconds": None, "bank_seconds": 600, "increment_seconds": 0, "cap_seconds": 600}
MOMENT = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def held_clock(monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def late(game):
    """The table, and the moment at which the time for its turn ends."""
    table = memory.current(game.public_id)
    return table, table.deadline


def test_a_player_with_time_left_gets_no_verdict(ada, ben, game_between):
    for misses in ("out", "move", "computer"):
        table, ends = late(game_between(ada, ben, misses=misses, turn_seconds=3600))
        assert referee.verdict(table, ends - MOMENT) is None


def test_a_game_without_a_clock_gets_no_verdict(ada, ben, game_between):
    table, _ends = late(game_between(ada, ben, clock="none", turn_seconds=None, rated=False))
    assert referee.verdict(table, timezone.now() + timedelta(days=400)) is None


def test_the_game_says_what_happens_when_a_player_runs_out_of_time(ada, ben, game_between):
    table, ends = late(game_between(ada, ben, misses="out"))
    assert referee.verdict(table, ends) == Leaves(table.turn)
    table, ends = late(game_between(ada, ben, misses="move"))
    assert referee.verdict(table, ends) == Moves()
    table, ends = late(game_between(ada, ben, misses="computer"))
    assert referee.verdict(table, ends) == StandsIn(table.turn)


def test_a_player_who_has_missed_as_often_as_the_game_allows_leaves(ada, ben, game_between):
    game = game_between(ada, ben, misses="move", misses_most=2)
    Seat.objects.filter(game=game).update(missed=1)
    memory.remembered.forget()
    table, ends = late(game)
    assert referee.verdict(table, ends) == Moves()
    Seat.objects.filter(game=game).update(missed=2)
    memory.remembered.forget()
    table, ends = late(game)
    assert referee.verdict(table, ends) == Leaves(table.turn)


def test_a_computer_that_plays_already_gets_no_second_verdict(ada, ben, game_between):
    game = game_between(ada, ben, misses="computer")
    _table, ends = late(game)
    assert actions.time_out(public_id=game.public_id, now=ends)
    assert referee.verdict(memory.current(game.public_id), ends) is None
    assert not actions.time_out(public_id=game.public_id, now=ends)


def test_once_everyone_is_away_the_first_who_was_leaves_first(ada, ben, game_between):
    game = game_between(ada, ben, misses="computer")
    turn = memory.current(game.public_id).turn
    Seat.objects.filter(game=game, number=1 - turn).update(stand_in="solid", stood_in=True)
    memory.remembered.forget()
    table, ends = late(game)
    assert referee.verdict(table, ends) == Leaves(1 - turn)


@pytest.mark.parametrize("settings", [{}, BANK])
def test_standing_in_and_coming_back_are_remembered_as_they_are_stored(ada, ben, game_between, settings, monkeypatch):
    game = game_between(ada, ben, misses="computer", **settings)
    table, ends = late(game)
    moved_at = Game.objects.get(pk=game.pk).moved_at
    assert clock.sweep(ends) == 1
    stood_in = memory.remembered.get(game.public_id)
    assert stood_in.version == table.version + 1
    assert stood_in.deadline == ends
    assert of_all(stood_in) == of_all(replayed(game.public_id))
    Seat.objects.filter(game=game).exclude(number=table.turn).update(stand_in="solid", stood_in=True)
    memory.remembered.forget()
    actions.come_back(public_id=game.public_id, player=[ben, ada][table.turn])
    back = memory.remembered.get(game.public_id)
    assert back.version == table.version + 2
    assert of_all(back) == of_all(replayed(game.public_id))
    assert Game.objects.get(pk=game.pk).moved_at == moved_at  # nobody has moved
