"""The actions of a learner: the numbered moves (docs/formats.md), but each of several doubles in a turn by itself."""

import rules
from rules import Doubles, Move

Chosen = tuple[Move, ...]
"""The doubles already chosen for one turn."""


class Actions:
    """The actions at a table with these *rules*, from 0.

    A move with at most one tile is one action, its own number. Where a turn may have several doubles, each of them is
    an action, the lowest first, and one more action after the last move's number says that no other comes. So Donkey
    has 367 actions instead of 789,630 moves.
    """

    def __init__(self, ruleset: rules.RuleSet) -> None:
        self._moves = rules.numbered_moves(ruleset)
        self.several = ruleset.doubles_per_turn > 1
        self.no_more = self._moves.singles

    def __len__(self) -> int:
        return self.no_more + self.several

    def of(self, move: Move) -> list[int]:
        """The actions that make *move*, without `no_more`. Raises LookupError for a move without a number."""
        return [self._moves.number(part) for part in _parts(move)]

    def text(self, action: int) -> str:
        """The text of an action. Raises IndexError for a number that no action has."""
        return "no more" if self.several and action == self.no_more else str(self._moves.move(action))

    def legal(self, position: rules.Position, chosen: Chosen) -> list[int]:
        """The legal actions after the doubles *chosen* in this turn, in ascending order."""
        if not self.several:
            return sorted(self._moves.legal(position))
        after = len(chosen)
        parts = [parts for move in position.legal if (parts := _parts(move))[:after] == chosen]
        return sorted({self._moves.number(each[after]) if each[after:] else self.no_more for each in parts})

    def after(self, position: rules.Position, chosen: Chosen, action: int) -> tuple[Chosen, Move | None]:
        """The doubles chosen after *action*, which must be legal, and the move if they are one that can't go on."""
        if action < self.no_more:
            chosen = (*chosen, self._moves.move(action))
        moves = [move for move in position.legal if _parts(move)[: len(chosen)] == chosen]
        whole = next((move for move in moves if _parts(move) == chosen), None)
        return ((), whole) if whole is not None and (action == self.no_more or len(moves) == 1) else (chosen, None)


def _parts(move: Move) -> Chosen:
    return move.plays if isinstance(move, Doubles) else (move,)
