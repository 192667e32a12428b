"""The move we make for players who run out of time, in games that agreed on it (rules.md 10)."""

from ..pieces.moves import Bid, Lay, Move
from ..pieces.tiles import tiles_in
from ..rounds.position import Position


def clocks_move(position: Position) -> Move:
    """The legal move with the most pips; otherwise any move rather than a bid; of equal ones the first by its text.

    So it is a tile before a draw, a draw before a pass, a pass before a bid, and a deal is kept. It depends on nothing
    that the seat on turn couldn't see. Raises ValueError once the round has ended.
    """
    return min(position.legal_moves(), key=lambda move: (-_pips(move), isinstance(move, Bid), str(move)))


def _pips(move: Move) -> int:
    return sum(tile.high + tile.low for tile in tiles_in(move.bits)) if isinstance(move, Lay) else 0
