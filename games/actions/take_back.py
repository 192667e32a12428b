"""Take back a move in a game where everyone else is a computer."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from common.database import tried_again
from games import after_move, changes, commit, game_refusals
from games.actions.move import LOST_RACES
from games.actions.rows import Played
from games.models import Game, Move, Seat
from games.positions import memory, referee
from games.positions.referee import Step
from games.positions.tables import Happened, Running, Table
from games.viewers import live


def take_back(*, public_id: str, player: User, version: int, now: datetime | None = None) -> Played:
    """Undo the last move that *player* chose in the current deal, and every move after it.

    The game gets a new version, and the moves store the version at which they were taken back (`memory.replay`). The
    shuffle doesn't change, so players draw the same tiles again. A finished deal can't be undone, because its
    hands have been shown. *version* is the one the player saw: a double click takes back once. A computer's move
    since then, or just now, doesn't make it stale.

    Raises `NotNow` (`stale`, `game_over`, `time_is_up`, `nothing_to_take_back`), `Forbidden` (`not_seated`,
    `not_alone`).
    """
    for _attempt in range(LOST_RACES):
        if (step := _taken_back(public_id, player, version, now or timezone.now())) is not None:
            return Played(step.after.version)
    raise game_refusals.stale()


@tried_again
def _taken_back(public_id: str, player: User, version: int, now: datetime) -> Step | None:
    """The step that was stored; None if a computer moved meanwhile."""
    table = memory.current(public_id)
    if (seat := table.seat_of(player.pk)) is None:
        raise game_refusals.not_seated()
    if table.status != Game.Status.PLAYING or table.running is None:
        raise game_refusals.not_playing(table.status)
    if table.is_time_up(now):
        raise game_refusals.time_is_up()
    if not plays_alone(table, seat):
        raise refusals.Forbidden(
            "not_alone",
            _("You can take back moves only where everyone else is a computer, in unrated games outside tournaments."),
        )
    if not _is_meant(table, table.running, seat, version):
        raise game_refusals.stale()
    step = referee.without_last_move(table, table.running, seat, now)
    if step is None:
        raise refusals.NotNow("nothing_to_take_back", _("You have no move to take back in this round."))
    with transaction.atomic(durable=True):
        if not commit.take_back(step):
            return None
        note_help(public_id=public_id, player=player)
        change = after_move.stored(changes.of_taken_back(table, step.after, by=player.pk, now=now))
    memory.remembered.put(step.after)
    live.announce(step.after)
    after_move.committed(change)
    return step


def note_help(*, public_id: str, player: User) -> None:
    """Store that the player used a hint or took a move back, so that a win doesn't count in their results."""
    Seat.objects.filter(game__public_id=public_id, player=player, helped=False).update(helped=True)


def _is_meant(table: Table, running: Running, seat: int, version: int) -> bool:
    """Whether the last move that *seat* chose is the same as at *version*."""
    if not max(running.first_version, running.taken_back) <= version <= table.version:
        return False
    newer = (event for event in table.tail if isinstance(event, Happened) and event.version > version)
    return not any(event.seat == seat and event.by == Move.By.PLAYER for event in newer)


def plays_alone(table: Table, seat: int) -> bool:
    """Whether nothing depends on the game, and everyone else in it is a computer or has left."""
    others = (place for place in table.frame.seats if place.seat != seat)
    for_fun = not table.frame.rated and not table.frame.appointed
    return for_fun and all(place.computer or place.left for place in others)
