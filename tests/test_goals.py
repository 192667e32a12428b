"""The arithmetic of `make bench`: ratios of figures of the same run, and the worst of three runs decides."""

from typing import Any

import pytest

from benchmarks.goals import Goal, Ratio, Run, Verdict, goals, verdicts
from benchmarks.side_by_side import columns, line, summary

FASTER = Goal("moves, times theirs", 2.5)
SLOWER = Goal("p99, times theirs", 1, at_least=False)


def row(name: str, moves: float, **more: Any) -> dict[str, Any]:
    """One contestant in one run: *moves* a second at full load, where a round has ten moves."""
    phase = {"moves_a_second": moves, "plies_a_move": 2, "p50_ms": 30, "p99_ms": 80, "cpu_us": 700, "bytes_a_move": 400}
    slower = {rate: phase | {"p50_ms": more.pop(f"p50_{rate}", 2), "p99_ms": 7} for rate in ("quiet", "busy")}
    rounds = {"kind": name.partition(" ")[0], "rounds": 20, "round_moves": 200}
    return {"name": name, "phases": {"saturated": phase} | slower} | rounds | more


def ours(moves: float, **more: Any) -> dict[str, Any]:
    return row("Boneyard SQLite", moves, **more)


def theirs(moves: float, **more: Any) -> dict[str, Any]:
    return row("boardgame.io files", moves, **more)


def found(*runs: list[dict[str, Any]]) -> dict[str, Verdict]:
    return {verdict.goal.label: verdict for verdict in verdicts([Run(rows) for rows in runs])}


@pytest.mark.parametrize(
    ("goal", "ratios", "worst", "mark"),
    [
        (FASTER, [2.6, 2.5, 3.9], 2.5, "✓"),
        (FASTER, [2.49, 3.9, 3.9], 2.49, "✗"),  # the median would meet it
        (SLOWER, [0.4, 1.0, 0.7], 1.0, "✓"),
        (SLOWER, [0.4, 0.5, 1.1], 1.1, "✗"),
        (FASTER, [3.7], 3.7, "?"),
        (FASTER, [2.6, 3.0], 2.6, "?"),
        (FASTER, [2.0], 2.0, "✗"),
    ],
)
def test_the_worst_of_three_runs_decides(goal: Goal, ratios: list[float], worst: float, mark: str):
    assert (Verdict(goal, ratios).worst, Verdict(goal, ratios).mark) == (worst, mark)


def test_a_ratio_compares_figures_of_the_same_run():
    """The machine was half as fast in the second run: a ratio across runs would be 1.5 or 6."""
    moves = found([ours(1500), theirs(500)], [ours(750), theirs(250)], [ours(1500), theirs(600)])
    verdict = moves["Boneyard SQLite: moves a second, times boardgame.io files"]
    assert verdict.ratios == [3.0, 3.0, 2.5]
    assert verdict.mark == "✓"
    assert " ".join(str(verdict).split()) == (
        "✓ Boneyard SQLite: moves a second, times boardgame.io files 2.50 (≥ 2.5) 3.00 (2.50–3.00) by CPU 1.00"
    )


def test_rounds_count_the_moves_that_each_needs():
    """At boardgame.io a round has 30 moves instead of 10: with 2 times the moves, we play 6 times the rounds."""
    verdicts = found([ours(1000), theirs(500, round_moves=600)])
    assert verdicts["Boneyard SQLite: rounds a second, times boardgame.io files"].ratios == [6.0]


def test_moves_of_a_round_are_counted_over_all_storages_of_a_game():
    files, memory = theirs(500, rounds=1, round_moves=50), row("boardgame.io memory", 3000, rounds=9, round_moves=250)
    assert Run([files, memory]).figure("boardgame.io files", "rounds_a_second") == 500 / 30


def test_two_processes_count_by_what_a_move_costs():
    """A move costs 1.25 times as much: two processes, a core each, would do 2 / 1.25 as many."""
    two = row("Boneyard PostgreSQL, 2 processes", 400)
    two["phases"]["saturated"]["cpu_us"] = 875
    label = "two processes, seats apart: moves by CPU, times one"
    assert found([row("Boneyard PostgreSQL", 700), two])[label].ratios == [1.6]


def test_a_run_in_which_one_failed_counts_for_nothing():
    verdicts = found([ours(1500), theirs(500)], [ours(1500)], [ours(1500), theirs(500)])
    verdict = verdicts["Boneyard SQLite: moves a second, times boardgame.io files"]
    assert (verdict.ratios, verdict.mark) == ([3.0, 3.0], "?")


def test_goals_without_figures_are_left_out():
    assert found([ours(1500)]) == {}
    assert list(found([ours(1500, idle_kb=29.5)])) == ["kB an idle player"]


def test_the_goals_are_these():
    """The labels name both sides; the bounds are those of docs/speed.md."""
    assert [(goal.bound, goal.at_least, ratio.figure, ratio.rate) for goal, ratio, _by_cpu in goals()] == [
        (2.5, True, "moves_a_second", "saturated"),
        (3.5, True, "rounds_a_second", "saturated"),
        (1.8, False, "moves_a_second", "saturated"),
        (1.5, False, "p50_ms", "quiet"),
        (2.2, True, "moves_a_second", "saturated"),
        (3.2, True, "rounds_a_second", "saturated"),
        (1.8, False, "moves_a_second", "saturated"),
        (1.5, False, "p50_ms", "quiet"),
        (1.5, False, "p99_ms", "quiet"),
        (1.7, True, "cpu_us", "saturated"),
        (1.4, True, "cpu_us", "saturated"),
    ]


def test_a_quick_answer_of_ours_is_a_ratio_below_one():
    run = Run([ours(1500, p50_quiet=1.5), theirs(500, p50_quiet=2)])
    assert Ratio("Boneyard SQLite", "boardgame.io files", "p50_ms", "quiet").of(run) == 0.75


def test_the_table_shows_the_median_and_the_range_of_each_figure():
    runs = [Run([ours(moves)]) for moves in (1500, 1400, 1600)]
    middle, lowest, highest = (text.split() for text in summary("Boneyard SQLite", runs))
    rest = ["30.0", "80.0", "2.0", "7.0", "2.0", "7.0", "700", "4"]  # ten moves of 400 bytes are 4 kB
    assert middle == ["Boneyard", "SQLite", "1500", "3000", "150.0", *rest]
    assert lowest == ["lowest", "1400", "2800", "140.0", *rest]
    assert highest == ["highest", "1600", "3200", "160.0", *rest]


def test_a_server_without_rounds_has_gaps_in_the_table():
    floor = Run([row("floor SQLite", 2500, rounds=0, round_moves=0)])
    assert line("floor SQLite", columns(floor, "floor SQLite")).split()[:4] == ["floor", "SQLite", "2500", "5000"]
    assert columns(floor, "floor SQLite")[2] is None
