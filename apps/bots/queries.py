"""Results of games with computers, read from people's books (`history.models.Meeting`). So annulled games, merged
guests and deleted accounts need no extra work. No other standings contain computers.
"""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.readers import Reader
from bots.limits import Running, running
from games.models import Seat
from history.models import Meeting

__all__ = ["Fared", "Running", "fared", "fared_together", "running"]
ENOUGH = 3  # games that say something about a level
FIRST_LEVEL = User.Level.CASUAL  # suggested to everybody
LEVELS = tuple(level.value for level in User.Level)  # the weakest first
Result = Meeting.Result
KEPT = 600  # seconds: all people's results are counted once for all readers


@dataclass(frozen=True, slots=True)
class Fared:
    """Games of people against computers of one level, by how they ended for the people."""

    variant: str
    level: str
    games: int
    won: int
    lost: int
    drawn: int


def fared(person: Reader) -> list[Fared]:
    """The person's results against each level of each game, weakest level first; one query. Several computers of a
    level in a game count once, and partners don't count. Wins with help don't count either, but losses do.
    """
    return _fared(_against().filter(player=person.pk))


def fared_together(level: str) -> list[Fared]:
    """All people's results against one level, up to ten minutes old."""
    together = _against().filter(other__bot_level=level)
    results: list[Fared] = cache.get_or_set(f"computers-fared-{level}", lambda: _fared(together), KEPT) or []
    return results


def level_of(person: Reader, variant: str) -> str:
    """The level at which the person and a computer may both win: one above the strongest that they beat as often as it
    beats them. At first the one that we suggest to everybody.
    """
    played = [each for each in fared(person) if each.variant == variant and each.games >= ENOUGH] if person.pk else []
    beaten = [LEVELS.index(each.level) for each in played if each.won >= each.lost]
    lost = [LEVELS.index(each.level) for each in played if each.won < each.lost]
    level = max(beaten) + 1 if beaten else min([LEVELS.index(FIRST_LEVEL) + 1, *lost]) - 1
    return LEVELS[min(max(level, 0), len(LEVELS) - 1)]


def _against() -> QuerySet[Meeting]:
    ended = [Result.WON, Result.LOST, Result.DRAWN]
    against = Meeting.objects.filter(together=False, result__in=ended, other__bot_level__gt="")
    helped = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"), helped=True)
    return against.exclude(Q(result=Result.WON) & Exists(helped))


def _fared(meetings: QuerySet[Meeting]) -> list[Fared]:
    """By game and level. A game in several people's books, or against several computers, counts once."""
    rows = (
        meetings.order_by()
        .values("variant", level=F("other__bot_level"))
        .annotate(
            games=_games(Q()),
            won=_games(Q(result=Result.WON)),
            lost=_games(Q(result=Result.LOST)),
            drawn=_games(Q(result=Result.DRAWN)),
        )
    )
    fared = [Fared(**row) for row in rows]
    return sorted(fared, key=lambda each: (each.variant, LEVELS.index(each.level)))


def _games(ended: Q) -> Count:
    return Count("game", filter=ended, distinct=True)
