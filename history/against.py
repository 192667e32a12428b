"""Two people head to head: who has won how often, and in which games."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from accounts.models import User
from games.models import Seat
from history.models import Meeting
from history.past_games import seats

LAST = 10
WON, LOST, DRAWN, ELSE = "won", "lost", "drawn", "else"  # else: somebody else at the table won


@dataclass(frozen=True, slots=True)
class Score:
    """Games by how they ended for the first of the two."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    otherwise: int = 0


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row: *mine* or the other's."""

    length: int
    mine: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All games the two have finished. *against* counts those they were not partners in, *together* the others.

    *variants*: against each other by game, the most played first. *longest*: the longest streak of each, mine first.
    *now*: the streak that goes on. *last*: my seats in the last ten games, the newest first.
    """

    against: Score
    together: Score
    variants: list[tuple[str, Score]]
    longest: tuple[int, int]
    now: Streak | None
    last: list[Seat] = field(default_factory=list)


def head_to_head(player: User, other: User) -> HeadToHead:
    """Games without a result (aborted, annulled) count for nothing here. Four queries, however many games."""
    finished = [Meeting.Result.WON, Meeting.Result.LOST, Meeting.Result.DRAWN]
    rows = list(Meeting.objects.filter(player=player, other=other, result__in=finished).order_by("over_at", "game"))
    against = [(row.variant, _ending(row)) for row in rows if not row.together]
    streaks = [Streak(sum(1 for _ in run), ending == WON) for ending, run in groupby(against, lambda game: game[1])
               if ending in {WON, LOST}]  # fmt: skip
    goes_on = streaks and against[-1][1] in {WON, LOST}
    by_variant = {
        variant: _score(ending for played, ending in against if played == variant)
        for variant, _games in Counter(variant for variant, _ending in against).most_common()
    }
    return HeadToHead(
        against=_score(ending for _variant, ending in against),
        together=_score(row.result for row in rows if row.together),
        variants=list(by_variant.items()),
        longest=(_longest(streaks, mine=True), _longest(streaks, mine=False)),
        now=streaks[-1] if goes_on else None,
        last=seats(player, rows[: -LAST - 1 : -1]),
    )


def _ending(row: Meeting) -> str:
    if row.result == row.theirs:
        return DRAWN if row.result == Meeting.Result.DRAWN else ELSE
    if row.result == Meeting.Result.WON:
        return WON
    return LOST if row.theirs == Meeting.Result.WON else ELSE


def _score(endings: Iterable[str]) -> Score:
    found = Counter(endings)
    return Score(found.total(), found[WON], found[LOST], found[DRAWN], found[ELSE])


def _longest(streaks: list[Streak], *, mine: bool) -> int:
    return max((streak.length for streak in streaks if streak.mine is mine), default=0)
