"""Queries of plans. Callers must check that the seat is the reader's own."""

from accounts.models import User
from games.positions.tables import Table
from plans import fitting
from plans.fitting import Line
from plans.models import PlannedMove


def plan_of(table: Table, seat: int) -> list[Line]:
    """The lines of the seat's plan for this deal whose tile is still in the hand."""
    if table.turn is None or table.running is None:
        return []
    rows = PlannedMove.objects.filter(game=table.game_id, seat=seat, deal=table.running.index)
    lines = [Line(tile, end) for tile, end in rows.values_list("tile", "end")]
    return fitting.living(lines, fitting.hand(table.running.position, seat)) if lines else []


def wants_autoplay(user_id: int | None) -> bool:
    return user_id is not None and User.objects.filter(pk=user_id, autoplay=True).exists()
