"""The content of a picture, as plain values. Anybody who opens the link may see all of it."""

from dataclasses import dataclass, field

from rules import LaidTile, OpenEnd

Tiles = tuple[str | None, ...]  # "5-3"; None: its back


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the panel: a name, a number beside it, and tiles below."""

    name: str
    number: str = ""
    tiles: tuple[Tiles, ...] = ()  # one for each hand
    on_turn: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles on the table, as a view has them. *newest*: the ply to highlight.

    *until*: later plies aren't drawn, but their room stays free, so that a clip's tiles stay where they are.
    """

    tiles: tuple[LaidTile, ...]
    ends: tuple[OpenEnd, ...] = ()
    sum: int | None = None
    arms: int = 4
    in_rows: bool = False
    newest: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class TrainRow:
    """A train of Mexican Train with its *tiles* from the inside out, in a line: its owner and their points, the number
    that its end asks for, a mark if it is open, and what its owner holds.

    *covers*: its double must be covered; *newest*: its last tile has just been played; *left*: its owner has gone.
    """

    name: str
    end: int
    tiles: tuple[LaidTile, ...]
    points: str = ""
    mark: str = ""
    holds: str = ""
    covers: bool = False
    newest: bool = False
    left: bool = False
    on_turn: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Trains:
    """All trains of a deal, below each other, and their station."""

    station: str
    rows: tuple[TrainRow, ...]


@dataclass(frozen=True, slots=True)
class WholeTrain:
    """A whole train from its station on, and whose it is."""

    name: str
    station: str
    tiles: tuple[LaidTile, ...]


@dataclass(frozen=True, slots=True)
class Fan:
    """Tiles fanned like a hand of cards."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences on the table, below a game's own tile."""

    emblem: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Month:
    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Months:
    """A year as columns, below a tile with the year on its halves: (20, 26)."""

    tile: tuple[int, int]
    months: tuple[Month, ...]


Table = Layout | Trains | WholeTrain | Fan | Sentences | Months


@dataclass(frozen=True, slots=True)
class Card:
    """A picture: words on paper at the left, the table at the right. Trains need the whole width: theirs are above."""

    title: str
    table: Table
    above: str = ""
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = field(default=())
