"""What changes a plan, and what plays it. A planned move goes through `games.services.play_move` like any other."""

import logging
import threading
from collections import deque
from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from games import refusals, tables
from games.changes import Change, Kind
from games.live import show_panel
from games.models import Game, Move
from games.services import play_move
from games.services.rows import locked
from games.tables import Table
from plans import fitting, queries
from plans.fitting import Line
from plans.models import Due, PlannedMove

logger = logging.getLogger(__name__)
LONGEST_PLAN = 40  # lines
AT_ONCE = 500  # games in one sweep


class Here(threading.local):
    """What this thread is doing: whether the change it stores began a turn to look at, the line it is playing, and
    the games it has still to look at (a planned move may begin a turn that is planned, too).
    """

    due: tuple[int, int] | None = None  # game, version
    playing: PlannedMove | None = None
    waiting: deque[str] | None = None


here = Here()


# ---- A player and his plan ---------------------------------------------------------------------


def save_plan(*, public_id: str, player: User, lines: Sequence[Line]) -> None:
    """Put *lines* in the place of the player's plan for this deal; if it is his turn by now, the first that fits is
    played at once. None of it is kept if one line is refused.
    """
    lines = list(dict.fromkeys(lines))
    with transaction.atomic(durable=True):
        game = locked(public_id)
        table = tables.table_at(public_id, game.version)
        seat = table.seat_of(player.pk)
        if seat is None:
            raise refusals.not_seated()
        if table.status != Game.Status.PLAYING or table.running is None:
            raise refusals.not_playing(table.status)
        check(table.running.position, seat, lines)
        PlannedMove.objects.filter(game=game, seat=seat).delete()
        PlannedMove.objects.bulk_create(
            PlannedMove(game=game, seat=seat, deal=table.running.index, place=place, tile=line.tile, end=line.end)
            for place, line in enumerate(lines)
        )
        due = bool(lines) and table.turn == seat
        if due:
            Due.objects.create(game=game, version=table.version)
    if due:
        play_turns(public_id)


def check(position: rules.Position, seat: int, lines: Sequence[Line]) -> None:
    """Raises what is wrong with the first wrong line."""
    if position.rules.conduct.in_rows:
        raise refusals.NotByTheRules("no_hands", _("In this game nobody knows his own tiles: nothing can be planned."))
    if len(lines) > LONGEST_PLAN:
        raise refusals.Unreadable("too_long", _("A plan has at most %(n)d lines.") % {"n": LONGEST_PLAN})
    tiles = fitting.hand(position, seat)
    for line in lines:
        if line.tile not in tiles:
            raise refusals.NotNow("not_your_tile", _("%(tile)s is not in your hand.") % {"tile": line.tile})
        ends = fitting.ends_for(position.rules, line.tile)
        if not ends or (line.end is not None and line.end not in ends):
            said = {"tile": line.tile, "end": "" if line.end is None else line.end}
            raise refusals.NotByTheRules("no_such_end", _("%(tile)s never fits an end that shows %(end)s.") % said)


# ---- Playing what was planned ----------------------------------------------------------------------

NOTE = """
    INSERT INTO plans_due (game_id, version) SELECT %s, %s
    WHERE EXISTS (SELECT 1 FROM plans_plannedmove WHERE game_id = %s AND seat = %s)
       OR EXISTS (SELECT 1 FROM accounts_user WHERE id = %s AND autoplay)
"""


def note_turn(change: Change) -> None:
    """Inside the transaction of every change: remember a turn that may be played by plan, let go of what is over.

    One statement for a move of people without plans. The line that is being played goes with its move: whoever took it
    back in the same instant has either the move undone or been too late.
    """
    here.due = None
    if here.playing is not None and not PlannedMove.objects.filter(pk=here.playing.pk).delete()[0]:
        raise refusals.NotNow("plan_changed", _("The plan was changed in the meantime."))
    if change.rounds_over or change.kind in {Kind.FINISHED, Kind.ABORTED, Kind.ANNULLED}:
        PlannedMove.objects.filter(game=change.game_id).delete()
    if change.turn is None or change.kind not in {Kind.STARTED, Kind.MOVED}:
        return
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [change.game_id, change.version, change.game_id, change.turn, change.players[change.turn]])
        if cursor.rowcount == 1:
            here.due = (change.game_id, change.version)


def play_after(change: Change) -> None:
    """After the commit: play the turn that has begun, if it was noted."""
    if here.due == (change.game_id, change.version):
        here.due = None
        play_turns(change.public_id)


def play_due(now: datetime) -> int:  # noqa: ARG001 - what was noted is due at once
    """Look at the turns that no process has looked at yet, as one was killed; returns how many games."""
    noted = Due.objects.values_list("game__public_id", flat=True).order_by("pk")[:AT_ONCE]
    games = list(dict.fromkeys(noted))
    for public_id in games:
        try:
            play_turns(public_id)
        except Exception:  # one broken game must not stop everybody's plans; its player has his turn as ever
            logger.exception("The plans of game %s could not be played", public_id)
            Due.objects.filter(game__public_id=public_id).delete()
    return len(games)


def play_turns(public_id: str) -> None:
    """Play what is planned or the only thing to do, turn after turn, as long as there is such a move."""
    if here.waiting is not None:  # called by the very move that a call further up has made: that one goes on
        here.waiting.append(public_id)
        return
    here.waiting = deque([public_id])
    try:
        while here.waiting:
            _play_turn(here.waiting.popleft())
    finally:
        here.waiting = None


def _play_turn(public_id: str) -> None:
    table = tables.current(public_id)
    try:
        if table.turn is not None and table.running is not None:
            _play_first(table, table.turn, table.running)
    except refusals.Refused as refused:  # somebody was quicker: the player himself, or another process
        logger.info("A planned move in game %s was not made: %s", public_id, refused.code)
    Due.objects.filter(game=table.game_id, version__lte=table.version).delete()


def _play_first(table: Table, seat: int, running: tables.Running) -> None:
    """The first line that fits, else the sole tile of somebody who wants it played for him."""
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
    here.playing = line
    try:
        play_move(public_id=table.public_id, seat=seat, text=text, version=table.version, by=Move.By.PLANNED)
    finally:
        here.playing = None
    if line is not None and (player := table.players[seat]) is not None:
        show_panel(table.public_id, "plan", to=[player])


def forget_player(user: User) -> None:
    """He goes for good: nothing is played for him any more."""
    his = PlannedMove.objects.filter(game__seats__player=user, game__seats__number=F("seat"))
    PlannedMove.objects.filter(pk__in=list(his.values_list("pk", flat=True))).delete()
    User.objects.filter(pk=user.pk).update(autoplay=False)
