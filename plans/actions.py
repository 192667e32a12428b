"""Save a player's plan (their conditional moves) and play it. Planned moves use `games.actions.play_move` too."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from common import refusals
from games import game_refusals, memory, tables
from games.actions import play_move
from games.actions.rows import locked
from games.live import show_panel
from games.models import Game, Move
from games.tables import Table
from plans import fitting, queries
from plans.fitting import Line
from plans.models import Due, PlannedMove

logger = logging.getLogger(__name__)
LONGEST_PLAN = 40  # lines
AT_ONCE = 500  # turns in a batch
CLAIMED = timedelta(seconds=20)  # after it, other processes may take over a claimed turn


# ---- A player and their plan ---------------------------------------------------------------------


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
        due = bool(lines) and table.turn == seat
        if due:
            now = timezone.now()
            noted, _made = Due.objects.update_or_create(
                game=game, defaults={"version": table.version, "at": now + CLAIMED}
            )
    if due:
        _play_turn(public_id, noted)


def check(position: rules.Position, seat: int, lines: Sequence[Line]) -> None:
    """Raises the refusal of the first line that *seat* can't plan: `NotByTheRules`, `Unreadable` or `NotNow`."""
    if position.rules.in_rows:
        raise refusals.NotByTheRules(
            "no_hands", _("You can't plan ahead in this game because players can't see their tiles.")
        )
    if len(lines) > LONGEST_PLAN:
        raise refusals.Unreadable("too_long", _("You can plan at most %(n)d moves.") % {"n": LONGEST_PLAN})
    tiles = fitting.hand(position, seat)
    for line in lines:
        if line.tile not in tiles:
            raise refusals.NotNow("not_your_tile", _("%(tile)s isn't in your hand.") % {"tile": line.tile})
        ends = fitting.ends_for(position.rules, line.tile)
        if not ends or (line.end is not None and line.end not in ends):
            said = {"tile": line.tile, "end": "" if line.end is None else line.end}
            raise refusals.NotByTheRules("no_such_end", _("%(tile)s never fits an end that shows %(end)s.") % said)


# ---- Playing planned moves -----------------------------------------------------------------------


def play_due(now: datetime) -> int:
    """Play all turns that are due. Returns how many games this process tried.

    Several processes may run it: each claims a turn by moving its time forward. If a process dies, another one takes
    over when that time comes.
    """
    done = 0
    due = Due.objects.filter(at__lte=now).select_related("game").order_by("at")
    while batch := list(due[:AT_ONCE]):  # each gets a later time, from us or another process
        done += sum(_claimed(noted, now) for noted in batch)
    return done


def _claimed(noted: Due, now: datetime) -> bool:
    """Claim and play a turn. Returns False if another process claimed it."""
    until = max(now, timezone.now()) + CLAIMED  # after a long outage, many turns come before it
    if not Due.objects.filter(pk=noted.pk, version=noted.version, at=noted.at).update(at=until):
        return False
    try:
        _play_turn(noted.game.public_id, noted)
    except (OperationalError, InterfaceError):  # database down: retry at the turn's new time
        raise
    except Exception:  # a broken game must not stop other plans; its player moves by hand
        logger.exception("The plans of game %s could not be played", noted.game.public_id)
        noted.delete()
    return True


def to_be_played() -> QuerySet[Due, int]:
    """Games with a turn that a plan may play. No clock runs out before we tried."""
    return Due.objects.values_list("game", flat=True)


def _play_turn(public_id: str, noted: Due) -> None:
    """Play the turn *noted* if it is still the current one. Later turns have their own row."""
    table = memory.current(public_id)
    try:
        if table.turn is not None and table.running is not None and table.stands_as_at(noted.version):
            _play_first(table, table.turn, table.running)
    except refusals.Refused as refused:  # the player or another process won the race
        logger.info("A planned move in game %s was not made: %s", public_id, refused.code)
        if refused.code == "stale" and memory.current(public_id).stands_as_at(noted.version):
            return  # other changes kept winning the race; retry this turn later
    Due.objects.filter(pk=noted.pk, version=noted.version).delete()


def _play_first(table: Table, seat: int, running: tables.Running) -> None:
    """Play the first line that fits; else the only legal tile, if the player chose autoplay."""
    position = running.position
    held = fitting.hand(position, seat)
    lines = list(PlannedMove.objects.filter(game=table.game_id, seat=seat))
    gone = [line.pk for line in lines if line.deal != running.index or line.tile not in held]
    if gone:
        PlannedMove.objects.filter(pk__in=gone).delete()
    for row in lines:
        if row.pk not in gone and (text := fitting.move_for(position, Line(row.tile, row.end))) is not None:
            _play(table, seat, text, row)
            return
    if (text := fitting.sole_play(position)) is not None and queries.wants_autoplay(table.players[seat]):
        _play(table, seat, text, None)


def _play(table: Table, seat: int, text: str, line: PlannedMove | None) -> None:
    planned = line.pk if line else None
    play_move(
        public_id=table.public_id, seat=seat, text=text, version=table.version, planned=planned, by=Move.By.PLANNED
    )
    if line is not None and (player := table.players[seat]) is not None:
        show_panel(table.public_id, "plan", to=[player])


def forget_player(user: User) -> None:
    """Delete the plans of an account that is being deleted, and stop its autoplay."""
    theirs = PlannedMove.objects.filter(game__seats__player=user, game__seats__number=F("seat"))
    PlannedMove.objects.filter(pk__in=list(theirs.values_list("pk", flat=True))).delete()
    User.objects.filter(pk=user.pk).update(autoplay=False)
