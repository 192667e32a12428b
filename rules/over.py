"""Whether the round, or the game with it, is over after a move (rules.md 5, 7)."""

from .ending import How, Over
from .moves import Lay
from .outcome import at_target
from .position import Phase, Position, Table
from .ruleset import RuleSet


def changed(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """*numbers* with *number* at *place*."""
    return (*numbers[:place], number, *numbers[place + 1 :])


def scored(rules: RuleSet, totals: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """*totals* with *points* added to the side of *seat*."""
    side = rules.side_by_seat[seat]
    return changed(totals, side, totals[side] + points)


def checked(position: Position) -> Position:
    """*position*, or the end of the round there: a block, or a target reached during play."""
    if blocked(position):
        position = ended(position, Over(How.BLOCKED))
    return position if position.table.game.rules.target_at == "round" else stopped(position)


def blocked(position: Position) -> bool:
    """Whether the round is over with nobody out (rules.md 5)."""
    hands, takes, turn = position.hands, position.layout.takes, position.turn
    if turn is None or hands[turn] & takes:
        return False
    rules = position.table.game.rules
    if not position.layout.ends:
        return True
    at_reserve = len(position.boneyard) <= rules.reserve
    if rules.block == "reserve" and at_reserve:
        return True
    if rules.block == "dead" and not takes & ~laid(position):
        return True
    return (at_reserve or not rules.draw_limit) and not any(hand & takes for hand in hands)


def laid(position: Position) -> int:
    """The tiles on the layout, as bits."""
    start = position.table.deal.start
    tiles = start.bit if start else 0
    at: Position | None = position
    while at is not None:
        if isinstance(at.move, Lay):
            tiles |= at.move.bits
        at = at.previous
    return tiles


def stopped(position: Position) -> Position:
    """*position*, or the end of the game there: `target_at: once` stops it the moment a side has the target."""
    previous = position.previous
    if position.table.game.rules.target_at == "round" or previous is None or previous.totals == position.totals:
        return position
    return ended(position, Over(How.STOPPED)) if at_target(position.game, position.totals) else position


def asked(position: Position, turn: int | None, phase: Phase, table: Table | None = None) -> Position:
    """*position* with another question, or another seat asked."""
    return Position(
        table or position.table, position.previous, position.seat, position.move, turn,
        position.hands, position.boneyard, position.layout, position.totals, phase,
    )  # fmt: skip


def ended(position: Position, over: Over) -> Position:
    """*position* as the last of its deal."""
    return asked(position, None, over)
