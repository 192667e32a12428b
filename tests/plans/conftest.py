from datetime import timedelta

import pytest
from django.utils import timezone

from games import actions, memory, queries, tables
from plans.actions import play_due
from tests.plans.planning import Chance, chance


@pytest.fixture
def deal(ada, ben, game_between):
    """`deal()`: a new game of Ada and Ben, without a boneyard, so that nobody draws."""
    return lambda: game_between(ada, ben, variant="block")


@pytest.fixture
def at(deal) -> Chance:
    return chance(deal)


@pytest.fixture
def people(ada, ben):
    """By seat."""
    return [ada, ben]


@pytest.fixture
def play():
    """`play(at)`: the mover plays what the chance begins with; returns the table as it stands then."""

    def play(at: Chance, text: str | None = None) -> tables.Table:
        game = queries.find_game(at.game.public_id)
        actions.play_move(public_id=game.public_id, seat=at.mover, text=text or at.first, version=game.version)
        return memory.current(game.public_id)

    return play


@pytest.fixture
def connection_queries():
    """`with connection_queries() as queries:` the statements made inside."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return lambda: CaptureQueriesContext(connection)


@pytest.fixture
def later():
    """`later()`: the seconds that a turn waits have passed, and those of the turns that begin by it."""

    def later() -> int:
        played = 0
        while done := play_due(timezone.now() + timedelta(minutes=1)):
            played += done
        return played

    return later
