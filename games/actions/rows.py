"""Helpers for all actions: lock a game's row, check that it is open, and notify the boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from common import refusals
from common.processes import failures
from games import after_move, changes, commit, game_refusals
from games.changes import Change, Kind
from games.listed import CLOCK
from games.models import Game
from games.positions import memory
from games.positions.referee import Renewal
from games.viewers import live

AT_ONCE = 500
PAUSE = ("paused_at", "paused_until")
HELD = ("public_id", "version", "status", "turn", "deadline", "last_moment", "offer_ends", "appointed", *PAUSE, *CLOCK)
WATCHED = 200  # a player's newest games that may be open on a board


@dataclass(frozen=True, slots=True)
class Played:
    """The version after the move and the forced moves that followed. *repeated*: an earlier request made it."""

    version: int
    repeated: bool = False


def locked(public_id: str) -> Game:
    """The game's row, locked until the transaction ends. Raises `NotFound`."""
    try:
        return Game.objects.select_for_update().get(public_id=public_id)
    except Game.DoesNotExist:
        raise game_refusals.unknown_game() from None


def must_be_open(game: Game) -> None:
    if game.status != Game.Status.OPEN:
        raise _not_open(Game.Status(game.status))


def must_begin_in_time(game: Game, now: datetime) -> None:
    """Raise `NotNow` (`expired`) if the game would start after its own end."""
    if game.last_moment is not None and game.last_moment <= now:
        raise _not_open(Game.Status.EXPIRED)


def _not_open(status: Game.Status) -> refusals.NotNow:
    sentence = {
        Game.Status.CANCELLED: _("This invitation was cancelled."),
        Game.Status.EXPIRED: _("This invitation has expired."),
    }.get(status, _("This game has already started."))
    return refusals.NotNow({"cancelled": "cancelled", "expired": "expired"}.get(status, "full"), sentence)


def close(game: Game, status: Game.Status, *, by: int | None, now: datetime, kind: Kind | None = None) -> Change:
    """End a game without a result. *kind* of the change, if it differs from the status."""
    commit.close(game, status, now)
    return after_move.stored(changes.of_row(kind or Kind(status), game, by=by, now=now))


def announce_change(change: Change) -> None:
    """Notify the boards and the followers of a change that isn't a move. Called after the commit."""
    announce_row(change.public_id)
    after_move.committed(change)


def announce_row(public_id: str) -> None:
    """Make the boards read the game's row again.

    The change is stored, so a failure here is only logged. As an error it would delete the guest who has just joined.
    """
    with failures.lost_at_worst("A change could not be announced"):
        live.announce(memory.current(public_id))


def hold(games: QuerySet[Game]) -> list[Game]:
    """The rows of these games, locked until the transaction ends, in the order that everyone uses.

    The lock still allows new rows that refer to the games (`no_key`); otherwise a transaction that writes one while it
    locks a person could deadlock.
    """
    ids = list(games.order_by("pk").values_list("pk", flat=True).distinct())
    held = Game.objects.select_for_update(no_key=True).only(*HELD)
    pieces = [ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE)]
    return [game for piece in pieces for game in held.filter(pk__in=piece).order_by("pk")]


def renew(games: QuerySet[Game]) -> list[Game]:
    """Give the games a new version, so that all processes reload their players and names. Returns their locked rows."""
    held = hold(games)
    commit.renew([Renewal(game.pk, game.version, game.deadline) for game in held])
    return held


def announce_newest(games: Sequence[Game]) -> None:
    """Notify the boards of the newest of these games. The others poll."""
    live.announce_games([game.public_id for game in games[-WATCHED:]])


def announce_rematch(before: Game | None) -> None:
    """Notify the boards of the game *before* of a change to its rematch.

    Call after the commit: `offer_rematch` locks the older row first, so a transaction that locks the rematch's row must
    not wait for the older one.
    """
    if before is None:
        return
    with failures.lost_at_worst("What became of a rematch could not be announced"):
        Game.objects.filter(pk=before.pk).update(version=F("version") + 1)
        live.announce(memory.current(before.public_id))
