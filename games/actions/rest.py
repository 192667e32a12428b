"""New deadlines for players who change their weekends off, quiet hours or vacations."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.rest import Rest
from games import live
from games.models import Game


def reschedule(*, player: User, before: Rest, now: datetime) -> None:
    """Recompute the deadlines of the player's current turns after a change of their rest settings.

    The time left doesn't change: we measure it by *before* and add it to *now* by `player.rest`. A deadline in the past
    stays, whether or not the clock has acted on it. All their open and running games get a new version, so that other
    processes and boards notice. Call in the transaction that stores the rest; boards are notified after its commit.
    """
    rest = player.rest
    with transaction.atomic():
        theirs = Game.objects.filter(seats__player=player, status__in=[Game.Status.OPEN, Game.Status.PLAYING])
        # Locked in the order that everyone uses, as in `merge_guest`. A move made now waits, then finds a new version.
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
