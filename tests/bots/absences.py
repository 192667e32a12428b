"""Absent players, and the computers that play for them."""

from datetime import timedelta

from bots.models import Turn
from games import actions
from games.clocks import clock
from games.models import Game
from games.positions import memory, tables
from tests import queued
from tests.games.playing import legal


def current(game: Game) -> tables.Table:
    return memory.current(game.public_id)


def miss(game: Game) -> int:
    """The player whose turn it is runs out of time. Returns their seat."""
    table = current(game)
    assert table.turn is not None
    assert table.deadline is not None
    assert clock.sweep(table.deadline) == 1
    return table.turn


def play(game: Game, number: int) -> None:
    table = current(game)
    assert table.turn == number
    actions.play_move(public_id=game.public_id, seat=number, text=legal(table)[0], version=table.version)


def computers_play() -> int:
    """Computers play their turns after the time they leave to the player. Returns how many."""
    last = Turn.objects.order_by("-due").first()
    return queued.play_computers(last.due + timedelta(seconds=3)) if last is not None else 0
