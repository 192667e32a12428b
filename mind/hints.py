"""Hints: what each move is worth by what the seat can know, why, and what the others can't hold."""

from collections.abc import Mapping
from random import Random
from typing import Any

from . import sausage
from .candidates import candidates
from .knowledge import knowledge
from .levels import LEVELS
from .reasons import cannot, reasons
from .seen import Seen, seen
from .weighing import Weighed, weighed

JSON = dict[str, Any]
WORLDS = 150


def hints(view: Mapping[str, Any], seed: str | int = 0) -> JSON:
    """``{"moves": […, the best first], "cannot": […]}`` (docs/minds.md) for the seat whose turn it is.

    There are no hints for bids, and for whether to deal again: `moves` is empty. Raises NotSeen.
    """
    at = seen(view)
    chance = Random(f"{seed}/{at.round['round']}/{at.round['ply']}")  # noqa: S311 - imagining, not dealing
    if at.ruleset.in_rows:
        return {"moves": sausages(at, chance), "cannot": []}
    known = knowledge(at)
    options = [] if asks(at) else candidates(at, known)
    moves = [move_line(each) for each in weighed(at, options, WORLDS, chance)] if options else []
    return {"moves": moves, "cannot": cannot(known, at.playing, at.ruleset.all_tiles)}


def asks(at: Seen) -> bool:
    """Whether the question is another one than which tile to play."""
    return any(text == "redeal" or text.startswith("bid ") for text in at.legal)


def move_line(each: Weighed) -> JSON:
    """A move as in hints and studies. `worth` and its `error` are in points, 0 for the best."""
    return {
        "move": each.option.text,
        "worth": round(min(each.worth, 0.0), 2) + 0.0,
        "error": round(each.error, 2),
        "chance": round(each.chance, 4),
        "reasons": reasons(each.option),
    }


def sausages(at: Seen, chance: Random) -> list[JSON]:
    """The same for Sausage. It has no hands, and so no reasons."""
    values = sausage.values_by_moves(at, at.legal, LEVELS["strong"], chance)
    point = sausage.point(at)
    best = max(values.values())
    lines = [
        {
            "move": text,
            "worth": round((value - best) / point, 2),
            "error": 0.0,
            "chance": round(value, 4),
            "reasons": [],
        }
        for text, value in values.items()
    ]
    return sorted(lines, key=lambda line: -float(str(line["worth"])))
