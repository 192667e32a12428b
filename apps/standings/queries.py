"""Queries about standings. Their number is the same for every reader and any number of players."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Round
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from accounts.readers import Reader
from common.cache.recent import kept_for
from common.database import placeholders, read_rows
from common.joined import Joined
from common.lists.paging import Page, page, write_cursor
from games.after_move import HostsRated
from games.listed import Listed
from games.models import Game
from games.seating import all_but_names, seats_named
from people.queries import friend_ids
from standings import past
from standings.models import ALL, Ladder, Rating, RatingChange, Tally
from standings.months import back_to
from standings.ordered import Ordered, Placed
from standings.strength import LOWEST_SETTLED

Row = TypeVar("Row", bound=Model)
Ranked = Rating | Tally
Order = Literal["rating", "provisional", "won"]

ON_PAGE, NEIGHBOURS, GAMES_ON_PAGE = 25, 2, 25
APART = 5  # provisional ratings below the settled ones; their own page has all
OF_GAME = ("id", "public_id", "visibility")  # columns that a rated game's row needs
NEAR = 150  # points; the better of two players wins about two games in three
MONTHS = 36  # offered; older ones are found by address
SECONDS = 60  # so old may standings be that everybody sees alike
RATINGS_OF_HOSTS = Joined(
    "games_game game JOIN standings_rating rating ON player_id = creator_id AND rating.variant = game.variant",
    "game.id",
    rating=Rating,
)
# Ratings, each with its place from 1 among the settled ones; ties share one.
WITH_PLACES = Joined(
    "standings_rating rating",
    f'CASE WHEN "order" >= {LOWEST_SETTLED} THEN 1 + (SELECT count(*) FROM standings_rating better'  # noqa: S608
    ' WHERE better.variant = rating.variant AND better."order" > rating."order") END',
    rating=Rating,
)


# ---- Tables ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Table:
    """Which rows, in which order: settled or provisional ratings of one kind of game or of all, or wins in one month
    ("": ever). *players*: only these ids; None: everyone.
    """

    variant: str = ALL
    order: Order = "rating"
    month: str = ""
    players: Collection[int] | None = None

    @property
    def by_rating(self) -> bool:
        return self.order != "won"

    @property
    def has_places(self) -> bool:
        return self.order != "provisional"

    @property
    def provisional(self) -> "Table":
        """The provisional ratings of the same people."""
        return replace(self, order="provisional")

    @property
    def everybody(self) -> QuerySet[Ranked]:
        """All their rows, including provisional ratings."""
        rows: QuerySet[Ranked] = Rating.objects.filter(variant=self.variant)
        if not self.by_rating:
            rows = Tally.objects.filter(variant=self.variant, month=self.month, games__gt=0)
        if self.players is not None:
            rows = rows.filter(player__in=self.players)
        return rows.select_related("player").defer(*all_but_names("player"))

    @property
    def ordered(self) -> Ordered[Ranked]:
        rows = self.everybody
        if not self.by_rating:
            return Ordered(rows, ("-won", "games", "id"))
        settled = {"order__gte": LOWEST_SETTLED} if self.order == "rating" else {"order__lt": LOWEST_SETTLED}
        return Ordered(rows.filter(**settled), ("-order", "id"))

    def holds(self, row: Ranked) -> bool:
        """Whether it includes this row of `everybody`: settled and provisional ones are separate."""
        return isinstance(row, Tally) or row.provisional == (self.order == "provisional")


@dataclass(frozen=True, slots=True)
class Line:
    """A row of standings. *tally* counts all games of the month, *rating* the rated games ever. *place*: None for a
    provisional rating; *change*: of the rating in thirty days, None without a rated game.
    """

    place: int | None
    player: User
    rating: Rating | None
    tally: Tally | None
    change: int | None = None

    @property
    def sums(self) -> Tally:
        return self.tally or Tally()


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of standings. *mine*: the reader's own line; *around*: it and its neighbours if it isn't on the page, with
    *there*, the cursor of its page. *apart*: the first provisional ratings, beside the first settled ones.
    """

    page: Page[Line]
    apart: Page[Line]
    mine: Line | None = None
    around: Sequence[Line] = ()
    there: str = ""


def standings(table: Table, *, reader: Reader | None = None, cursor: str = "", apart: bool = False) -> Standings:
    """A page, with the reader's own line; with provisional ratings *apart* on request. A page that everybody may see is
    up to a minute old; the reader's own line isn't.
    """
    page, provisional = (tables_for_all if table.players is None else _tables)(table, cursor, apart)
    me = reader.pk if reader is not None else None
    if me is None or (mine := next((line for line in page if line.player.pk == me), None)) is not None:
        return Standings(page, provisional, mine if me is not None else None)
    ordered, own, there = table.ordered, table.everybody.filter(player=me).first(), ""
    around: list[Placed[Ranked]] = []
    if own is not None and table.holds(own):
        around = ordered.around(own, NEIGHBOURS)
        there = write_cursor(ordered.key(around[0].row)) if around[0].row != own else ""
    elif isinstance(own, Rating) and own.provisional:
        around = [Placed(0, own)]
    near = _lines(table, around) if around else []
    return Standings(page, provisional, next((line for line in near if line.player.pk == me), None), near, there)


def _tables(table: Table, cursor: str, apart: bool) -> tuple[Page[Line], Page[Line]]:
    """A page, and the first provisional ratings beside the first page if they are wanted *apart*."""
    ranked = table.ordered.page(cursor, ON_PAGE)
    with_apart = apart and ranked.first and table.order == "rating"
    beside: Page[Placed[Ranked]] = table.provisional.ordered.page("", APART) if with_apart else Page([])
    lines = iter(_lines(table, [*ranked.rows, *beside.rows]))
    page = ranked.of(lambda placed: list(islice(lines, len(placed))))
    return page, beside.of(lambda placed: list(islice(lines, len(placed))))


tables_for_all = kept_for(SECONDS)(_tables)


def _lines(table: Table, placed: list[Placed[Ranked]]) -> list[Line]:
    """The lines, each with the data of the other table about the same person."""
    of_them = {"player__in": [each.row.player_id for each in placed], "variant": table.variant}
    ratings = {each.row.player_id: each.row for each in placed if isinstance(each.row, Rating)}
    tallies = {each.row.player_id: each.row for each in placed if isinstance(each.row, Tally)}
    if table.by_rating:
        tallies = {each.player_id: each for each in Tally.objects.filter(**of_them, month="")}
    else:
        ratings = {each.player_id: each for each in Rating.objects.filter(**of_them)}
    changes = past.changes(ratings.values(), timezone.now()) if not table.month else {}
    return [
        Line(
            place=None if isinstance(each.row, Rating) and each.row.provisional else each.place,
            player=each.row.player,
            rating=ratings.get(each.row.player_id),
            tally=tallies.get(each.row.player_id),
            change=changes.get((each.row.player_id, table.variant)),
        )
        for each in placed
    ]


def with_friends(reader: User) -> list[int]:
    """The ids of the reader and their friends: for a `Table`."""
    return [reader.pk, *friend_ids(reader)]


@kept_for(SECONDS)
def months(variant: str, this: str) -> list[str]:
    """The months with standings, newest first, always including this one."""
    kept = Tally.objects.filter(variant=variant, games__gt=0, month__gt="")
    first = kept.order_by("month").values_list("month", flat=True).first()
    return back_to(min(first or this, this), this, MONTHS)


@kept_for(SECONDS)
def leaders() -> list[Rating]:
    """The leader of each rated kind of game, with their name, in catalogue order."""
    best = Rating.objects.filter(variant=OuterRef("variant")).order_by("-order", "id")
    first = Ladder.objects.annotate(first=Subquery(best.values("pk")[:1])).values("first")
    by_variant = {each.variant: each for each in _with_names(Rating.objects.filter(pk__in=first))}
    return [by_variant[variant] for variant in rules.VARIANTS if variant in by_variant]


# ---- One player -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Own:
    """A player's rating, its place among the settled ones, and its change in thirty days: see `Line`."""

    rating: Rating
    place: int | None
    change: int | None


def own_ratings(player: User) -> list[Own]:
    """All ratings of the player: the overall one first, then by number of games. Two queries."""
    own = list(WITH_PLACES.rows("player_id = %s ORDER BY variant <> '', games DESC, variant", [player.pk]))
    changes = past.changes([rating for rating, _place in own], timezone.now())
    return [Own(rating, place, changes.get((rating.player_id, rating.variant))) for rating, place in own]


def ratings(player: User) -> list[Rating]:
    """Their ratings by kind of game, most played first."""
    return list(Rating.objects.filter(player=player).exclude(variant=ALL).order_by("-games", "variant"))


def best_win(player: User, variant: str) -> RatingChange | None:
    """Their win against the strongest opponent; the first of equal ones."""
    wins = RatingChange.objects.filter(player=player, variant=variant, beat__isnull=False).order_by("-beat", "at")
    return _with_games(wins).first()


def rated_games(player: User, variant: str, cursor: str = "") -> Page[RatingChange]:
    """A page of their rated games, of one kind or of `ALL`, newest first."""
    rows = RatingChange.objects.filter(player=player)
    if variant != ALL:
        rows = rows.filter(variant=variant)
    return page(_with_games(rows.order_by("-at", "-game_id")), cursor, GAMES_ON_PAGE)


def opponents_of(row: RatingChange) -> list[str]:
    """The names of the opponents, for a row of `rated_games`."""
    others = [seat for seat in row.game.seats.all() if seat.side != row.side]
    return [seat.player.name if seat.player else _("a deleted account") for seat in others]


def may_open(row: RatingChange, user: Reader) -> bool:
    """Only players see links to private games."""
    if row.game.is_public:
        return True
    return user.is_authenticated and any(seat.player_id == user.pk for seat in row.game.seats.all())


def _with_names(rows: QuerySet[Row]) -> QuerySet[Row]:
    return rows.select_related("player").defer(*all_but_names("player"))


def _with_games(changes: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    """The rows with the game data and players that they show."""
    unread = [f"game__{field.name}" for field in Game._meta.concrete_fields if field.name not in OF_GAME]
    return changes.select_related("game").defer(*unread).prefetch_related(seats_named("game__seats"))


def ratings_of_hosts(games: Collection[Listed]) -> dict[int, Rating]:
    """By the games' keys, their hosts' ratings in that kind of game; hosts without one are left out. One query."""
    keys = [game.pk for game in games]
    rows = RATINGS_OF_HOSTS.rows(f"game.id IN ({placeholders(keys)})", keys) if keys else []
    return {game: rating for rating, game in rows}


def of_hosts_rated(games: QuerySet[Game], wished: HostsRated) -> QuerySet[Game]:
    """Only the *games* whose host has such a rating in that kind of game. Near is at most `NEAR` points away."""
    hosts = Rating.objects.filter(player=OuterRef("creator"), variant=OuterRef("variant")).annotate(points=Round("mu"))
    if wished.least is not None:
        hosts = hosts.filter(points__gte=wished.least)
    if wished.most is not None:
        hosts = hosts.filter(points__lte=wished.most)
    if wished.near is not None:
        mine = Rating.objects.filter(player=wished.near, variant=OuterRef("variant")).annotate(points=Round("mu"))
        between = (OuterRef("points") - NEAR, OuterRef("points") + NEAR)
        hosts = hosts.filter(Exists(mine.filter(points__range=between)))
    return games.filter(Exists(hosts))


def is_rated(player: Reader) -> bool:
    """Whether the player has a rating in any kind of game."""
    if not player.is_authenticated or player.is_guest:
        return False
    return bool(read_rows("SELECT 1 FROM standings_rating WHERE player_id = %s LIMIT 1", [player.pk]))
