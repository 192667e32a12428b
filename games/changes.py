"""What has changed at a table, told to whoever keeps books about it: notices, ratings, planned moves.

The games know none of their readers. `stored` is sent inside the transaction of the change, so what a
receiver writes is stored with it or not at all; `committed` after it, when a receiver can do no harm.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.dispatch import Signal

from games.models import Game
from games.tables import Table

logger = logging.getLogger(__name__)

stored = Signal()  # change=Change; an exception undoes the change
committed = Signal()  # change=Change; an exception is logged
# game=Game, player=User, seated=[user ids]; a receiver raises Forbidden or NotNow to refuse. Where somebody else keeps
# the seat for the player: by=User, who reads the refusal.
joining = Signal()


class Kind(StrEnum):
    OFFERED = "offered"
    JOINED = "joined"
    LEFT = "left"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    STARTED = "started"
    MOVED = "moved"
    FINISHED = "finished"
    ABORTED = "aborted"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Change:
    """One call of a service that changed a game."""

    kind: Kind
    game_id: int
    public_id: str
    version: int  # of the game after it
    players: tuple[int | None, ...]  # user ids by seat
    turn: int | None  # the seat on turn after it
    new_turn: bool  # a turn has begun for that seat, be it after its own move
    deadline: datetime | None
    by: int | None  # user id; None: the clock, or the server
    rounds_over: int  # deals that ended with it
    now: datetime


def of_row(kind: Kind, game: Game, *, by: int | None, now: datetime) -> Change:
    """A change that isn't a move, of a game's row as it is now."""
    return Change(
        kind=kind,
        game_id=game.pk,
        public_id=game.public_id,
        version=game.version,
        players=tuple(game.seats.order_by("number").values_list("player_id", flat=True)),
        turn=game.turn,
        new_turn=kind is Kind.STARTED and game.turn is not None,
        deadline=game.deadline,
        by=by,
        rounds_over=0,
        now=now,
    )


def of_move(before: Table, after: Table, *, passed: bool, by: int | None, now: datetime) -> Change:
    """A move and all that followed; *passed*: a new turn has begun with it (`course.turn_passed`)."""
    over = after.status == Game.Status.FINISHED
    assert before.running is not None
    assert after.running is not None
    ended = after.running.index - before.running.index + over
    return Change(
        kind=Kind.FINISHED if over else Kind.MOVED,
        game_id=after.game_id,
        public_id=after.public_id,
        version=after.version,
        players=after.players,
        turn=after.turn,
        new_turn=after.turn is not None and (bool(ended) or passed),
        deadline=after.deadline,
        by=by,
        rounds_over=ended,
        now=now,
    )


def keep(change: Change) -> Change:
    """Let the books be written; called inside the transaction."""
    stored.send(sender=None, change=change)
    return change


def tell(change: Change) -> None:
    """Called after the commit: the change stands, whatever comes of telling it."""
    for receiver, answer in committed.send_robust(sender=None, change=change):
        if isinstance(answer, Exception):
            logger.error("%r failed after %s of game %s", receiver, change.kind, change.public_id, exc_info=answer)
