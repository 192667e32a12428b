"""An analysis as shown on its page: players, costliest moves, luck, and the course of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.shown.table_view import TableView
from learn import figures, sentences
from learn.pieces import Mark, Summary, figures_of
from mind.findings import ChoiceMade, StudiedDeal, WeighedMove
from rulebook.people import all_of

MOST = 3  # moves shown beside the one played
FEWEST_POINTS = 3  # for a line
WIDTH, HEIGHT = 600, 160  # of the curve, in drawing units


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a deal, in words: *loss* and *error* in points."""

    deal: int
    round: int
    ply: int
    seat: int
    name: str
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
        return self.move == self.best or round(self.loss, 1) == 0

    @property
    def with_all_known(self) -> tuple[str, str, float] | None:
        """With all hands known: the better of `move` and `best`, the other one, and the points between them. None if
        they were equal.
        """
        if round(self.open_loss, 1) == 0:
            return None
        moves = (self.best, self.move) if self.open_loss > 0 else (self.move, self.best)
        return *moves, abs(self.open_loss)


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
        return figures.rounded(self.worth, self.error)

    @property
    def ties(self) -> bool:
        """Whether its difference from the best move rounds to zero."""
        return figures.is_nothing(self.worth, self.error)


@dataclass(frozen=True, slots=True)
class Player:
    """The cost of all moves of one seat."""

    seat: int
    name: str
    computer: str  # its level; "" for a person
    choices: int
    loss: float
    a_choice: float
    level: str
    habits: tuple[tuple[str, float], ...]
    costliest: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a deal: its result is luck of the deal and of the draws, and the rest."""

    names: str
    result: float
    deal: float
    draws: float
    without: float


@dataclass(frozen=True, slots=True)
class Deal:
    number: int
    round: int
    sides: tuple[Side, ...]
    draws: tuple[tuple[str, str, float], ...]
    choices: tuple[Choice, ...]

    @property
    def name(self) -> str:
        """Its name in addresses of the page."""
        return str(self.number)


def names_of(view: TableView) -> list[str]:
    """The names by seat, as on the game's page."""
    return [seat.name or _("Seat %(n)d") % {"n": seat.seat + 1} for seat in view.seats]


def players(summary: Summary, view: TableView) -> list[Player]:
    """The seats, in order. *summary*: see `learn.pieces`."""
    names = names_of(view)
    rounds = {each.deal: each.round for each in summary.rounds}
    return [
        Player(
            seat=line.seat,
            name=names[line.seat],
            computer=view.seats[line.seat].computer or "",
            choices=line.choices,
            loss=line.loss,
            a_choice=line.a_choice,
            level=str(User.Level(line.level).label) if line.level else "",
            habits=tuple((sentences.habit(name), lost) for name, lost in _most(line.habits)),
            costliest=tuple(
                _choice(each.deal, rounds[each.deal], each.made, names) for each in summary.costliest[line.seat]
            ),
        )
        for line in summary.seats
    ]


def _most(habits: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(habits.items(), key=lambda habit: -habit[1])[:3]


def told(deal: StudiedDeal, view: TableView) -> Deal:
    """One analysed deal, with its luck and its moves."""
    names = names_of(view)
    return Deal(
        number=deal.deal,
        round=deal.round,
        sides=_with_names(figures_of(deal), view),
        draws=tuple((names[draw.seat], draw.tile, draw.luck[_side_of(view, draw.seat)]) for draw in deal.luck.draws),
        choices=tuple(_choice(deal.deal, deal.round, line, names) for line in deal.choices),
    )


def whole(summary: Summary, view: TableView) -> tuple[Side, ...]:
    """The sides of all deals together; empty if there is only one."""
    return _with_names(summary.luck, view) if len(summary.rounds) > 1 else ()


def _with_names(figures: Sequence[Sequence[float]], view: TableView) -> tuple[Side, ...]:
    names = names_of(view)
    return tuple(
        Side(all_of(names[seat.seat] for seat in view.seats if seat.side == side), *of_side)
        for side, of_side in zip(_sides(view), figures, strict=True)
    )


def _sides(view: TableView) -> list[int]:
    return sorted({seat.side for seat in view.seats})


def _side_of(view: TableView, seat: int) -> int:
    return view.seats[seat].side


def _choice(deal: int, number: int, made: ChoiceMade, names: Sequence[str]) -> Choice:
    return Choice(
        deal=deal,
        round=number,
        ply=made.ply,
        seat=made.seat,
        name=names[made.seat],
        move=move_words(made.move),
        best=move_words(made.best),
        loss=made.loss,
        error=made.error,
        open_loss=made.open_loss,
        step=made.step,
        step_words=sentences.step(made.step),
        moves=tuple(weighed(each, names, made=each.move == made.move) for each in _told(made)),
        best_text=made.best,
    )


@dataclass(frozen=True)
class MarkShown:
    """A costly move, as static/js/marks.js reads it."""

    deal: int
    ply: int
    step: int
    words: str
    text: str
    more: str


def marks(costly: Sequence[Mark], view: TableView) -> list[MarkShown]:
    """The costly moves in order, each with its place, a sentence, and a link to its analysis."""
    page, more = reverse("analysis", args=[view.id]), _("%(best)s was worth %(loss)s points more (± %(error)s).")
    return [
        MarkShown(
            deal=mark.deal,
            ply=mark.ply,
            step=mark.step,
            words=sentences.step(mark.step),
            text=more
            % {
                "best": move_words(mark.best),
                "loss": floatformat(mark.loss),
                "error": floatformat(mark.error),
            },
            more=f"{page}?deal={mark.deal}&ply={mark.ply}#{anchor(mark.deal, mark.ply)}",
        )
        for mark in costly
    ]


def anchor(deal: int, ply: int) -> str:
    """The anchor of a move on the page of the analysis."""
    return f"choice-{deal}-{ply}"


def weighed(line: WeighedMove, names: Sequence[str], *, made: bool = False) -> Weighed:
    """A move as hints and analyses list it."""
    why = tuple(sentences.why(line.reasons, names))
    return Weighed(move_words(line.move), line.move, line.worth, line.error, round(100 * line.chance), made, why)


def points(figure: float, places: int = 1) -> str:
    """With a sign of fixed width that stays on the line of its number."""
    return (
        floatformat(abs(figure), places)
        if round(figure, places) == 0
        else floatformat(figure, places).replace("-", "−")
    )


def move_words(text: str) -> str:
    """“5-3 on the 6-5”; other moves in the rules' notation."""
    tile, onto, end = text.partition(">")
    if not onto or "," in text:
        return {"draw": _("draw"), "pass": _("pass")}.get(text.partition("@")[0], text)
    return _("%(tile)s on the %(end)s") % {"tile": tile, "end": end}


def _told(line: ChoiceMade) -> list[WeighedMove]:
    """The best few alternatives, and the move played."""
    rest = line.moves[MOST:]
    return [*line.moves[:MOST], *(each for each in rest if each.move == line.move)]


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
    """One side's chance of winning, as a line of a drawing: *points* in its units, *now* the last, in percent."""

    names: str
    side: int
    points: str
    now: int


def curves(summary: Summary, view: TableView) -> list[Curve]:
    """The chances of all sides during the whole game; *as it lay*: knowing all hands."""
    names = names_of(view)
    course = summary.course
    if len(course) < 2:
        return []
    across = WIDTH / (summary.length - 1)
    return [
        Curve(
            all_of(names[seat.seat] for seat in view.seats if seat.side == side),
            side,
            " ".join(f"{one.at * across:.1f},{HEIGHT * (1 - one.chance[side]):.1f}" for one in course),
            round(100 * course[-1].chance[side]),
        )
        for side in _sides(view)
    ]
