"""An analysis as shown on its page: players, costliest moves, and luck."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.shown.table_view import TableView
from learn.analysis import figures, sentences
from learn.analysis.pieces import Mark, Summary, figures_of
from mind.analysis.findings import Advice, ChoiceMade, StudiedDeal, StudiedSeat, WeighedMove
from rulebook.choices import chosen_rules
from rulebook.lessons.stronger import move_words, tile_words
from rulebook.people import all_of

MOST = 3  # moves shown beside the one played
FEWEST_CHOICES = 10  # for a sure grade
GRADES: Mapping[str, str] = {"strong": "A", "good": "B", "solid": "C", "casual": "D", "beginner": "E"}
LUCK_PLAYOUTS = 100  # behind each figure of luck (mind.analysis.open_hands)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a deal, in words: *loss* and *error* in points. *mine*: the reader's own."""

    deal: int
    round: int
    ply: int
    seat: int
    name: str
    mine: bool
    move: str
    best: str
    loss: float
    error: float
    open_loss: float
    step: int
    step_words: str
    moves: "tuple[Weighed, ...]"
    best_text: str  # in the rules' notation
    picture: int | None = None  # the number of its board on the page, if it has one

    @property
    def anchor(self) -> str:
        return anchor(self.deal, self.ply)

    @property
    def ties(self) -> bool:
        """Whether no move was better, after rounding."""
        return self.move == self.best or figures.is_nothing(self.loss, self.error)

    @property
    def points(self) -> str:
        """Its cost: “9 points”."""
        return figures.in_points(self.loss, self.error)

    @property
    def with_all_known(self) -> tuple[str, str, str] | None:
        """With all hands known: the better of `move` and `best`, the other one, and the points between them. None if
        they were equal.
        """
        if figures.is_nothing(self.open_loss, self.error):
            return None
        moves = (self.best, self.move) if self.open_loss > 0 else (self.move, self.best)
        return *moves, figures.in_points(self.open_loss, self.error)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal move: its worth below the best in points, the margin of error, and the reasons."""

    move: str
    text: str  # in the rules' notation
    worth: float
    error: float
    percent: int
    made: bool
    why: tuple[str, ...]

    @property
    def points(self) -> str:
        """Its worth, rounded to what is known."""
        return figures.rounded(self.worth, figures.of_a_move(self.worth, self.error))

    @property
    def number(self) -> float:
        """The number that `points` shows."""
        return round(self.worth, figures.places(figures.of_a_move(self.worth, self.error)))

    @property
    def ties(self) -> bool:
        """Whether its difference from the best move rounds to zero."""
        return figures.is_nothing(self.worth, self.error)


@dataclass(frozen=True, slots=True)
class Player:
    """The cost of all moves of one seat. *mine*: the reader's own."""

    seat: int
    name: str
    mine: bool
    computer: str  # its level; "" for a person
    choices: int
    loss: str
    a_choice: str  # “0.4 points”; "" if it rounds to nothing
    grade: str  # one of `GRADES`; "" without choices, and for a level without a grade
    level: str
    habits: tuple[tuple[str, str], ...]
    costliest: tuple[Choice, ...]

    @property
    def is_rough(self) -> bool:
        """Whether it made too few choices for a sure grade."""
        return self.choices < FEWEST_CHOICES


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a deal: its result is luck of the deal and of the draws, and the rest."""

    names: str
    result: str
    deal: str
    draws: str
    without: str


@dataclass(frozen=True, slots=True)
class Deal:
    number: int
    round: int
    sides: tuple[Side, ...]
    draws: tuple[tuple[str, str, str], ...]
    choices: tuple[Choice, ...]

    @property
    def name(self) -> str:
        """Its name in addresses of the page."""
        return str(self.number)


def names_of(view: TableView) -> list[str]:
    """The names by seat, as on the game's page."""
    return [seat.name or _("Seat %(n)d") % {"n": seat.seat + 1} for seat in view.seats]


def players(summary: Summary, view: TableView) -> list[Player]:
    """The seats, in order. *summary*: see `learn.analysis.pieces`."""
    rounds = {each.deal: each.round for each in summary.rounds}
    return [
        Player(
            seat=line.seat,
            name=names_of(view)[line.seat],
            mine=line.seat == view.you,
            computer=view.seats[line.seat].computer or "",
            choices=line.choices,
            loss=figures.rounded(line.loss, error),
            a_choice=_a_choice(line, error),
            grade=GRADES.get(line.level or "", ""),
            level=str(User.Level(line.level).label) if line.level else "",
            habits=tuple((sentences.habit(name), figures.rounded(lost, error)) for name, lost in _most(line.habits)),
            costliest=tuple(
                _choice(each.deal, rounds[each.deal], each.made, view) for each in summary.costliest[line.seat]
            ),
        )
        for line, error in zip(summary.seats, summary.errors, strict=True)
    ]


def advice(better: Advice, view: TableView) -> str:
    """A sentence for the table. Tiles are enough where they name one move."""
    best, made = tile_words(better.best), tile_words(better.move)
    return sentences.advice(
        better.reason,
        best if better.ways == 1 else move_words(better.best),
        move_words(better.move) if best == made else made,
        names_of(view),
        draws=chosen_rules(view.variant, view.options, len(view.seats)).draw_limit > 0,
    )


def _a_choice(line: StudiedSeat, error: float) -> str:
    each = line.a_choice, error / max(line.choices, 1)
    return "" if figures.is_nothing(*each) else figures.in_points(*each)


def _most(habits: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(habits.items(), key=lambda habit: -habit[1])[:3]


def told(deal: StudiedDeal, view: TableView, spread: float) -> Deal:
    """One analysed deal, with its luck and its moves. *spread*: see `learn.analysis.pieces.Summary`."""
    names, error = names_for_reader(view), luck_error(spread)
    return Deal(
        number=deal.deal,
        round=deal.round,
        sides=_with_names(figures_of(deal), view, error),
        draws=tuple(
            (names[draw.seat], draw.tile, figures.rounded(draw.luck[side_of(view, draw.seat)], error))
            for draw in deal.luck.draws
        ),
        choices=tuple(_choice(deal.deal, deal.round, line, view) for line in deal.choices),
    )


def whole(summary: Summary, view: TableView) -> tuple[Side, ...]:
    """The sides of all deals together; empty if there is only one."""
    deals = len(summary.rounds)
    return _with_names(summary.luck, view, luck_error(summary.spread, deals)) if deals > 1 else ()


def luck_error(spread: float, deals: int = 1) -> float:
    """The margin of error of the luck in so many *deals*: as that of an average of its playouts."""
    return spread * math.sqrt(deals / LUCK_PLAYOUTS)


def _with_names(by_side: Sequence[Sequence[float]], view: TableView, error: float) -> tuple[Side, ...]:
    names = names_for_reader(view)
    return tuple(
        Side(
            all_of(names[seat.seat] for seat in view.seats if seat.side == side),
            figures.rounded(result, 0.5 if float(result).is_integer() else 0.1),  # it is exact
            *(figures.rounded(figure, error) for figure in rest),
        )
        for side, (result, *rest) in zip(sides(view), by_side, strict=True)
    )


def names_for_reader(view: TableView) -> list[str]:
    """The names by seat, with “You” for the reader's own."""
    return [_("You") if seat == view.you else name for seat, name in enumerate(names_of(view))]


def sides(view: TableView) -> list[int]:
    return sorted({seat.side for seat in view.seats})


def side_of(view: TableView, seat: int) -> int:
    return view.seats[seat].side


def _choice(deal: int, number: int, made: ChoiceMade, view: TableView) -> Choice:
    names = names_of(view)
    return Choice(
        deal=deal,
        round=number,
        ply=made.ply,
        seat=made.seat,
        name=names[made.seat],
        mine=made.seat == view.you,
        move=move_words(made.move),
        best=move_words(made.best),
        loss=made.loss,
        error=made.error,
        open_loss=made.open_loss,
        step=made.step,
        step_words=sentences.step(made.step),
        moves=tuple(in_order(_told(made), names, made=made.move)),
        best_text=made.best,
    )


@dataclass(frozen=True)
class MarkShown:
    """A costly move, as static/js/look_back/costly_moves.js reads it."""

    deal: int
    ply: int
    step: int
    words: str
    text: str
    more: str


def marks(costly: Sequence[Mark], view: TableView) -> list[MarkShown]:
    """The costly moves in order, each with its place, a sentence, and a link to its analysis."""
    page, more = reverse("analysis", args=[view.id]), _("%(best)s was worth about %(points)s more.")
    return [
        MarkShown(
            deal=mark.deal,
            ply=mark.ply,
            step=mark.step,
            words=sentences.step(mark.step),
            text=more % {"best": move_words(mark.best), "points": figures.in_points(mark.loss, mark.error)},
            more=f"{page}?deal={mark.deal}&ply={mark.ply}#{anchor(mark.deal, mark.ply)}",
        )
        for mark in costly
    ]


def anchor(deal: int, ply: int) -> str:
    """The anchor of a move on the page of the analysis."""
    return f"choice-{deal}-{ply}"


def in_order(
    lines: Sequence[WeighedMove], names: Sequence[str], made: str = "", own: int | None = None
) -> list[Weighed]:
    """Moves, best first, by the numbers shown: each is rounded to its own margin of error. *made*: the one played.
    *own*: the reader's seat, for moves on their train.
    """
    weighed_lines = [weighed(line, names, made=line.move == made, own=own) for line in lines]
    return sorted(weighed_lines, key=lambda each: -each.number)


def weighed(line: WeighedMove, names: Sequence[str], *, made: bool = False, own: int | None = None) -> Weighed:
    """A move as lists of hints, puzzles and analyses have it."""
    why = tuple(sentences.why(line.reasons, names))
    words = move_words(line.move, tuple("" if seat == own else name for seat, name in enumerate(names)))
    return Weighed(words, line.move, line.worth, line.error, round(100 * line.chance), made, why)


def _told(line: ChoiceMade) -> list[WeighedMove]:
    """The best few alternatives, and the move played."""
    rest = line.moves[MOST:]
    return [*line.moves[:MOST], *(each for each in rest if each.move == line.move)]
