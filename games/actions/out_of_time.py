"""Handles a player who runs out of time (`Misses`): they leave, we move for them, or a computer plays for them.

We move for a player in at most `misses_most` turns in a row. Their own move resets the count.

A computer plays for a player only while another person is there. When all are away, the game ends: they run out of
time one by one. Those a computer plays for come first, by fewest points; the player whose time ran out just now comes
last. So a player who left earlier never beats the one who waited longest. The game stays rated for those who stayed;
`standings.rating` says how it rates players who were away.
"""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from games import after_move, changes, commit, game_refusals, memory
from games.actions.move import leave_seat, move_for
from games.actions.rows import announce_change, locked
from games.changes import Change, Kind
from games.models import Game, Move, Seat
from games.tables import Table
from rulebook.time_control import Misses

# This level counts unseen tiles but simulates no deals. It plays well enough for a partner, not so well that being away
# pays, and costs no computing time that stronger computers need.
LEVEL = User.Level.SOLID


def time_out(*, public_id: str, now: datetime) -> bool:
    """Handle a seat that ran out of time at *now*; False if it has moved in the meantime."""
    if (change := move_for(public_id, lambda table: _is_moved_for(table, now), now=now)) is not None:
        after_move.committed(change)
        return True
    played_on = False

    def leaves(table: Table) -> int | None:
        nonlocal played_on
        if table.turn is None or table.deadline is None or table.deadline > now:
            return None
        played_on = table.control.misses == Misses.COMPUTER and _others_are_there(table, table.turn)
        return None if played_on else next(iter(_absent(table)), table.turn)

    left = False
    while change := leave_seat(public_id, leaves, "timeout", Move.By.CLOCK, now=now):
        left = True
        after_move.committed(change)
        if change.deadline is None or change.deadline > now:  # the late player left, not one away before
            return True
    if played_on and (change := _stand_in(public_id, now)) is not None:
        announce_change(change)
        return True
    return left


def _is_moved_for(table: Table, now: datetime) -> bool:
    """Whether the player whose turn it is ran out of time, and we move for them."""
    if table.turn is None or table.deadline is None or table.deadline > now:
        return False
    return table.frame.seats[table.turn].missed < (table.control.misses_most or 0)


def leave_absent(*, public_id: str, now: datetime) -> None:
    """End a game in which everyone is away: players run out of time, one by one, until it ends."""

    def first(table: Table) -> int | None:
        return next(iter(_absent(table)), None) if table.turn is not None else None

    while change := leave_seat(public_id, first, "timeout", Move.By.CLOCK, now=now):
        after_move.committed(change)


def come_back(*, public_id: str, player: User) -> None:
    """The player takes over from the computer that plays for them; called twice, it changes nothing.

    On their turn they have the time that is left. If they ran out of time on it, they must move to come back;
    otherwise the others could wait for them again and again.

    Raises `NotNow` (`make_a_move`, `game_over`), `Forbidden` (`not_seated`).
    """
    now = timezone.now()
    with transaction.atomic(durable=True):
        game = locked(public_id)
        seat = game.seats.select_related("player").filter(player=player, left=False).first()
        if seat is None:
            raise game_refusals.not_seated()
        if game.status != Game.Status.PLAYING:
            raise game_refusals.not_playing(game.status)
        if not seat.stand_in:
            return
        mine = game.turn == seat.number
        if mine and game.deadline is not None and game.deadline <= now:
            raise refusals.NotNow("make_a_move", _("You ran out of time on this turn. Make a move to come back."))
        seat.stand_in = ""
        seat.save(update_fields=["stand_in"])
        game.version += 1
        game.save(update_fields=["version"])
        back = replace(changes.of_row(Kind.CAME_BACK, game, by=player.pk, now=now), new_turn=mine)
        change = after_move.stored(back)
    announce_change(change)


def _stand_in(public_id: str, now: datetime) -> Change | None:
    """Let a computer play for the player who ran out of time. None if the game's settings say otherwise, if no other
    person is there, or if nobody is late. The deadline stays in the past, and a time bank is emptied.
    """
    with transaction.atomic(durable=True):
        game = locked(public_id)
        late = game.status == Game.Status.PLAYING and game.deadline is not None and game.deadline <= now
        if not late or game.misses != Misses.COMPUTER:
            return None
        seats = list(game.seats.select_related("player"))
        if not any(_is_there(seat) for seat in seats if seat.number != game.turn):
            return None
        seat = next(seat for seat in seats if seat.number == game.turn)
        if seat.player is None or seat.stand_in:
            return None
        commit.write_away(memory.current(public_id), seat.number, stand_in=LEVEL, stood_in=True)
        if seat.bank_left is not None:
            seat.bank_left = 0
        seat.save(update_fields=["bank_left"])
        game.version += 1
        game.save(update_fields=["version"])
        return after_move.stored(changes.of_row(Kind.STOOD_IN, game, by=None, now=now))


def _is_there(seat: Seat) -> bool:
    return seat.player is not None and not (seat.player.is_bot or seat.left or seat.stand_in)


def _others_are_there(table: Table, but: int) -> bool:
    return any(place.is_there and place.seat != but for place in table.frame.seats)


def _absent(table: Table) -> list[int]:
    """The seats that a computer plays for, in the order in which they leave."""
    away = [place for place in table.frame.seats if place.stand_in]
    return [place.seat for place in sorted(away, key=lambda place: table.frame.totals[place.side])]
