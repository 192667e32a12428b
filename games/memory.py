"""Games as this process remembers them: loaded once by replaying what is stored, then played on.

Versions are unique and never rewritten, so a remembered table can be old but never wrong; who writes checks the
version in the database.
"""

from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from threading import Lock
from typing import Any

from django.db.models import QuerySet

import rules
from accounts.rest import ALWAYS
from common.kept import breathe
from games import game_refusals
from games.frame import frame_of
from games.models import Game, Move, Round
from games.tables import TAIL, Happened, RoundOver, Running, Table
from rulebook import score_sheet

REMEMBERED = 5_000  # tables


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
        raise game_refusals.unknown_game()
    if known is not None and known.version == stored:
        return known
    table = load(find_game(public_id))
    remembered.put(table)
    return table


def remember(public_ids: Collection[str]) -> None:
    """Load many by as many queries as one, so that `current` finds them. One that can't be loaded is left to that."""
    stored = Game.objects.filter(public_id__in=public_ids).values_list("public_id", "version")
    old = [each for each, version in stored if (known := remembered.get(each)) is None or known.version != version]
    for game in _games().filter(public_id__in=old).prefetch_related("moves", "rounds"):
        with suppress(Exception):
            remembered.put(load(game))


def _games() -> QuerySet[Game]:
    return Game.objects.prefetch_related("seats__player__vacations").select_related("creator")


def find_game(public_id: str) -> Game:
    try:
        return _games().get(public_id=public_id)
    except Game.DoesNotExist:
        raise game_refusals.unknown_game() from None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as stored, the game *between* the one before and it, and the position its moves lead to."""

    row: Round
    between: rules.Game
    moves: list[Move]
    position: rules.Position

    def line(self) -> dict[str, Any] | None:
        """The score-sheet line; None while it runs, or if the deal was annulled."""
        return score_sheet.score_line(self.row.index, self.position)


def replay(game: Game) -> list[Dealt]:
    """Every deal of the game, played again from what is stored: two queries.

    What was stored since the row was read is left out, or the position would be ahead of the version.
    """
    moves: dict[int, list[Move]] = {}
    for move in sorted(game.moves.all(), key=attrgetter("version")):
        if move.version <= game.version:
            moves.setdefault(move.round_id, []).append(move)
    between, deals = rules.new_game(game.rules), []
    for row in sorted(game.rounds.all(), key=attrgetter("index")):
        if row.first_version > game.version:
            break
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
        frame=frame_of(game, [line for deal in deals if (line := deal.line())], deals[-1].row if deals else None),
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
