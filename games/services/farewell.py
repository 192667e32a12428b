"""Somebody goes for good, or is sent away: no table waits for him afterwards."""

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import live, refusals
from games.models import Game, Seat
from games.services.moves import resign_game
from games.services.offers import cancel_game, leave_game
from games.services.rows import announce_newest, read_anew

LOOKS = 5  # somebody may sit down while we look


def leave_all_games(*, player: User) -> None:
    """Take his offers back, stand up where others have set the table, and resign what is in play.

    Can be called again; what is done by then stays done. Open tables come first: none of them can begin after that.
    """
    for _look in range(LOOKS):
        if not _leave_all(player):
            return
    raise refusals.stale()


def _leave_all(player: User) -> bool:
    """Leave what is found; False if there was nothing."""
    mine = Seat.objects.filter(player=player, over_at=None, left=False)
    found = False
    for seat in mine.filter(game__status=Game.Status.OPEN).select_related("game"):
        found = True
        leave = cancel_game if seat.game.creator_id == player.pk else leave_game
        _unless_too_late(leave, seat.game.public_id, player)
    for public_id in mine.filter(game__status=Game.Status.PLAYING).values_list("game__public_id", flat=True):
        found = True
        _unless_too_late(resign_game, public_id, player)
    _free_what_is_kept(player)
    return found


def _free_what_is_kept(player: User) -> None:
    """Nobody waits for him at the table of a rematch."""
    with transaction.atomic():
        kept = Seat.objects.filter(kept_for=player, player=None, game__status=Game.Status.OPEN)
        ids = read_anew(Game.objects.filter(pk__in=kept.values("game")))
        Seat.objects.filter(game__in=ids, kept_for=player, player=None).update(kept_for=None)
    announce_newest(ids)


def _unless_too_late(leave: object, public_id: str, player: User) -> None:
    try:
        leave(public_id=public_id, player=player)  # type: ignore[operator]
    except (refusals.NotNow, refusals.Forbidden):  # it has begun or ended meanwhile: the next look says
        return


def forget_player(*, player: User) -> None:
    """His row stays at his tables without his name: all processes read it anew, and seats kept for him are free.

    Called inside the transaction that anonymises him.
    """
    his = Q(seats__player=player) | Q(seats__kept_for=player) | Q(creator=player)
    ids = read_anew(Game.objects.filter(his))
    Seat.objects.filter(kept_for=player).update(kept_for=None)

    def tell() -> None:
        live.hang_up(player.pk)
        announce_newest(ids)

    transaction.on_commit(tell, robust=True)
