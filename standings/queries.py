"""Questions about standings; a table costs the same whoever asks, and however many play."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from accounts.models import User
from common.paging import Page, page
from games.models import Game
from games.seating import all_but_names
from standings.models import Rating, RatingChange, Tally
from standings.months import back_to, month_of
from standings.ordered import Ordered, Placed
from standings.strength import Strength

Row = TypeVar("Row", bound=Model)

ON_PAGE, NEIGHBOURS, GAMES_ON_PAGE = 50, 2, 25
IN_CHART = 100  # games
MONTHS = 36  # offered; older ones have their addresses


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. *tally* counts all games, *rating* the rated ones; of all games together there is none."""

    place: int
    player: User
    rating: Rating | None
    tally: Tally | None

    @property
    def sums(self) -> Tally:
        return self.tally or Tally(games=0, won=0, drawn=0, points=0)


@dataclass(frozen=True, slots=True)
class Standings:
    """*around*: where the reader stands, with their neighbours, if they aren't on the page."""

    page: Page[Line]
    around: list[Line]


def standings(variant: str, month: str, *, by_rating: bool, reader: Any = None, cursor: str = "") -> Standings:
    """A page of one game ("": all) in one month ("": ever), by rating or by games won."""
    table: Ordered[Any] = _by_rating(variant) if by_rating else _by_wins(variant, month)
    found = table.page(cursor, ON_PAGE)
    around: list[Placed[Any]] = []
    if reader is not None and reader.is_authenticated and all(row.row.player_id != reader.pk for row in found.rows):
        mine = table.rows.filter(player=reader).first()
        around = table.around(mine, NEIGHBOURS) if mine is not None else []
    lines = _lines([*found.rows, *around], variant)
    return Standings(found.of(lambda placed: lines[: len(placed)]), lines[len(found.rows) :])


def _by_rating(variant: str) -> Ordered[Rating]:
    return Ordered(_with_names(Rating.objects.filter(variant=variant)), ("-order", "id"))


def _by_wins(variant: str, month: str) -> Ordered[Tally]:
    tallies = Tally.objects.filter(variant=variant, month=month, games__gt=0)
    return Ordered(_with_names(tallies), ("-won", "games", "id"))


def _with_names(rows: QuerySet[Row]) -> QuerySet[Row]:
    return rows.select_related("player").defer(*all_but_names("player"))


def _lines(placed: list[Placed[Any]], variant: str) -> list[Line]:
    """With what the other table says of the same people."""
    players = [each.row.player_id for each in placed]
    by_rating = bool(placed) and isinstance(placed[0].row, Rating)
    others: dict[int, Any] = {}
    if by_rating:
        others = {each.player_id: each for each in Tally.objects.filter(player__in=players, variant=variant, month="")}
    elif variant:
        others = {each.player_id: each for each in Rating.objects.filter(player__in=players, variant=variant)}
    return [
        Line(
            each.place,
            each.row.player,
            each.row if by_rating else others.get(each.row.player_id),
            others.get(each.row.player_id) if by_rating else each.row,
        )
        for each in placed
    ]


def months(variant: str, now: datetime) -> list[str]:
    """The seasons there are, the newest first; this month always."""
    kept = Tally.objects.filter(variant=variant, games__gt=0).exclude(month="")
    first = kept.order_by("month").values_list("month", flat=True).first()
    this = month_of(now)
    return back_to(min(first or this, this), this, MONTHS)


# ---- One player -----------------------------------------------------------------------------------------------------
def ratings(player: User) -> list[Rating]:
    """Their ratings by game, the one they have played most first."""
    return list(Rating.objects.filter(player=player).exclude(variant="").order_by("-games", "variant"))


def place_of(rating: Rating) -> int:
    return _by_rating(rating.variant).place(rating)


def chart_of(player: User, variant: str) -> list[RatingChange]:
    """Their newest rated games, in the order they were played."""
    return list(_changes(player, variant)[:IN_CHART])[::-1]


def best_win(player: User, variant: str) -> RatingChange | None:
    """The game in which they beat the strongest; of several the first."""
    wins = RatingChange.objects.filter(player=player, variant=variant, beat__isnull=False).order_by("-beat", "at")
    return _with_games(wins).first()


def rated_games(player: User, variant: str, cursor: str = "") -> Page[RatingChange]:
    """A page of their rated games, the newest first."""
    return page(_with_games(_changes(player, variant)), cursor, GAMES_ON_PAGE)


def changes_of(game: Game) -> list[RatingChange]:
    """What a finished game changed, by seat; empty if it was unrated."""
    return list(RatingChange.objects.filter(game=game).select_related("player").order_by("seat"))


@dataclass(frozen=True, slots=True)
class SeatRating:
    """Who sits there: their rating in this game, and what it changed in it; None until that is settled."""

    seat: int
    rating: int
    provisional: bool
    change: int | None


def seat_ratings(game: Game) -> list[SeatRating]:
    """By seat that is taken, of a game read with its seats and players; empty if it changes no rating.

    Of a game that is over they are those it has led to.
    """
    taken = [(seat.number, seat.player) for seat in game.seats.all() if seat.player is not None]
    ended = game.status not in Game.RUNNING
    if not game.rated or any(player.is_guest or player.is_bot for _seat, player in taken if player.deleted_at is None):
        return []
    if ended and (game.status != Game.Status.FINISHED or game.settle_at is None):
        return [SeatRating(each.seat, each.shown, each.provisional, each.difference) for each in changes_of(game)]
    if any(player.deleted_at is not None for _seat, player in taken):  # which won't count (`rating.counts`)
        return []
    now = {each.player_id: each for each in Rating.objects.filter(variant=game.variant, player__seats__game=game)}
    strengths = [(seat, now[player.pk].strength if player.pk in now else Strength()) for seat, player in taken]
    return [SeatRating(seat, each.shown, each.provisional, None) for seat, each in strengths]


def _changes(player: User, variant: str) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(player=player, variant=variant).order_by("-at", "-game_id")


def _with_games(changes: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    return changes.select_related("game").prefetch_related("game__seats__player")
