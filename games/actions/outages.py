"""Nobody pays for an outage: deadlines that fell into it, or soon after it, move on by its length.

One transaction moves all deadlines of the site and stores that it did so. So a killed process leaves an outage for
which nobody has made up yet, and of two processes only one makes up for it.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.rest import ALWAYS, Rest
from common.database import tried_again
from common.processes import heartbeat
from games import after_move, commit
from games.actions.rows import AT_ONCE, hold
from games.clocks.lost_time import LostTime
from games.models import Game, Seat
from games.positions.referee import Extension
from games.viewers import live

logger = logging.getLogger(__name__)


def make_up(now: datetime, *, for_a_move: bool = False) -> LostTime | None:
    """Move deadlines on if the site was away until *now*. Returns by how much, or None.

    *for_a_move*: somebody moves too late, and no worker has looked yet. Then only the first process makes up for the
    outage, however long the worker stays away.
    """
    if heartbeat.gap(new=for_a_move) is None:
        return None
    if (lost := _make_up(now, new=for_a_move)) is not None:
        logger.warning("The site was away from %s to %s. Deadlines since then have moved.", lost.began, lost.ended)
    return lost


@tried_again
def _make_up(now: datetime, *, new: bool) -> LostTime | None:
    with transaction.atomic(durable=True):
        heartbeat.hold()
        if (gap := heartbeat.gap(new=new)) is None:  # another process was faster
            return None
        lost = LostTime.by_outage(gap, now)
        _move_on(lost)
        heartbeat.made_up()
    return lost


@tried_again
def give(more: timedelta, now: datetime) -> int:
    """The host gives everyone more time. Returns in how many games."""
    with transaction.atomic(durable=True):
        return _move_on(LostTime.given(more, now))


def _move_on(lost: LostTime) -> int:
    """Move all deadlines, inside a transaction; boards are notified after it. Returns in how many games."""
    with_others = {game for follower in after_move.followers() for game in follower.time_lost(lost)}
    hit = {
        *Game.objects.filter(lost.hits("deadline"), status=Game.Status.PLAYING).values_list("pk", flat=True),
        *Game.objects.filter(lost.hits("last_moment"), status__in=Game.RUNNING).values_list("pk", flat=True),
        *Game.objects.filter(lost.hits("offer_ends"), status=Game.Status.OPEN).values_list("pk", flat=True),
        *with_others,
    }
    keys, moved = sorted(hit), list[str]()
    for first in range(0, len(keys), AT_ONCE):
        games = hold(Game.objects.filter(pk__in=keys[first : first + AT_ONCE], status__in=Game.RUNNING))
        rests = _rests([game.pk for game in games])
        extended = [_extension(game, rests.get(game.pk, ALWAYS), lost, with_others) for game in games]
        commit.extend([each for each in extended if each is not None])
        moved += [game.public_id for game, each in zip(games, extended, strict=True) if each is not None]
    transaction.on_commit(lambda: live.announce_games(moved), robust=True)
    return len(moved)


def _rests(games: Collection[int]) -> dict[int, Rest]:
    """The rest of the player to move, by game."""
    turns = Seat.objects.filter(game__in=games, number=F("game__turn"), player__isnull=False)
    mover = dict(turns.values_list("game", "player"))
    players = User.objects.prefetch_related("vacations").in_bulk({*mover.values()})
    return {game: players[player].rest for game, player in mover.items()}


def _extension(game: Game, rest: Rest, lost: LostTime, with_others: Collection[int]) -> Extension | None:
    """The later times of a game; None if it's a live one to which nothing is given."""
    control = game.time_control
    if not (more := lost.more_for(control.speed)):
        return None
    deadline, last_moment, offer_ends = game.deadline, game.last_moment, game.offer_ends
    if deadline is not None and lost.concerns(deadline):  # a clock that pauses still stands in the player's rest
        deadline = control.stops(rest).deadline(deadline, more.total_seconds())
    if last_moment is not None and (lost.concerns(last_moment) or game.pk in with_others):
        last_moment += more
    if offer_ends is not None and lost.concerns(offer_ends):
        offer_ends += more
    return Extension(game.pk, game.version, deadline, last_moment, offer_ends, lost.began, lost.ended)
