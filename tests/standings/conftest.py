"""Finished games, written straight to the database and settled like played ones."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from common.database import tried_again
from games import after_move, changes, settling
from games.changes import Kind
from games.models import Game, Move, Round, Seat
from standings.models import Rating
from tests.pages.conftest import browser_of, english_again, offer, stranger

__all__ = ["browser_of", "english_again", "offer", "stranger"]

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


def people(number: int, prefix: str = "p") -> list[User]:
    names = [f"{prefix}{n}" for n in range(number)]
    return User.objects.bulk_create(User(username=name, skeleton=name, nickname=name.capitalize()) for name in names)


def finish(
    *players: User,
    totals: Sequence[int] = (100, 40),
    winners: Sequence[int] = (0,),
    variant: str = "draw",
    hours: float = 0,
    left: Sequence[int] = (),
    early: Sequence[int] = (),
    when: str = "level",
    moves: int | None = None,
    settled: bool = True,
    **settings: Any,
) -> Game:
    """A game of these players by seat, ended *hours* after the start of November; the first side won if nobody says
    otherwise. *left*: the seats that resigned, in that order; *early* those of them that did so in the first round;
    *when* says how it stood for their sides. Everybody makes one move, or the first players make so many *moves*."""
    at = START + timedelta(hours=hours)
    game = Game.objects.create(
        variant=variant, seats_number=len(players), status=Game.Status.FINISHED, creator=players[0],
        totals=list(totals), winners=list(winners), reason="target", started_at=START, finished_at=at, settle_at=at,
        **({"clock": "none"} | settings),
    )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(created_at=START)
    sides = game.rules.sides
    for number, player in enumerate(players):
        side = number % sides
        result = "lost" if side not in winners else "won" if len(winners) == 1 else "drawn"
        Seat.objects.create(
            game=game, number=number, side=side, player=player, result=result, points=totals[side], over_at=at,
            left=number in left, away_early=number in early, away_when=when if number in left else "",
        )  # fmt: skip
    dealt = Round.objects.create(game=game, index=0, number=1, seed=b"", deal={}, dealt_at=START, first_version=0)
    texts = [("player", n % len(players), "6-6") for n in range(len(players) if moves is None else moves)] + [
        ("player", seat, "resign") for seat in left
    ]
    for n, (by, seat, text) in enumerate(texts, start=1):
        Move.objects.create(game=game, round=dealt, version=n, ply=n, seat=seat, text=text, by=by, made_at=at)
    if settled:
        assert settling.settle(game.pk)
        game.settle_at = None
    return game


@tried_again
def annul(game: Game) -> None:
    with transaction.atomic():
        game.annulled_at = START + timedelta(days=300)
        game.save(update_fields=["annulled_at"])
        after_move.stored(changes.of_row(Kind.ANNULLED, game, by=None, now=game.annulled_at))


def have_met_many(*players: User) -> None:
    """As if each player's rating came from games against five others."""
    for each in Rating.objects.filter(player__in=players):
        each.opponents = 5
        each.order = each.shown - 100_000 * each.provisional
        each.save(update_fields=["opponents", "order"])


@pytest.fixture
def played(db: None) -> Callable[..., Game]:
    return finish
