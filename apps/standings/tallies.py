"""Tallies: games, wins and points of accounts, for each kind of game and all, by month and ever."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from common.database import tried_again
from games.models import Game, Seat
from standings.models import Tally
from standings.months import month_of
from standings.sums import Key, Sums

MOST = 10**12  # points added by one game: house rules allow more than a sum could store
READ = 5_000  # seats at a time


class Line(NamedTuple):
    """A game of an account that counts."""

    player_id: int
    variant: str
    month: str
    result: str
    points: int


class Tallies(Sums[Tally, Line]):
    model = Tally
    key = ("player_id", "variant", "month")

    def lines(self, which: Q) -> Iterator[Line]:
        columns = ("player_id", "game__variant", "game__finished_at", "result", "points")
        return (_line(*row) for row in counted_seats(which).values_list(*columns).iterator(READ))

    def keys(self, line: Line) -> list[Key]:
        return [(line.player_id, variant, month) for variant in ("", line.variant) for month in ("", line.month)]

    def first(self, player: int) -> Key:
        return player, "", ""

    def count(self, row: Tally, line: Line) -> None:
        row.games += 1
        row.won += line.result == Seat.Result.WON
        row.drawn += line.result == Seat.Result.DRAWN
        row.points += line.points


TALLIES = Tallies()


def _line(player: int, variant: str, at: datetime, result: str, points: int | None) -> Line:
    return Line(player, variant, month_of(at), result, max(-MOST, min(MOST, points or 0)))


def counted_seats(which: Q) -> QuerySet[Seat]:
    """The seats among these that count for their players: of accounts, in settled games with a result.

    Games with computers count separately (`bots.queries`). Players whom a computer replaced get nothing.
    """
    ended = Q(game__status=Game.Status.FINISHED, game__settle_at=None, game__annulled_at=None)
    account = Q(player__is_guest=False, player__bot_level="", player__deleted_at=None)
    computer = Seat.objects.filter(game=OuterRef("game"), player__bot_level__gt="")
    return Seat.objects.filter(which & ended & account, ~Exists(computer), stood_in=False)


def count_game(game: Game) -> None:
    """Add a game that is being settled to the tallies of its players, whether it is rated or not.

    The same as `counted_seats`, by its loaded seats and players: the query would take a tenth of the time of settling.
    """
    assert game.finished_at is not None
    seats = [(seat, seat.player) for seat in game.seats.all() if seat.player is not None]
    if not any(player.is_bot for _seat, player in seats):
        TALLIES.add(
            _line(player.pk, game.variant, game.finished_at, seat.result, seat.points)
            for seat, player in seats
            if not (player.is_guest or player.deleted_at or seat.stood_in)
        )


@tried_again
@transaction.atomic
def recount(players: Iterable[int]) -> None:
    """Count the tallies of these accounts again.

    For the rare cases in which games change hands: a guest became an account, or a game was annulled. Games being
    settled are counted then: we wait for that transaction, or it waits for us.
    """
    players = set(players)
    unsettled = Game.objects.filter(settle_at__isnull=False, seats__player__in=players)
    list(
        Game.objects.select_for_update(no_key=True)
        .filter(pk__in=unsettled.values("pk"))
        .order_by("pk")
        .values_list("pk")
    )
    for player in sorted(players):
        TALLIES.recount(player)
