"""New deadlines for players who change their weekends off, quiet hours or vacations."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.rest import Rest
from common.database import tried_again
from games import commit
from games.actions.rows import hold
from games.models import Game
from games.positions.referee import Renewal
from games.viewers import live


@tried_again
def reschedule(*, player: User, before: Rest, now: datetime) -> None:
    """Recompute the deadlines of the player's current turns after a change of their rest settings.

    The time left doesn't change: we measure it by *before* and add it to *now* by `player.rest`. A deadline in the past
    stays, whether or not the clock has acted on it. All their open and running games get a new version, so that other
    processes and boards notice. Call in the transaction that stores the rest; boards are notified after its commit.
    """
    after = player.rest
    with transaction.atomic():
        games = hold(Game.objects.filter(seats__player=player, status__in=Game.RUNNING))
        seats = dict(player.seats.filter(game__in=games).values_list("game_id", "number"))
        commit.renew([_renewal(game, seats.get(game.pk), before, after, now) for game in games])
        transaction.on_commit(lambda: live.announce_games([game.public_id for game in games]), robust=True)


def _renewal(game: Game, seat: int | None, before: Rest, after: Rest, now: datetime) -> Renewal:
    """The next version of a game of the player at *seat*, with the same time left of their turn."""
    deadline = game.deadline
    if deadline is not None and deadline > now and game.turn == seat:
        stops = game.time_control.stops
        deadline = stops(after).deadline(now, stops(before).counted(now, deadline))
    return Renewal(game.pk, game.version, deadline)
