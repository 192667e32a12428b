"""Computes the result of a move or of a turn out of time: forced moves, deadlines, time banks, who plays a seat.

Pure: no access to the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

import rules
from games.changes import Kind
from games.models import Move
from games.positions.frame import Frame
from games.positions.tables import TAIL, Happened, RoundOver, Running, Table
from rulebook.time_control import Clock, Misses

LEAVING = {"resign", "timeout"}


@dataclass(frozen=True, slots=True)
class Made:
    """A move to be stored."""

    seat: int
    text: str
    by: str = Move.By.FORCED
    key: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a game in play, not stored yet: the table before and after.

    Most are a move and the forced moves after it. Others have no move: who plays a seat changes (*kind*), moves are
    taken back, or the game reaches its time limit.
    """

    before: Table
    running: Running  # of *before*
    after: Table
    made: tuple[Made, ...]
    passed: bool  # it started a new turn
    now: datetime
    kind: Kind = Kind.MOVED  # or STOOD_IN, CAME_BACK
    by: int | None = None  # user id of the player who came back

    @property
    def ends_deal(self) -> bool:
        return self.after.running is not None and self.after.running.position.over


class Renewal(NamedTuple):
    """The next version of a game without a move: the name, the account or the rest of a player changed.

    A step of the row alone. It needs no table, so a person's many games need no replay.
    """

    game_id: int
    version: int  # before
    deadline: datetime | None  # after


class Extension(NamedTuple):
    """The next version of a game whose times move on, because the site was away. All are those after it.

    *began* and *ended* of the outage are for the board; *began* is None if the host gives the time.
    """

    game_id: int
    version: int  # before
    deadline: datetime | None
    last_moment: datetime | None
    offer_ends: datetime | None
    began: datetime | None
    ended: datetime


def step(table: Table, running: Running, seat: int, move: rules.Move, *, by: str, key: str, now: datetime) -> Step:
    """Play *move* at *seat* in the current deal of *table*. Raises `rules.IllegalMove`."""
    position, made = force(rules.play(running.position, move, seat), [Made(seat, str(move), by, key)])
    after, _running = follow(table, running, position, made, now)
    return Step(table, running, after, tuple(made), turn_passed(running.position, position, made), now)


def clock_step(table: Table, running: Running, now: datetime) -> Step:
    """Play the whole turn for a player who ran out of time, by `rules.clocks_move`."""
    position, made, seat = running.position, list[Made](), table.turn
    while seat is not None and not turn_passed(running.position, position, made or [Made(seat, "")]):
        move = rules.clocks_move(position)
        position, made = force(rules.play(position, move), [*made, Made(seat, str(move), Move.By.CLOCK)])
    after, _running = follow(table, running, position, made, now)
    return Step(table, running, after, tuple(made), passed=True, now=now)


def stood_in(table: Table, running: Running, seat: int, level: str, now: datetime) -> Step:
    """Let a computer of this level play for the player of *seat*, who ran out of time.

    The deadline stays in the past, and a time bank is emptied.
    """
    bank = None if table.banks[seat] is None else 0
    after = replace(
        table,
        version=table.version + 1,
        frame=table.frame.stood_in(seat, level),
        banks=(*table.banks[:seat], bank, *table.banks[seat + 1 :]),
    )
    return Step(table, running, after, (), passed=False, now=now, kind=Kind.STOOD_IN)


def came_back(table: Table, running: Running, seat: int, now: datetime) -> Step:
    """The player of *seat* takes over from the computer. On their turn they have the time that is left."""
    after = replace(table, version=table.version + 1, frame=table.frame.back(seat))
    mine, player = table.turn == seat, table.players[seat]
    return Step(table, running, after, (), passed=mine, now=now, kind=Kind.CAME_BACK, by=player)


def adjudicated(table: Table, running: Running, now: datetime) -> Step:
    """The step that ends a game at its time limit: a new version without a move."""
    over = replace(running, position=running.position.adjudicated())
    after = replace(table, version=table.version + 1, running=over)
    return Step(table, running, after, (), passed=False, now=now)


# ---- Turns out of time


@dataclass(frozen=True, slots=True)
class Moves:
    """We move for the player whose turn it is."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """The player of this seat leaves the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class StandsIn:
    """A computer plays for the player of this seat from now on."""

    seat: int


def verdict(table: Table, now: datetime) -> Moves | Leaves | StandsIn | None:
    """The consequence if the player whose turn it is ran out of time (`Misses`).

    None if they have time left, if the game isn't in play, or if a computer plays for them already.
    """
    late = table.turn
    if late is None or table.deadline is None or table.deadline > now:
        return None
    place = table.frame.seats[late]
    if place.missed < (table.control.misses_most or 0):
        return Moves()
    if table.control.misses == Misses.COMPUTER and any(each.is_there for each in table.frame.seats if each != place):
        return None if place.stand_in or place.name is None else StandsIn(late)
    return Leaves(next(iter(absent(table)), late))


def absent(table: Table) -> list[int]:
    """The seats that a computer plays for, in the order in which they leave: those furthest behind first."""
    return [place.seat for place in table.worst_first(place for place in table.frame.seats if place.stand_in)]


# ---- What follows from moves


def force(position: rules.Position, made: list[Made]) -> tuple[rules.Position, list[Made]]:
    """Make all forced moves, such as draws and passes (rules.md 3), until a player has a choice."""
    while position.turn is not None and (move := rules.forced(position)) is not None:
        made.append(Made(position.turn, str(move)))
        position = rules.play(position, move)
    return position, made


def follow(
    table: Table, running: Running, position: rules.Position, made: Sequence[Made], now: datetime
) -> tuple[Table, Running]:
    """The table and its current deal after these moves."""
    new = [
        Happened(table.version + n, running.index, len(running.by) + n, move.seat, move.text, move.by)
        for n, move in enumerate(made, start=1)
    ]
    gone = {move.seat for move in made if move.text in LEAVING}
    frame = table.frame if (back := comes_back(table, made)) is None else table.frame.back(back)
    frame = _missed(frame, made)
    banks = _banks(table, running.position, position, made, now)
    deadline = _deadline(replace(table, banks=banks), running.position, position, made, now)
    running = replace(running, position=position, by=(*running.by, *(move.by for move in made)))
    after = replace(
        table,
        version=table.version + len(made),
        frame=frame.left_by(gone) if gone else frame,
        deadline=deadline,
        banks=banks,
        running=running,
        tail=(*table.tail, *new)[-TAIL:],
    )
    return after, running


def comes_back(table: Table, made: Sequence[Made]) -> int | None:
    """The seat whose player made the first of these moves while a computer was playing for them; else None."""
    first = made[0] if made else None
    stood_in = first is not None and first.by == Move.By.PLAYER and table.frame.seats[first.seat].stand_in
    return first.seat if first is not None and stood_in else None


def _missed(frame: Frame, made: Sequence[Made]) -> Frame:
    """Count a turn that the clock played as missed. A player's own move resets the count."""
    first = made[0] if made else None
    if first is None or first.by == Move.By.FORCED or first.text in LEAVING:
        return frame
    before = frame.seats[first.seat].missed
    missed = before + 1 if first.by == Move.By.CLOCK else 0
    return frame if missed == before else frame.missing(first.seat, missed)


def without_last_move(table: Table, running: Running, seat: int, now: datetime) -> Step | None:
    """The step back to before the last move that *seat* chose in the current deal, as a new version.

    None if there is no such move, or if a player has left since then, which can't be undone.
    """
    course = running.position.positions()
    ply = len(running.by)
    while ply and str(course[ply].move) not in LEAVING:
        if course[ply].seat == seat and running.by[ply - 1] == Move.By.PLAYER:
            break
        ply -= 1
    else:
        return None
    return before_move(table, running, ply, now)


def before_move(table: Table, running: Running, ply: int, now: datetime) -> Step:
    """The step back to before move *ply* of the current deal, as a new version. Its player starts a new turn."""
    back = running.position.positions()[ply - 1]
    seat = back.turn
    assert seat is not None
    version = table.version + 1
    running_then = replace(running, position=back, by=running.by[: ply - 1], taken_back=version)
    after = replace(
        table,
        version=version,
        deadline=table.control.deadline(table.rests[seat], table.banks[seat], now),
        running=running_then,
        tail=tuple(event for event in table.tail if not _is_from(event, running.index, ply)),
    )
    return Step(table, running, after, (), passed=True, now=now)


def _is_from(event: Happened | RoundOver, deal: int, ply: int) -> bool:
    """Whether the event is move *ply* of the deal, or a later one."""
    return isinstance(event, Happened) and event.deal == deal and event.ply >= ply


def turn_passed(before: rules.Position, after: rules.Position, made: Sequence[Made]) -> bool:
    """Whether these moves start a new turn. It doesn't count if another player left."""
    if not made or after.turn != before.turn:
        return True
    used = any(move.seat == before.turn for move in made)
    return used and any(move.seat != before.turn for move in made)


def _deadline(
    table: Table, before: rules.Position, after: rules.Position, made: Sequence[Made], now: datetime
) -> datetime | None:
    """The deadline. A new turn gets new time, by the game's clock and the rest settings of the player to move."""
    if after.turn is None:
        return None
    # A deal starts without a deadline, even if forced draws come first and the turn stays with the same player.
    if table.deadline is not None and not turn_passed(before, after, made):
        return table.deadline
    return table.control.deadline(table.rests[after.turn], table.banks[after.turn], now)


def _banks(
    table: Table, before: rules.Position, after: rules.Position, made: Sequence[Made], now: datetime
) -> tuple[int | None, ...]:
    """The time banks after these moves. Forced moves, and moves of a computer for a player, don't change a bank."""
    seat = before.turn
    thought = bool(made) and made[0].seat == seat and made[0].by != Move.By.FORCED
    if table.control.kind != Clock.BANK or seat is None or not thought or not turn_passed(before, after, made):
        return table.banks
    if made[0].by == Move.By.BOT and table.frame.seats[seat].stand_in:
        return table.banks
    left = table.control.bank_after(table.rests[seat], table.banks[seat], table.deadline, now)
    return (*table.banks[:seat], left, *table.banks[seat + 1 :])
