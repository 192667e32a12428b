"""The board at a step of a lesson, for static/js/learn/lesson.js, and the result of the round."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import rules
from rulebook import captions
from rulebook.facts import facts
from rulebook.lessons.course import Step
from rulebook.lessons.prepared import READER
from rulebook.people import all_of
from rulebook.phrases import number
from rulebook.pictures import Picture, trains_shown
from rules import Append, Cut, Insert, Lay, tile_texts


@dataclass(frozen=True, slots=True)
class Player:
    """*tiles*: the number in their hand. *points*: their side's, in games that score during play; otherwise None."""

    name: str
    mine: bool
    partner: bool
    tiles: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """A side at the end of the round: its hands, the *pips* counted, the points *written*, and its total."""

    name: str
    hands: tuple[tuple[str, ...], ...]
    pips: int
    written: int
    total: int

    @property
    def written_in_words(self) -> str:
        return number(self.written)

    @property
    def total_in_words(self) -> str:
        return number(self.total)


def after(step: Step, made: rules.Position) -> Step:
    """The step as it looks after another move of the reader, which led to *made*."""
    return replace(step, position=made, since=(made,))


def players(step: Step) -> list[Player]:
    """The players from the reader's left on; the reader is last."""
    p, r = step.position, step.position.rules
    totals = p.totals if p.result is None else p.result.totals
    seats = [*range(READER + 1, len(step.lesson.names)), READER]
    return [
        Player(
            name=step.lesson.names[seat] or _("You"),
            mine=seat == READER,
            partner=seat != READER and r.side_of(seat) == r.side_of(READER),
            tiles=p.hands[seat].bit_count(),
            points=totals[r.side_of(seat)] if r.ends or r.passes else None,
        )
        for seat in seats
    ]


def sides(step: Step) -> list[Side]:
    """The sides at the end of the round; empty until then."""
    p, r = step.position, step.position.rules
    if (result := p.result) is None:
        return []
    return [
        Side(
            name=all_of(step.lesson.names[seat] or _("You") for seat in r.seats_of(side)),
            hands=tuple(tuple(tile_texts(p.hands[seat])) for seat in r.seats_of(side)),
            pips=result.pips[side],
            written=result.written[side],
            total=result.totals[side],
        )
        for side in range(r.sides)
    ]


def view(step: Step) -> rules.View:
    """The reader's view of the step, from the rules."""
    return rules.view_for(step.position, READER)


def picture(step: Step, places: Iterable[tuple[str, str]] = ()) -> Picture:
    """The board, with a ghost at each of the *places* that are offered, which are moves in words.

    *fresh*: what was laid since the reader's last choice, ply by ply.
    """
    p = step.position
    seen = view(step)
    laid = next((at for at in reversed(step.since) if isinstance(at.move, Append | Insert | Cut)), None)
    cut = laid if laid is not None and laid.previous is not None and isinstance(laid.move, Cut) else None
    return Picture(
        kind=step.lesson.key,
        layout=seen.layout,
        ends=() if p.over else seen.ends,
        sum=facts(p.rules).sum,
        arms=facts(p.rules).arms,
        fresh=tuple(at.ply for at in step.since if isinstance(at.move, Lay)),
        ghosts=tuple(move for move, _words in places if "," not in move),  # several doubles have just a button
        bright=not p.over,
        hands=(),
        lines=p.rules.in_rows,
        before=rules.conduct_of(p.rules).layout_tiles(cut.previous) if cut and cut.previous else None,
        change=str(laid.move) if laid is not None and (cut or isinstance(laid.move, Insert)) else None,
        trains=trains_shown(p, step.lesson.names, you=READER),
    )


def turned(step: Step) -> str | None:
    """The tile the reader has turned over in Sausage."""
    p = step.position
    tile = rules.conduct_of(p.rules).turned(p) if p.rules.in_rows and not p.over else None
    return None if tile is None else str(tile)


def in_words(step: Step) -> str:
    """The tiles on the table in words, for readers who can't see the drawing."""
    return captions.describe(step.position, step.lesson.names)
