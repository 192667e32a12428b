"""The figures on the levels' pages (`mind/measured.json`): measured in pieces, and which of them are old.

    python -m benchmarks.measured --old                    # each line that is old, and why
    python -m benchmarks.measured --minutes 30             # go on where it stopped: never measured, then fewest deals
    python -m benchmarks.measured --games bergen matador --levels strong --minutes 30

A piece is 25 deals of a line. Each is stored when it is done, so it can be stopped at any time, by Ctrl-C too. A line
is written when all its deals are played; until then it keeps its earlier figures.

A line notes *of* what it is: a fingerprint of its first deal, and one of the moves that its players make there. Pieces
and lines of other deals or moves are old. `--old` plays that deal for each line that has a note: about a minute for a
hundred of them.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import mind
import rules
from benchmarks.matches import Line, Matches
from mind import PEOPLES_LEVELS, SeatView, choose
from mind.contests.match import Contender, duplicates, summary
from mind.table import Player

MEASURED = Path(mind.__file__).parent / "measured.json"
KEPT = Path("benchmarks/results/measured.jsonl")
DEALS = 200
TABLES = [(key, seats) for key, variant in rules.VARIANTS.items() for seats in variant.seats]

About = tuple[str, int, str, str]
"""The subject of a line: the game, its seats, the level and the one it plays against."""
Rows = dict[About, dict[str, Any]]


def lines(deals: int) -> list[Line]:
    """Rounds against `greedy`, in Sausage against `random`; `master` against `strong`, too."""
    every = []
    for (key, seats), level in product(TABLES, PEOPLES_LEVELS):
        if level.key != "beginner":  # this level plays like greedy
            every.append(Line(key, seats, (level.key, "random" if key == "sausage" else "greedy"), deals))
        if level.key == "master":
            every.append(Line(key, seats, ("master", "strong"), deals))
    return every


def about(line: Line) -> About:
    return (line.variant, line.seats, *line.players)


def read(path: Path) -> Rows:
    rows = json.loads(path.read_text())
    return {(row["variant"], row["seats"], row["level"], row["against"]): row for row in rows}


def write(rows: Rows, path: Path) -> None:
    """All rows in the order of the pages. A reader, or Ctrl-C, never meets half a file."""
    texts = [json.dumps(rows[each]) for each in map(about, lines(DEALS)) if each in rows]
    new = path.with_suffix(".new")
    new.write_text("[\n" + ",\n".join(texts) + "\n]\n")
    new.replace(path)


def fingerprint(line: Line) -> str:
    """The first deal of *line*, by the hand that first has a choice, and the moves that its players choose in it: “DEAL
    MOVES”.
    """
    hands, moves = list[str](), list[str]()

    def noting(key: str) -> Player:
        def move(view: SeatView) -> str:
            text = choose(view, key, line.plan().seed)
            hands.append(f"{view.you} {view.round.hand}")
            moves.append(f"{view.you} {text}")
            return text

        return move

    halves = Contender(noting(line.players[0])), Contender(noting(line.players[1]))
    plan = line.plan()
    duplicates(plan.ruleset, halves, deals=range(1), whole_games=line.whole_games, seed=plan.seed)
    return f"{_short(hands[:1])} {_short(moves)}"


def _short(texts: Sequence[str]) -> str:
    return sha256(repr(texts).encode()).hexdigest()[:6]


def why_old(line: Line, row: dict[str, Any] | None) -> str:
    """Why the figures in *row* aren't those of *line*; empty if they are."""
    if row is None:
        return "never measured"
    if "of" not in row:
        return f"{row['deals']} deals, from before lines noted their deals and moves"
    (deal, moves), (deal_now, moves_now) = row["of"].split(), fingerprint(line).split()
    if deal != deal_now:
        return "other deals"
    if moves != moves_now:
        return "other moves"
    return "" if row["deals"] >= line.deals else f"{row['deals']} deals only"


def old(chosen: Sequence[Line], rows: Rows) -> Iterator[tuple[Line, str]]:
    """The lines that are old, and why."""
    yield from ((line, why) for line in chosen if (why := why_old(line, rows.get(about(line)))))


def measure(
    chosen: Sequence[Line], path: Path, kept: Path, *, processes: int = 1, until: float = float("inf")
) -> Iterator[dict[str, Any]]:
    """Play the *chosen* lines that are old, those with fewest deals first; write each to *path* when it is complete.

    *until*: by time.monotonic(); then no further piece begins.
    """
    rows, matches = read(path), Matches(kept, resume=True, until=until)
    for line in sorted(chosen, key=lambda line: rows.get(about(line), {}).get("deals", 0)):
        if time.monotonic() >= until:
            return
        if not why_old(line, rows.get(about(line))):
            continue
        noted = replace(line, of=fingerprint(line))
        for _line, scores in matches.played([noted], processes):
            figures = summary(scores)
            rows[about(line)] = {
                "variant": line.variant, "seats": line.seats, "level": line.players[0], "against": line.players[1],
                "share": figures.share, "error": figures.error, "deals": line.deals, "whole_games": False,
                "of": noted.of,
            }  # fmt: skip
            write(rows, path)
            yield rows[about(line)]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.measured", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--old", action="store_true", help="only say which lines are old, and why")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="N", help="begin no piece after them")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help="of a line; each is played twice")
    parser.add_argument("--games", nargs="*", default=(), choices=rules.VARIANTS, metavar="GAME")
    parser.add_argument("--levels", nargs="*", default=(), metavar="LEVEL")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    chosen = parser.parse_args()
    wanted = [
        line
        for line in lines(chosen.deals)
        if line.variant in (chosen.games or (line.variant,)) and line.players[0] in (chosen.levels or line.players)
    ]
    if chosen.old:
        reasons = Counter[str]()
        for line, why in old(wanted, read(MEASURED)):
            reasons[why] += 1
            print(f"{line.variant}, {line.seats} players, {' against '.join(line.players)}: {why}", flush=True)
        print(f"{reasons.total()} of {len(wanted)} lines are old")
        for why, number in reasons.most_common():
            print(f"{number:5} {why}")
        return
    until = time.monotonic() + 60 * chosen.minutes
    for row in measure(wanted, MEASURED, KEPT, processes=chosen.processes, until=until):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
