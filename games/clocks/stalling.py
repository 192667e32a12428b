"""Which seat drew a tournament's game out, asked at its last moment.

From its start to its last moment, a game's time is divided equally between its sides. A side's time is what passed on
its turns, nights and weekends included, without the last outage of the site. So of two sides one has always taken more
than half, unless both took the same.
"""

from collections import Counter
from datetime import datetime

from games.models import Game, Move
from games.positions.tables import Table


def slowest(table: Table) -> int | None:
    """The seat to lose a tournament's game that has reached its last moment: the slower one of the side that took most.
    None if no side still in took more than its share, or if it's no game of a tournament. Two queries.
    """
    game = Game.objects.filter(pk=table.game_id, appointed=True).first()
    if game is None or game.started_at is None or table.last_moment is None:
        return None
    taken, at = Counter[int](), game.started_at  # seconds by seat
    for seat, made_at in Move.objects.filter(game=game).order_by("version").values_list("seat", "made_at"):
        taken[seat] += _seconds(game, at, made_at)
        at = made_at
    if table.turn is not None:
        taken[table.turn] += _seconds(game, at, table.last_moment)
    sides = Counter[int]()
    for place in table.frame.seats:
        sides[place.side] += taken[place.seat]
    share = _seconds(game, game.started_at, table.last_moment) / len(sides)
    late = [place for place in table.frame.seats if not place.left and sides[place.side] > share]
    return max(late, key=lambda place: (sides[place.side], taken[place.seat])).seat if late else None


def _seconds(game: Game, since: datetime, until: datetime) -> int:
    """The seconds of this part of a game in which the site was there."""
    there = (until - since).total_seconds()
    if game.outage_began is not None and game.outage_ended is not None:
        there -= max(0.0, (min(until, game.outage_ended) - max(since, game.outage_began)).total_seconds())
    return round(there)
