"""The one view of a game that pages, API and sockets send.

Its position comes only from `rules.view_for`. Nothing here reads a hand.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from django.utils import timezone

import rules
from common.times.timestamps import stamp
from games.frame import seat_frames
from games.models import Game, Move
from games.shown import partner_signals
from games.tables import RoundOver, Running, Table

JSON = dict[str, Any]
NOBODY: Mapping[int, datetime] = {}


def seats_shown(game: Game, away: Mapping[int, datetime] = NOBODY) -> list[JSON]:
    """The seats of a game that was loaded with its seats and names. *away* comes from `games.seating.away`."""
    seats = zip(game.seats.all(), seat_frames(game), strict=True)
    return [{**place.json, "away": stamp(away.get(seat.player_id or 0))} for seat, place in seats]


def seats_now(table: Table, now: datetime) -> list[JSON]:
    """The seats of a table, with the ends of the players' vacations."""
    shown = zip(table.frame.seats, table.rests, strict=True)
    return [{**place.json, "away": stamp(rest.away_until(now))} for place, rest in shown]


def clock_now(table: Table, now: datetime) -> JSON:
    """The clock settings and the state at *now*: seconds left by seat, and the end of a pause."""
    turn, control, deadline = table.turn, table.control, table.deadline
    left = [None if bank is None else bank // 1000 for bank in table.banks]
    stands = None
    if turn is not None and deadline is not None:
        rest, bank = table.rests[turn], table.banks[turn]
        seconds = control.left(rest, deadline, now) if bank is None else control.bank_now(rest, bank, deadline, now)
        left[turn] = int(seconds)
        stands = control.stands_until(rest, now)
    return {**table.frame.clock, "left": left, "stands_until": stamp(stands)}


def view(table: Table, seat: int | None, *, seen: int | None = None) -> JSON:
    """The table as the viewer at *seat* may see it (None: a watcher).

    *seen* is the last version the viewer had seen; `since` has the events after it.
    """
    position = None
    if table.running is not None:
        position = rules.view_for(table.running.position, seat).as_dict()
        if table.status != Game.Status.PLAYING:
            position |= {"turn": None, "legal": [], "legal_counts": None}
    now = timezone.now()
    return {
        **table.frame.json,
        "seats": seats_now(table, now),
        "clock": clock_now(table, now),
        "version": table.version,
        "status": table.status,
        "you": seat,
        "deadline": stamp(table.deadline),
        "now": stamp(now),
        "round": position,
        "by": made_by(table.running, seat) if table.running else (),
        "signals": partner_signals.signals_for(table, seat),
        "totals": position["totals"] if position else table.frame.json["totals"],
        "seen": seen,
        "since": [] if seen is None else events(table, position, seat, after=seen),
    }


def made_by(running: Running, seat: int | None) -> Sequence[str]:
    """The maker of each move of the deal, as shown to the viewer at *seat*."""
    if Move.By.PLANNED not in running.by:
        return running.by
    movers = [at.seat for at in running.position.positions()[1:]]
    return [made_by_as_told(by, own=mover == seat) for by, mover in zip(running.by, movers, strict=True)]


def made_by_as_told(by: str, *, own: bool) -> str:
    """The maker of a move. Only its player (*own*) sees that it was planned."""
    return Move.By.PLAYER if by == Move.By.PLANNED and not own else by


def events(table: Table, position: JSON | None, seat: int | None, *, after: int) -> list[JSON]:
    """The events after a version, for the viewer at *seat*. Names only their own drawn tiles."""
    found: list[JSON] = []
    for event in table.tail:
        if event.version <= after:
            continue
        if isinstance(event, RoundOver):
            found.append({"version": event.version, "type": "round", **event.line})
            continue
        event = event._replace(by=made_by_as_told(event.by, own=event.seat == seat))
        if position and table.running and event.deal == table.running.index:
            found.append({**event._asdict(), "move": position["moves"][event.ply - 1].partition(" ")[2]})
        else:
            found.append(event._asdict())
    return found


def message(table: Table, seat: int | None, *, after: int | None = None) -> str:
    """The socket message with the whole view, and the events after the board's version *after*."""
    shown = view(table, seat)
    happened = [] if after is None else events(table, shown["round"], seat, after=after)
    return orjson.dumps({"type": "view", "version": table.version, "events": happened, "view": shown}).decode()
