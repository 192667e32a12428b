"""Lines of drawings: the chances in a game, and a player's losses game by game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from games.shown.table_view import TableView
from learn.analysis.pieces import Summary
from learn.analysis.report import names_for_reader, side_of, sides
from rulebook.people import all_of

FEWEST_POINTS = 3  # for a line
MOST_NUMBERS = 10  # of rounds below the curve
WIDTH, HEIGHT = 600, 160  # of the curve, in drawing units


def course(costs: Sequence[float]) -> str:
    """The average loss per move, game by game, as points of an SVG line; "" if there are too few."""
    if len(costs) < FEWEST_POINTS:
        return ""
    across, most = WIDTH / (len(costs) - 1), max(*costs, 0.1)
    return " ".join(f"{n * across:.1f},{HEIGHT * (1 - cost / most):.1f}" for n, cost in enumerate(costs))


@dataclass(frozen=True, slots=True)
class DealStart:
    """Where a deal starts: in drawing units, and in percent of the width. *round*: its number, None without room."""

    x: float
    percent: float
    round: int | None


def deal_starts(summary: Summary) -> list[DealStart]:
    """Where the deals start in the drawing."""
    across, every = 1 / max(summary.length - 1, 1), ceil(len(summary.rounds) / MOST_NUMBERS)
    return [
        DealStart(round(WIDTH * place * across, 1), round(100 * place * across, 1), None if n % every else deal.round)
        for n, (place, deal) in enumerate(zip((0, *summary.starts), summary.rounds, strict=True))
    ]


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
