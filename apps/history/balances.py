"""Balances: results by game, month and opponent, added up from `Meeting` lines.

If older lines change, or a game is settled late, we count the balances of those two people again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from common.database import tried_again
from common.joined import Joined
from history.models import Balance, Meeting
from standings.months import month_of
from standings.sums import Key, Sums

WITH_OTHERS = Joined(
    "history_balance balance JOIN accounts_user other ON other.id = balance.other_id", balance=Balance, other=User
)
FINISHED = (Meeting.Result.WON, Meeting.Result.LOST, Meeting.Result.DRAWN)
READ = 5_000  # lines at a time
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Pair = tuple[int, int]  # player, other


class Line(NamedTuple):
    """The columns of a `Meeting`."""

    player_id: int
    other_id: int
    game_id: int
    over_at: datetime
    variant: str
    result: str
    theirs: str
    together: bool
    rated: bool
    computers: bool
    margin: int | None

    @property
    def pair(self) -> Pair:
        return self.player_id, self.other_id


class Balances(Sums[Balance, Line]):
    model = Balance
    key = ("player_id", "other_id", "variant", "month", "computers")

    def lines(self, which: Q) -> Iterator[Line]:
        rows = Meeting.objects.filter(which, result__in=FINISHED).order_by("over_at", "game")
        return (Line(*row) for row in rows.values_list(*Line._fields).iterator(READ))

    def keys(self, line: Line) -> list[Key]:
        when = [] if line.player_id != line.other_id else [("", month_of(line.over_at))]
        sums = [("", ""), (line.variant, ""), *when]
        return [(line.player_id, line.other_id, variant, month, line.computers) for variant, month in sums]

    def first(self, player: int) -> Key:
        return player, player, "", "", False

    def blank(self, key: Key) -> Balance:
        row = super().blank(key)
        row.last_at = EPOCH
        return row

    def late(self, row: Balance, line: Line) -> Q | None:
        """Streaks depend on the order of games."""
        return Q(other=line.other_id) if row.last_at > line.over_at else None

    def count(self, row: Balance, line: Line) -> None:
        row.games += 1
        row.last_at = line.over_at
        if line.together:
            row.together += 1
            row.together_won += line.result == Meeting.Result.WON
            row.together_lost += line.result == Meeting.Result.LOST
            return
        ending = _ending(line)
        won, lost = ending == Meeting.Result.WON, ending == Meeting.Result.LOST
        row.won += won
        row.lost += lost
        row.drawn += ending == Meeting.Result.DRAWN
        row.wins, row.losses = (row.wins + 1) * won, (row.losses + 1) * lost
        row.most_wins, row.most_losses = max(row.most_wins, row.wins), max(row.most_losses, row.losses)
        if line.margin is not None:
            row.margin += line.margin
            row.margins += 1


BALANCES = Balances()


def _ending(line: Line) -> str | None:
    """The result between the two; None if a third player won or shares the first place."""
    if line.player_id == line.other_id or line.result == line.theirs == Meeting.Result.DRAWN:
        return line.result
    if line.result == line.theirs:
        return None
    if line.result == Meeting.Result.WON:
        return Meeting.Result.WON
    return Meeting.Result.LOST if line.theirs == Meeting.Result.WON else None


def add(lines: Iterable[Line]) -> None:
    """Count a game that has just been written: *lines* are all its lines."""
    BALANCES.add(line for line in lines if line.result in FINISHED)


@tried_again
@transaction.atomic
def recount(pairs: Iterable[Pair]) -> None:
    """Count the first player's balances with the second again, for each pair."""
    by_player: dict[int, set[int]] = defaultdict(set)
    for player, other in pairs:
        by_player[player].add(other)
    for player, others in sorted(by_player.items()):
        BALANCES.recount(player, Q(other__in=others))


def with_others(where: str, values: Sequence[Any]) -> list[Balance]:
    """The balances that SQL finds, with the other person of each. One query, for lists of every visit."""
    balances: list[Balance] = []
    for balance, other in WITH_OTHERS.rows(where, values):
        balance.other = other
        balances.append(balance)
    return balances
