"""Who drew a tournament's game out. Asked at its last moment.

From its start to its last moment, a game's time is divided equally between its sides. A side's time is what passed on
its turns, nights and weekends included. So of two sides one has always taken more than half, unless both took the same.
"""

from collections import Counter

from games.models import Game, Move
from games.tables import Table


def slowest(table: Table) -> int | None:
    """The seat to lose a tournament's game that has reached its last moment: the slower one of the side that took most.
    None if no side still in took more than its share, or if it's no game of a tournament. Two queries.
    """
    appointed = Game.objects.filter(pk=table.game_id, appointed=True)
    at = started = appointed.values_list("started_at", flat=True).first()
    if at is None or started is None or table.last_moment is None:
        return None
    taken = Counter[int]()  # seconds by seat
    for seat, made_at in Move.objects.filter(game=table.game_id).order_by("version").values_list("seat", "made_at"):
        taken[seat] += round((made_at - at).total_seconds())
        at = made_at
    if table.turn is not None:
        taken[table.turn] += round((table.last_moment - at).total_seconds())
    sides = Counter[int]()
    for place in table.frame.seats:
        sides[place.side] += taken[place.seat]
    share = (table.last_moment - started).total_seconds() / len(sides)
    late = [place for place in table.frame.seats if not place.left and sides[place.side] > share]
    return max(late, key=lambda place: (sides[place.side], taken[place.seat])).seat if late else None
