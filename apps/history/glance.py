"""A player's results at a glance: sums from `balances`, and the best win. Only for the player."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.forms import HiddenInput, SearchInput
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.lists.paging import Page, page
from common.wishes import NULLABLE, Cursor, Most, Shown
from games.seating import all_but_names
from games.shown.rows import Row, rows_of
from history.balances import with_others
from history.models import Balance
from history.past_games import LONGEST_SEARCH, MEANT, people
from standings.models import Rating, RatingChange
from standings.months import back_to, month_of

OWN = (
    "balance.player_id = %s AND balance.other_id = %s AND balance.games > 0"
    " ORDER BY balance.games DESC, balance.variant"
)
MOST_MET = (
    "balance.player_id = %s AND balance.variant = '' AND balance.month = '' AND balance.computers = %s"
    " AND balance.player_id <> balance.other_id ORDER BY balance.games DESC, balance.other_id LIMIT %s"
)


@dataclass(frozen=True, slots=True)
class BestWin:
    """The win against the highest rated opponent, and that rating."""

    row: Row
    rating: int


@dataclass(frozen=True, slots=True)
class Glance:
    """*computers*: for games with computers, otherwise for all others. *both*: both kinds exist.

    *ever*: all games. *variants*: most played first. *months*: those with games, newest first. *opponents*: most
    frequent first.
    """

    computers: bool
    both: bool
    ever: Balance
    variants: list[Balance]
    months: list[Balance]
    opponents: list[Balance]

    @property
    def all_of_it(self) -> list[Balance]:
        return [self.ever, *self.variants, *self.months, *self.opponents]

    def last_months(self, now: datetime, number: int) -> list[Balance]:
        """The last months up to this one, oldest first, including those without games."""
        played = {balance.month: balance for balance in self.months}
        return [played.get(month) or Balance(month=month) for month in back_to("", month_of(now), number)][::-1]


@dataclass(frozen=True, slots=True)
class WantedResults:
    """The games to add up."""

    computers: Annotated[
        bool | None,
        NULLABLE,
        Shown("", HiddenInput),
        "true: games with computers; false: games without. Default: games without, if you have any.",
    ] = None


@dataclass(frozen=True, slots=True)
class WantedOpponents:
    """Filters for a player's opponents."""

    opponent: Annotated[
        str,
        Most(LONGEST_SEARCH),
        Shown(_("Name starts with"), SearchInput({"autocomplete": "off"})),
        "The beginning of a word in the name. Finds up to 50 people and computers.",
    ] = ""
    computers: Annotated[bool, Shown("", HiddenInput), "List computers instead of people."] = False
    cursor: Cursor = ""


def glance(player: User, computers: bool | None, opponents: int) -> Glance:
    """Results with at most *opponents* opponents. *computers* None: games with people, if any. Two queries."""
    stand = with_others(OWN, [player.pk, player.pk])
    kinds = {balance.computers for balance in stand}
    chosen = kinds == {True} if computers is None else computers
    mine = [balance for balance in stand if balance.computers == chosen]
    ever = next((balance for balance in mine if not balance.variant and not balance.month), None)
    return Glance(
        computers=chosen,
        both=len(kinds) == 2,
        ever=ever or Balance(),
        variants=[balance for balance in mine if balance.variant],
        months=sorted((balance for balance in mine if balance.month), key=lambda each: each.month, reverse=True),
        opponents=with_others(MOST_MET, [player.pk, chosen, opponents]) if opponents else [],
    )


def best_win(player: User) -> BestWin | None:
    """The best win; of equal ones the first. Finds the best win of each kind of game by index, then the best of these:
    two queries. Games with computers aren't rated.
    """
    wins = RatingChange.objects.filter(player=player, variant=OuterRef("variant"), beat__isnull=False)
    best = wins.order_by("-beat", "at")
    win = (
        Rating.objects.filter(player=player)
        .annotate(beat=Subquery(best.values("beat")[:1]), in_game=Subquery(best.values("game")[:1]))
        .filter(beat__isnull=False)
        .order_by(F("beat").desc(), "in_game")
        .values_list("in_game", "beat")
        .first()
    )
    if win is None:
        return None
    game, rating = win
    return next((BestWin(row, rating) for row in rows_of(player, [game])), None)


def opponents(player: User, filters: WantedOpponents, size: int) -> Page[Balance]:
    """A page of the player's opponents, most frequent first; with a name at most MEANT, people and computers."""
    if not filters.opponent:
        return page(_most_met(player, filters.computers), filters.cursor, size)
    meant = [person.pk for person in people(player, filters.opponent)]
    return page(_with_names(_ever(player).filter(other__in=meant)), filters.cursor, MEANT)


def games_number(person: User) -> int:
    """The number of finished games of all kinds."""
    ever = Balance.objects.filter(player=person, other=person, variant="", month="")
    return sum(ever.values_list("games", flat=True))


def _most_met(player: User, computers: bool) -> QuerySet[Balance]:
    return _with_names(_ever(player).filter(computers=computers).exclude(player=F("other")))


def _ever(player: User) -> QuerySet[Balance]:
    return Balance.objects.filter(player=player, variant="", month="", games__gt=0)


def _with_names(rows: QuerySet[Balance]) -> QuerySet[Balance]:
    return rows.select_related("other").defer(*all_but_names("other")).order_by("-games", "other_id")


def last_day(month: str) -> date:
    """The last day of a month such as "2026-11"."""
    first = date.fromisoformat(f"{month}-01")
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
