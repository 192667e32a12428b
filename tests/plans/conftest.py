from datetime import timedelta

import pytest
from django.utils import timezone

from games import actions, queries
from games.positions import memory, tables
from tests.plans.planning import Chance, chance, play_due


@pytest.fixture
def deal(ada, ben, game_between):
    """`deal()`: a new game of Ada and Ben without a boneyard, so that nobody draws."""
    return lambda: game_between(ada, ben, variant="block")


@pytest.fixture
def at(deal) -> Chance:
    return chance(deal)


@pytest.fixture
def people(ada, ben):
    """The players by seat."""
    return [ada, ben]


@pytest.fixture
def play():
    """`play(at)`: the mover plays the first move of the chance; returns the table after it."""

    def play(at: Chance, text: str | None = None) -> tables.Table:
        game = queries.find_game(at.game.public_id)
        actions.play_move(public_id=game.public_id, seat=at.mover, text=text or at.first, version=game.version)
        return memory.current(game.public_id)

    return play


@pytest.fixture
def connection_queries():
    """`with connection_queries() as queries:` collects the SQL statements of the block."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return lambda: CaptureQueriesContext(connection)


@pytest.fixture
def later():
    """`later()`: play all due turns, as if every wait had passed. Returns how many were tried."""

    def later() -> int:
        played = 0
        while done := play_due(timezone.now() + timedelta(minutes=1)):
            played += done
        return played

    return later
