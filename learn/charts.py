"""Lines of drawings: the chances in a game, and a player's losses game by game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.shown.table_view import TableView
from learn.pieces import Summary
from learn.shown import names_for_reader, side_of, sides
from rulebook.people import all_of

FEWEST_POINTS = 3  # for a line
WIDTH, HEIGHT = 600, 160  # of the curve, in drawing units


def course(costs: Sequence[float]) -> str:
    """The average loss per move, game by game, as points of an SVG line; "" if there are too few."""
    if len(costs) < FEWEST_POINTS:
        return ""
    across, most = WIDTH / (len(costs) - 1), max(*costs, 0.1)
    return " ".join(f"{n * across:.1f},{HEIGHT * (1 - cost / most):.1f}" for n, cost in enumerate(costs))


def deal_starts(summary: Summary) -> list[float]:
    """Where the deals after the first start in the drawing."""
    across = WIDTH / max(summary.length - 1, 1)
    return [round(place * across, 1) for place in summary.starts]


@dataclass(frozen=True, slots=True)
class Curve:
    """One side's chance of winning, as a line of a drawing: *points* in its units, *now* the last, in percent.
    *mine*: the reader's side.
    """

    names: str
    side: int
    mine: bool
    points: str
    now: int


def curves(summary: Summary, view: TableView) -> list[Curve]:
    """The chances of all sides during the whole game; *as it lay*: knowing all hands."""
    names, mine = names_for_reader(view), None if view.you is None else side_of(view, view.you)
    course = summary.course
    if len(course) < 2:
        return []
    across = WIDTH / (summary.length - 1)
    return [
        Curve(
            all_of(names[seat.seat] for seat in view.seats if seat.side == side),
            side,
            side == mine,
            " ".join(f"{one.at * across:.1f},{HEIGHT * (1 - one.chance[side]):.1f}" for one in course),
            round(100 * course[-1].chance[side]),
        )
        for side in sides(view)
    ]
