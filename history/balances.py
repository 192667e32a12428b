"""Balances: results by game, month and opponent, added up from `Meeting` lines as games are settled.

The newest line is added to its balances. If older lines change, or a game is settled late, we recount the balances of
those two people. Both first lock the player's balance with themselves, so updates come one by one.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from common.database import write_rows
from history.models import Balance, Meeting

FINISHED = (Meeting.Result.WON, Meeting.Result.LOST, Meeting.Result.DRAWN)
AT_ONCE = 5_000  # lines read at once
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ADD = """
    INSERT INTO history_balance (
        player_id, other_id, variant, month, computers, games, won, lost, drawn, together, together_won, together_lost,
        margin, margins, wins, losses, most_wins, most_losses, last_at
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player_id, other_id, variant, month, computers) DO UPDATE SET
        games = history_balance.games + excluded.games, won = history_balance.won + excluded.won,
        lost = history_balance.lost + excluded.lost, drawn = history_balance.drawn + excluded.drawn,
        together = history_balance.together + excluded.together,
        together_won = history_balance.together_won + excluded.together_won,
        together_lost = history_balance.together_lost + excluded.together_lost,
        margin = history_balance.margin + excluded.margin, margins = history_balance.margins + excluded.margins,
        wins = CASE WHEN excluded.games = excluded.together THEN history_balance.wins
            WHEN excluded.won = 1 THEN history_balance.wins + 1 ELSE 0 END,
        losses = CASE WHEN excluded.games = excluded.together THEN history_balance.losses
            WHEN excluded.lost = 1 THEN history_balance.losses + 1 ELSE 0 END,
        most_wins = CASE WHEN excluded.won = 1 AND history_balance.wins = history_balance.most_wins
            THEN history_balance.most_wins + 1 ELSE history_balance.most_wins END,
        most_losses = CASE WHEN excluded.lost = 1 AND history_balance.losses = history_balance.most_losses
            THEN history_balance.most_losses + 1 ELSE history_balance.most_losses END,
        last_at = CASE WHEN excluded.last_at > history_balance.last_at
            THEN excluded.last_at ELSE history_balance.last_at END
"""
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


class Kept(NamedTuple):
    """The key of a balance, sorted in the order in which everyone writes them. Those with oneself come first."""

    player: int
    with_another: bool
    other: int
    variant: str
    month: str
    computers: bool


@dataclass(slots=True)
class _Sums:
    """The columns of a `Balance`, in the order of `ADD`."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    together: int = 0
    together_won: int = 0
    together_lost: int = 0
    margin: int = 0
    margins: int = 0
    wins: int = 0
    losses: int = 0
    most_wins: int = 0
    most_losses: int = 0
    last_at: datetime = EPOCH

    def add(self, line: Line) -> None:
        """Add the next line in the order of time."""
        self.games += 1
        self.last_at = line.over_at
        if line.together:
            self.together += 1
            self.together_won += line.result == Meeting.Result.WON
            self.together_lost += line.result == Meeting.Result.LOST
            return
        ending = _ending(line)
        won, lost = ending == Meeting.Result.WON, ending == Meeting.Result.LOST
        self.won, self.lost, self.drawn = (
            self.won + won,
            self.lost + lost,
            self.drawn + (ending == Meeting.Result.DRAWN),
        )
        self.wins, self.losses = (self.wins + 1) * won, (self.losses + 1) * lost
        self.most_wins, self.most_losses = max(self.most_wins, self.wins), max(self.most_losses, self.losses)
        if line.margin is not None:
            self.margin += line.margin
            self.margins += 1


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
    counted = [line for line in lines if line.result in FINISHED]
    rows: dict[Kept, _Sums] = {}
    for line in counted:
        for kept in _kept(line):
            rows.setdefault(kept, _Sums()).add(line)
    _write(rows)
    if counted:
        people = {line.player_id for line in counted}, {line.other_id for line in counted}
        ever = Balance.objects.filter(player__in=people[0], other__in=people[1], variant="", month="")
        if late := list(ever.filter(last_at__gt=counted[0].over_at).values_list("player", "other")):
            recount(late)


def recount(pairs: Iterable[Pair]) -> None:
    """Recount the first player's balances about the second, for each pair."""
    by_player: dict[int, set[int]] = defaultdict(set)
    for player, other in pairs:
        by_player[player].add(other)
    with transaction.atomic():
        for player, others in sorted(by_player.items()):
            _recount(player, Q(player=player, other__in=others))


def recount_all(player: int) -> None:
    """Recount all of the player's balances."""
    with transaction.atomic():
        _recount(player, Q(player=player))


def _recount(player: int, wanted: Q) -> None:
    _write({Kept(player, False, player, "", "", computers): _Sums() for computers in (False, True)})  # held by that
    found: dict[Kept, _Sums] = {}
    lines = Meeting.objects.filter(wanted, result__in=FINISHED).order_by("over_at", "game")
    for row in lines.values_list(*Line._fields).iterator(AT_ONCE):
        for kept in _kept(line := Line(*row)):
            found.setdefault(kept, _Sums()).add(line)
    Balance.objects.filter(wanted).delete()
    _write(found)


def _kept(line: Line) -> list[Kept]:
    """The keys of the balances that include the line."""
    another = line.player_id != line.other_id
    when = [] if another else [("", f"{line.over_at.astimezone(UTC):%Y-%m}")]
    return [
        Kept(line.player_id, another, line.other_id, variant, month, line.computers)
        for variant, month in [("", ""), *when, (line.variant, "")]
    ]


def _write(rows: dict[Kept, _Sums]) -> None:
    write_rows(ADD, [_columns(kept, rows[kept]) for kept in sorted(rows)])


def _columns(kept: Kept, sums: _Sums) -> tuple[Any, ...]:
    *numbers, last_at = astuple(sums)
    stamp = connection.ops.adapt_datetimefield_value(last_at)
    return kept.player, kept.other, kept.variant, kept.month, kept.computers, *numbers, stamp
