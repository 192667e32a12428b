"""The moves of a game by number, for programs that learn (docs/formats.md, "Numbered moves")."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import assert_never

from .house.ruleset import RuleSet
from .phases.auction import BIDS
from .phases.turn import in_styles
from .pieces.moves import (
    DRAW,
    KEEP,
    PASS,
    REDEAL,
    STOP,
    TURN,
    Append,
    Cut,
    Doubles,
    Draw,
    Insert,
    Move,
    OnTrain,
    Play,
)
from .pieces.tiles import Tile, tiles_in
from .pieces.trains import MEXICAN, train_of
from .rounds.position import Position


class NumberedMoves:
    """The numbers, from 0, of all moves that may ever be legal at a table: all but signals and leaving.

    The numbers follow from the rules alone. First come the moves with at most one tile, in code-point order of their
    texts. Then several doubles in one turn: the smaller sets first, then the sets with the lower first tile, then the
    ways to play them, the last tile's fastest. Those are too many to keep, so we compute them.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._simple = tuple(sorted(_simple(rules)))
        self.singles = len(self._simple)  # the moves with at most one tile
        self._numbers = {move: number for number, move in enumerate(self._simple)}
        self._ways: dict[Tile, tuple[Play, ...]] = {}
        if rules.doubles_per_turn > 1:
            plays = [move for move in self._simple if isinstance(move, Play) and move.onto and move.tile.double]
            self._ways = {
                tile: tuple(play for play in plays if play.tile is tile) for tile in rules.tiles if tile.double
            }
        self._sets = [
            chosen for number in range(2, rules.doubles_per_turn + 1) for chosen in combinations(self._ways, number)
        ]
        self._starts = [len(self._simple)]
        for chosen in self._sets:
            self._starts.append(self._starts[-1] + prod(len(self._ways[tile]) for tile in chosen))
        self._start_of = dict(zip(self._sets, self._starts, strict=False))

    def __len__(self) -> int:
        return self._starts[-1]

    def number(self, move: Move) -> int:
        """The number of *move*. Raises LookupError for a move that is never legal at this table."""
        if not isinstance(move, Doubles):
            return self._numbers[move]
        within = 0
        for play in move.plays:
            ways = self._ways[play.tile]
            if play not in ways:
                raise LookupError(move)
            within = within * len(ways) + ways.index(play)
        return self._start_of[tuple(play.tile for play in move.plays)] + within

    def move(self, number: int) -> Move:
        """The move with this *number*. Raises IndexError unless it is from 0 to the number of moves, not included."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number < len(self._simple):
            return self._simple[number]
        place = bisect_right(self._starts, number) - 1
        within, plays = number - self._starts[place], []
        for tile in reversed(self._sets[place]):
            within, way = divmod(within, len(self._ways[tile]))
            plays.append(self._ways[tile][way])
        return Doubles(tuple(plays))

    def legal(self, position: Position) -> list[int]:
        """The numbers of the legal moves in *position*."""
        return [self.number(move) for move in position.legal]


@lru_cache(maxsize=64)
def numbered_moves(rules: RuleSet) -> NumberedMoves:
    """The numbers of the moves at a table with these *rules*."""
    return NumberedMoves(rules)


def _simple(rules: RuleSet) -> Iterator[Move]:
    """The moves with at most one tile."""
    match rules.layout_kind:
        case "lines":
            return _in_rows(rules)
        case "trains":
            return _in_trains(rules)
        case "board":
            return _ordinary(rules)
        case _:
            assert_never(rules.layout_kind)


def _ordinary(rules: RuleSet) -> Iterator[Move]:
    """The moves with at most one tile on a board with ends."""
    board, tiles = rules.board, rules.tiles
    yield PASS
    yield from map(Draw, range(len(tiles))) if rules.pick == "choose" else (DRAW,)
    if rules.redeal.startswith("ask"):
        yield from (REDEAL, KEEP)
    if rules.auction:
        yield from BIDS
    yield from map(Play, tiles)
    for onto in tiles:
        ends = [board.straight_end(onto, value) for value in {onto.high, onto.low}]
        plays = {play for end in ends for play in end.plays.values()}
        yield from plays
        matadors = [tile for tile in tiles_in(board.matadors) if tile is not onto]
        yield from (Play(tile, onto, out=half) for tile in matadors for half in (tile.high, tile.low))
        yield from in_styles(rules, [play for play in plays if play.tile.double])
        if not onto.double:  # a lone lead whose halves both take the tile (`sum:K`, `matador`)
            both = tiles_in(ends[0].takes & ends[1].takes)
            for end, tile in product(ends, both):
                halves = (tile.high, tile.low) if tile.bit & board.matadors else (None,)
                named = [Play(tile, onto, end.value, out=half) for half in halves]
                yield from named
                yield from in_styles(rules, named) if tile.double else ()


def _in_rows(rules: RuleSet) -> Iterator[Move]:
    """The moves of Sausage."""
    yield TURN
    for tile in rules.tiles:
        yield from (Append(tile, line) for line in "AB")
        yield from (Cut(tile, joint) for joint in range(1, len(rules.tiles)))
        if tile.double:
            yield from (Insert(tile, line, behind) for line in "AB" for behind in range(len(rules.tiles)))


def _in_trains(rules: RuleSet) -> Iterator[Move]:
    """The moves of Mexican Train."""
    yield from (DRAW, PASS)
    if rules.opening == "train":
        yield STOP
    trains = [*map(train_of, range(rules.seats)), MEXICAN]
    yield from (OnTrain(tile, train) for tile in rules.tiles for train in trains)
