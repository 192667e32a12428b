"""The two lines of Sausage, side by side, and the rows beside them (rules.md 9.6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from ..pieces.as_json import LaidTile, OpenEnd
from ..pieces.layout import Layout
from ..pieces.moves import Append, Cut, Insert
from ..pieces.tiles import Tile
from ..rounds.by_seat import changed


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: who laid it, when, and its *outer* half (of the start: the half line A grows from)."""

    tile: Tile
    seat: int
    ply: int
    outer: int

    @property
    def inner(self) -> int:
        """The other half (of the start: the half line B grows from)."""
        return self.tile.other(self.outer)


Line = tuple[Laid, ...]
Rows = tuple[tuple[Tile, ...], ...]


class Lines(Layout):
    """The start, the lines A and B from the inside out, and the face-down rows by seat, front first.

    *since* counts by seat the tiles turned over since the last placement, *turns* all turns of the round.
    """

    __slots__ = ("a", "b", "rows", "since", "start", "turns")

    def __init__(
        self, start: Laid | None, a: Line, b: Line, rows: Rows, since: tuple[int, ...] = (0, 0), turns: int = 0
    ) -> None:
        super().__init__(())
        self.start: Final = start
        self.a: Final = a
        self.b: Final = b
        self.rows: Final = rows
        self.since: Final = since
        self.turns: Final = turns

    def line(self, name: str) -> Line:
        """Line A or B."""
        return self.a if name == "A" else self.b

    def joint(self, name: str, number: int) -> int:
        """Joint *number* of a line: the outer half of its tile of that number; 0 is the start's half."""
        if number:
            return self.line(name)[number - 1].outer
        assert self.start is not None
        return self.start.outer if name == "A" else self.start.inner

    def placements(self, tile: Tile, cut_equal: bool) -> Iterator[Append | Insert | Cut]:
        """Where *tile* can be placed; *cut_equal*: lines are cut only while they have equally many tiles."""
        if self.start is None:
            return
        for name in "AB":
            length = len(self.line(name))
            if self.joint(name, length) in (tile.high, tile.low):
                yield Append(tile, name)
            if tile.double:
                for behind in range(length):
                    if self.joint(name, behind) == tile.high:
                        yield Insert(tile, name, behind)
        if cut_equal and len(self.a) != len(self.b):
            return
        for number in range(1, min(len(self.a), len(self.b)) + 1):
            if sorted((self.joint("A", number), self.joint("B", number))) == [tile.low, tile.high]:
                yield Cut(tile, number)

    def started(self, seat: int, ply: int) -> Self:
        """The lines after *seat* turned over its front tile as the start."""
        tile, *rest = self.rows[seat]
        return type(self)(Laid(tile, seat, ply, tile.high), (), (), _with_row(self.rows, seat, tuple(rest)))

    def turned_over(self, seat: int) -> Self:
        """The lines after the front tile of *seat* fitted nowhere and went to the back of its row."""
        tile, *rest = self.rows[seat]
        rows = _with_row(self.rows, seat, (*rest, tile))
        since = changed(self.since, seat, self.since[seat] + 1)
        return type(self)(self.start, self.a, self.b, rows, since, self.turns + 1)

    def placed(self, seat: int, ply: int, move: Append | Insert | Cut) -> Self:
        """The lines after *seat* placed its front tile as *move* says."""
        tile = move.tile
        rows = _with_row(self.rows, seat, self.rows[seat][1:])
        start, a, b = self.start, self.a, self.b
        if isinstance(move, Cut):
            assert start is not None
            cut_off = (start, *a[: move.joint], *b[: move.joint])
            opponent = 1 - seat
            rows = _with_row(rows, opponent, rows[opponent] + tuple(laid.tile for laid in cut_off))
            start = Laid(tile, seat, ply, self.joint("A", move.joint))
            a, b = a[move.joint :], b[move.joint :]
        else:
            line = self.line(move.line)
            behind = move.behind if isinstance(move, Insert) else len(line)
            laid = Laid(tile, seat, ply, tile.other(self.joint(move.line, behind)))
            line = (*line[:behind], laid, *line[behind:])
            a, b = (line, b) if move.line == "A" else (a, line)
        return type(self)(start, a, b, rows, (0, 0), self.turns + 1)

    @property
    def gone_through(self) -> bool:
        """Whether each seat has turned over a whole row since the last placement."""
        return all(turned >= len(row) for turned, row in zip(self.since, self.rows, strict=True))

    def laid_tiles(self) -> tuple[LaidTile, ...]:
        """The tiles on the table as views show them: the start, line A from the inside out, line B."""
        if self.start is None:
            return ()
        tiles = [_laid_tile(self.start, None, None, "lead")]
        for name in "AB":
            inner = self.start.tile
            for number, laid in enumerate(self.line(name)):
                tiles.append(_laid_tile(laid, inner, self.joint(name, number), name))
                inner = laid.tile
        return tuple(tiles)

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends of both lines as views show them."""
        if self.start is None:
            return ()
        return tuple(
            OpenEnd(str(line[-1].tile if line else self.start.tile), self.joint(name, len(line)), name)
            for name, line in (("A", self.a), ("B", self.b))
        )


def _with_row(rows: Rows, seat: int, row: tuple[Tile, ...]) -> Rows:
    return (*rows[:seat], row, *rows[seat + 1 :])


def _laid_tile(laid: Laid, onto: Tile | None, at: int | None, arm: str) -> LaidTile:
    return LaidTile(str(laid.tile), None if onto is None else str(onto), at, arm, laid.seat, laid.ply)
