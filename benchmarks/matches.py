"""Long matches between levels, played in parts by several processes. They can be stopped at any time and resumed."""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path

import rules
from common.progress import Progress
from mind.contests.engines import PATIENCE
from mind.contests.league import Part, Plan, Played
from mind.contests.match import Score

KEPT = Path("benchmarks/results/minds.jsonl")


@dataclass(frozen=True)
class Line:
    """A match to play: the first of *players* against the second in a game. Lines that note what they are *of*
    (`benchmarks.measured.fingerprint`) don't go on from parts of others.
    """

    variant: str
    seats: int
    players: tuple[str, str]
    deals: int
    whole_games: bool = False
    of: str = ""

    def plan(self) -> Plan:
        ruleset = rules.ruleset(self.variant, {}, self.seats)
        return Plan(ruleset, self.players, self.deals, self.whole_games, seed="1", patience=PATIENCE)


class Matches:
    """The matches of a run. Each finished part is a line of the file *kept*. No part begins after *until*, by
    time.monotonic().
    """

    def __init__(self, kept: Path, resume: bool, until: float = float("inf")) -> None:
        kept.parent.mkdir(exist_ok=True)
        self.kept = kept
        self.until = until
        self.scores: dict[tuple[Line, int], list[Score]] = {}
        if not resume:
            kept.unlink(missing_ok=True)
        elif kept.exists():  # without a last line of which only a part was written
            kept.write_text("".join(row for row in kept.read_text().splitlines(keepends=True) if row.endswith("\n")))
        for row in map(json.loads, kept.read_text().splitlines() if kept.exists() else ()):
            line = Line(**{**row["line"], "players": tuple(row["line"]["players"])})
            self.scores[line, row["from"]] = [Score(*score) for score in row["scores"]]

    def played(self, lines: Sequence[Line], processes: int) -> Iterator[tuple[Line, list[Score]]]:
        """Each line with a score for each deal, in the order in which they are complete."""
        parts = {line: line.plan().parts() for line in lines}
        waiting = [
            (line, part) for line, its in parts.items() for part in its if (line, part.deals.start) not in self.scores
        ]
        unfinished = {line for line, _part in waiting}
        yield from ((line, self._of(line, parts[line])) for line in lines if line not in unfinished)
        by_part = {(part.plan, part.deals): line for line, part in waiting}
        coming = _as_done([part for _line, part in waiting], processes, self.until)
        for done, result in Progress("Playing parts of matches", len(waiting)).along(coming):
            line = by_part[done.plan, done.deals]
            self._keep(line, result)
            if all((line, part.deals.start) in self.scores for part in parts[line]):
                yield line, self._of(line, parts[line])

    def _keep(self, line: Line, result: Played) -> None:
        self.scores[line, result.deals.start] = result.scores
        scores = [[score.share, score.points] for score in result.scores]
        with self.kept.open("a") as kept:
            kept.write(json.dumps({"line": asdict(line), "from": result.deals.start, "scores": scores}) + "\n")

    def _of(self, line: Line, parts: Sequence[Part]) -> list[Score]:
        return [score for part in parts for score in self.scores[line, part.deals.start]]


def _as_done(parts: Sequence[Part], processes: int, until: float) -> Iterator[tuple[Part, Played]]:
    """The parts, each with its result, as they are done; those that haven't begun by *until* aren't played."""
    if processes == 1:
        yield from ((part, part.play()) for part in takewhile(lambda _part: time.monotonic() < until, parts))
        return
    with ProcessPoolExecutor(processes) as pool:
        running = {pool.submit(Part.play, part): part for part in parts}
        for done in as_completed(running):
            if done.cancelled():
                continue
            yield running[done], done.result()
            if time.monotonic() >= until:
                pool.shutdown(wait=False, cancel_futures=True)
