"""Many past games."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Seat
from history import book
from tests.api.conftest import as_ada, as_ben, nobody
from tests.api.test_schema import fits, schema
from tests.pages.conftest import browser_of, english_again, in_play, stranger

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
RESULTS = {"won": ("won", "lost"), "lost": ("lost", "won"), "drawn": ("drawn", "drawn"), "aborted": ("", "")}


@pytest.fixture
def over(db: None) -> Callable[..., list[Game]]:
    """`over(ada, ben, "won", number=5, variant="muggins", at=NOON)`: games Ada won, one per hour back from noon."""

    def make(
        one: User, other: User, result: str = "won", *, number: int = 1, at: datetime = NOON, **more: Any
    ) -> list[Game]:
        status = Game.Status.ABORTED if result == "aborted" else Game.Status.FINISHED
        games = Game.objects.bulk_create(
            Game(**{"variant": "draw", "seats_number": 2, "clock": "none", "status": status, "creator": one,
                    "totals": [100, 40], "winners": None if result == "aborted" else [0], "reason": "target",
                    "started_at": at, "finished_at": at - timedelta(hours=n)}
                 | more)
            for n in range(number)
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(game=game, number=side, side=side, player=player, result=how, over_at=game.finished_at,
                 points=game.totals[side] if how else None)
            for game in games
            for side, (player, how) in enumerate(zip((one, other), RESULTS[result], strict=True))
        )  # fmt: skip
        book.write([game.pk for game in games])
        return games

    return make
