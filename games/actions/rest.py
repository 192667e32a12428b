"""Somebody rests otherwise than before: their clocks are set anew."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.rest import Rest
from games import live
from games.models import Game


def reschedule(*, player: User, before: Rest, now: datetime) -> None:
    """Give the player's running turns the deadline that what is left of them has by the new rest.

    The time left doesn't change: we count it by *before*, and from *now* on by `player.rest`. A turn that is over
    stays over, whether or not somebody has decided what comes of it. All their games get
    a new version, as after every change: by it other processes learn how they rest, and who looks sees until when.
    Called in the transaction that stores the rest; the boards are told after it.
    """
    rest = player.rest
    with transaction.atomic():
        theirs = Game.objects.filter(seats__player=player, status__in=[Game.Status.OPEN, Game.Status.PLAYING])
        # Held in one order for all, as in `merge_guest`: whoever moves now waits, then finds a new version.
        held = list(Game.objects.select_for_update().filter(pk__in=theirs.values("pk")).order_by("pk"))
        seats = dict(player.seats.filter(game__in=held).values_list("game_id", "number"))
        Game.objects.filter(pk__in=[game.pk for game in held]).update(version=F("version") + 1)
        running = [game for game in held if game.pauses and game.deadline and game.deadline > now]
        moved = [game for game in running if seats.get(game.pk) == game.turn]
        for game in moved:
            assert game.deadline is not None
            left = game.time_control.left(before, game.deadline, now)
            game.deadline = rest.deadline(now, left)
        Game.objects.bulk_update(moved, ["deadline"], batch_size=200)
        transaction.on_commit(lambda: live.announce_games([game.public_id for game in held]), robust=True)
