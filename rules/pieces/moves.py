"""Moves. A move is its text (rules.md 10), in storage, messages, logs and input."""

from typing import Self

from .tiles import Tile, bits


class Move(str):
    """Any move. Equal texts are equal moves; legal moves sort in code-point order by themselves.

    ``__match_args__`` names what a kind of move is made of: for patterns, and for copies.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        made_of = tuple(getattr(self, name) for name in self.__match_args__)
        return type(self), made_of or (str(self),)


class Lay(Move):
    """A move that plays tiles from the hand onto the layout.

    *bits* are the tiles played; *plays* the single plays it is made of, lowest tile first.
    """

    __slots__ = ("bits", "plays")

    bits: int
    plays: tuple["Play", ...]


class Play(Lay):
    """One tile: the lead (``6-5``) or against a tile of the layout (``5-3>6-5``).

    *at* is the value of the end, named only where both halves of a lone lead take the tile.
    *style*: ``""``, ``"="`` (a double laid lengthwise) or ``"x"`` (played closed).
    *out* is the half that stays outside, named only for a matador that isn't a double (``6-1>5-3~6``).
    """

    __slots__ = ("at", "onto", "out", "style", "tile")
    __match_args__ = ("tile", "onto", "at", "style", "out")

    tile: Tile
    onto: Tile | None
    at: int | None
    style: str
    out: int | None

    def __new__(
        cls, tile: Tile, onto: Tile | None = None, at: int | None = None, style: str = "", out: int | None = None
    ) -> Self:
        text = str(tile) if onto is None else f"{tile}>{onto}"
        text += f":{at}" if at is not None else ""
        self = super().__new__(cls, text + style if out is None else f"{text}{style}~{out}")
        self.tile, self.onto, self.at, self.style, self.out = tile, onto, at, style, out
        self.bits = tile.bit
        self.plays = (self,)
        return self


class OnTrain(Play):
    """Mexican Train: one tile on the end of a *train*, the one of a seat (``12-5>T2``) or the Mexican one (``12-5>M``).

    Only one half of it fits. *onto* is None here: the end of a train changes with each tile.
    """

    __slots__ = ("train",)
    __match_args__ = ("tile", "train")

    train: str

    def __new__(cls, tile: Tile, train: str) -> Self:
        self = Move.__new__(cls, f"{tile}>{train}")
        self.tile, self.onto, self.at, self.style, self.out = tile, None, None, "", None
        self.bits = tile.bit
        self.plays = (self,)
        self.train = train
        return self


class Doubles(Lay):
    """Several doubles in one turn, written low tile first: ``2-2>6-2,4-4>4-1``."""

    __slots__ = ()
    __match_args__ = ("plays",)

    def __new__(cls, plays: tuple[Play, ...]) -> Self:
        ordered = tuple(sorted(plays, key=lambda play: play.tile.high))
        self = super().__new__(cls, ",".join(ordered))
        self.plays = ordered
        self.bits = bits(play.tile for play in ordered)
        return self


class Draw(Move):
    """Take the next tile of the pile, or (``draw@3``) the one at *position* of the present pile, 0 = front."""

    __slots__ = ("position",)
    __match_args__ = ("position",)

    position: int | None

    def __new__(cls, position: int | None = None) -> Self:
        self = super().__new__(cls, "draw" if position is None else f"draw@{position}")
        self.position = position
        return self


class Pass(Move):
    """No play; in the auction, no bid."""

    __slots__ = ()


class Answer(Move):
    """The answer of a seat that may annul the deal: ``redeal`` or ``keep`` (rules.md 4)."""

    __slots__ = ()


class Bid(Move):
    """A bid of *points* for the last two tiles (rules.md 8, Auction)."""

    __slots__ = ("points",)
    __match_args__ = ("points",)

    points: int

    def __new__(cls, points: int) -> Self:
        self = super().__new__(cls, f"bid {points}")
        self.points = points
        return self


class Signal(Move):
    """``wink``: I hold 0-0; ``puff``: I hold 6-6 (General). Seen by the partner alone."""

    __slots__ = ()


class Leave(Move):
    """``resign`` or ``timeout``: a seat leaves the game (rules.md 7)."""

    __slots__ = ()

    @property
    def reason(self) -> str:
        """As in a record's ``ended`` and in the game's last line."""
        return "resigned" if self == "resign" else "timeout"


class Stop(Move):
    """Mexican Train: ``stop`` ends an opening (`opening: train`)."""

    __slots__ = ()


class TurnOver(Move):
    """Sausage: the turned tile fits nowhere and goes to the back, or is the start."""

    __slots__ = ()


class Append(Move):
    """Sausage: *tile* on the end of line A or B."""

    __slots__ = ("line", "tile")
    __match_args__ = ("tile", "line")

    tile: Tile
    line: str

    def __new__(cls, tile: Tile, line: str) -> Self:
        self = super().__new__(cls, f"{tile}>{line}")
        self.tile, self.line = tile, line
        return self


class Insert(Move):
    """Sausage: a double into a line behind its *behind*-th tile (0: behind the start)."""

    __slots__ = ("behind", "line", "tile")
    __match_args__ = ("tile", "line", "behind")

    tile: Tile
    line: str
    behind: int

    def __new__(cls, tile: Tile, line: str, behind: int) -> Self:
        self = super().__new__(cls, f"{tile}^{line}{behind}")
        self.tile, self.line, self.behind = tile, line, behind
        return self


class Cut(Move):
    """Sausage: *tile* across both lines at *joint* (1: behind the first tile of each)."""

    __slots__ = ("joint", "tile")
    __match_args__ = ("tile", "joint")

    tile: Tile
    joint: int

    def __new__(cls, tile: Tile, joint: int) -> Self:
        self = super().__new__(cls, f"{tile}/{joint}")
        self.tile, self.joint = tile, joint
        return self


DRAW = Draw()
PASS = Pass("pass")
REDEAL = Answer("redeal")
KEEP = Answer("keep")
WINK = Signal("wink")
PUFF = Signal("puff")
RESIGN = Leave("resign")
TIMEOUT = Leave("timeout")
TURN = TurnOver("turn")
STOP = Stop("stop")
