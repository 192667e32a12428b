"""Tallies: games, wins and points of accounts, added up as games are settled, for each kind of game and all, by month
and ever.
"""

from collections.abc import Iterable
from datetime import UTC

from django.db import connection, transaction
from django.db.models import Count, Q, Sum
from django.db.models.functions import Greatest, Least, TruncMonth

from accounts.models import User
from games.models import Game, Seat
from standings.models import Tally
from standings.months import month_of
from standings.years import sums as years
from standings.years.sums import counted_seats

MOST = 10**12  # points added by one game: house rules allow more than a sum could store
ADD = """
    INSERT INTO standings_tally (player_id, variant, month, games, won, drawn, points)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player_id, variant, month) DO UPDATE SET
        games = standings_tally.games + excluded.games, won = standings_tally.won + excluded.won,
        drawn = standings_tally.drawn + excluded.drawn, points = standings_tally.points + excluded.points
"""
Sums = tuple[int, int, int, int]  # games, won, drawn, points
Kept = tuple[int, str, str]  # player, variant, month


def count_game(game: Game) -> None:
    """Add a finished game, rated or not, to the tallies of its players with an account.

    Games with computers count separately (`bots.queries`). Players whom a computer replaced get nothing.
    """
    assert game.finished_at is not None
    if any(seat.player is not None and seat.player.is_bot for seat in game.seats.all()):
        return
    month = month_of(game.finished_at)
    counted = {
        seat.player.pk: seat
        for seat in game.seats.all()
        if seat.player is not None and not seat.player.is_guest and seat.player.deleted_at is None
        if not seat.stood_in
    }
    _add(
        {
            (player, variant, when): (
                1, int(seat.result == Seat.Result.WON), int(seat.result == Seat.Result.DRAWN), bounded(seat.points or 0)
            )
            for player, seat in counted.items()
            for variant in ("", game.variant)
            for when in ("", month)
        }
    )  # fmt: skip
    years.count_game(game, counted)


def bounded(points: int) -> int:
    return max(-MOST, min(MOST, points))


def _add(sums: dict[Kept, Sums]) -> None:
    """Write row after row in one order everywhere, so that two simultaneous finishes wait for each other without a
    deadlock.

    One statement per row adds in the database, so that no concurrent change is lost.
    """
    with connection.cursor() as cursor:
        cursor.executemany(ADD, [(*kept, *sums[kept]) for kept in sorted(sums)])


@transaction.atomic
def recount(players: Iterable[int]) -> None:
    """Recount the tallies of these accounts from all their finished games.

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
        _add({(player, "", ""): (0, 0, 0, 0)})  # locks the row that each of their games updates first
        counts = User.objects.filter(pk=player, is_guest=False, deleted_at=None).exists()
        sums = _sums(player) if counts else {}
        Tally.objects.filter(player=player).update(games=0, won=0, drawn=0, points=0)
        _add(sums)
        years.recount(player, counted_seats(player) if counts else Seat.objects.none())


def _sums(player: int) -> dict[Kept, Sums]:
    points = Least(Greatest("points", -MOST), MOST)
    found: dict[Kept, Sums] = {}
    for variant, month, *sums in (
        counted_seats(player)
        .order_by()
        .annotate(month=TruncMonth("game__finished_at", tzinfo=UTC))
        .values_list("game__variant", "month")
        .annotate(
            games=Count("pk"),
            won=Count("pk", filter=Q(result=Seat.Result.WON)),
            drawn=Count("pk", filter=Q(result=Seat.Result.DRAWN)),
            sum=Sum(points, default=0),
        )
    ):
        for kept in ((player, v, m) for v in ("", variant) for m in ("", f"{month:%Y-%m}")):
            before = found.get(kept, (0, 0, 0, 0))
            found[kept] = tuple(a + b for a, b in zip(before, sums, strict=True))
    return found
