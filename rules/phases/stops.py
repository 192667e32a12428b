"""Ends a round after a move: at a block, or when a side reaches the target during play (rules.md 5, 7)."""

from ..pieces.moves import Lay
from ..rounds.game_end import at_target
from ..rounds.position import Position
from ..rounds.round_end import How, Over


def ended_if_blocked(position: Position) -> Position:
    """*position*, or the end of the round there: a block, or a target reached during play."""
    if is_blocked(position):
        position = ended(position, Over(How.BLOCKED))
    return position if position.table.game.rules.target_at == "round" else ended_at_target(position)


def is_blocked(position: Position) -> bool:
    """Whether the round has ended with nobody out (rules.md 5)."""
    hands, takes, turn = position.hands, position.layout.takes, position.turn
    if turn is None or hands[turn] & takes:
        return False
    rules = position.table.game.rules
    if not position.layout.ends:
        return True
    at_reserve = len(position.boneyard) <= rules.reserve
    if rules.block == "reserve" and at_reserve:
        return True
    if rules.block == "dead" and not takes & ~tiles_laid(position):
        return True
    return (at_reserve or not rules.draw_limit) and not any(hand & takes for hand in hands)


def tiles_laid(position: Position) -> int:
    """The tiles on the layout, as bits."""
    start = position.table.deal.start
    tiles = start.bit if start else 0
    at: Position | None = position
    while at is not None:
        if isinstance(at.move, Lay):
            tiles |= at.move.bits
        at = at.previous
    return tiles


def ended_at_target(position: Position) -> Position:
    """*position*, or the end of the game there: `target_at: once` stops it the moment a side has the target."""
    previous = position.previous
    if position.table.game.rules.target_at == "round" or previous is None or previous.totals == position.totals:
        return position
    return ended(position, Over(How.STOPPED)) if at_target(position.game, position.totals) else position


def ended(position: Position, over: Over) -> Position:
    """*position* as the last of its deal."""
    return position.asked(None, over)
