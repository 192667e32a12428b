"""The worth of moves near the end of a deal, where few worlds are left: each is solved and counts by its likelihood."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..candidates import Candidate
from ..hidden.few_worlds import few_worlds
from ..hidden.inference import likelihoods
from ..seen import Seen
from .playouts import A_POINT
from .solver import Solver, TooLarge

ROUNDING = 1e-9  # of chances
ROUNDING_POINTS = A_POINT / 10
BUDGET = 10_000  # positions examined for a choice; then we play the worlds out instead


def exact_worths(at: Seen, options: Sequence[Candidate], most_worlds: int) -> dict[str, float] | None:
    """By move, the worth to the own side if everybody plays their best (`Worth.to`). None if there are more than
    *most_worlds* worlds, or if they are too large to solve.

    Points are added only to the best moves, if several have the same chance and aren't too large to solve for points.

    With one world this is exact. With several it assumes that the others know which one it is.
    """
    playouts, ruleset = options[0].playouts, at.ruleset
    known = playouts.known
    if not known.layout.ends or (ruleset.auction and known.boneyard):
        return None
    drawable = max(known.boneyard - ruleset.reserve, 0) if ruleset.draw_limit else 0
    if drawable and ruleset.pick == "ends":
        drawable = known.boneyard  # the reserve lies in the middle
    worlds = few_worlds(known, at.seat, ruleset.seats, drawable, most_worlds)
    if not worlds:
        return None
    likely = likelihoods(at, known, list(worlds))
    weights = [ways * weight for ways, weight in zip(worlds.values(), likely, strict=True)]
    whole = sum(weights)

    def solved(among: Iterable[Candidate], solver: Solver) -> dict[str, float]:
        return {
            option.text: sum(
                weight * option.solved(world, solver)[at.side] for world, weight in zip(worlds, weights, strict=True)
            )
            / whole
            for option in among
        }

    try:
        worths = solved(options, Solver(playouts, BUDGET))
    except TooLarge:
        return None
    best = best_in(worths, ROUNDING)
    with suppress(TooLarge):
        if len(best) > 1:
            tied = [option for option in options if option.text in best]
            worths |= solved(tied, Solver(playouts, BUDGET, points=True))
    return worths


def best_in(worths: dict[str, float], rounding: float = ROUNDING_POINTS) -> list[str]:
    """The moves of most worth; those that are equal but for *rounding* are all best."""
    best = max(worths.values())
    return [text for text, worth in worths.items() if best - worth < rounding]
