"""Games as this process remembers them: loaded once by replaying what is stored, then played on.

Versions are unique and never rewritten, so a remembered table can be old but never wrong; who writes checks the
version in the database.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

import rules
from accounts.rest import ALWAYS
from common.database import moment
from common.kept import breathe
from games import dealer, game_refusals
from games.frame import frame_of
from games.models import Game, Move, Round, Seat
from games.referee import LEAVING
from games.shuffle import Shuffle
from games.tables import TAIL, Happened, RoundOver, Running, Table
from rulebook import score_sheet
from rulebook.time_control import Clock

REMEMBERED = 12_000  # tables, of some 20 kB each; with fewer than are played now each visit would be a replay


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
    for table in newest([public_id]):
        return table
    raise game_refusals.unknown_game()


def newest(public_ids: Iterable[str]) -> list[Table]:
    """The tables of these games at their newest versions, those that there are; remembered ones by one query for all.

    A process whose players wait for others to move plays on what others have stored, from where it was.
    """
    known = {public_id: table for public_id in public_ids if (table := remembered.get(public_id)) is not None}
    tables = [load(game) for game in find_games(each for each in public_ids if each not in known)]
    for newer in _newer(known.values()):
        table = known[newer.public_id]
        if newer.version != table.version:
            table = _played_on(table, newer) or load(find_game(newer.public_id), table)
        tables.append(table)
    for table in tables:
        remembered.put(table)
    return tables


def remember(public_ids: Iterable[str]) -> None:
    """Load what isn't remembered of these games by as many queries as one, so that `current` finds them. One that can't
    be loaded is left to that.
    """
    unknown = [each for each in public_ids if remembered.get(each) is None]
    for game in find_games(unknown).prefetch_related("moves", "rounds"):
        with suppress(Exception):
            remembered.put(load(game))


# ---- What is newer than what is remembered

NEWER = """
    SELECT game.public_id, game.version, game.status, game.deadline,
           move.version, move.round_id, move.ply, move.seat, move.text, move.by
    FROM (VALUES {known}) AS known
    JOIN games_game game ON game.public_id = known.column1
    LEFT JOIN games_move move ON move.game_id = game.id AND move.version > known.column2
    ORDER BY move.game_id, move.version
"""


class Stored(NamedTuple):
    """A move as it is stored; *version* is the game's after it."""

    version: int
    round_id: int
    ply: int
    seat: int
    text: str
    by: str


@dataclass(frozen=True, slots=True)
class Newer:
    """A game's row, and the moves after the version that was asked for."""

    public_id: str
    version: int
    status: str
    deadline: datetime | None
    moves: list[Stored]


def _newer(tables: Collection[Table]) -> Iterable[Newer]:
    """Of each game that there still is. By SQL: it is asked after every move by every process that shows the game, and
    through the ORM takes six times as long.
    """
    if not tables:
        return ()
    with connection.cursor() as cursor:
        known = ", ".join(["(%s, %s)"] * len(tables))
        cursor.execute(
            NEWER.format(known=known), [each for table in tables for each in (table.public_id, table.version)]
        )
        rows = cursor.fetchall()
    found: dict[str, Newer] = {}
    for public_id, version, status, deadline, *move in rows:
        if public_id not in found:
            found[public_id] = Newer(public_id, version, status, moment(deadline), [])
        if move[0] is not None:
            found[public_id].moves.append(Stored(*move))
    return found.values()


def _played_on(table: Table, newer: Newer) -> Table | None:
    """The table after these moves and what was dealt between them; None if something else has happened to it, too."""
    if table.running is None or newer.status != Game.Status.PLAYING:
        return None
    if len(newer.moves) != newer.version - table.version or any(_changes_seats(table, move) for move in newer.moves):
        return None
    moves = {round_id: list(of_deal) for round_id, of_deal in groupby(newer.moves, attrgetter("round_id"))}
    table = _with_moves(table, table.running, moves.get(table.running.row_id, []))
    if table.running is not None and table.running.position.over:
        later = Round.objects.filter(game=table.game_id, index__gt=table.running.index)
        for row in later.filter(first_version__lte=newer.version).order_by("index"):
            between = table.running.position.after
            start = rules.start_round(between, rules.deal_from_dict(row.deal))
            table = dealer.scored(table)
            table = replace(table, frame=table.frame.dealt(row.index, row.commitment))
            running = Running(row.pk, row.index, start, first_version=row.first_version)
            table = _with_moves(table, running, moves.get(row.pk, []))
    if table.control.kind == Clock.BANK:
        seats = Seat.objects.filter(game=table.game_id).order_by("number")
        table = replace(table, banks=tuple(seats.values_list("bank_left", flat=True)))
    return replace(table, version=newer.version, deadline=newer.deadline)


def _changes_seats(table: Table, move: Stored) -> bool:
    """Whether somebody left with it, missed a turn, or is back after that."""
    if move.text in LEAVING or move.by == Move.By.CLOCK:
        return True
    place = table.frame.seats[move.seat]
    return move.by != Move.By.FORCED and (
        place.missed > 0 or (move.by == Move.By.PLAYER and place.stand_in is not None)
    )


def _with_moves(table: Table, running: Running, moves: list[Stored]) -> Table:
    """The table with these moves on the deal that is running."""
    position = running.position
    for move in moves:
        position = rules.play(position, rules.parse_move(move.text), move.seat)
    running = replace(running, position=position, by=(*running.by, *(move.by for move in moves)))
    happened = [Happened(each.version, running.index, *each[2:]) for each in moves]
    version = moves[-1].version if moves else table.version
    return replace(table, version=version, running=running, tail=(*table.tail, *happened)[-TAIL:])


# ---- Loading


def find_games(public_ids: Iterable[str]) -> QuerySet[Game]:
    """With all that `load` asks of them."""
    games = Game.objects.prefetch_related("seats__player__vacations").select_related("creator")
    return games.filter(public_id__in=list(public_ids))


def find_game(public_id: str) -> Game:
    try:
        return find_games([public_id]).get()
    except Game.DoesNotExist:
        raise game_refusals.unknown_game() from None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as stored, the game *between* the one before and it, and the position its moves lead to.

    *before*: where it stood when it was remembered; *moves* are those that came after.
    """

    row: Round
    between: rules.Game
    moves: list[Move]
    position: rules.Position
    before: Running | None = None
    taken_back: int = 0  # as of `Running`

    def line(self) -> dict[str, Any] | None:
        """The score-sheet line; None while it runs, or if the deal was annulled."""
        return score_sheet.score_line(self.row.index, self.position)

    @property
    def running(self) -> Running:
        by = (*(self.before.by if self.before else ()), *(move.by for move in self.moves))
        return Running(self.row.pk, self.row.index, self.position, by, self.row.first_version, self.taken_back)

    def happened(self) -> Iterator[Happened | RoundOver]:
        version = self.row.first_version
        for move in self.moves:
            version = move.version
            yield Happened(version, self.row.index, move.ply, move.seat, move.text, move.by)
        if (line := self.line()) and not self.was_over:
            yield RoundOver(version, line)

    @property
    def was_over(self) -> bool:
        return self.before is not None and self.before.position.over


def replay(game: Game, known: Table | None = None) -> list[Dealt]:
    """Every deal of the game, played again from what is stored: two queries. With *known*, an older table of the game,
    only what came after it, from the deal on that was running; nothing may have been taken back since.

    What was stored since the row was read is left out, or the position would be ahead of the version; what was taken
    back since is there still.
    """
    running = known.running if known is not None else None
    stored = game.moves.filter(version__gt=known.version) if known is not None else game.moves.all()
    rows = game.rounds.filter(index__gte=running.index) if running is not None else game.rounds.all()
    moves: dict[int, list[Move]] = {}
    taken_back: dict[int, int] = {}
    for move in sorted(stored, key=attrgetter("version")):
        if move.taken_back is not None and move.taken_back <= game.version:
            taken_back[move.round_id] = max(move.taken_back, taken_back.get(move.round_id, 0))
        elif move.version <= game.version:
            moves.setdefault(move.round_id, []).append(move)
    between, deals = rules.new_game(game.rules), []
    for row in sorted(rows, key=attrgetter("index")):
        if row.first_version > game.version:
            break
        before = running if running is not None and running.row_id == row.pk else None
        position = before.position if before else rules.start_round(between, rules.deal_from_dict(row.deal))
        for move in moves.get(row.pk, []):
            position = rules.play(position, rules.parse_move(move.text), move.seat)
        if game.reason == "adjudicated" and not position.over:
            position = position.adjudicated()
        breathe()
        back = max(before.taken_back if before else 0, taken_back.get(row.pk, 0))
        deals.append(Dealt(row, between, moves.get(row.pk, []), position, before, back))
        if position.over:
            between = position.after
    return deals


def load(game: Game, known: Table | None = None) -> Table:
    """The table of a game row (with its seats), by replaying what is stored, after *known* if that is given and none of
    its moves has been taken back since.
    """
    if known is not None and game.moves.filter(taken_back__gt=known.version).exists():
        known = None
    deals = replay(game, known) if game.status != Game.Status.OPEN else []
    happened = [*(known.tail if known else ()), *(event for deal in deals for event in deal.happened())]
    lines = [line for deal in deals if not deal.was_over and (line := deal.line())]
    seats = list(game.seats.all())
    return Table(
        game_id=game.pk,
        public_id=game.public_id,
        version=game.version,
        status=game.status,
        control=game.time_control,
        deadline=game.deadline,
        last_moment=game.last_moment,
        players=tuple(seat.player_id for seat in seats),
        queues=tuple(seat.player.queue if seat.player else None for seat in seats),
        rests=tuple(seat.player.rest if seat.player else ALWAYS for seat in seats),
        banks=tuple(seat.bank_left for seat in seats),
        frame=frame_of(game, [*(known.frame.scores if known else ()), *lines], deals[-1].row if deals else None),
        shuffle=Shuffle(bytes(game.shuffle_secret), tuple(seat.shuffle_seed for seat in seats)),
        running=deals[-1].running if deals else None,
        tail=tuple(happened[-TAIL:]),
    )
