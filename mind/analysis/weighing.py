"""The worth of each move, and how certain it is.

Where few worlds are left, moves are solved. Elsewhere they are played out: all moves get the same worlds, so that only
the moves differ, and the worlds take turns with three policies, so that the error shows how much depends on them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from statistics import fmean, stdev

from ..candidates import Candidate
from ..hidden.inference import imagined_worlds
from ..hidden.worlds import World
from ..levels import LEVELS
from ..search.exact import best_in, exact_worths
from ..search.policy import FIRST_SIGHT, Weights, weights
from ..seen import Seen

JUDGE = LEVELS["strong"]
POLICIES = 3
HEAVY = Weights(pip=1.5, double=5.0, follow=4.0, unseen=1.0, points=3.0, gives=0.5)  # a policy unlike the others


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move, with the own side's *chance* to win the game after it.

    *worth* is how many points less than the best move it is worth, and *error* the standard error of that (0 for the
    best, and for moves that were solved). Of moves with the same chance, those that bring fewer points come later, but
    are worth as much after rounding.
    """

    option: Candidate
    chance: float
    worth: float
    error: float


Values = dict[str, list[float]]


def values_in(imagined: Iterable[World], options: Sequence[Candidate], side: int, chance: Random) -> Values:
    """By move, the worth to *side* in each of the worlds *imagined* (`Worth.to`), by three policies in turn."""
    playouts = options[0].playouts
    policies = weights(playouts.rules), FIRST_SIGHT, HEAVY
    values: Values = {option.text: [] for option in options}
    for world, by in zip(imagined, cycle(policies), strict=False):
        playouts.weights = [by] * playouts.rules.seats
        priorities = playouts.priorities(chance)
        for option in options:
            values[option.text].append(option.value(world, priorities).to(side))
    return values


def extended(values: Values, more: Values) -> Values:
    """*values* of the moves in *more*, and then theirs."""
    return {text: [*values.get(text, []), *added] for text, added in more.items()}


def best_of(values: Values) -> str:
    """The move with the best mean; the first one if there are several."""
    return max(values, key=lambda text: fmean(values[text]))


def loss_of(values: Values, move: str, best: str, point: float) -> tuple[float, float]:
    """How many points *move* loses against *best*, and the standard error: that of the sample, and that of the
    policies. *point* is what a point is worth, as a chance.
    """
    apart = [one - other for one, other in zip(values[best], values[move], strict=True)]
    if len(apart) < 2 * POLICIES:
        return fmean(apart) / point, 0.0
    sample = stdev(apart) / len(apart) ** 0.5
    policies = stdev(fmean(apart[number::POLICIES]) for number in range(POLICIES)) / POLICIES**0.5
    # Where the policies differ by more than the sample explains.
    return fmean(apart) / point, max(sample, policies) / point


def point_of(at: Seen, options: Sequence[Candidate]) -> float:
    """The worth of one more point to the own side, as a chance to win the game."""
    return options[0].playouts.chances.of_a_point(at.round.totals, at.game.round, at.side)


def solved(at: Seen, options: Sequence[Candidate]) -> list[Weighed] | None:
    """All *options* solved, the best first; None if there are too many worlds."""
    worths = exact_worths(at, options, JUDGE.solved)
    if worths is None:
        return None
    tied, point = best_in(worths), point_of(at, options)
    best = worths[tied[0]]
    ranking = [
        Weighed(option, worths[option.text], 0.0 if option.text in tied else (worths[option.text] - best) / point, 0.0)
        for option in options
    ]
    return sorted(ranking, key=lambda weighed: -weighed.worth)


def weighed(at: Seen, options: Sequence[Candidate], number: int, chance: Random) -> list[Weighed]:
    """All *options*, the best first: solved, or else played out in *number* worlds."""
    if ranking := solved(at, options):
        return ranking
    imagined = imagined_worlds(at, options[0].playouts.known, chance, number)
    return ranked(values_in(islice(imagined, number), options, at.side, chance), options, point_of(at, options))


def ranked(values: Values, options: Sequence[Candidate], point: float) -> list[Weighed]:
    """All *options*, the best first, by their *values*."""
    best, ranking = best_of(values), []
    for option in options:
        loss, error = loss_of(values, option.text, best, point)
        ranking.append(Weighed(option, fmean(values[option.text]), -loss, error))
    return sorted(ranking, key=lambda weighed: -weighed.worth)
