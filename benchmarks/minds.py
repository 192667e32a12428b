"""How strong the minds are, and how long they think.

    python -m benchmarks.minds                  # short: strength of the best level in some games, thinking time
    python -m benchmarks.minds --strength 1000  # the goals of docs/minds.md, game by game; takes hours
    python -m benchmarks.minds --measure 100    # every level of every game, for the computers' pages; takes hours

`python -m tests.mind.long_run` checks that they are honest and keep the rules.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import mind
import rules
from mind import PEOPLES_LEVELS, choose
from mind.match import Contender, level, match
from mind.table import view_of

JSON = dict[str, Any]
MEASURED = Path(mind.__file__).parent / "measured.json"
TABLES = [(key, seats) for key, variant in rules.VARIANTS.items() for seats in variant.seats]


@dataclass(frozen=True)
class Goal:
    """How much the best level should win against greedy: the *share* of deals, or of whole games."""

    key: str
    seats: int
    share: float
    whole_games: bool = False
    options: JSON = field(default_factory=dict)
    against: str = "greedy"


PAIRS = {"pairs": True}
GOALS = (
    Goal("brettspielnetz", 2, 0.79, whole_games=True),
    Goal("partnership", 4, 0.93, whole_games=True),
    Goal("muggins", 2, 0.84, whole_games=True),
    Goal("brettspielnetz", 2, 0.69),
    Goal("draw", 2, 0.70),
    Goal("draw", 4, 0.62),
    Goal("block", 4, 0.60),
    Goal("partnership", 4, 0.72),
    Goal("goat", 4, 0.65, options=PAIRS),
    Goal("muggins", 2, 0.65),
    Goal("muggins", 4, 0.58),
    Goal("sausage", 2, 0.80, against="random"),
    Goal("sea_goat", 2, 0.57, whole_games=True),
    Goal("sea_goat", 3, 0.57, whole_games=True),
    Goal("sea_goat", 4, 0.57, whole_games=True),
)
NAMED = {(goal.key, goal.seats) for goal in GOALS}
OTHERS = tuple(Goal(key, seats, 0.57) for key, seats in TABLES if (key, seats) not in NAMED)
SHORT = (GOALS[3], GOALS[7], GOALS[9])
NO_OPTIONS: JSON = {}
LARGE: tuple[tuple[str, int, JSON], ...] = (
    ("draw", 2, {"set": 9}),
    ("double_nine", 4, {}),
    ("draw", 4, {"set": 18, "hand": 20}),
    ("muggins", 2, {"set": 12}),
)


def strength(goals: Sequence[Goal], deals: int) -> Iterator[JSON]:
    """How the best level does on each goal."""
    for goal in goals:
        ruleset = rules.ruleset(goal.key, goal.options, goal.seats)
        number = max(deals // 5, 20) if goal.whole_games else deals
        first, second = Contender(level("strong", "a")), Contender(level(goal.against, "b"))
        found = match(ruleset, first, second, deals=number, whole_games=goal.whole_games, seed="1")
        what = {"game": goal.key, "seats": goal.seats, "pairs": ruleset.pairs, "whole": goal.whole_games}
        yield {**what, "goal": goal.share, **found}


def measure(deals: int) -> None:
    """Write the figures for the levels' pages: rounds won against `greedy`, in Sausage against `random`.
    Existing figures stay.
    """
    there = json.loads(MEASURED.read_text())
    known = {(line["variant"], line["seats"], line["level"]) for line in there}
    for (key, seats), shown in product(TABLES, PEOPLES_LEVELS):
        against = "random" if key == "sausage" else "greedy"
        if (key, seats, shown.key) in known or shown.key == "beginner":  # this level plays like greedy
            continue
        first, second = Contender(level(shown.key, "a")), Contender(level(against, "b"))
        found = match(rules.ruleset(key, {}, seats), first, second, deals=deals, whole_games=False, seed="1")
        line = {name: found[name] for name in ("share", "error", "deals")}
        told = {"variant": key, "seats": seats, "level": shown.key, "against": against}
        there.append({**told, **line, "whole_games": False})
        MEASURED.write_text("[\n" + ",\n".join(json.dumps(each) for each in there) + "\n]\n")
        print(json.dumps(there[-1]), flush=True)


def think_time(key: str, seats: int, options: JSON, deals: int = 1) -> JSON:
    """The CPU time, in milliseconds, that the best level thinks when it has a choice."""
    spent: list[float] = []
    for number in range(deals):
        chance = Random(f"{key}{number}")
        position = rules.random_round(rules.new_game(rules.ruleset(key, options, seats)), chance)
        for at in position.positions():
            if at.turn is not None and len(at.legal) > 1:
                view = view_of(at, at.turn, [])
                begun = time.process_time()
                choose(view, "strong", "time")
                spent.append(1000 * (time.process_time() - begun))
    spent.sort()
    return {
        "game": key, "seats": seats, "options": options, "choices": len(spent),
        "p50": round(median(spent), 1), "p99": round(spent[int(len(spent) * 0.99)], 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.minds", description=__doc__)
    parser.add_argument("--strength", type=int, metavar="DEALS")
    parser.add_argument("--measure", type=int, metavar="DEALS")
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.measure)
        return
    if chosen.strength:
        for line in strength(GOALS + OTHERS, chosen.strength):
            print(json.dumps(line), flush=True)
        return
    for line in strength(SHORT, 40):
        print(json.dumps(line), flush=True)
    for key, seats, options in [*((key, seats, NO_OPTIONS) for key, seats in TABLES), *LARGE]:
        print(json.dumps(think_time(key, seats, options)), flush=True)


if __name__ == "__main__":
    main()
