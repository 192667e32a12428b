"""Save a player's plan (their conditional moves)."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from common import queues, refusals
from common.database import tried_again
from games import game_refusals
from games.actions.rows import locked
from games.models import Game
from games.positions import memory
from plans import fitting
from plans.fitting import Line
from plans.models import PlannedMove, PlannedTurn
from plans.turns import planned_turns

LONGEST_PLAN = 40  # lines


@tried_again
def save_plan(*, public_id: str, player: User, lines: Sequence[Line]) -> None:
    """Replace the player's plan for this deal with *lines*. If it is their turn, play the first line that fits.

    A refused line leaves the old plan. Raises the refusals of `check`, and others if the player has no seat in a
    running game.
    """
    lines = list(dict.fromkeys(lines))
    with transaction.atomic(durable=True):
        game = locked(public_id)
        table = memory.table_at(public_id, game.version)
        seat = table.seat_of(player.pk)
        if seat is None:
            raise game_refusals.not_seated()
        if table.status != Game.Status.PLAYING or table.running is None:
            raise game_refusals.not_playing(table.status)
        check(table.running.position, seat, lines)
        PlannedMove.objects.filter(game=game, seat=seat).delete()
        PlannedMove.objects.bulk_create(
            PlannedMove(game=game, seat=seat, deal=table.running.index, place=place, tile=line.tile, end=line.end)
            for place, line in enumerate(lines)
        )
        now, turn = timezone.now(), None
        if lines and table.turn == seat:
            claimed = {"version": table.version, "due": now + planned_turns.lease, "tries": 0}
            turn, _made = PlannedTurn.objects.update_or_create(game=game, defaults=claimed)
    if turn is not None:
        queues.finish(planned_turns, turn, now)


def check(position: rules.Position, seat: int, lines: Sequence[Line]) -> None:
    """Raises the refusal of the first line that *seat* can't plan: `NotByTheRules`, `Unreadable` or `NotNow`."""
    if position.rules.in_rows:
        raise refusals.NotByTheRules(
            "no_hands", _("You can’t plan ahead in this game because players can’t see their tiles.")
        )
    if len(lines) > LONGEST_PLAN:
        raise refusals.Unreadable("too_long", _("You can plan at most %(n)d moves.") % {"n": LONGEST_PLAN})
    tiles = fitting.hand(position, seat)
    for line in lines:
        if line.tile not in tiles:
            raise refusals.NotNow("not_your_tile", _("%(tile)s isn’t in your hand.") % {"tile": line.tile})
    if position.rules.in_trains:
        _check_train(fitting.own_end(rules.view_for(position, seat), seat), lines)
        return
    for line in lines:
        ends = fitting.ends_for(position.rules, line.tile)
        if not ends or (line.end is not None and line.end not in ends):
            values = {"tile": line.tile, "end": "" if line.end is None else line.end}
            raise refusals.NotByTheRules("no_such_end", _("%(tile)s never fits an end that shows %(end)s.") % values)


def _check_train(end: int | None, lines: Sequence[Line]) -> None:
    """Raises `NotByTheRules` for the first line that doesn't go on with the train, which ends in *end*."""
    for line, behind in fitting.lined_up(end, lines):
        if behind is None:
            values = {"tile": line.tile, "end": end}
            raise refusals.NotByTheRules(
                "no_such_end", _("%(tile)s doesn’t fit your train: it ends in %(end)s there.") % values
            )
        end = behind


def forget_player(user: User) -> None:
    """Delete the plans of an account that is being deleted, and stop its autoplay."""
    theirs = PlannedMove.objects.filter(game__seats__player=user, game__seats__number=F("seat"))
    PlannedMove.objects.filter(pk__in=list(theirs.values_list("pk", flat=True))).delete()
    User.objects.filter(pk=user.pk).update(autoplay=False)
