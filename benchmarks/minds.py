"""How strong the minds are, and how long they think.

    python -m benchmarks.minds                  # short: strength of the best level in some games, thinking time
    python -m benchmarks.minds --strength 1000  # the goals of docs/minds.md, game by game; takes hours
    python -m benchmarks.minds --mixed 400      # how well the best level does with a weak partner
    python -m benchmarks.minds --alone 100      # one level among greedy players, in Mexican Train
    python -m benchmarks.minds --ladder 200     # whole games of each level against the next lower one
    python -m benchmarks.minds --weights 2000   # tuned weights against those of first sight, by family of games

`--ladder` and `--weights` keep what they have played in a file, and go on from it with `--resume`.
`python -m benchmarks.measured` measures the lines of the levels' pages.

`python -m tests.mind.long_run` checks that they are honest and keep the rules.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise, product
from pathlib import Path
from random import Random
from statistics import fmean, median, pstdev

import rules
from benchmarks.goals import Row
from benchmarks.matches import KEPT, Line, Matches
from benchmarks.measured import TABLES
from mind import PEOPLES_LEVELS, SeatView, choose
from mind.contests.match import Contender, level, match, summary
from mind.search.tuning import TABLES as FAMILIES
from mind.table import play_deal, view_of

LADDER = [("brettspielnetz", 2), ("muggins", 2), ("partnership", 4)]


@dataclass(frozen=True)
class Goal:
    """How much the best level should win against greedy: the *share* of deals, or of whole games."""

    key: str
    seats: int
    share: float
    whole_games: bool = False
    options: Row = field(default_factory=dict)
    against: str = "greedy"


BEST = PEOPLES_LEVELS[-1].key
PAIRS = {"pairs": True}
GOALS = (
    Goal("brettspielnetz", 2, 0.79, whole_games=True),
    Goal("partnership", 4, 0.97, whole_games=True),
    Goal("muggins", 2, 0.86, whole_games=True),
    Goal("brettspielnetz", 2, 0.69),
    Goal("draw", 2, 0.70),
    Goal("draw", 4, 0.62),
    Goal("block", 4, 0.60),
    Goal("partnership", 4, 0.76),
    Goal("goat", 4, 0.65, options=PAIRS),
    Goal("muggins", 2, 0.67),
    Goal("muggins", 4, 0.60),
    Goal("sausage", 2, 0.80, against="random"),
    Goal("mexican_train", 2, 0.90, whole_games=True),
    Goal("mexican_train", 2, 0.75),
    Goal("mexican_train", 4, 0.84),
    Goal("sea_goat", 2, 0.57, whole_games=True),
    Goal("sea_goat", 3, 0.57, whole_games=True),
    Goal("sea_goat", 4, 0.57, whole_games=True),
)
NAMED = {(goal.key, goal.seats) for goal in GOALS}
OTHERS = tuple(Goal(key, seats, 0.57) for key, seats in TABLES if (key, seats) not in NAMED)
SHORT = (GOALS[3], GOALS[7], GOALS[9])
NO_OPTIONS: Row = {}
LARGE: tuple[tuple[str, int, Row], ...] = (
    ("draw", 2, {"set": 9}),
    ("double_nine", 4, {}),
    ("draw", 4, {"set": 18, "hand": 20}),
    ("muggins", 2, {"set": 12}),
)


def strength(goals: Sequence[Goal], deals: int) -> Iterator[Row]:
    """How the best level does on each goal."""
    for goal in goals:
        ruleset = rules.ruleset(goal.key, goal.options, goal.seats)
        number = max(deals // 5, 20) if goal.whole_games else deals
        first, second = Contender(level(BEST, "a")), Contender(level(goal.against, "b"))
        figures = match(ruleset, (first, second), deals=number, whole_games=goal.whole_games, seed="1")
        what = {"game": goal.key, "seats": goal.seats, "pairs": ruleset.pairs, "whole": goal.whole_games}
        yield {**what, "goal": goal.share, **figures}


def ladder(matches: Matches, games: int, processes: int) -> None:
    """Each level against the next lower one, in whole games."""
    keys = ["random", *(level.key for level in PEOPLES_LEVELS)]
    lines = [
        Line(key, seats, (higher, lower), games, whole_games=True)
        for lower, higher in pairwise(keys)
        for key, seats in LADDER
    ]
    for line, scores in matches.played(lines, processes):
        print(json.dumps({**asdict(line), **asdict(summary(scores))}), flush=True)


def weighed(matches: Matches, deals: int, processes: int) -> None:
    """The tuned weights against those of first sight, with the same search, by family of games."""
    families = {
        name: [Line(*table, ("tuned", "strong"), -(-deals // len(its))) for table in its]
        for name, its in FAMILIES.items()
    }
    scores = dict(matches.played([line for its in families.values() for line in its], processes))
    for name, its in families.items():
        both = [score for line in its for score in scores[line]]
        spread = [score.points for score in both]
        error = pstdev(spread) / len(spread) ** 0.5
        print(
            json.dumps({"family": name, "deals": len(both), **asdict(summary(both)), "points_error": round(error, 3)})
        )


def mixed(deals: int) -> Row:
    """`strong` with a `casual` partner against two `solid` players, in rounds of Latin Partnership."""

    def one_of_each(view: SeatView) -> str:
        return choose(view, "strong" if view.you < 2 else "casual", "a")  # partners sit at 0 and 2, or 1 and 3

    first, second = Contender(one_of_each), Contender(level("solid", "b"))
    figures = match(rules.ruleset("partnership", {}, 4), (first, second), deals=deals, whole_games=False, seed="1")
    return {"first": "strong with casual", "second": "solid", **figures}


def alone(deals: int, key: str = "strong", seats: int = 4) -> Row:
    """The pips left to one player among `greedy` ones, in each seat of each deal of Mexican Train, and to the others;
    the share of rounds it goes out in; and its lead, with its standard error.
    """
    game = rules.new_game(rules.ruleset("mexican_train", {}, seats))
    one, others, leads = list[int](), list[float](), list[float]()
    for number in range(deals):
        for seat in range(seats):
            players = [level(key if its == seat else "greedy", "a") for its in range(seats)]
            left = play_deal(game, players, [], Random(f"{number}")).after.totals
            one.append(left[seat])
            others.append((sum(left) - left[seat]) / (seats - 1))
        leads.append(fmean(others[-seats:]) - fmean(one[-seats:]))
    return {
        "level": key, "seats": seats, "deals": deals, "pips": round(fmean(one), 1), "others": round(fmean(others), 1),
        "out": round(one.count(0) / len(one), 2), "lead": round(fmean(leads), 1),
        "error": round(pstdev(leads) / deals**0.5, 1),
    }  # fmt: skip


def think_time(key: str, seats: int, options: Row, deals: int = 1) -> Row:
    """The CPU time, in milliseconds, that the best level thinks when it has a choice."""
    spent: list[float] = []
    for number in range(deals):
        chance = Random(f"{key}{number}")
        position = rules.random_round(rules.new_game(rules.ruleset(key, options, seats)), chance)
        for at in position.positions():
            if at.turn is not None and len(at.legal) > 1:
                view = view_of(at, at.turn, [])
                begun = time.process_time()
                choose(view, BEST, "time")
                spent.append(1000 * (time.process_time() - begun))
    spent.sort()
    return {
        "game": key, "seats": seats, "options": options, "choices": len(spent),
        "p50": round(median(spent), 1), "p99": round(spent[int(len(spent) * 0.99)], 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.minds", description=__doc__)
    parser.add_argument("--strength", type=int, metavar="DEALS")
    parser.add_argument("--levels", nargs="*", default=(), metavar="LEVEL", help="to play alone")
    parser.add_argument("--ladder", type=int, metavar="GAMES", help="each is played twice, with sides exchanged")
    parser.add_argument("--weights", type=int, metavar="DEALS", help="of each family")
    parser.add_argument("--alone", type=int, metavar="DEALS", help="one level among greedy players, in each seat")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--resume", action="store_true", help="go on with what the file has")
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="FILE", help="where finished parts are kept")
    parser.add_argument(
        "--mixed", type=int, metavar="DEALS", help="a strong and a casual partner against two solid ones"
    )
    chosen = parser.parse_args()
    if chosen.mixed:
        print(json.dumps(mixed(chosen.mixed)))
        return
    if chosen.alone:
        for key, seats in product(chosen.levels or ("strong",), (2, 4)):
            print(json.dumps(alone(chosen.alone, key, seats)), flush=True)
        return
    for command, number in ((ladder, chosen.ladder), (weighed, chosen.weights)):
        if number:
            command(Matches(chosen.kept, chosen.resume), number, chosen.processes)
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
