"""The goals of `make bench`: each is a ratio of figures measured side by side, and gets a mark if missed."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Goal:
    label: str
    ratio: float
    goal: float
    at_least: bool = True
    beside: str = ""  # a remark

    @property
    def met(self) -> bool:
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def __str__(self) -> str:
        mark, sign = "✓" if self.met else "✗", "≥" if self.at_least else "≤"
        return f" {mark} {self.label:<72}{self.ratio:>7.2f}  ({sign} {self.goal:g}){self.beside}"


class Figures:
    """The median of each figure over all runs, by the contestant's name."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.names = list(dict.fromkeys(row["name"] for row in rows))

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def of(self, name: str, figure: str, rate: str = "saturated") -> float:
        found = [row["phases"][rate][figure] for row in self.rows if row["name"] == name]
        return float(statistics.median(value for value in found if value is not None))

    def moves_a_round(self, name: str) -> float | None:
        """The average over all servers with the same game, as storage makes no difference; None without rounds."""
        kind = next(row["kind"] for row in self.rows if row["name"] == name)
        same = [row for row in self.rows if row["kind"] == kind]
        rounds = sum(row["rounds"] for row in same)
        return sum(row["round_moves"] for row in same) / rounds if rounds else None

    def times(self, ours: str, other: str, figure: str, rate: str = "saturated") -> float:
        return self.of(ours, figure, rate) / self.of(other, figure, rate)

    def in_rounds(self, ours: str, other: str) -> float:
        """The factor that turns a ratio of moves per second into one of rounds per second."""
        return (self.moves_a_round(other) or 1) / (self.moves_a_round(ours) or 1)


def goals(figures: Figures, idle_kb: dict[str, float]) -> Iterator[Goal]:
    for storage, peer, by_moves, by_rounds, floor in (
        ("SQLite", "boardgame.io files", 2, 4, 2),
        ("PostgreSQL", "boardgame.io PostgreSQL", 3, 8, 1.3),
    ):
        ours, lowest = f"Boneyard {storage}", f"floor {storage}"
        if ours in figures and peer in figures:
            yield from _beside_peer(figures, ours, peer, by_moves, by_rounds)
        if ours in figures and lowest in figures:
            slower = figures.times(lowest, ours, "moves_a_second")
            by_cpu = f"  by CPU {figures.times(ours, lowest, 'cpu_us'):.2f}"
            yield Goal(f"{lowest}: moves a second, times ours", slower, floor, at_least=False, beside=by_cpu)
    yield from _two_processes(figures)
    if kb := idle_kb.get("Boneyard SQLite"):
        yield Goal("kB an idle player", kb, 30, at_least=False)


def _beside_peer(figures: Figures, ours: str, peer: str, by_moves: float, by_rounds: float) -> Iterator[Goal]:
    for unit, goal, factor in (("moves", by_moves, 1.0), ("rounds", by_rounds, figures.in_rounds(ours, peer))):
        ratio = factor * figures.times(ours, peer, "moves_a_second")
        by_cpu = f"  by CPU {factor * figures.times(peer, ours, 'cpu_us'):.2f}"
        yield Goal(f"{ours}: {unit} a second, times {peer}", ratio, goal, beside=by_cpu)
    for rate, label in (("quiet", "20/s"), ("busy", "200/s")):
        for figure in ("p50_ms", "p99_ms"):
            ratio = figures.times(ours, peer, figure, rate)
            yield Goal(f"{ours}: {figure[:3]} at {label}, times {peer}", ratio, 1, at_least=False)


def _two_processes(figures: Figures) -> Iterator[Goal]:
    """Derived from the cost of a move: what two processes would do with a core each, though they may share one here."""
    one, two = "Boneyard PostgreSQL", "Boneyard PostgreSQL, 2 processes"
    if one in figures and two in figures:
        capacity = 2 * figures.times(one, two, "cpu_us")
        measured = f"  by the clock {figures.times(two, one, 'moves_a_second'):.2f}"
        yield Goal("two processes, a core each: moves by CPU, times one", capacity, 1.7, beside=measured)
        p99 = figures.times(two, one, "p99_ms", "quiet")
        yield Goal("two processes: p99 at 20/s, times one", p99, 1.5, at_least=False)
