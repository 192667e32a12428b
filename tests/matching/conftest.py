"""People who look for a game."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from matching import waiting
from matching.models import Wish
from matching.pools import Pace, Wanted
from standings.models import Rating, Tally
from tests.api.test_schema import fits, schema
from tests.creating import create_game

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.fixture
def people(db) -> Callable[..., list[User]]:
    """`people("Ada", "Ben")`: accounts; `rating` gives them all a settled rating in Muggins."""

    def make(*names: str, rating: float | None = None) -> list[User]:
        made = [User.objects.create_user(username=name.lower(), nickname=name) for name in names]
        for each in made if rating is not None else ():
            rate(each, rating)
        return made

    return make


def rate(player: User, rating: float, variant: str = "muggins") -> None:
    Rating.objects.create(
        player=player, variant=variant, mu=rating, sigma=50, games=20, won=10, drawn=0, streak=0, best_streak=1,
        order=round(rating), updated=NOW, opponents=10,
    )  # fmt: skip


def played(player: User, *variants: str) -> None:
    """They have finished so many of these games that they know them."""
    Tally.objects.bulk_create(Tally(player=player, variant=variant, games=10 - n) for n, variant in enumerate(variants))


def wanted_by(**wanted: object) -> Wanted:
    """A daily rated game of Muggins, unless *wanted* says otherwise."""
    return Wanted(**{"pace": Pace.USUAL, "rated": True, "variant": "muggins", "seats": 2} | wanted)


def find(player: User, now: datetime = NOW, **wanted: object) -> Wish | None:
    """Look for what `wanted_by` says, as a click does. Returns the wish if it waits."""
    found = waiting.find(player=player, wanted=wanted_by(**wanted), now=now)
    return found if isinstance(found, Wish) else None


def fitting_open_game(host: User, **other: object) -> Game:
    """An open game that fits the wish of `find`, unless it differs in *other*."""
    terms = {"variant": "muggins", "visibility": "public"} | other
    return create_game(creator=host, **terms)


def people_at(game: Game) -> set[str]:
    return set(game.seats.values_list("player__nickname", flat=True))


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser
