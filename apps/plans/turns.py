"""Plays planned turns. Planned moves use `games.actions.play_move`, like every move."""

import logging
from datetime import datetime, timedelta

from django.db.models import QuerySet

from common import refusals
from common.queues import PROMPT, Later, Outcome, Queue
from games.actions import play_move
from games.models import Move
from games.positions import memory, tables
from games.positions.tables import Table
from games.viewers.live import show_panel
from plans import fitting, queries
from plans.fitting import Line
from plans.models import PlannedMove, PlannedTurn

STOP = "stop"

logger = logging.getLogger(__name__)


class PlannedTurns(Queue[PlannedTurn]):
    """Turns that a plan or autoplay may play. If one fails, its player moves by hand."""

    name = "plans"
    model = PlannedTurn
    lane = PROMPT
    lease = timedelta(seconds=20)
    tries = 1
    most = 500

    def rows(self) -> QuerySet[PlannedTurn]:
        return PlannedTurn.objects.select_related("game")

    def work(self, turn: PlannedTurn, now: datetime, /) -> Outcome:
        """Play the turn if it is still the current one. Later turns have their own row."""
        public_id = turn.game.public_id
        table = memory.current(public_id)
        try:
            if table.turn is not None and table.running is not None and table.stands_as_at(turn.version):
                _play_first(table, table.turn, table.running)
        except refusals.Refused as refused:  # the player or another process won the race
            logger.info("A planned move in game %s was not made: %s", public_id, refused.code)
            if refused.code == "stale" and memory.current(public_id).stands_as_at(turn.version):
                return Later(now + self.lease)  # other changes kept winning the race
        self.held(turn).delete()
        return None


planned_turns = PlannedTurns()


def _play_first(table: Table, seat: int, running: tables.Running) -> None:
    """Play the first line that fits; else the only legal tile, if the player chose autoplay."""
    position = running.position
    held = fitting.hand(position, seat)
    lines = list(PlannedMove.objects.filter(game=table.game_id, seat=seat))
    gone = [line.pk for line in lines if line.deal != running.index or line.tile not in held]
    if gone:
        PlannedMove.objects.filter(pk__in=gone).delete()
    lines = [line for line in lines if line.pk not in gone]
    for row in lines[:1] if position.rules.in_trains else lines:  # the tiles of a train have an order
        if (text := fitting.move_for(position, Line(row.tile, row.end))) is not None:
            _play(table, seat, text, row)
            return
    if queries.wants_autoplay(table.players[seat]):  # it makes planned moves, too, but chooses none: no `stop`
        if (text := fitting.sole_play(position)) is not None:
            _play(table, seat, text, None)
    elif not lines and STOP in position.legal and running.by[-1:] == (Move.By.PLANNED,):
        _play(table, seat, STOP, None)  # the plan had no more tiles for this opening


def _play(table: Table, seat: int, text: str, line: PlannedMove | None) -> None:
    planned = line.pk if line else None
    play_move(
        public_id=table.public_id, seat=seat, text=text, version=table.version, planned=planned, by=Move.By.PLANNED
    )
    if line is not None and (player := table.players[seat]) is not None:
        show_panel(table.public_id, "plan", to=[player])
