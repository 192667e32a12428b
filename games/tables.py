"""Running games as this process remembers them: replayed once, then played on.

A `Table` is right for exactly one version of its game. Versions are unique and never rewritten,
so a remembered table can be old but never wrong; who writes checks the version in the database.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

import rules
from accounts.rest import ALWAYS, Rest
from games import refusals, sheet
from games.kept import breathe
from games.models import Game, Move, Round
from games.time_control import TimeControl

REMEMBERED = 5_000  # tables
TAIL = 60  # events kept for "since you last looked"


class Happened(NamedTuple):
    """A move as everybody may know of it: a drawn tile is not named. *version* is the game's after it."""

    version: int
    deal: int
    ply: int
    seat: int
    move: str
    by: str


class RoundOver(NamedTuple):
    """A line of the score sheet, written at *version*."""

    version: int
    line: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Running:
    """The deal on the table: its row, its index in the game from 0, and where it stands."""

    row_id: int
    index: int
    position: rules.Position
    by: tuple[str, ...] = ()  # who made each of its moves
    first_version: int = 0  # of the game, when dealt


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one version; *running* is None until it has started, and the last deal once it is over."""

    game_id: int
    public_id: str
    version: int
    status: str
    control: TimeControl
    deadline: datetime | None
    players: tuple[int | None, ...]  # user ids by seat
    rests: tuple[Rest, ...]  # by seat
    banks: tuple[int | None, ...]  # by seat: milliseconds when his turn begins or began
    frame: dict[str, Any]  # what the wire view says beside the position; changes with the deal, not the move
    running: Running | None = None
    tail: tuple[Happened | RoundOver, ...] = ()  # the newest events

    @property
    def turn(self) -> int | None:
        return self.running.position.turn if self.running and self.status == Game.Status.PLAYING else None

    def stands_as_at(self, version: int) -> bool:
        """Whether the tiles lie as they did then: no move has been made since, whatever else was changed."""
        if self.version == version or self.running is None:
            return self.version == version
        newest = self.tail[-1].version if self.tail else 0
        return max(newest, self.running.first_version) <= version < self.version

    def seat_of(self, player: int | None) -> int | None:
        """Where the user sits at this version; None for watchers and strangers.

        Ask it of the very table that is shown or played on: before the start a seat may change hands.
        """
        return self.players.index(player) if player is not None and player in self.players else None


class Remembered:
    """The least recently used tables go first."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, public_id: str) -> Table | None:
        with self._lock:
            if (table := self._tables.get(public_id)) is not None:
                self._tables.move_to_end(public_id)
            return table

    def put(self, table: Table) -> None:
        """Keep a table as it was committed; never one whose transaction may still fail."""
        with self._lock:
            known = self._tables.get(table.public_id)
            if known is None or known.version <= table.version:
                self._tables[table.public_id] = table
                self._tables.move_to_end(table.public_id)
            while len(self._tables) > REMEMBERED:
                self._tables.popitem(last=False)

    def forget(self) -> None:
        """All of them: tests want a cold start."""
        with self._lock:
            self._tables.clear()


remembered = Remembered()


def table_at(public_id: str, version: int) -> Table:
    """The table if it is remembered at *version*, else as the database has it now."""
    known = remembered.get(public_id)
    return known if known is not None and known.version == version else current(public_id)


def current(public_id: str) -> Table:
    """The table at its newest version. Raises `NotFound`."""
    known = remembered.get(public_id)
    stored = Game.objects.filter(public_id=public_id).values_list("version", flat=True).first()
    if stored is None:
        raise refusals.unknown_game()
    if known is not None and known.version == stored:
        return known
    table = load(find(public_id))
    remembered.put(table)
    return table


def find(public_id: str) -> Game:
    try:
        games = Game.objects.prefetch_related("seats__player__vacations").select_related("creator")
        return games.get(public_id=public_id)
    except Game.DoesNotExist:
        raise refusals.unknown_game() from None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as stored, the game *between* the one before and it, and the position its moves lead to."""

    row: Round
    between: rules.Game
    moves: list[Move]
    position: rules.Position

    def line(self) -> dict[str, Any] | None:
        """The score-sheet line; None while it runs, or if the deal was annulled."""
        return sheet.line(self.row.index, self.position)


def replay(game: Game) -> list[Dealt]:
    """Every deal of the game, played again from what is stored: two queries.

    What was stored since the row was read is left out, or the position would be ahead of the version.
    """
    moves: dict[int, list[Move]] = {}
    for move in game.moves.filter(version__lte=game.version).order_by("version"):
        moves.setdefault(move.round_id, []).append(move)
    between, deals = rules.new_game(game.rules), []
    for row in game.rounds.filter(first_version__lte=game.version).order_by("index"):
        position = rules.start_round(between, rules.deal_from_dict(row.deal))
        for move in moves.get(row.pk, []):
            position = rules.play(position, rules.parse_move(move.text), move.seat)
        breathe()
        deals.append(Dealt(row, between, moves.get(row.pk, []), position))
        if position.over:
            between = position.after
    return deals


def load(game: Game) -> Table:
    """The table of a game row (with its seats), by replaying what is stored."""
    from games import wire  # the frame is drawn there; it needs the types of this module

    deals = replay(game) if game.status != Game.Status.OPEN else []
    seats = list(game.seats.all())
    table = Table(
        game_id=game.pk,
        public_id=game.public_id,
        version=game.version,
        status=game.status,
        control=game.time_control,
        deadline=game.deadline,
        players=tuple(seat.player_id for seat in seats),
        rests=tuple(seat.player.rest if seat.player else ALWAYS for seat in seats),
        banks=tuple(seat.bank_left for seat in seats),
        frame=wire.frame(game, [line for deal in deals if (line := deal.line())], deals[-1].row if deals else None),
    )
    if not deals:
        return table
    tail: list[Happened | RoundOver] = []
    for deal in deals:
        version = deal.row.first_version
        for move in deal.moves:
            version = move.version
            tail.append(Happened(version, deal.row.index, move.ply, move.seat, move.text, move.by))
        if line := deal.line():
            tail.append(RoundOver(version, line))
    last = deals[-1]
    return replace(
        table,
        running=Running(
            last.row.pk, last.row.index, last.position, tuple(move.by for move in last.moves), last.row.first_version
        ),
        tail=tuple(tail[-TAIL:]),
    )
