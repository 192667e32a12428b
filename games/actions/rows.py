"""Helpers for all actions: lock a game's row, check that it is open, and notify the boards."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from common import failures, refusals
from games import after_move, changes, game_refusals, live, memory
from games.changes import Change, Kind
from games.models import Game, Seat

AT_ONCE = 500
WATCHED = 200  # how many of a player's newest games may be open on a board


@dataclass(frozen=True, slots=True)
class Played:
    """The version after the move and all that followed by itself; *repeated*: an earlier request had done it."""

    version: int
    repeated: bool = False


def locked(public_id: str) -> Game:
    """The game's row, held until the transaction ends."""
    try:
        return Game.objects.select_for_update().get(public_id=public_id)
    except Game.DoesNotExist:
        raise game_refusals.unknown_game() from None


def must_be_open(game: Game) -> None:
    if game.status != Game.Status.OPEN:
        raise _not_open(Game.Status(game.status))


def must_begin_in_time(game: Game, now: datetime) -> None:
    """No game begins at its last moment: as the clock is about to say, its offer has expired."""
    if game.last_moment is not None and game.last_moment <= now:
        raise _not_open(Game.Status.EXPIRED)


def _not_open(status: Game.Status) -> refusals.NotNow:
    sentence = {
        Game.Status.CANCELLED: _("This invitation was cancelled."),
        Game.Status.EXPIRED: _("This invitation has expired."),
    }.get(status, _("This game has already started."))
    return refusals.NotNow({"cancelled": "cancelled", "expired": "expired"}.get(status, "full"), sentence)


def close(game: Game, status: Game.Status, *, by: int | None, now: datetime, kind: Kind | None = None) -> Change:
    """End it without a result. A rematch that came to nothing isn't one: there may be another.

    *kind* of the change, if the status doesn't say it.
    """
    game.status, game.turn, game.deadline, game.offer_ends = status, None, None, None
    game.rematch_of = None
    game.finished_at = now
    game.version += 1
    course = ["status", "turn", "deadline", "offer_ends", "rematch_of", "finished_at", "annulled_at", "version"]
    game.save(update_fields=course)
    Seat.objects.filter(game=game).update(over_at=now)
    return after_move.stored(changes.of_row(kind or Kind(status), game, by=by, now=now))


def announce_change(change: Change) -> None:
    """Notify the boards and the followers of a change that isn't a move. Called after the commit."""
    announce_row(change.public_id)
    after_move.committed(change)


def announce_row(public_id: str) -> None:
    """Tell the boards to look at the game's row again.

    What is done is done: a database that is away for reading it again must not make an error of it, or the guest who
    has just sat down would be taken away again.
    """
    with failures.lost_at_worst("A change could not be announced"):
        live.announce(memory.current(public_id))


def read_anew(games: QuerySet[Game]) -> list[int]:
    """Their ids. By a new version all processes learn that somebody at the table is another, or is called otherwise.

    They are held until the transaction ends, in one order for all, as `locked` does with one; rows that name them may
    be written, so that who writes one about a person held as well needn't wait in a circle.
    """
    ids = list(games.order_by("pk").values_list("pk", flat=True).distinct())
    for first in range(0, len(ids), AT_ONCE):
        some = Game.objects.filter(pk__in=ids[first : first + AT_ONCE])
        list(some.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        some.update(version=F("version") + 1)
    return ids


def announce_newest(ids: list[int]) -> None:
    """Tell the boards of the newest of these games; the others ask by themselves."""
    live.announce_games(list(Game.objects.filter(pk__in=ids[-WATCHED:]).values_list("public_id", flat=True)))


def announce_rematch(before: Game | None) -> None:
    """Tell the boards of the game *before* what has become of its rematch.

    After the commit: `offer_rematch` holds the older row first, so who holds the rematch's must not wait for it.
    """
    if before is None:
        return
    with failures.lost_at_worst("What became of a rematch could not be announced"):
        Game.objects.filter(pk=before.pk).update(version=F("version") + 1)
        live.announce(memory.current(before.public_id))
