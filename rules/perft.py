"""Counts lines of moves, to compare engines (docs/formats.md, "Published counts")."""

from .rounds.position import Position
from .table.play import play


def perft(position: Position, depth: int) -> int:
    """How many rows of *depth* legal moves begin at *position*. Shorter ones, where the deal ends, don't count."""
    if depth == 0:
        return 1
    moves = position.legal
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)
