"""A puzzle as its page shows it: the table on which its one move is played, and the answer to that move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.reserved import OF_COMPUTERS
from learn.analysis import figures, report
from learn.models import Puzzle
from learn.puzzles import solving
from mind.seen import SeatView, Seen
from rulebook.facts import Facts, facts
from rulebook.lessons.stronger import move_words

if TYPE_CHECKING:
    import rules

NAMES = OF_COMPUTERS["good"]  # by seat: no reader has one of these


@dataclass(frozen=True)
class PuzzleSeat:
    """A player at the table, under another name. *points*: their side's, once any side has some."""

    seat: int
    side: int
    name: str
    mine: bool
    partner: bool
    tiles: int
    points: int | None
    left: bool = False
    computer: None = None


@dataclass(frozen=True)
class PuzzleTable:
    """The parts of a game's view (docs/api.md) that static/js/table needs to play one move."""

    id: str
    variant: str
    you: int
    seats: tuple[PuzzleSeat, ...]
    round: "rules.View"
    rules: Facts
    by: tuple[str, ...]
    status: str = "playing"
    version: int = 0
    deal: int = 0
    signals: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The answer to the move *made*: static/js/learn/puzzle.js plays it out. *cost* is "" for the right move, and *why*
    says what the best move does.
    """

    made: str
    best: str
    cost: str
    why: str


def table(puzzle: Puzzle, at: Seen, view: SeatView, names: Sequence[str]) -> PuzzleTable:
    """The table as the player to move sees it. *names*: by seat."""
    return PuzzleTable(
        id=puzzle.public_id,
        variant=puzzle.variant,
        you=view.you,
        seats=tuple(_seats(at, view, names)),
        round=view.round,
        rules=facts(at.ruleset),
        by=("player",) * len(view.round.moves),
    )


def _seats(at: Seen, view: SeatView, names: Sequence[str]) -> list[PuzzleSeat]:
    totals, my_side = view.round.totals, at.ruleset.side_of(view.you)
    return [
        PuzzleSeat(
            seat=each.seat,
            side=(side := at.ruleset.side_of(each.seat)),
            name=_("You") if each.seat == view.you else names[each.seat],
            mine=each.seat == view.you,
            partner=each.seat != view.you and side == my_side,
            tiles=view.round.hands[each.seat],
            points=totals[side] if any(totals) else None,
            left=each.left,
        )
        for each in view.seats
    ]


def around(seats: Sequence[PuzzleSeat], you: int) -> list[PuzzleSeat]:
    """The others from the reader's left on; the reader is last."""
    return [*seats[you + 1 :], *seats[: you + 1]]


def answer(puzzle: Puzzle, made: str, names: Sequence[str]) -> Answer:
    """The answer to *made*, a legal move."""
    lines = {line.move: line for line in solving.moves_of(puzzle)}
    best = report.weighed(lines[puzzle.solution], names)
    why = _("%(move)s is best. %(why)s") % {"move": best.move, "why": " ".join(best.why)}
    cost = ""
    if made != puzzle.solution:
        line = lines[made]
        values = {"move": move_words(made), "points": figures.in_points(line.worth, line.error)}
        cost = _("%(move)s costs about %(points)s.") % values
    return Answer(made, puzzle.solution, capfirst(cost), capfirst(why.strip()))
