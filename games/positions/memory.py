"""The games in this process's memory. We load a game once, by replaying its moves, and then apply new moves to it.

Versions are unique and never rewritten, so a remembered table can be old but never wrong. Writers check the version in
the database.
"""

import json
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.db.models import prefetch_related_objects

import rules
from accounts.rest import ALWAYS
from common.cache.unchanging import breathe
from common.database import moment, placeholders, read_rows
from games import game_refusals
from games.models import Game, Move, Round, Seat
from games.positions import dealer
from games.positions.frame import frame_of
from games.positions.referee import LEAVING
from games.positions.shuffle import Shuffle
from games.positions.tables import TAIL, Happened, RoundOver, Running, Table
from games.seating import seated_games
from rulebook import score_sheet
from rulebook.time_control import Clock


class Remembered:
    """The remembered tables. Beyond `settings.REMEMBERED`, it drops the least recently used."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, public_id: str) -> Table | None:
        with self._lock:
            if (table := self._tables.get(public_id)) is not None:
                self._tables.move_to_end(public_id)
            return table

    def put(self, table: Table) -> None:
        """Remember a committed table. Never call it while the transaction may still fail."""
        with self._lock:
            known = self._tables.get(table.public_id)
            if known is None or known.version <= table.version:
                self._tables[table.public_id] = table
                self._tables.move_to_end(table.public_id)
            while len(self._tables) > settings.REMEMBERED:
                self._tables.popitem(last=False)

    def forget(self) -> None:
        """Drop all tables, so that tests start cold."""
        with self._lock:
            self._tables.clear()


remembered = Remembered()


def table_at(public_id: str, version: int) -> Table:
    """The remembered table if it has this *version*, else the newest one from the database."""
    known = remembered.get(public_id)
    return known if known is not None and known.version == version else current(public_id)


def current(public_id: str) -> Table:
    """The table at its newest version. Raises `NotFound`."""
    for table in newest([public_id]):
        return table
    raise game_refusals.unknown_game()


def newest(public_ids: Iterable[str]) -> list[Table]:
    """The newest tables of these games; unknown games are left out. One query checks all remembered tables.

    A remembered table that is behind catches up with the moves that other processes stored.
    """
    known = {public_id: table for public_id in public_ids if (table := remembered.get(public_id)) is not None}
    unknown = [each for each in public_ids if each not in known]
    tables = [load(game) for game in find_games(unknown)]
    for newer in _newer(known.values()):
        table = known[newer.public_id]
        if newer.version != table.version:
            table = _played_on(table, newer) or load(find_game(newer.public_id), table)
        tables.append(table)
    for table in tables:
        remembered.put(table)
    return tables


def follow(newer: "Newer") -> Table | None:
    """The table after moves that another process stored and told us. No query, unless they end a deal: that one reads
    the next deal, which is never told. None if we don't remember the version before them; `newest` has the table then.
    """
    known = remembered.get(newer.public_id)
    if known is None or known.version != newer.version - len(newer.moves):
        return None
    if (table := _played_on(known, newer)) is not None:
        remembered.put(table)
    return table


def remember(public_ids: Iterable[str]) -> None:
    """Load those of these games that aren't remembered, with as many queries as for one game.

    If a game can't be loaded, skip it; `current` will raise its error.
    """
    unknown = [each for each in public_ids if remembered.get(each) is None]
    games = find_games(unknown)
    prefetch_related_objects(games, "moves", "rounds")
    for game in games:
        with suppress(Exception):
            remembered.put(load(game))


# ---- Catching up with stored moves

NEWER = """
    SELECT game.public_id, game.version, game.status, game.deadline,
           move.version, move.round_id, move.ply, move.seat, move.text, move.by
    FROM (VALUES {known}) AS known
    JOIN games_game game ON game.public_id = known.column1
    LEFT JOIN games_move move ON move.game_id = game.id AND move.version > known.column2
    ORDER BY move.game_id, move.version
"""
LATER_DEALS = """
    SELECT id, "index", commitment, deal, first_version FROM games_round
    WHERE game_id = %s AND "index" > %s AND first_version <= %s ORDER BY "index"
"""


class Stored(NamedTuple):
    """A stored move; *version* is the game's version after it."""

    version: int
    round_id: int
    ply: int
    seat: int
    text: str
    by: str


@dataclass(frozen=True, slots=True)
class Newer:
    """A game's row, and the moves after the remembered version."""

    public_id: str
    version: int
    status: str
    deadline: datetime | None
    moves: list[Stored]
    banks: tuple[int | None, ...] | None = None  # by seat; None: not read yet


def _newer(tables: Collection[Table]) -> Iterable[Newer]:
    """The news of each game that still exists.

    In SQL, because every process that shows the game asks after every move, and the ORM takes six times as long.
    """
    if not tables:
        return ()
    known = ", ".join(["(%s, %s)"] * len(tables))
    rows = read_rows(NEWER.format(known=known), [each for table in tables for each in (table.public_id, table.version)])
    by_game: dict[str, Newer] = {}
    for public_id, version, status, deadline, *move in rows:
        if public_id not in by_game:
            by_game[public_id] = Newer(public_id, version, status, moment(deadline), [])
        if move[0] is not None:
            by_game[public_id].moves.append(Stored(*move))
    return by_game.values()


def _played_on(table: Table, newer: Newer) -> Table | None:
    """The table after these moves and the deals between them; None if anything else changed the game, too."""
    if table.running is None or newer.status != Game.Status.PLAYING:
        return None
    if len(newer.moves) != newer.version - table.version or any(_changes_seats(table, move) for move in newer.moves):
        return None
    moves = {round_id: list(of_deal) for round_id, of_deal in groupby(newer.moves, attrgetter("round_id"))}
    table = _with_moves(table, table.running, moves.get(table.running.row_id, []))
    if table.running is not None and table.running.position.over:
        later = read_rows(LATER_DEALS, [table.game_id, table.running.index, newer.version])
        for row_id, index, commitment, deal, first_version in later:
            start = rules.start_round(table.running.position.after, rules.deal_from_dict(json.loads(deal)))
            table = dealer.scored(table)
            table = replace(table, frame=table.frame.dealt(index, commitment))
            running = Running(row_id, index, start, first_version=first_version)
            table = _with_moves(table, running, moves.get(row_id, []))
            assert table.running is not None
    if newer.banks is not None:
        table = replace(table, banks=newer.banks)
    elif table.control.kind == Clock.BANK:
        seats = Seat.objects.filter(game=table.game_id).order_by("number")
        table = replace(table, banks=tuple(seats.values_list("bank_left", flat=True)))
    return replace(table, version=newer.version, deadline=newer.deadline)


def _changes_seats(table: Table, move: Stored) -> bool:
    """Whether a player left, missed a turn or returned with this move."""
    if move.text in LEAVING or move.by == Move.By.CLOCK:
        return True
    place = table.frame.seats[move.seat]
    return move.by != Move.By.FORCED and (
        place.missed > 0 or (move.by == Move.By.PLAYER and place.stand_in is not None)
    )


def _with_moves(table: Table, running: Running, moves: list[Stored]) -> Table:
    """The table after these moves in the deal *running*."""
    position = running.position
    for move in moves:
        position = rules.play(position, rules.parse_move(move.text), move.seat)
    running = replace(running, position=position, by=(*running.by, *(move.by for move in moves)))
    happened = [Happened(each.version, running.index, *each[2:]) for each in moves]
    version = moves[-1].version if moves else table.version
    return replace(table, version=version, running=running, tail=(*table.tail, *happened)[-TAIL:])


# ---- Loading


def find_games(public_ids: Collection[str]) -> list[Game]:
    """These games, with everything loaded that `load` needs. Two queries."""
    games = seated_games(f"game.public_id IN ({placeholders(public_ids)})", [*public_ids]) if public_ids else []
    prefetch_related_objects([seat.player for game in games for seat in game.seats.all() if seat.player], "vacations")
    return games


def find_game(public_id: str) -> Game:
    for game in find_games([public_id]):
        return game
    raise game_refusals.unknown_game()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A stored deal, the game *between* the previous deal and this one, and the position after its moves.

    *before* is the remembered state of the deal, if any; *moves* are those after it.
    """

    row: Round
    between: rules.Game
    moves: list[Move]
    position: rules.Position
    before: Running | None = None
    taken_back: int = 0  # as in `Running`

    def line(self) -> score_sheet.ScoreLine | None:
        """The line on the score sheet; None while the deal runs, or if it was annulled."""
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
    """Replay every deal of the game from its stored moves. Two queries.

    With *known*, an older table of the game, replay only what came after it, starting with its current deal. No move
    may have been taken back since then. Moves stored after *game* was read are left out, so that the position matches
    its version; moves taken back after that still count.
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
    """The table of a game that was found with its seats, by replaying its moves.

    Starts from *known*, an older table, unless some of its moves have been taken back since.
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
