"""Leaving all games, for people who delete their account or are suspended."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from common import refusals
from common.database import tried_again
from games import after_move, game_refusals
from games.actions.move import resign
from games.actions.offer import cancel, leave
from games.actions.rows import announce_newest, renew
from games.changes import Change
from games.models import Game, Seat
from games.viewers import live

LOOKS = 5  # they may join another game while we look


def leave_all_games(*, player: User) -> None:
    """Cancel their open games, leave those of others, and resign their games in play.

    Safe to call again after a failure. Open games come first, so that none of them can start meanwhile.
    """
    for change in leaving(player):
        after_move.committed(change)


def leaving(player: User) -> Iterator[Change]:
    """Like `leave_all_games`, but notify only the boards. The caller passes each change to `after_move.committed`."""
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
    with suppress(refusals.NotNow, refusals.Forbidden):  # it started or ended meanwhile: the next look handles it
        yield leave_one(public_id, player)


@tried_again
def _free_what_is_kept(player: User) -> None:
    """Free the seats of open games that are reserved for them, such as in rematches."""
    with transaction.atomic():
        kept = Seat.objects.filter(kept_for=player, player=None, game__status=Game.Status.OPEN)
        games = renew(Game.objects.filter(pk__in=kept.values("game")))
        Seat.objects.filter(game__in=games, kept_for=player, player=None).update(kept_for=None)
    announce_newest(games)


def forget_player(*, player: User) -> None:
    """Make all processes reload the games of a player who is being anonymised, and free seats reserved for them.

    Call inside the transaction that anonymises them.
    """
    theirs = Q(seats__player=player) | Q(seats__kept_for=player) | Q(creator=player)
    games = renew(Game.objects.filter(theirs))
    Seat.objects.filter(kept_for=player).update(kept_for=None)

    def tell() -> None:
        live.hang_up(player.pk)
        announce_newest(games)

    transaction.on_commit(tell, robust=True)
