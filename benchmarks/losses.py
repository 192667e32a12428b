"""The loss of each level per choice, by a study of games in which it plays itself: `python -m benchmarks.losses 6`.

Printed in spreads of a round's points, the mean over games, alone and with a partner. The thresholds of
`mind.levels.like_level` are about half-way between one level and the next.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from statistics import fmean

import rules
from mind import PEOPLES_LEVELS, choose, study
from mind.chances import chances
from mind.table import play_game
from rules import record

ROUNDS = {"end": "rounds:4"}
ALONE = (("brettspielnetz", 2), ("draw", 2), ("block", 3), ("muggins", 2), ("goat", 3), ("puerto_rico", 2))
IN_PAIRS = (("partnership", 4), ("puerto_rico", 4), ("sport_goat", 4))


def losses(key: str, seats: int, level: str, number: int) -> list[float]:
    """The loss of each choice in one game."""
    ruleset = rules.ruleset(key, ROUNDS, seats)
    played = play_game(ruleset, [lambda view: choose(view, level, number)] * seats, f"{level}{number}")
    names = [f"Seat {seat}" for seat in range(seats)]
    found = study(record.compose(ruleset, names, played).as_dict(), number)
    spread = chances(ruleset).spread
    return [made.loss / spread for deal in found.deals for made in deal.choices]


def main() -> None:
    games = int(sys.argv[1])
    with ProcessPoolExecutor() as pool:
        for name, tables in (("alone", ALONE), ("in pairs", IN_PAIRS)):
            for level in reversed(PEOPLES_LEVELS):
                means = []
                for key, seats in tables:
                    found = pool.map(losses, repeat(key), repeat(seats), repeat(level.key), range(games))
                    means.append(fmean(loss for game in found for loss in game))
                print(f"{name}, {level.key}: {fmean(means):.4f} a choice", flush=True)


if __name__ == "__main__":
    main()
