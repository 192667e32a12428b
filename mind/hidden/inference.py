"""Concludes from others' plays: worlds in which their plays look good to them come more often.

Used only in games with partners; elsewhere it brought nothing when we tried it. This is likelihood, not knowledge: it
assumes that a seat more or less plays by the policy.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

import rules

from ..knowledge import DEALT, Knowledge
from ..search.policy import FIRST_SIGHT, tile_worth
from ..seen import Seen
from .automaton import Automaton, automaton
from .worlds import World, worlds

SURENESS = 8.0  # pips: how much better a play must look to be clearly likelier
OFTEN = 3  # worlds examined for each that is imagined


@dataclass(frozen=True, slots=True)
class _Choice:
    """A play of another seat: what fitted, what it chose, and how good each tile looked, apart from its other tiles.

    *options* are (tile, worth, what fits after it), tiles as bits; *later* are the tiles it has played since.
    """

    seat: int
    at: int
    takes: int
    chosen: int
    options: tuple[tuple[int, float, int], ...]
    later: int


def imagined_worlds(seen: Seen, known: Knowledge, chance: Random, batch: int) -> Iterator[World]:
    """Endlessly many worlds as the best level imagines them: with partners, each as often as the others' plays make it
    likely. *batch* is how many worlds at a time share that likelihood.
    """
    imagined = worlds(known, seen.seat, seen.ruleset.seats, chance)
    choices = list(_choices(seen, known)) if seen.ruleset.pairs else []
    if not choices:
        yield from imagined
    while True:
        sample = list(islice(imagined, OFTEN * batch))
        yield from _resampled(sample, _weights(choices, sample), batch, chance)


def likelihoods(seen: Seen, known: Knowledge, sample: Sequence[World]) -> list[float]:
    """How likely the others' plays make each of the worlds *sample*, which don't say what was drawn; the most is 1."""
    if not seen.ruleset.pairs:
        return [1.0] * len(sample)
    drew = {slot.owner: slot.since for slot in known.slots}  # the last draw of each seat
    return _weights([choice for choice in _choices(seen, known) if drew.get(choice.seat, DEALT) < choice.at], sample)


def _weights(choices: Sequence[_Choice], sample: Sequence[World]) -> list[float]:
    logs = [sum(_likelihood(choice, world) for choice in choices) for world in sample]
    most = max(logs)
    return [math.exp(log - most) for log in logs]


def _resampled(sample: list[World], weights: list[float], number: int, chance: Random) -> list[World]:
    """Each world as often as its weight says, to within one, in random order."""
    step = sum(weights) / number
    mark, whole, picked = chance.random() * step, 0.0, list[World]()
    for world, weight in zip(sample, weights, strict=True):
        whole += weight
        while mark < whole and len(picked) < number:
            picked.append(world)
            mark += step
    chance.shuffle(picked)
    return picked


def _choices(seen: Seen, known: Knowledge) -> Iterator[_Choice]:
    """The others' plays in this deal, apart from the lead."""
    machine, worth = automaton(seen.ruleset), tile_worth(seen.ruleset)
    layout, laid = rules.Layout(()), 0
    if (start := seen.round.start) is not None:
        layout, laid = seen.ruleset.board.lead(rules.tile(start)), rules.tile(start).bit
    for seat, move in known.lays:
        at = known.played[move.plays[0].tile.bit][1]
        if seat != seen.seat and layout.ends and len(move.plays) == 1:
            takes = layout.takes & ~laid
            state = machine.state(layout)
            hidden = seen.ruleset.all_tiles & ~laid
            options = tuple(_options(machine, state, takes, hidden, worth))
            later = sum(bit for bit, (player, when) in known.played.items() if player == seat and when >= at)
            yield _Choice(seat, at, takes, move.bits, options, later)
        layout = seen.ruleset.board.after(layout, move)
        laid |= move.bits


def _options(
    machine: Automaton, state: int, takes: int, hidden: int, worth: dict[int, float]
) -> Iterator[tuple[int, float, int]]:
    for tile in rules.tiles_in(takes):
        for after in machine.play(state, tile.bit):
            fits = machine.takes[after]
            yield tile.bit, worth[tile.bit] - FIRST_SIGHT.unseen * (hidden & fits).bit_count(), fits


def _likelihood(choice: _Choice, world: World) -> float:
    """The logarithm of how likely the play was if the seat held the hand of *world*."""
    held = world.hands[choice.seat] | choice.later
    if world.drawn:
        held &= ~world.drawn_after(choice.seat, choice.at)
    if not held & choice.takes & ~choice.chosen:
        return 0.0  # there was no choice
    own, best, all_of_it = FIRST_SIGHT.follow + FIRST_SIGHT.unseen, -1e9, 0.0
    for bit, worth, fits in choice.options:
        if bit & held:
            looks = (worth + own * (held & ~bit & fits).bit_count()) / SURENESS
            all_of_it += math.exp(looks)
            if bit == choice.chosen and looks > best:
                best = looks
    return best - math.log(all_of_it)
