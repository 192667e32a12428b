"""Solves the end of a deal in which all tiles are known: every side plays its best (rules.md 3, 5).

Two sides: minimax with bounds. More sides: each plays what is best for itself. The budget counts positions, never time,
so the answer is the same on every machine.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .playouts import Line, Playouts, Worth

Turn = tuple[int, int] | None
Values = Sequence[float]
"""By side: the chance to win the game, or the worth (`Worth.to`)."""


class TooLarge(Exception):
    """The budget ran out before the position was solved."""


class _Node(NamedTuple):
    """A position in which a seat can choose. *past*: the lead, the last turn and the last without a double, and who
    passed since, where the end of a deal or the pay for passes asks for them.
    """

    state: int
    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    turn: int
    drawn: int
    scored: tuple[int, ...]
    past: tuple[Turn, Turn, Turn, int]


_UNASKED: Final = (None, None, None, 0)
MANY = 100  # more than the tiles of a hand that fit


class Solver:
    """Solves positions of one deal, at most *budget* of them: for the chance to win the game, or for the worth, in
    which *points* decide between equal chances. The latter takes longer where the game is won or lost: any line that
    wins it would do otherwise.
    """

    def __init__(self, playouts: Playouts, budget: int, *, points: bool = False) -> None:
        ruleset = playouts.rules
        self.budget = budget
        self._playouts: Final = playouts
        self._rules: Final = ruleset
        self._machine: Final = playouts.automaton
        self._sides: Final = ruleset.side_by_seat
        by_blocker = "blocker" in (ruleset.block_win, ruleset.tie_block)
        duel = ruleset.block_win == "duel" or bool(ruleset.passes)
        self._asks_past: Final = by_blocker or duel or ruleset.variant.conduct != "ordinary"
        self._bounds: Final[dict[_Node, tuple[float, float]]] = {}
        self._solved: Final[dict[_Node, Values]] = {}
        self._points: Final = points
        self._least, self._most = (-1.0, 2.0) if points else (0.0, 1.0)  # of a value
        self._missing = 0  # tiles that are neither laid nor in a hand or the boneyard

    def value(self, line: Line) -> Values:
        """The values after best play from *line*. Raises TooLarge."""
        node = self._node(line)
        there = sum(node.hands) | sum(node.boneyard) | self._playouts.known.laid | (line.last or (0, 0))[1]
        self._missing = self._rules.all_tiles & ~there
        settled = self._settled(node)
        if not isinstance(settled, _Node):
            return settled
        if self._rules.sides > 2:
            return self._by_side(settled)
        first = self._first(settled, self._least, self._most)
        return (first, 1.0 - first)

    def of(self, worth: Worth) -> Values:
        """The values of an end."""
        if not self._points:
            return worth.chances
        return [worth.to(side) for side in range(self._rules.sides)]

    def _spend(self) -> None:
        if not self.budget:
            raise TooLarge
        self.budget -= 1

    def _first(self, node: _Node, low: float, high: float) -> float:
        """The value of side 0. Where it isn't between *low* and *high*, a bound for it on the same side of them."""
        least, most = self._bounds.get(node, (self._least, self._most))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self._spend()
        floor, ceiling = low, high = max(low, least), min(high, most)
        side = self._sides[node.turn]
        best = self._most if side else self._least
        for child in self._ordered(node):
            value = self._first(child, low, high) if isinstance(child, _Node) else child[0]
            if side:
                best = min(best, value)
                high = min(high, best)
            else:
                best = max(best, value)
                low = max(low, best)
            if low >= high:
                break
        self._bounds[node] = (best if best > floor else least, best if best < ceiling else most)
        return best

    def _by_side(self, node: _Node) -> Values:
        """The values of more than two sides."""
        best = self._solved.get(node)
        if best is None:
            self._spend()
            side = self._sides[node.turn]
            values = [self._by_side(child) if isinstance(child, _Node) else child for child in self._after(node)]
            # Of moves that are equal for the side, the one with the least for the sides before the others.
            best = self._solved[node] = min(values, key=lambda by_side: (-by_side[side], by_side))
        return best

    def _ordered(self, node: _Node) -> list["_Node | Values"]:
        """The nodes and ends after *node*, the likeliest best first: ends, then those that leave few replies."""
        side, takes = self._sides[node.turn], self._machine.takes

        def replies(child: _Node | Values) -> int:
            if not isinstance(child, _Node):
                return -MANY
            number = (child.hands[child.turn] & takes[child.state]).bit_count()
            return -number if self._sides[child.turn] == side else number

        return sorted(self._after(node), key=replies)

    def _after(self, node: _Node) -> Iterator["_Node | Values"]:
        """For each move at *node*, the next choice, or the values at the end of the deal."""
        for bits, state in self._machine.moves(node.state, node.hands[node.turn]):
            yield self._laid(node, bits, state)
        if self._rules.draw_when_able:
            if self._may_draw(node):
                yield self._chosen(node, draws=True)
        elif node.drawn and self._rules.drawn_play == "may":
            yield self._chosen(node, draws=False)

    def _laid(self, node: _Node, bits: int, state: int) -> "_Node | Values":
        line = self._line(node)
        if (worth := self._playouts.laid(line, bits, state)) is not None:
            return self.of(worth)
        if self._rules.fill != "none":
            unlaid = sum(line.hands) | sum(line.boneyard) | self._missing
            line.state = self._machine.released(state, unlaid)
        return self._settled(self._node(line))

    def _settled(self, node: _Node) -> "_Node | Values":
        """The next choice after draws and passes without one, or the values at the end of the deal."""
        takes = self._machine.takes[node.state]
        while not node.hands[node.turn] & takes:
            if self._blocked(node, takes):
                return self.of(self._playouts.ended(self._line(node), None))
            then = self._moved(node, draws=self._may_draw(node))
            if not isinstance(then, _Node):
                return then
            node = then
        return node

    def _blocked(self, node: _Node, takes: int) -> bool:
        """Whether the deal ends, although a seat that can't play is to move (rules.md 5)."""
        ruleset = self._rules
        at_reserve = len(node.boneyard) <= ruleset.reserve
        if not takes or (ruleset.block == "reserve" and at_reserve):
            return True
        if ruleset.block == "dead" and not takes & (sum(node.hands) | sum(node.boneyard) | self._missing):
            return True
        return (at_reserve or not ruleset.draw_limit) and not any(hand & takes for hand in node.hands)

    def _may_draw(self, node: _Node) -> bool:
        return node.drawn < self._rules.draw_limit and len(node.boneyard) > self._rules.reserve

    def _chosen(self, node: _Node, *, draws: bool) -> "_Node | Values":
        """The next choice after a draw or pass without need."""
        then = self._moved(node, draws=draws)
        return self._settled(then) if isinstance(then, _Node) else then

    def _moved(self, node: _Node, *, draws: bool) -> "_Node | Values":
        """The position after a draw or a pass, or the values if its price or pay ends the game."""
        if not draws and self._playouts.plain_turns:
            return node._replace(turn=self._playouts.left[node.turn], drawn=0)
        line = self._line(node)
        worth = self._playouts.draw(line) if draws else self._playouts.passed(line)
        return self._node(line) if worth is None else self.of(worth)

    def _node(self, line: Line) -> _Node:
        past = (line.lead, line.last, line.straight, line.passed) if self._asks_past else _UNASKED
        boneyard = line.boneyard[line.taken :]
        return _Node(line.state, tuple(line.hands), boneyard, line.turn, line.drawn, tuple(line.scored), past)

    def _line(self, node: _Node) -> Line:
        state, hands, boneyard, turn, drawn, scored, past = node
        return Line(state, list(hands), boneyard, 0, turn, drawn, list(scored), *past)
