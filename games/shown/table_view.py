"""The one view of a game that pages, API and sockets send.

Its position comes only from `rules.view_for`. Nothing here reads a hand. The API's schema is made of these types
(`games.api.outputs`): a text beside a type is what the schema says about the field. Values that are sent have no slots,
because orjson writes them faster so (`rules.pieces.as_json`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Literal

import orjson
from django.utils import timezone

import rules
from common.times.timestamps import Stamp, stamp
from games.listed import ListedSeat
from games.models import Game, Move
from games.positions.frame import Frame, SeatFrame, seat_frames
from games.positions.tables import Happened, RoundOver, Running, Table
from games.shown.partner_signals import SignalShown, signals_for
from rulebook.score_sheet import ScoreLine
from rulebook.time_control import ClockShown
from rules import View

Viewer = tuple[int | None, int]  # their seat, and the version that their board has
NOBODY: Mapping[int, datetime] = {}


@dataclass(frozen=True)
class SeatShown(SeatFrame):
    """A seat, its player, and whether they are away."""

    away: Annotated[Stamp | None, "When their vacation ends; null: they aren't away."]


@dataclass(frozen=True)
class RunningClock(ClockShown):
    """The clock settings, and the state of the clock now."""

    left: Annotated[
        tuple[int | None, ...],
        "Seconds left by seat: of the current turn, and of every bank. null: the seat has no clock now.",
    ]
    stands_until: Annotated[Stamp | None, "When the clock runs again, while the player to move is off; else null."]


@dataclass(frozen=True)
class _Versioned:
    version: int
    type: Literal["round"]


@dataclass(frozen=True)
class RoundEvent(ScoreLine, _Versioned):
    """A round ended and was scored."""


Event = Happened | RoundEvent


@dataclass(frozen=True)
class TableView(Frame):
    """A game as you may see it. Pages, sockets and the API show the same."""

    host: Annotated[int | None, "The host's seat."]  # type: ignore[assignment] # the schema lets it be null
    seats: tuple[SeatShown, ...]
    clock: RunningClock
    version: Annotated[int, "Grows with every change; send it with your move."]
    status: Annotated[str, Game.Status]
    you: Annotated[int | None, "Your seat; null for watchers."]
    deadline: Annotated[Stamp | None, "When the player to move runs out of time."]
    now: Annotated[Stamp, "The server's time when it answered."]
    round: Annotated[View | None, "null before the start."]
    by: Annotated[tuple[Annotated[str, Move.By], ...], "Who made each move in `round.moves`."]
    signals: Annotated[
        tuple[SignalShown, ...],
        "Your side's signals in this deal. A signal doesn't change the version, and others don't see it.",
    ]
    seen: Annotated[int | None, "The last version you had seen; null for watchers."]
    since: Annotated[tuple[Event, ...], "What has happened since then."]


def seats_shown(places: Sequence[ListedSeat], away: Mapping[int, datetime] = NOBODY) -> list[SeatShown]:
    """The seats of a game in a list. *away* comes from `games.listed.away`."""
    seats = zip(places, seat_frames(places), strict=True)
    return [SeatShown(**vars(place), away=stamp(away.get(seat.player_id or 0))) for seat, place in seats]


def seats_now(table: Table, now: datetime) -> tuple[SeatShown, ...]:
    """The seats of a table, with the ends of the players' vacations."""
    seats = zip(table.frame.seats, table.rests, strict=True)
    return tuple(SeatShown(**vars(place), away=stamp(rest.away_until(now))) for place, rest in seats)


def clock_now(table: Table, now: datetime) -> RunningClock:
    """The clock settings and the state at *now*: seconds left by seat, and the end of a pause."""
    turn, control, deadline = table.turn, table.control, table.deadline
    left = [None if bank is None else bank // 1000 for bank in table.banks]
    stands = None
    if turn is not None and deadline is not None:
        rest, bank = table.rests[turn], table.banks[turn]
        seconds = control.left(rest, deadline, now) if bank is None else control.bank_now(rest, bank, deadline, now)
        left[turn] = int(seconds)
        stands = control.stands_until(rest, now)
    return RunningClock(**vars(table.frame.clock), left=tuple(left), stands_until=stamp(stands))


def view(
    table: Table, seat: int | None, *, seen: int | None = None, public: Mapping[str, Any] | None = None
) -> TableView:
    """The table as the viewer at *seat* may see it (None: a watcher).

    *seen* is the last version the viewer had seen; `since` has the events after it. *public*: what `public_part` has
    just returned for this table, if there are other viewers.
    """
    running, position = table.running, None
    if running is not None:
        position = rules.view_for(running.position, seat)
        if table.status != Game.Status.PLAYING:
            position = replace(position, turn=None, legal=(), legal_counts=None, legal_scores=None, legal_taken=None)
    shared = {**(public or public_part(table))}
    if position:
        shared["totals"] = position.totals
    return TableView(
        **shared,
        you=seat,
        round=position,
        by=made_by(running, seat) if running else (),
        signals=signals_for(table, seat),
        seen=seen,
        since=() if seen is None else events(table, position, seat, after=seen),
    )


def public_part(table: Table) -> dict[str, Any]:
    """The fields of the view that are the same for all viewers at this moment."""
    now = timezone.now()
    return {
        **vars(table.frame),
        "seats": seats_now(table, now),
        "clock": clock_now(table, now),
        "version": table.version,
        "status": table.status,
        "deadline": stamp(table.deadline),
        "now": stamp(now),
    }


def made_by(running: Running, seat: int | None) -> tuple[str, ...]:
    """The maker of each move of the deal, as shown to the viewer at *seat*."""
    if Move.By.PLANNED not in running.by:
        return running.by
    movers = [at.seat for at in running.position.positions()[1:]]
    return tuple(made_by_as_told(by, own=mover == seat) for by, mover in zip(running.by, movers, strict=True))


def made_by_as_told(by: str, *, own: bool) -> str:
    """The maker of a move. Only its player (*own*) sees that it was planned."""
    return Move.By.PLAYER if by == Move.By.PLANNED and not own else by


def events(table: Table, position: View | None, seat: int | None, *, after: int) -> tuple[Event, ...]:
    """The events after a version, for the viewer at *seat*. Names only their own drawn tiles."""
    return tuple(_shown(event, table, position, seat) for event in table.tail if event.version > after)


def _shown(event: Happened | RoundOver, table: Table, position: View | None, seat: int | None) -> Event:
    if isinstance(event, RoundOver):
        return RoundEvent(version=event.version, type="round", **vars(event.line))
    by = made_by_as_told(event.by, own=event.seat == seat)
    if position and table.running and event.deal == table.running.index:
        return replace(event, by=by, move=position.moves[event.ply - 1].partition(" ")[2])
    return replace(event, by=by)


def message(table: Table, seat: int | None, *, after: int | None = None) -> str:
    """The socket message with the whole view, and the events after the board's version *after*."""
    return _message(table, public_part(table), seat, after)


def messages(table: Table, viewers: Collection[Viewer]) -> dict[Viewer, str]:
    """The message for each viewer. The public part of their views is built once."""
    public = public_part(table) if viewers else {}
    return {(seat, after): _message(table, public, seat, after) for seat, after in viewers}


def _message(table: Table, public: Mapping[str, Any], seat: int | None, after: int | None) -> str:
    seen = view(table, seat, public=public)
    happened = () if after is None else events(table, seen.round, seat, after=after)
    return orjson.dumps({"type": "view", "version": table.version, "events": happened, "view": seen}).decode()
