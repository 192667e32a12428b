"""A player's results at a glance: the sums of `balances`, and the best win. For them alone."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, OuterRef, QuerySet, Subquery

from accounts.models import User
from common.paging import Page, page
from games.models import Seat
from games.queries import seats_in
from games.seating import all_but_names
from history.models import Balance
from history.past_games import MEANT, people
from standings.models import Rating, RatingChange
from standings.months import back_to, month_of


@dataclass(frozen=True, slots=True)
class BestWin:
    """The game in which somebody has beaten the highest rated: their seat in it, and that rating."""

    seat: Seat
    rating: int


@dataclass(frozen=True, slots=True)
class Glance:
    """*computers*: of the games that computers sat in; else of all others. *both*: there are games of either kind.

    *ever*: all of them. *variants*: the most played first. *months*: those played in, the newest first.
    *opponents*: the most met.
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
        """So many months up to this one, the oldest first, and those in which nothing was played."""
        played = {balance.month: balance for balance in self.months}
        return [played.get(month) or Balance(month=month) for month in back_to("", month_of(now), number)][::-1]


def glance(player: User, computers: bool | None, opponents: int) -> Glance:
    """With at most *opponents* opponents. If *computers* is None: games with people, if there are any. Two queries."""
    stand = list(Balance.objects.filter(player=player, other=player, games__gt=0).order_by("-games", "variant"))
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
        opponents=list(_most_met(player, chosen)[:opponents]),
    )


def best_win(player: User) -> BestWin | None:
    """Of several against equals the first. First each game's best one, by its index, then the best of those: three
    queries. Games with computers aren't rated.
    """
    wins = RatingChange.objects.filter(player=player, variant=OuterRef("variant"), beat__isnull=False)
    best = wins.order_by("-beat", "at")
    found = (
        Rating.objects.filter(player=player)
        .annotate(beat=Subquery(best.values("beat")[:1]), in_game=Subquery(best.values("game")[:1]))
        .filter(beat__isnull=False)
        .order_by(F("beat").desc(), "in_game")
        .values_list("in_game", "beat")
        .first()
    )
    if found is None:
        return None
    game, rating = found
    return next((BestWin(seat, rating) for seat in seats_in(player, [game])), None)


def opponents(player: User, computers: bool, name: str, cursor: str, size: int) -> Page[Balance]:
    """A page of the people the player has met, or of computers: the most met first. *name*: only whom that beginning of
    a name can mean, of either kind; these are MEANT at most.
    """
    if not name:
        return page(_most_met(player, computers), cursor, size)
    meant = [person.pk for person in people(player, name)]
    return page(_with_names(_ever(player).filter(other__in=meant)), cursor, MEANT)


def games_number(person: User) -> int:
    """How many games they have finished, of whatever kind."""
    ever = Balance.objects.filter(player=person, other=person, variant="", month="")
    return sum(ever.values_list("games", flat=True))


def _most_met(player: User, computers: bool) -> QuerySet[Balance]:
    return _with_names(_ever(player).filter(computers=computers).exclude(player=F("other")))


def _ever(player: User) -> QuerySet[Balance]:
    return Balance.objects.filter(player=player, variant="", month="", games__gt=0)


def _with_names(rows: QuerySet[Balance]) -> QuerySet[Balance]:
    return rows.select_related("other").defer(*all_but_names("other")).order_by("-games", "other_id")


def last_day(month: str) -> date:
    """Of "2026-11"."""
    first = date.fromisoformat(f"{month}-01")
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
