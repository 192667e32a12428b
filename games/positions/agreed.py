"""What two players change by agreement: a move taken back, a pause, more time (`games.actions.agree`).

Pure: no access to the database.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from accounts.rest import Span
from games.models import Ask, Game, Move
from games.positions import referee
from games.positions.referee import Made, Step
from games.positions.tables import Running, Table
from rulebook.time_control import Clock

ASKED_FOR = timedelta(days=3)  # then an ask lapses
LONGEST_PAUSE = timedelta(days=30)


def is_paused(table: Table, now: datetime) -> bool:
    return table.control.paused is not None and table.control.paused[1] > now


def may_agree(table: Table) -> bool:
    """Whether this is a running game of two people in which something can be agreed."""
    places = table.frame.seats
    is_running = table.status == Game.Status.PLAYING and table.running is not None
    return is_running and not table.frame.appointed and len(places) == 2 and all(place.is_there for place in places)


def may_ask(table: Table, seat: int, now: datetime) -> set[str]:
    """What the player of *seat* can ask for now, and “give” if they can give time. For pages: actions decide."""
    running = table.running
    if running is None or not may_agree(table) or table.is_late(now):
        return set()
    has_clock, friendly = table.control.kind != Clock.NONE, not table.frame.rated
    ply = last_chosen(running)
    back = ply is not None and is_own(running, ply, seat) and not has_shown_tiles(running, ply)
    able: dict[str, bool] = {
        Ask.Kind.TAKE_BACK: friendly and back,
        Ask.Kind.PAUSE: friendly and has_clock,
        Ask.Kind.TIME: has_clock and has_room(table, seat, now),
        "give": has_clock and has_room(table, 1 - seat, now),
    }
    return {each for each, can in able.items() if can}


def is_open(ask: Ask, table: Table, now: datetime) -> bool:
    """Whether the ask still waits for an answer.

    A move made since ends one to take back a move, and one for time of a turn; the end of the game ends all.
    """
    if (
        table.status != Game.Status.PLAYING
        or ask.answer
        or now >= ask.asked_at + ASKED_FOR
        or (ask.until is not None and ask.until <= now)
    ):
        return False
    stays = ask.kind == Ask.Kind.PAUSE or (ask.kind == Ask.Kind.TIME and table.control.kind == Clock.BANK)
    return stays or table.stands_as_at(ask.version)


# ---- A move taken back


def last_chosen(running: Running) -> int | None:
    """The number of the deal's last move that wasn't forced; None: there is none."""
    return next((ply for ply in range(len(running.by), 0, -1) if running.by[ply - 1] != Move.By.FORCED), None)


def is_own(running: Running, ply: int, seat: int) -> bool:
    """Whether the player of *seat* chose move *ply* themselves."""
    return running.position.positions()[ply].seat == seat and running.by[ply - 1] in Move.BY_THEMSELVES


def has_shown_tiles(running: Running, ply: int) -> bool:
    """Whether somebody has learnt a hidden tile since before move *ply*: it was drawn or turned over.

    In a game with rows (Sausage), the next tile is turned over with every turn.
    """
    if running.position.rules.in_rows:
        return True
    course = running.position.positions()[ply - 1 :]
    return any(
        after.boneyard != before.boneyard
        or any(now & ~then for now, then in zip(after.hands, before.hands, strict=True))
        for before, after in pairwise(course)
    )


def taken_back(table: Table, running: Running, ply: int, now: datetime) -> Step:
    """The step back to before move *ply*, with the clock as it was: a time bank loses what the turn had added to it.

    If the same turn still runs, its time runs on.
    """
    step = referee.before_move(table, running, ply, now)
    course = running.position.positions()
    undone = [Made(at.seat, str(at.move)) for at in course[ply:] if at.seat is not None]
    if not referee.turn_passed(course[ply - 1], running.position, undone):
        return replace(step, after=replace(step.after, deadline=table.deadline), passed=False)
    seat, control = undone[0].seat, table.control
    if (bank := table.banks[seat]) is None:
        return step
    bank = max(0, bank - 1000 * (control.increment or 0))
    deadline = control.deadline(table.rests[seat], bank, now)
    return replace(step, after=replace(step.after, banks=_with(table.banks, seat, bank), deadline=deadline))


# ---- Times


class Times(NamedTuple):
    """The times of a game after an agreement; *banks* by seat, in milliseconds."""

    deadline: datetime | None
    last_moment: datetime | None
    paused: Span | None
    banks: tuple[int | None, ...]


def paused(table: Table, until: datetime, now: datetime) -> Times:
    """All clocks stop *until* then; *now* ends a pause. The turn and the game keep the time they have left."""
    before, turn = table.control, table.turn
    running = before.paused if before.paused and before.paused[1] > now else None
    span = (running[0] if running else now, until)
    after = replace(before, paused=span)
    deadline, last_moment = table.deadline, table.last_moment
    if deadline is not None and turn is not None:
        rest = table.rests[turn]
        deadline = after.stops(rest).deadline(now, before.stops(rest).counted(now, deadline))
    if last_moment is not None:
        last_moment += until - (running[1] if running else now)
    return Times(deadline, last_moment, span, table.banks)


def piece_of_time(table: Table) -> int:
    """The seconds that a player gets at once: a turn's time, or half of what a time bank starts with."""
    return table.control.turn or (table.control.bank or 0) // 2


def has_room(table: Table, seat: int, now: datetime) -> bool:
    """Whether the time bank of *seat* can hold more time. Without banks: whether their turn runs."""
    if table.banks[seat] is None:
        return table.turn == seat
    return _bank_now(table, seat, now) + 1000 * piece_of_time(table) <= 1000 * (table.control.cap or 0)


def more_time(table: Table, seat: int, now: datetime) -> Times:
    """The times after the player of *seat* got a piece of time."""
    seconds, deadline, banks = piece_of_time(table), table.deadline, table.banks
    if banks[seat] is not None:
        banks = _with(banks, seat, _bank_now(table, seat, now) + 1000 * seconds)
    if table.turn == seat and deadline is not None:
        deadline = table.control.stops(table.rests[seat]).deadline(deadline, seconds)
    return Times(deadline, table.last_moment, table.control.paused, banks)


def _bank_now(table: Table, seat: int, now: datetime) -> int:
    """What the time bank of *seat* has left, in milliseconds."""
    bank = table.banks[seat]
    if table.turn != seat or table.deadline is None:
        return bank or 0
    return round(1000 * table.control.bank_now(table.rests[seat], bank, table.deadline, now))


def _with(banks: Sequence[int | None], seat: int, bank: int) -> tuple[int | None, ...]:
    return (*banks[:seat], bank, *banks[seat + 1 :])
