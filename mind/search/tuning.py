"""Finds the weights of playouts by self-play: coordinate steps on duplicate deals (`python -m mind tune`).

Two policies play the same deals twice, with sides exchanged, without search: some thousand deals a second. A step that
wins stays, others get shorter. Each look has new deals, so no step wins twice by the same luck.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

import rules

from ..analysis.open_hands import seen_at
from ..hidden.worlds import World
from ..knowledge import knowledge
from .chances import chances
from .playouts import Playouts
from .policy import FIRST_SIGHT, SPECIAL, TUNED, Weights, family

STEPS = {"pip": 0.4, "double": 2.0, "follow": 1.0, "unseen": 1.0, "points": 1.0, "gives": 0.5}
ONLY_FIVES = ("points", "gives")
SHORTER = 0.5  # what is left of a step that doesn't win in either direction
SHORTEST = 0.2  # of its first length; then it is done
SURE = 2.0  # standard errors by which a step must win


@dataclass(frozen=True)
class Look:
    """Two policies compared on *deals* of each game of a family: how many spreads of a round's points the first makes
    more, and the standard *error*.
    """

    better: float
    error: float
    deals: int


@dataclass(frozen=True)
class Tuned:
    """A line of `weights.json`: the *weights* of a family, and where they come from.

    *deals* are those of each game in a look, *looks* is the number of looks so far, *steps* are the lengths of the next
    steps. *usual* compares the result with the weights of first sight, on deals of its own; None while there are steps
    to try.
    """

    family: str
    weights: Weights
    seed: str
    deals: int
    looks: int = 0
    steps: Mapping[str, float] = field(default_factory=lambda: STEPS)
    usual: Look | None = None


class Trial(NamedTuple):
    """Two policies to compare on the same *deals* of each game."""

    first: Weights
    second: Weights
    deals: int
    seed: str


def _tables() -> dict[str, list[tuple[str, int]]]:
    """The games of each family, each with a number of seats."""
    by_family = defaultdict[str, list[tuple[str, int]]](list)
    for key, variant in rules.VARIANTS.items():
        for seats in variant.seats:
            by_family[family(rules.ruleset(key, {}, seats))].append((key, seats))
    return {name: tables for name, tables in sorted(by_family.items()) if name != SPECIAL}


TABLES: Final = _tables()


def read(path: Path = TUNED) -> dict[str, Tuned]:
    """The lines of the file, by family."""
    tuned = [rules.from_json(Tuned, line) for line in json.loads(path.read_text())]
    return {line.family: line for line in tuned}


def write(tuned: Mapping[str, Tuned], path: Path = TUNED) -> None:
    """Store the lines, one a family."""
    texts = [json.dumps(rules.to_json(tuned[name])) for name in sorted(tuned)]
    path.write_text("[\n" + ",\n".join(texts) + "\n]\n")


def duplicate(key: str, seats: int, trial: Trial) -> list[float]:
    """For each deal, how many points more than the average of both the first makes, over both ways to sit."""
    ruleset, differences = rules.ruleset(key, {}, seats), []
    for number in range(trial.deals):
        chance = Random(f"{trial.seed}/{number}")
        position = _lead(ruleset, chance)
        assert position.turn is not None
        at = seen_at(position, position.turn, ())
        playouts = Playouts(at, knowledge(at))
        if len(position.legal) == 1 and isinstance(position.legal[0], rules.Lay):
            playouts.must_lead = position.legal[0].bits
        world = World(position.hands, tuple(tile.bit for tile in position.boneyard))
        luck, points = chance.getstate(), 0.0
        for number_first in (0, 1):
            chance.setstate(luck)
            playouts.weights = [
                trial.second if side % 2 != number_first else trial.first for side in ruleset.side_by_seat
            ]
            made = playouts.value(playouts.begin(world), playouts.priorities(chance)).points
            points += (fmean(made[number_first::2]) - fmean(made[1 - number_first :: 2])) / 4
        differences.append(points)
    return differences


def _lead(ruleset: rules.RuleSet, chance: Random) -> rules.Position:
    """The first position of a deal in which somebody may lay a tile; nobody asks to deal again."""
    game = rules.new_game(ruleset)
    while True:
        deal = rules.make_deal(game, lambda _purpose, tiles: chance.sample(tiles, len(tiles)))
        position = rules.start_round(game, deal)
        while position.turn is not None and not position.layout.ends and not isinstance(position.legal[0], rules.Lay):
            position = rules.play(position, "keep" if "keep" in map(str, position.legal) else position.legal[0])
        if position.turn is not None:
            return position


def compare(name: str, trial: Trial, pool: Executor) -> Look:
    """Compare two policies on each game of the family."""
    tables = TABLES[name]
    points = pool.map(duplicate, *zip(*tables, strict=True), repeat(trial))
    means, errors = [], []
    for (key, seats), differences in zip(tables, points, strict=True):
        spread = chances(rules.ruleset(key, {}, seats)).spread
        means.append(fmean(differences) / spread)
        errors.append(pstdev(differences) / spread / len(differences) ** 0.5)
    return Look(round(fmean(means), 5), round(sum(error**2 for error in errors) ** 0.5 / len(errors), 5), trial.deals)


def tune(line: Tuned, pool: Executor) -> Iterator[Tuned]:
    """The line after each look, until no step is left that wins."""
    names = [name for name in STEPS if line.family.startswith("fives") or name not in ONLY_FIVES]
    while left := [name for name in names if line.steps[name] >= SHORTEST * STEPS[name]]:
        name = max(left, key=lambda name: line.steps[name] / STEPS[name])
        shorter = {**line.steps, name: line.steps[name] * SHORTER}
        for sign in (1, -1):
            tried = replace(line.weights, **{name: max(getattr(line.weights, name) + sign * line.steps[name], 0.0)})
            look = compare(line.family, Trial(tried, line.weights, line.deals, f"{line.seed}/{line.looks}"), pool)
            line = replace(line, looks=line.looks + 1)
            if look.better > SURE * look.error:
                line = replace(line, weights=tried)
                break
        else:
            line = replace(line, steps=shorter)
        yield line
    usual = compare(line.family, Trial(line.weights, FIRST_SIGHT, 4 * line.deals, f"{line.seed}/usual"), pool)
    yield replace(line, usual=usual)


def tune_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--family", choices=TABLES, required=True, metavar="FAMILY", help=", ".join(TABLES))
    parser.add_argument("--deals", type=int, default=1500, metavar="N", help="deals of each game in a look")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="play in N processes")
    parser.add_argument("--again", action="store_true", help="begin again, not where the file's line stopped")
    parser.add_argument("--file", type=Path, default=TUNED, metavar="FILE", help="where the weights are kept")
    parser.set_defaults(run=_tune)


def _tune(chosen: argparse.Namespace) -> None:
    tuned = read(chosen.file) if chosen.file.exists() else {}
    begun = None if chosen.again else tuned.get(chosen.family)
    line = begun or Tuned(chosen.family, FIRST_SIGHT, chosen.seed, chosen.deals)
    with ProcessPoolExecutor(chosen.processes) as pool:
        for tuned[chosen.family] in tune(line, pool):
            write(tuned, chosen.file)
            print(f"{tuned[chosen.family].looks} looks: {tuned[chosen.family].weights}", file=sys.stderr)
    print(json.dumps(rules.to_json(tuned[chosen.family])))
