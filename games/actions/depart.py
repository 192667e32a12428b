"""Somebody goes for good, or is sent away: no table waits for them afterwards."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from common import refusals
from games import after_move, game_refusals, live
from games.actions.move import resign
from games.actions.offer import cancel, leave
from games.actions.rows import announce_newest, read_anew
from games.changes import Change
from games.models import Game, Seat

LOOKS = 5  # somebody may sit down while we look


def leave_all_games(*, player: User) -> None:
    """Take their offers back, stand up where others have set the table, and resign what is in play.

    Can be called again; what is done by then stays done. Open tables come first: none of them can begin after that.
    """
    for change in leaving(player):
        after_move.committed(change)


def leaving(player: User) -> Iterator[Change]:
    """The same, change by change, of which nobody but the boards has been told yet."""
    for _look in range(LOOKS):
        mine = Seat.objects.filter(player=player, over_at=None, left=False)
        waiting = list(mine.filter(game__status=Game.Status.OPEN).select_related("game"))
        for seat in waiting:
            yield from _left(cancel if seat.game.creator_id == player.pk else leave, seat.game.public_id, player)
        running = list(mine.filter(game__status=Game.Status.PLAYING).values_list("game__public_id", flat=True))
        for public_id in running:
            yield from _left(resign, public_id, player)
        _free_what_is_kept(player)
        if not waiting and not running:
            return
    raise game_refusals.stale()


def _left(leave_one: Callable[[str, User], Change], public_id: str, player: User) -> Iterator[Change]:
    with suppress(refusals.NotNow, refusals.Forbidden):  # it has begun or ended meanwhile: the next look says
        yield leave_one(public_id, player)


def _free_what_is_kept(player: User) -> None:
    """Nobody waits for them at the table of a rematch."""
    with transaction.atomic():
        kept = Seat.objects.filter(kept_for=player, player=None, game__status=Game.Status.OPEN)
        ids = read_anew(Game.objects.filter(pk__in=kept.values("game")))
        Seat.objects.filter(game__in=ids, kept_for=player, player=None).update(kept_for=None)
    announce_newest(ids)


def forget_player(*, player: User) -> None:
    """Their row stays at their tables without their name: all processes read it anew, and seats kept for them are free.

    Called inside the transaction that anonymises them.
    """
    theirs = Q(seats__player=player) | Q(seats__kept_for=player) | Q(creator=player)
    ids = read_anew(Game.objects.filter(theirs))
    Seat.objects.filter(kept_for=player).update(kept_for=None)

    def tell() -> None:
        live.hang_up(player.pk)
        announce_newest(ids)

    transaction.on_commit(tell, robust=True)
