"""Handles a player who runs out of time (`Misses`): they leave, we move for them, or a computer plays for them.

We move for a player in at most `misses_most` turns in a row. Their own move resets the count.

A computer plays for a player only while another person is there. When all are away, the game ends: they run out of
time one by one. Those a computer plays for come first, the one furthest behind by points before the others; the player
whose time ran out just now comes last. So a player who left earlier never beats the one who waited longest. The game
stays rated for those who stayed; `standings.rating` says how it rates players who were away.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from common import refusals
from games import after_move, game_refusals
from games.actions.move import change_newest, step_of_move
from games.models import Game, Move
from games.positions import referee
from games.positions.referee import Leaves, Moves, StandsIn, Step
from games.positions.tables import Table

# This level counts unseen tiles but simulates no deals. It plays well enough for a partner, not so well that being away
# pays, and costs no computing time that stronger computers need.
LEVEL = User.Level.SOLID


def time_out(*, public_id: str, now: datetime) -> bool:
    """Handle a seat that ran out of time at *now*; False if it has moved in the meantime.

    Players who were away before the late player leave first, one step each.
    """
    decided = False
    while change := change_newest(public_id, lambda table: _step(table, now)):
        after_move.committed(change)
        decided = True
        if change.deadline is None or change.deadline > now:
            break
    return decided


def _step(table: Table, now: datetime) -> Step | None:
    """The step that the clock's verdict asks for."""
    if (running := table.running) is None:
        return None
    match referee.verdict(table, now):
        case Moves():
            return referee.clock_step(table, running, now)
        case Leaves(seat):
            return _leaves(table, seat, now)
        case StandsIn(seat):
            return referee.stood_in(table, running, seat, LEVEL.value, now)
        case None:
            return None


def _leaves(table: Table, seat: int, now: datetime) -> Step:
    return step_of_move(table, seat, rules.Leave("timeout"), by=Move.By.CLOCK, now=now)


def leave_absent(*, public_id: str, now: datetime) -> None:
    """End a game in which everyone is away: players run out of time, one by one, until it ends."""

    def first_leaves(table: Table) -> Step | None:
        away = referee.absent(table) if table.turn is not None else []
        return _leaves(table, away[0], now) if away else None

    while change := change_newest(public_id, first_leaves):
        after_move.committed(change)


def come_back(*, public_id: str, player: User) -> None:
    """The player takes over from the computer that plays for them; called twice, it changes nothing.

    On their turn they have the time that is left. If they ran out of time on it, they must move to come back;
    otherwise the others could wait for them again and again.

    Raises `NotNow` (`make_a_move`, `game_over`), `Forbidden` (`not_seated`).
    """
    now = timezone.now()

    def back(table: Table) -> Step | None:
        if (seat := table.seat_of(player.pk)) is None or table.frame.seats[seat].left:
            raise game_refusals.not_seated()
        if table.status != Game.Status.PLAYING or table.running is None:
            raise game_refusals.not_playing(table.status)
        if not table.frame.seats[seat].stand_in:
            return None
        if table.turn == seat and table.deadline is not None and table.deadline <= now:
            raise refusals.NotNow("make_a_move", _("You ran out of time on this turn. Make a move to come back."))
        return referee.came_back(table, table.running, seat, now)

    if (change := change_newest(public_id, back)) is not None:
        after_move.committed(change)
