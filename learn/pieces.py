"""Analyses in pieces: 120 rounds are megabytes, but a page needs only a summary and one round.

They are split once and cached as JSON, without names or language. Callers check permissions first.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.utils.translation import gettext as _

from common.cache.unchanging import Packed, kept
from common.refusals import NotFound
from learn.models import Analysis

JSON = dict[str, Any]
MOST_POINTS = 600  # of a drawn curve, which isn't wider


@dataclass(frozen=True, slots=True)
class Pieces:
    """A finished analysis. *counted*: the game's deals, and how many are analysed; *packed*: the summary, the marks,
    the answer without deals, and the deals.
    """

    key: tuple[Any, ...]
    counted: JSON
    packed: Sequence[Packed] = field(repr=False)
    summary: JSON

    @classmethod
    def of(cls, analysis: Analysis) -> "Pieces":
        """At most two queries for the first reader, none later. Raises `NotFound` while it is being repeated."""
        key = edition(analysis)
        packed = kept.get(("analysis", *key), lambda: _cut(analysis))
        return cls(key, counted(analysis), packed, orjson.loads(packed[0].content))

    @property
    def marks(self) -> list[JSON]:
        """The mistakes, without their moves."""
        found: list[JSON] = orjson.loads(self.packed[1].content)
        return found

    @property
    def numbers(self) -> list[int]:
        """The numbers of the analysed deals, from 0."""
        return [each["deal"] for each in self.summary["rounds"]]

    def deal(self, number: int) -> JSON:
        """Raises `NotFound`."""
        found: JSON = orjson.loads(self._deal(number))
        return found

    def answer(self, number: int | None = None) -> Packed:
        """The answer of the API, with all deals or one. Raises `NotFound`."""
        if number is not None:
            return Packed.of(self._joined([self._deal(number)]))
        whole = ("whole analysis", *self.key)
        return kept.get(whole, lambda: [Packed.of(self._joined([each.content for each in self.packed[3:]]))])[0]

    def _deal(self, number: int) -> bytes:
        if number not in self.numbers:
            raise NotFound("unknown_round", _("This game has no such round."))
        return self.packed[3 + self.numbers.index(number)].content

    def _joined(self, deals: Sequence[bytes]) -> bytes:
        rest = orjson.loads(self.packed[2].content)
        found = rest | {"deals": [orjson.Fragment(deal) for deal in deals]}
        return orjson.dumps({"state": "done", **self.counted, "found": found})


def edition(analysis: Analysis) -> tuple[Any, ...]:
    """A version that changes with each new analysis; needs none of its data."""
    return analysis.pk, analysis.evaluator, analysis.studied, analysis.done_at


def counted(analysis: Analysis) -> JSON:
    """How many *deals* the game has, and how many of them are *studied*."""
    return {"deals": analysis.deals, "studied": analysis.studied}


def _cut(analysis: Analysis) -> list[Packed]:
    found = Analysis.objects.values_list("found", flat=True).get(pk=analysis.pk)
    if found is None:
        raise NotFound("no_analysis", _("This game hasn’t been analysed yet."))
    rest = {name: value for name, value in found.items() if name != "deals"}
    pieces = [summary(found), _marks(found), rest, *found["deals"]]
    return [Packed.of(orjson.dumps(piece)) for piece in pieces]


def summary(found: JSON) -> JSON:
    """The part of a page above the rounds: *luck* by side (result, deal, draws, without), the *course* as {at, chance},
    *length* and *starts* in its units, and each seat's costliest moves.
    """
    deals = found["deals"]
    course = [at["chance"] for deal in deals for at in deal["curve"]]
    lengths = [len(deal["curve"]) for deal in deals]
    choices = {(deal["deal"], line["ply"]): line for deal in deals for line in deal["choices"]}
    step = max(1, math.ceil(len(course) / MOST_POINTS))
    drawn = sorted({*range(0, len(course), step), *([len(course) - 1] if course else [])})
    return {
        "seats": found["seats"],
        "rounds": [{"deal": deal["deal"], "round": deal["round"]} for deal in deals],
        "luck": [[round(sum(figures), 2) for figures in zip(*side, strict=True)] for side in _by_side(deals)],
        "course": [{"at": place, "chance": course[place]} for place in drawn],
        "length": len(course),
        "starts": [sum(lengths[:n]) for n in range(1, len(lengths))],
        "costliest": [
            [{"deal": deal, "line": choices[deal, ply]} for deal, ply in map(_place, places) if (deal, ply) in choices]
            for places in found["costliest"]
        ],
    }


def _place(choice: JSON) -> tuple[int, int]:
    return choice["deal"], choice["ply"]


def figures_of(deal: Mapping[str, Any]) -> list[list[float]]:
    """By side: the result, the luck of the deal and of the draws, and what is left without any."""
    luck = deal["luck"]
    sides = zip(deal["result"], luck["deal"], luck["total"], deal["without_luck"], strict=True)
    return [[result, dealt, round(total - dealt, 2), without] for result, dealt, total, without in sides]


def _by_side(deals: Sequence[JSON]) -> list[tuple[list[float], ...]]:
    return list(zip(*map(figures_of, deals), strict=True))


def _marks(found: JSON) -> list[JSON]:
    wanted = ("ply", "seat", "move", "best", "loss", "error", "step")
    return [
        {"deal": deal["deal"], **{name: line[name] for name in wanted}}
        for deal in found["deals"]
        for line in deal["choices"]
        if line["step"]
    ]
