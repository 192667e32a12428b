"""The worth of each move, and how certain it is. All moves get the same worlds, so that only the moves differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import fmean, stdev

from .candidates import Candidate
from .seen import Seen
from .worlds import World, worlds


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move, with the own side's *chance* to win the game after it.

    *worth* is how many points less than the best move it is worth, and *error* the standard error of that (0 for the
    best).
    """

    option: Candidate
    chance: float
    worth: float
    error: float


Values = dict[str, list[float]]


def values_in(imagined: Iterable[World], options: Sequence[Candidate], side: int, chance: Random) -> Values:
    """By move, the chance of *side* to win the game in each of the worlds *imagined*."""
    playouts = options[0].playouts
    found: Values = {option.text: [] for option in options}
    for world in imagined:
        priorities = playouts.priorities(chance)
        for option in options:
            found[option.text].append(option.value(world, priorities).chances[side])
    return found


def best_of(values: Values) -> str:
    """The move with the best mean; the first one if there are several."""
    return max(values, key=lambda text: fmean(values[text]))


def loss_of(values: Values, move: str, best: str, point: float) -> tuple[float, float]:
    """How many points *move* loses against *best*, and the standard error. *point* is what a point is worth, as a
    chance.
    """
    apart = [one - other for one, other in zip(values[best], values[move], strict=True)]
    error = stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else 0.0
    return fmean(apart) / point, error / point


def point_of(at: Seen, options: Sequence[Candidate]) -> float:
    """The worth of one more point to the own side, as a chance to win the game."""
    return options[0].playouts.chances.of_a_point(at.round.totals, at.game.round, at.side)


def weighed(at: Seen, options: Sequence[Candidate], number: int, chance: Random) -> list[Weighed]:
    """All *options* in *number* worlds, the best first."""
    playouts = options[0].playouts
    imagined = worlds(playouts.known, at.seat, at.ruleset.seats, chance)
    values = values_in(islice(imagined, number), options, at.side, chance)
    best, point = best_of(values), point_of(at, options)
    found = []
    for option in options:
        loss, error = loss_of(values, option.text, best, point)
        found.append(Weighed(option, fmean(values[option.text]), -loss, error))
    return sorted(found, key=lambda weighed: -weighed.worth)
