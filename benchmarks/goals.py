"""The goals of `make bench`: ratios of figures measured side by side in one run. The worst run decides."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Row = dict[str, Any]
ENOUGH_RUNS = 3
NAME = {"SQLite": "Boneyard SQLite", "PostgreSQL": "Boneyard PostgreSQL"}
APART, ROUTED = "Boneyard PostgreSQL, 2 processes", "Boneyard PostgreSQL, 2, routed"


@dataclass(frozen=True)
class Goal:
    label: str
    bound: float
    at_least: bool = True


@dataclass(frozen=True)
class Verdict:
    """How far *ratios*, one of each run, are from the goal. We need at least one."""

    goal: Goal
    ratios: Sequence[float]
    beside: str = ""  # a remark

    @property
    def worst(self) -> float:
        return min(self.ratios) if self.goal.at_least else max(self.ratios)

    @property
    def mark(self) -> str:
        """✗: a run missed the goal; ?: too few runs to say more; ✓: all runs met it."""
        is_met = self.worst >= self.goal.bound if self.goal.at_least else self.worst <= self.goal.bound
        return "✗" if not is_met else "✓" if len(self.ratios) >= ENOUGH_RUNS else "?"

    def __str__(self) -> str:
        sign = "≥" if self.goal.at_least else "≤"
        bound = f"({sign} {self.goal.bound:g})"
        middle = f"{statistics.median(self.ratios):.2f} ({min(self.ratios):.2f}–{max(self.ratios):.2f})"
        return f" {self.mark} {self.goal.label:<66}{self.worst:>7.2f} {bound:9} {middle}{self.beside}"


class Run:
    """The figures of one run, by the contestant's name."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = {row["name"]: row for row in rows}

    def figure(self, name: str, figure: str, rate: str = "saturated") -> float | None:
        """None if this run has no such figure."""
        if (row := self.rows.get(name)) is None:
            return None
        if figure == "idle_kb":
            return row.get("idle_kb")
        measured, moves_a_round = row["phases"][rate], self.moves_a_round(name)
        match figure:
            case "plies_a_second":
                return float(measured["moves_a_second"] * measured["plies_a_move"])
            case "rounds_a_second":
                return moves_a_round and measured["moves_a_second"] / moves_a_round
            case "kb_a_round":
                return moves_a_round and measured["bytes_a_move"] * moves_a_round / 1000
            case "cpu_us_a_round":
                return moves_a_round and measured["cpu_us"] * moves_a_round
        value: float | None = measured[figure]
        return value

    def moves_a_round(self, name: str) -> float | None:
        """The average over all servers with the same game, as storage makes no difference; None without rounds."""
        same = [row for row in self.rows.values() if row["kind"] == self.rows[name]["kind"]]
        rounds = sum(row["rounds"] for row in same)
        return sum(row["round_moves"] for row in same) / rounds if rounds else None


class Ratio(NamedTuple):
    """A figure of *one*, divided by that of *other*, both of the same run."""

    one: str
    other: str
    figure: str
    rate: str = "saturated"
    times: float = 1

    def of(self, run: Run) -> float | None:
        mine, theirs = (run.figure(name, self.figure, self.rate) for name in (self.one, self.other))
        return self.times * mine / theirs if mine and theirs else None

    def of_each(self, runs: Sequence[Run]) -> list[float]:
        return [ratio for run in runs if (ratio := self.of(run)) is not None]


def verdicts(runs: Sequence[Run]) -> Iterator[Verdict]:
    """On each goal that one of the runs measured."""
    for goal, ratio, by_cpu in goals():
        if ratios := ratio.of_each(runs):
            cpu = by_cpu.of_each(runs) if by_cpu else []
            yield Verdict(goal, ratios, f"  by CPU {statistics.median(cpu):.2f}" if cpu else "")
    if idle := [kb for run in runs if (kb := run.figure(NAME["SQLite"], "idle_kb")) is not None]:
        yield Verdict(Goal("kB an idle player", 30, at_least=False), idle)


def goals() -> Iterator[tuple[Goal, Ratio, Ratio | None]]:
    """Each goal with its ratio, and with the same by CPU time, which other load on the machine changes less."""
    for storage, peer, by_moves, by_rounds, by_floor in (
        ("SQLite", "boardgame.io files", 2.5, 3.5, 1.8),
        ("PostgreSQL", "boardgame.io PostgreSQL", 2.2, 3.2, 1.8),
    ):
        ours, floor = NAME[storage], f"floor {storage}"
        moves, rounds = (f"{ours}: {unit} a second, times {peer}" for unit in ("moves", "rounds"))
        yield Goal(moves, by_moves), Ratio(ours, peer, "moves_a_second"), Ratio(peer, ours, "cpu_us")
        yield Goal(rounds, by_rounds), Ratio(ours, peer, "rounds_a_second"), Ratio(peer, ours, "cpu_us_a_round")
        slower = Goal(f"{floor}: moves a second, times ours", by_floor, at_least=False)
        yield slower, Ratio(floor, ours, "moves_a_second"), Ratio(ours, floor, "cpu_us")
        p50 = Goal(f"{ours}: p50 at 20/s, times {peer}", 1.5, at_least=False)
        yield p50, Ratio(ours, peer, "p50_ms", "quiet"), None
    p99 = Goal(f"{ours}: p99 at 20/s, times {peer}", 1.5, at_least=False)
    yield p99, Ratio(ours, peer, "p99_ms", "quiet"), None
    # By the cost of a move: what two processes would do with a core each, though they may share one here.
    for two, label, least in ((ROUTED, "each with its own games", 1.7), (APART, "seats apart", 1.4)):
        capacity = Goal(f"two processes, {label}: moves by CPU, times one", least)
        yield capacity, Ratio(ours, two, "cpu_us", times=2), None
