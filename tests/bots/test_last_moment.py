"""Games with computers also end at their last moment. Computers needn't know of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots.models import Turn
from bots.thinking import turns
from common import refusals
from games import actions
from games.clocks import clock
from games.models import Game
from games.positions import memory
from rulebook.time_control import DAY
from tests import queued
from tests.creating import create_game
from tests.games.playing import legal

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone(ada):
    """A game of Ada with a computer that lasts half an hour; *turn*: the seat whose turn it is."""

    def begin(turn):
        for _ in range(20):
            game = create_game(
                creator=ada, variant="block", turn_seconds=DAY, lasts_seconds=1800, computers={1: "casual"}
            )
            if memory.current(game.public_id).turn == turn:
                return game
        raise AssertionError("the lead is drawn for the same seat each time")

    return begin


def time_passes(game):
    """The game's last moment has come."""
    then = timezone.now() - timedelta(minutes=31)
    Game.objects.filter(pk=game.pk).update(started_at=then, last_moment=then + timedelta(minutes=30))
    memory.remembered.forget()


@pytest.mark.both_databases
def test_a_game_ends_in_time_during_a_computers_turn(alone):
    game = alone(turn=1)
    assert Turn.objects.filter(game=game).exists()
    time_passes(game)
    assert clock.sweep() == 1
    assert memory.current(game.public_id).frame.outcome.reason == "adjudicated"
    assert not Turn.objects.filter(game=game).exists()


def test_a_computer_that_answers_too_late_ends_the_game_without_a_warning(alone, caplog):
    game = alone(turn=1)
    time_passes(game)
    [turn] = [each for each in turns.claim(timezone.now() + timedelta(seconds=3)) if each.game_id == game.pk]
    queued.to_its_end(turns.work(turn, timezone.now()))
    assert memory.current(game.public_id).frame.outcome.reason == "adjudicated"
    assert not [each for each in caplog.records if each.levelname in {"WARNING", "ERROR"}]


def test_no_move_is_taken_back_after_the_last_moment(alone, ada):
    game = alone(turn=0)
    table = memory.current(game.public_id)
    actions.play_move(public_id=game.public_id, seat=0, text=legal(table)[0], version=table.version)
    time_passes(game)
    with pytest.raises(refusals.NotNow, match="Time is up"):
        actions.take_back(public_id=game.public_id, player=ada, version=memory.current(game.public_id).version)
