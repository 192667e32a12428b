"""The score of a side when one of its players left, used later to judge the game. Pure."""

from games.models import Seat
from games.tables import Table

TILES_BEHIND = 2  # more tiles than another side; one tile can come from the order of play


def stood(table: Table, seat: int) -> Seat.Stood:
    """How the side of *seat* stands by points, including the current round; if equal, by its number of tiles.

    Everyone can see both numbers.
    """
    assert table.running is not None
    position, side = table.running.position, table.frame.seats[seat].side
    low = position.rules.goal == "low"
    points = [-total if low else total for total in position.totals]
    tiles = [0] * len(points)
    for place in table.frame.seats:
        tiles[place.side] += position.hands[place.seat].bit_count()
    others = set(range(len(points))) - {side, *(place.side for place in table.frame.seats if place.left)}
    lead = min((points[side] - points[other] for other in others), default=0)
    if lead == 0:
        lead = min((tiles[other] - tiles[side] for other in others), default=0)
        lead = 0 if abs(lead) < TILES_BEHIND else lead
    return Seat.Stood.LEVEL if lead == 0 else Seat.Stood.AHEAD if lead > 0 else Seat.Stood.BEHIND


def is_early(table: Table) -> bool:
    """Whether no round has ended yet."""
    return not table.frame.scores
