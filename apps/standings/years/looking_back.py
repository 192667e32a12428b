"""A player's year: games, wins, months, opponents, and rating changes.

Months and variants come from tallies. The longest streak and the opponents come from the games of that year. The number
of queries doesn't grow with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from accounts.followers import apart_from
from accounts.models import User
from accounts.readers import Reader
from common import refusals
from games.models import Game, Seat
from games.seating import seats_named
from standings.models import Rating, RatingChange, SharedYear, Tally
from standings.months import year_of
from standings.tallies import counted_seats

FIRST_YEAR = 2000
OPPONENTS = 3


@dataclass(frozen=True, slots=True)
class Score:
    """Games of a year; *won* and *drawn* are among them."""

    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class MonthScore(Score):
    first: date  # day of the month


@dataclass(frozen=True, slots=True)
class RatingWay:
    """A rating's start and end in the year, by its first and last rated game."""

    first: RatingChange
    last: RatingChange

    @property
    def before(self) -> int:
        return self.first.before

    @property
    def after(self) -> int:
        return self.last.shown

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class VariantScore(Score):
    variant: str
    rating: RatingWay | None = None  # None: not looked up, or no game was rated


@dataclass(frozen=True, slots=True)
class YearSums:
    """Sums, which name no one else. *months*: twelve. *variants*: most played first. *longest*: the longest winning
    streak. *public_id*: of the link, if shared.
    """

    player: User
    year: int
    total: Score
    months: tuple[MonthScore, ...]
    variants: tuple[VariantScore, ...]
    longest: int
    public_id: str | None

    @property
    def busiest(self) -> int:
        """The number of games in the busiest month."""
        return max(month.games for month in self.months)


@dataclass(frozen=True, slots=True)
class BestWin:
    """The win over the strongest opponent. *named*: whether the reader may see the game and the opponent."""

    row: RatingChange
    named: bool


@dataclass(frozen=True, slots=True)
class Met:
    player: User
    games: int


@dataclass(frozen=True, slots=True)
class LookBack:
    """A year as a reader may see it."""

    sums: YearSums
    best_win: BestWin | None
    opponents: tuple[Met, ...]


def look_back(sums: YearSums, reader: Reader | None) -> LookBack:
    """The year as *reader* may see it, with at most seven queries, besides those for blocked people.

    Other readers see only public names and games. We leave out guests, people the player met only in private games, and
    everyone who has a block with the player or the reader.
    """
    mine = reader == sums.player
    apart = apart_from(sums.player) | (set() if mine else apart_from(reader))
    ratings, best = _ratings(sums.player, sums.year)
    variants = tuple(replace(score, rating=ratings.get(score.variant)) for score in sums.variants)
    best_win = BestWin(best, _may_be_named(best, apart, mine=mine)) if best else None
    return LookBack(replace(sums, variants=variants), best_win, _met(sums, apart, mine=mine))


def as_shared(year: SharedYear, reader: Reader) -> LookBack:
    """The year for a reader with the link, who may be the player."""
    sums = sums_of(year.player, year.year, year)
    return look_back(sums, None if reader == year.player else reader)


def one_of_mine(player: User, year: int, now: datetime) -> YearSums:
    """The sums of a player's year. Raises `NotFound` for years before the site or in the future."""
    if not FIRST_YEAR <= year <= year_of(now):
        raise refusals.NotFound("unknown_year", _("No games were played here that year."))
    return sums_of(player, year)


def sums_of(player: User, year: int, shared: SharedYear | None = None) -> YearSums:
    """Three queries; two if the year's link is loaded."""
    shared = shared or SharedYear.objects.filter(player=player, year=year).first()
    tallies = list(Tally.objects.filter(player=player, month__range=(f"{year}-01", f"{year}-12"), games__gt=0))
    total = [row for row in tallies if not row.variant]
    days = [date(year, month, 1) for month in range(1, 13)]
    by_month = {day: [row for row in total if row.month == f"{day:%Y-%m}"] for day in days}
    by_variant = {
        row.variant: [each for each in tallies if each.variant == row.variant] for row in tallies if row.variant
    }
    variants = [VariantScore(*_added(rows), variant) for variant, rows in by_variant.items()]
    return YearSums(
        player=player,
        year=year,
        total=Score(*_added(total)),
        months=tuple(MonthScore(*_added(rows), day) for day, rows in by_month.items()),
        variants=tuple(sorted(variants, key=lambda score: (-score.games, -score.won, score.variant))),
        longest=_longest_streak(player, year) if total else 0,
        public_id=shared.public_id if shared and total else None,
    )


def years_of(player: User) -> list[int]:
    """The years in which they played, newest first."""
    months = Tally.objects.filter(player=player, variant="", month__gt="", games__gt=0).values_list("month", flat=True)
    return sorted({int(month[:4]) for month in months}, reverse=True)


def season(now: datetime) -> int | None:
    """The year to look back at: in December this one, in January the last, otherwise None."""
    return {12: now.year, 1: now.year - 1}.get(now.month)


def _added(rows: Sequence[Tally]) -> tuple[int, int, int]:
    return sum(row.games for row in rows), sum(row.won for row in rows), sum(row.drawn for row in rows)


def _seats(player: User, year: int) -> QuerySet[Seat]:
    starts, ends = _limits(year)
    return counted_seats(Q(player=player, over_at__gte=starts, over_at__lt=ends))


def _limits(year: int) -> tuple[datetime, datetime]:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _longest_streak(player: User, year: int) -> int:
    longest = streak = 0
    for result in _seats(player, year).order_by("over_at", "game").values_list("result", flat=True):
        streak = streak + 1 if result == Seat.Result.WON else 0
        longest = max(longest, streak)
    return longest


def _ratings(player: User, year: int) -> tuple[dict[str, RatingWay], RatingChange | None]:
    """Rating changes by variant, and the win over the strongest opponent in all of them (the first of equal ones). Uses
    an index for each row.
    """
    starts, ends = _limits(year)
    changes = RatingChange.objects.filter(
        player=OuterRef("player"), variant=OuterRef("variant"), at__gte=starts, at__lt=ends
    )
    keys = list(
        Rating.objects.filter(player=player)
        .exclude(variant="")
        .values_list(
            "variant",
            _first(changes.order_by("at", "game")),
            _first(changes.order_by("-at", "-game")),
            _first(changes.filter(beat__isnull=False).order_by("-beat", "at")),
        )
    )
    rows = RatingChange.objects.in_bulk(
        [key for _variant, *of_variant in keys for key in of_variant if key is not None]
    )
    ways = {variant: RatingWay(rows[first], rows[last]) for variant, first, last, _best in keys if first}
    wins = sorted((rows[best] for *_rest, best in keys if best), key=lambda row: (-(row.beat or 0), row.at))
    if not wins:
        return ways, None
    wins[0].game = Game.objects.prefetch_related(seats_named()).get(pk=wins[0].game_id)
    return ways, wins[0]


def _first(changes: QuerySet[RatingChange]) -> Subquery:
    return Subquery(changes.values("pk")[:1])


def _may_be_named(best: RatingChange, apart: set[int], *, mine: bool) -> bool:
    if any(seat.player_id in apart for seat in best.game.seats.all()):
        return False
    return mine or best.game.is_public


def _met(sums: YearSums, apart: set[int], *, mine: bool) -> tuple[Met, ...]:
    """The most frequent opponents whom the reader may see; for others than the player, by public games."""
    other = "game__seats__player"
    who = {"isnull": False, "deleted_at": None} | ({} if mine else {"is_active": True, "is_guest": False})
    condition = Q(**{f"{other}__{name}": value for name, value in who.items()}) & ~Q(**{f"{other}__in": apart})
    if not mine:
        condition &= Q(game__visibility=Game.Visibility.PUBLIC)
    other_side = Q(game__seats__side__lt=F("side")) | Q(game__seats__side__gt=F("side"))
    met = _seats(sums.player, sums.year).filter(condition & other_side).order_by().values_list(other)
    games: dict[int, int] = dict(met.annotate(games=Count("pk")).order_by("-games", other)[:OPPONENTS])
    people = User.objects.in_bulk(games)
    return tuple(Met(people[player], number) for player, number in games.items())
