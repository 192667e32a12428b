"""Analyses in pieces: 120 rounds are megabytes, but a page needs only a summary and one round.

They are split once and cached as JSON, without names or language. Callers check permissions first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import orjson
from django.utils.translation import gettext as _

from common.cache.unchanging import Packed, kept_answers
from common.refusals import NotFound
from learn.models import Analysis
from mind import from_json
from mind.analysis.findings import ChoiceMade, ChoicePlace, StudiedDeal, StudiedSeat, Study

MOST_POINTS = 600  # of a drawn curve, which isn't wider
Edition = tuple[object, ...]


@dataclass(frozen=True)
class Counted:
    """How many *deals* the game has, and how many of them are *studied*."""

    deals: int
    studied: int


@dataclass(frozen=True)
class RoundStudied:
    deal: int
    round: int


@dataclass(frozen=True)
class CourseAt:
    """The chances by side at a place of the whole game."""

    at: int
    chance: tuple[float, ...]


@dataclass(frozen=True)
class CostlyChoice:
    deal: int
    made: ChoiceMade


@dataclass(frozen=True)
class Summary:
    """The part of a page above the rounds: *luck* by side (result, deal, draws, without), the *course* of the game,
    *length* and *starts* in its units, and each seat's costliest moves. *errors*: by seat, the standard error of its
    loss; *spread*: of a round's points.
    """

    seats: tuple[StudiedSeat, ...]
    errors: tuple[float, ...]
    spread: float
    rounds: tuple[RoundStudied, ...]
    luck: tuple[tuple[float, ...], ...]
    course: tuple[CourseAt, ...]
    length: int
    starts: tuple[int, ...]
    costliest: tuple[tuple[CostlyChoice, ...], ...]


@dataclass(frozen=True)
class Mark:
    """A mistake, without the moves to choose from."""

    deal: int
    ply: int
    seat: int
    move: str
    best: str
    loss: float
    error: float
    step: int


@dataclass(frozen=True)
class Marks:
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A finished analysis. *packed*: the summary, the marks, the answer without deals, and the deals."""

    key: Edition
    counted: Counted
    packed: Sequence[Packed] = field(repr=False)
    summary: Summary

    @classmethod
    def of(cls, analysis: Analysis) -> "Pieces":
        """At most two queries for the first reader, none later. Raises `NotFound` while it is being repeated."""
        key = edition(analysis)
        packed = kept_answers.get(("analysis", *key), lambda: _cut(analysis))
        return cls(key, counted(analysis), packed, from_json(Summary, orjson.loads(packed[0].content)))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The mistakes, without their moves."""
        return from_json(Marks, orjson.loads(self.packed[1].content)).marks

    @property
    def numbers(self) -> list[int]:
        """The numbers of the analysed deals, from 0."""
        return [each.deal for each in self.summary.rounds]

    def deal(self, number: int) -> StudiedDeal:
        """Raises `NotFound`."""
        return from_json(StudiedDeal, orjson.loads(self._deal(number)))

    def answer(self, number: int | None = None) -> Packed:
        """The answer of the API, with all deals or one. Raises `NotFound`."""
        if number is not None:
            return Packed.of(self._joined([self._deal(number)]))
        whole = ("whole analysis", *self.key)
        return kept_answers.get(whole, lambda: [Packed.of(self._joined([each.content for each in self.packed[3:]]))])[0]

    def _deal(self, number: int) -> bytes:
        if number not in self.numbers:
            raise NotFound("unknown_round", _("This game has no such round."))
        return self.packed[3 + self.numbers.index(number)].content

    def _joined(self, deals: Sequence[bytes]) -> bytes:
        rest = orjson.loads(self.packed[2].content)
        study = rest | {"deals": [orjson.Fragment(deal) for deal in deals]}
        return orjson.dumps({"state": "done", **vars(self.counted), "found": study})


def edition(analysis: Analysis) -> Edition:
    """A version that changes with each new analysis; needs none of its data."""
    return analysis.pk, analysis.evaluator, analysis.studied, analysis.done_at


def counted(analysis: Analysis) -> Counted:
    return Counted(analysis.deals, analysis.studied)


def _cut(analysis: Analysis) -> list[Packed]:
    whole = Analysis.objects.values_list("found", flat=True).get(pk=analysis.pk)
    if whole is None:
        raise NotFound("no_analysis", _("This game hasn’t been analysed yet."))
    rest = {name: value for name, value in whole.items() if name != "deals"}
    study = from_json(Study, whole)
    pieces = [summary(study), _marks(study), rest, *whole["deals"]]
    return [Packed.of(orjson.dumps(piece)) for piece in pieces]


def summary(study: Study) -> Summary:
    deals = study.deals
    course = [at.chance for deal in deals for at in deal.curve]
    lengths = [len(deal.curve) for deal in deals]
    choices = {ChoicePlace(deal.deal, made.ply): made for deal in deals for made in deal.choices}
    step = max(1, math.ceil(len(course) / MOST_POINTS))
    drawn = sorted({*range(0, len(course), step), *([len(course) - 1] if course else [])})
    return Summary(
        seats=study.seats,
        errors=tuple(
            math.hypot(*(made.error for made in choices.values() if made.seat == each.seat)) for each in study.seats
        ),
        spread=study.spread,
        rounds=tuple(RoundStudied(deal.deal, deal.round) for deal in deals),
        luck=tuple(tuple(round(sum(figures), 2) for figures in zip(*side, strict=True)) for side in _by_side(deals)),
        course=tuple(CourseAt(place, course[place]) for place in drawn),
        length=len(course),
        starts=tuple(sum(lengths[:n]) for n in range(1, len(lengths))),
        costliest=tuple(
            tuple(CostlyChoice(place.deal, choices[place]) for place in places if place in choices)
            for places in study.costliest
        ),
    )


def figures_of(deal: StudiedDeal) -> list[tuple[float, ...]]:
    """By side: the result, the luck of the deal and of the draws, and what is left without any."""
    sides = zip(deal.result, deal.luck.deal, deal.luck.total, deal.without_luck, strict=True)
    return [(result, dealt, round(total - dealt, 2), without) for result, dealt, total, without in sides]


def _by_side(deals: Sequence[StudiedDeal]) -> list[tuple[tuple[float, ...], ...]]:
    return list(zip(*map(figures_of, deals), strict=True))


def _marks(study: Study) -> Marks:
    return Marks(
        tuple(
            Mark(deal.deal, made.ply, made.seat, made.move, made.best, made.loss, made.error, made.step)
            for deal in study.deals
            for made in deal.choices
            if made.step
        )
    )


def whole(analysis: Analysis) -> Study:
    """All of a finished analysis, which can be megabytes."""
    return from_json(Study, analysis.found)
