"""Sums for each year of an account besides its tallies: winning streaks, and games with each opponent.

Writers first lock the player's first tally (`standings.tallies`), so that of two games that end at once the second
adds to the result of the first.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import ExtractYear

from common.database import write_rows
from games.models import Game, Seat
from standings.models import Year, YearOpponent

ADD = """
    INSERT INTO standings_yearopponent (player_id, year, other_id, games, public) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (player_id, year, other_id) DO UPDATE SET
        games = standings_yearopponent.games + excluded.games, public = standings_yearopponent.public + excluded.public
"""
KEPT = ["streak", "longest", "last_at", "last_game"]
BATCH = 1_000  # rows


def year_of(when: datetime) -> int:
    """The year a moment belongs to, by UTC, as for seasons."""
    return when.astimezone(UTC).year


def counted_seats(player: int) -> QuerySet[Seat]:
    """The player's seats in all games that count for them."""
    ended = Q(game__status=Game.Status.FINISHED, game__settle_at=None, game__annulled_at=None)
    computer = Seat.objects.filter(game=OuterRef("game"), player__bot_level__gt="")
    return Seat.objects.filter(ended, ~Exists(computer), player=player, stood_in=False)


def count_game(game: Game, counted: Mapping[int, Seat]) -> None:
    """Add a game that has just ended to the years of these players, each with their seat."""
    assert game.finished_at is not None
    year = year_of(game.finished_at)
    before = {row.player_id: row for row in Year.objects.filter(player__in=counted, year=year)}
    _keep(_after(game, seat, before.get(player), year) for player, seat in counted.items())
    public = int(game.is_public)
    met = {
        (player, year, other.player_id)
        for player, seat in counted.items()
        for other in game.seats.all()
        if other.side != seat.side and other.player is not None and other.player.deleted_at is None
    }
    write_rows(ADD, [(*pair, 1, public) for pair in sorted(met)])


def _after(game: Game, seat: Seat, before: Year | None, year: int) -> Year:
    assert seat.player_id is not None
    assert game.finished_at is not None
    if before is not None and (game.finished_at, game.pk) < (before.last_at, before.last_game):  # it was settled late
        (again,) = _counted(seat.player_id, _with_year(counted_seats(seat.player_id)).filter(year=year))
        return again
    streak = (before.streak if before else 0) + 1 if seat.result == Seat.Result.WON else 0
    longest = max(streak, before.longest if before else 0)
    return _row(seat.player_id, year, streak, longest, game.finished_at, game.pk)


def recount(player: int, seats: QuerySet[Seat]) -> None:
    """Recount a player's years from these seats; a year without games is deleted with its link."""
    dated = _with_year(seats)
    years = list(_counted(player, dated))
    _keep(years)
    Year.objects.filter(player=player).exclude(year__in=[row.year for row in years]).delete()
    YearOpponent.objects.filter(player=player).delete()
    other_side = Q(game__seats__side__lt=F("side")) | Q(game__seats__side__gt=F("side"))
    somebody = Q(game__seats__player__isnull=False, game__seats__player__deleted_at=None)
    met = (
        dated.filter(other_side & somebody)
        .order_by()
        .values_list("year", "game__seats__player")
        .annotate(games=Count("pk"), public=Count("pk", filter=Q(game__visibility=Game.Visibility.PUBLIC)))
    )
    write_rows(ADD, [(player, *row) for row in met])


def met_as(account: int, guest: int) -> None:
    """Move opponents' counts from the guest to the account. (A game in which both played counts twice.)"""
    rows = YearOpponent.objects.filter(other=guest)
    met = rows.exclude(player=account).order_by("player", "year").values_list("player", "year", "games", "public")
    write_rows(ADD, [(player, year, account, games, public) for player, year, games, public in met])
    rows.delete()


def forget(player: int) -> None:
    """Delete a player's years, and their rows in those of others."""
    Year.objects.filter(player=player).delete()
    YearOpponent.objects.filter(Q(player=player) | Q(other=player)).delete()


def _with_year(seats: QuerySet[Seat]) -> QuerySet[Any]:
    return seats.annotate(year=ExtractYear("game__finished_at", tzinfo=UTC))


def _counted(player: int, seats: QuerySet[Any]) -> Iterator[Year]:
    """A row for each year of these seats, which are annotated with it."""
    ended = seats.order_by("game__finished_at", "game").values_list("year", "result", "game__finished_at", "game")
    for year, games in groupby(ended.iterator(BATCH), key=itemgetter(0)):
        streak = longest = 0
        for last in games:
            streak = streak + 1 if last[1] == Seat.Result.WON else 0
            longest = max(longest, streak)
        yield _row(player, year, streak, longest, *last[2:])


def _row(player: int, year: int, streak: int, longest: int, at: datetime, game: int) -> Year:
    return Year(player_id=player, year=year, streak=streak, longest=longest, last_at=at, last_game=game)


def _keep(rows: Iterable[Year]) -> None:
    """Store the sums; shared years stay shared."""
    Year.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player", "year"], update_fields=KEPT)
