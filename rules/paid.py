"""What moves and rounds paid, and why, for those who tell it."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import sub
from typing import Annotated, Literal

from .house.ruleset import RuleSet
from .phases.turn import Turn
from .pieces.moves import Draw, Lay, Pass
from .rounds.position import Position
from .rounds.round_end import Over
from .scoring.more import more_for_winner
from .scoring.points import points_opened, points_written
from .scoring.tally import Tally


@dataclass(frozen=True)
class Remark:
    """What a move paid, or didn't, besides what its tiles show."""

    ply: int
    why: Annotated[
        Literal["lead", "round", "target", "out"],
        "“lead”: a pass right after the lead paid *side*; “round”: all others passed, and that paid *side*; “target”:"
        " *side* got nothing, because *points* would have passed the target; “out”: the seat has played its last tile,"
        " and its partners play on.",
    ]
    side: int
    points: int


def has_remarks(rules: RuleSet) -> bool:
    """Whether moves can have remarks."""
    return bool(rules.passes) or rules.out_by == "side" or (bool(rules.ends) and rules.target_at == "exact")


def remarks(position: Position) -> Iterator[Remark]:
    """The remarks about the moves of this deal."""
    rules = position.rules
    if not has_remarks(rules):
        return
    for ply, at in enumerate(position.positions()):
        if (paid := paid_by(at)) is not None:
            yield Remark(ply, "lead" if _passes_at_lead(at) else "round", *paid)
        if isinstance(at.move, Lay) and at.previous is not None and at.seat is not None:
            side = rules.side_by_seat[at.seat]
            points = rules.ends_score(at.layout) if rules.ends else 0
            if points and not rules.taken(at.previous.totals[side], points):
                yield Remark(ply, "target", side, points)
            if not at.hands[at.seat] and not at.over:
                yield Remark(ply, "out", side, 0)


def _passes_at_lead(position: Position) -> bool:
    """Whether the pass to *position* ended the first turn after the lead."""
    at = position.previous
    while at is not None and isinstance(at.move, Draw):
        at = at.previous
    return at is not None and isinstance(at.move, Lay) and at.move.plays[0].onto is None


def paid_by(position: Position) -> tuple[int, int] | None:
    """The side that the pass to *position* paid, and the points (`passes`); None if it paid nobody."""
    previous = position.previous
    if previous is None or not isinstance(position.move, Pass) or not isinstance(previous.phase, Turn):
        return None
    changes = enumerate(map(sub, position.totals, previous.totals))
    return next(((side, points) for side, points in changes if points), None)


def scored_by(position: Position) -> int:
    """The points scored by the move to *position*: ends, or a draw's price. A bid shows only in the totals."""
    previous, seat = position.previous, position.seat
    if previous is None or seat is None or not isinstance(position.move, (Lay, Draw)):
        return 0
    side = position.rules.side_by_seat[seat]
    return position.totals[side] - previous.totals[side]


def compared_hands(position: Position) -> tuple[tuple[int, int], ...]:
    """The hands that decided a blocked round, each as its seat and pips: the lowest one (`block_win: hand`), or those
    of the seat that played last and of the seat to its left (`duel`). Empty if sides were compared, or nobody won.
    """
    over, result = position.phase, position.result
    if not isinstance(over, Over) or result is None or result.by is not None or result.winner is None:
        return ()
    tally = Tally(position, over)
    if position.rules.block_win == "hand":
        lowest = min(position.rules.seats_of(result.winner), key=lambda seat: tally.pips[seat])
        there = [tally.pips[seat] for seat in range(position.rules.seats) if seat not in position.game.gone]
        return ((lowest, tally.pips[lowest]),) if tally.pips[lowest] == min(there) else ()
    return tuple((seat, tally.pips[seat]) for seat in tally.duelists)


def untaken_by(position: Position) -> int:
    """The points that the winner of a round didn't get, because they would have passed the target."""
    over, result = position.phase, position.result
    if not isinstance(over, Over) or result is None or result.winner is None or position.rules.target_at != "exact":
        return 0
    if result.written[result.winner]:
        return 0
    tally = Tally(position, over)
    points, *_ = points_opened(position.game, points_written(tally, position.totals))
    return more_for_winner(tally, result.winner, points[result.winner])[0]
