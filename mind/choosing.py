"""Chooses moves."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import assert_never

import rules

from . import redeal_or_bid
from .candidates import Candidate, candidates
from .hidden.inference import imagined_worlds
from .hidden.worlds import worlds
from .knowledge import knowledge
from .levels import LEVELS, Level
from .search import sausage, trains
from .search.exact import best_in, exact_worths
from .search.policy import FIRST_SIGHT, weights
from .seen import SeatView, Seen, seen

STAGES = (0.25, 0.75)  # shares of the worlds; after each we drop the worse half of the moves
KEPT = 2  # … but at least this many stay
FOUR = 4  # ends of a double …
MANY_ENDS = 5  # … with more, or many to fill, layouts are endless: so many times fewer worlds
FEWER = 56  # for sets with more tiles we imagine fewer worlds, because each takes longer


def choose(view: SeatView, level: str, seed: str | int = 0) -> str:
    """The text of the move that *level* (a key of `LEVELS`) makes, one of ``view.round.legal``.

    The same view, level and seed give the same move on every machine. `read_view` reads a view from JSON, and
    `mind.table.view_of` makes one of a position. Raises NotSeen if there is nothing to choose, and KeyError for an
    unknown level.
    """
    known, at = LEVELS[level], seen(view)
    chance = Random(f"{seed}/{at.round.round}/{at.round.ply}")
    if len(at.legal) == 1:
        return at.legal[0]
    if known.random:
        return chance.choice(at.legal)
    match at.ruleset.layout_kind:
        case "lines":
            return sausage.choose(at, known, chance)
        case "trains":
            return trains.choose(at, known)
        case "board":
            pass
        case never:
            assert_never(never)
    if "redeal" in at.legal:
        return redeal_or_bid.answer(at)
    return _chosen(at, known, chance)


def _chosen(at: Seen, level: Level, chance: Random) -> str:
    known = knowledge(at)
    if any(text.startswith("bid ") for text in at.legal):
        return redeal_or_bid.bid(at, known, level, chance)
    options = candidates(at, known, weights(at.ruleset) if level.tuned else FIRST_SIGHT)
    if len(options) == 1:
        return options[0].text
    if not level.worlds:
        return max(options, key=lambda option: option.at_first_sight(level)).text
    if exact := exact_worths(at, options, level.solved):
        # Of several best moves we take the one that is best against players who err.
        best_moves = best_in(exact)
        options = [option for option in options if option.text in best_moves]
        if len(options) == 1:
            return options[0].text
    values = values_by_worlds(at, options, level, chance)
    best = max(values.values())
    return next(option.text for option in options if values.get(option.text) == best)


def number_of_worlds(level: Level, ruleset: rules.RuleSet) -> int:
    """How many worlds *level* imagines: fewer for large sets, and where the rules themselves play each out; none where
    trains are built.
    """
    match ruleset.layout_kind:
        case "lines":
            return sausage.number_of_worlds(level)
        case "trains":
            return 0
        case "board":
            pass
        case never:
            assert_never(never)
    tiles = len(ruleset.tiles)
    number = level.worlds if tiles <= FEWER else level.worlds * FEWER // tiles // 2
    if ruleset.fill == "all" or ruleset.arms > FOUR:
        number //= MANY_ENDS
    return max(number, 10)


def values_by_worlds(at: Seen, options: Sequence[Candidate], level: Level, chance: Random) -> dict[str, float]:
    """The worth to the own side, summed over the worlds, of the moves that were examined to the end."""
    playouts, side = options[0].playouts, at.side
    number = number_of_worlds(level, at.ruleset)
    known = playouts.known
    imagined = (
        imagined_worlds(at, known, chance, number)
        if level.inference
        else worlds(known, at.seat, at.ruleset.seats, chance)
    )
    sums = dict.fromkeys((option.text for option in options), 0.0)
    there = list(options)
    for share in STAGES:
        for world in islice(imagined, max(round(share * number), 1)):
            priorities = playouts.priorities(chance)
            for option in there:
                sums[option.text] += option.value(world, priorities).to(side)
        there.sort(key=lambda option: -sums[option.text])
        there = there[: max(KEPT, (len(there) + 1) // 2)]
    return {option.text: sums[option.text] for option in there}
