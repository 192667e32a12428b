"""The worth of moves near the end of a deal, where few worlds are left: each is solved and counts by its likelihood."""

from collections.abc import Sequence

from ..candidates import Candidate
from ..hidden.few_worlds import few_worlds
from ..hidden.inference import likelihoods
from ..seen import Seen
from .solver import Solver, TooLarge

ROUNDING = 1e-9
BUDGET = 10_000  # positions examined for a choice; then we play the worlds out instead


def exact_chances(at: Seen, options: Sequence[Candidate], most_worlds: int) -> dict[str, float] | None:
    """By move, the own side's chance to win the game if everybody plays their best. None if there are more than
    *most_worlds* worlds, or if they are too large to solve.

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
    solver, whole = Solver(playouts, BUDGET), sum(weights)
    try:
        return {
            option.text: sum(
                weight * option.solved(world, solver)[at.side] for world, weight in zip(worlds, weights, strict=True)
            )
            / whole
            for option in options
        }
    except TooLarge:
        return None


def best_in(chances: dict[str, float]) -> list[str]:
    """The moves with the highest chance; those that are equal but for rounding are all best."""
    best = max(chances.values())
    return [text for text, chance in chances.items() if best - chance < ROUNDING]
