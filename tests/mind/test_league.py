"""A league: the table is right by hand, and neither the processes nor their order change it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rules
from mind.__main__ import main
from mind.contests import league
from mind.contests.match import Score, Summary, contender, match

ROOT = Path(__file__).parent.parent.parent
PLAYERS = ["ann", "./ben --fast", "cat"]
# Two deals. By deal, ann's mean is 1 and 3/4, ben's 1/4 and 3/4, cat's 1/4 and 0.
SCORES = {
    (0, 1): [Score(1, 10), Score(0.5, 0)],
    (0, 2): [Score(1, 20), Score(1, 10)],
    (1, 2): [Score(0.5, 0), Score(1, 6)],
}
GAME = ["--variant", "draw", "--seed", "3"]


def played(arguments: list[str], capsys) -> dict:
    assert main(["league", *GAME, *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def started(arguments: list[str]) -> subprocess.Popen:
    """A league in a process of its own, as a league in several processes leaves one of Python's own behind.

    Ctrl-C reaches it also where these tests run in the background of a shell, which ignores Ctrl-C there.
    """
    command = ["env", "--default-signal=INT", sys.executable, "-m", "mind", "league", *GAME, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def without_time(found: dict) -> dict:
    return found | {"players": [{**row, "cpu_ms": None} for row in found["players"]]}


def test_shares_errors_and_points_are_right_by_hand():
    first, second, third = league.rows(PLAYERS, SCORES, [1, 2, 3])
    # The error of two deals is half their distance, by the square root of two: 1/8, 1/4 and 1/8, times 0.7071.
    assert (first.player, first.share, first.error, first.points, first.cpu_ms) == ("ann", 0.875, 0.0884, 10, 1)
    assert (second.player, second.share, second.error, second.points) == ("./ben --fast", 0.5, 0.1768, -1)
    assert (third.player, third.share, third.error, third.points) == ("cat", 0.125, 0.0884, -9)
    assert first.against == (None, Summary(0.75, 0.1768, 5), Summary(1, 0, 15))
    assert third.against == (Summary(0, 0, -15), Summary(0.25, 0.1768, -3), None)


def test_rows_are_sorted_by_share_wherever_a_player_was_named():
    names = ["cat", "ann", "./ben --fast"]
    there = {(1, 2): SCORES[0, 1], (0, 1): [score.turned for score in SCORES[0, 2]],
             (0, 2): [score.turned for score in SCORES[1, 2]]}  # fmt: skip
    assert league.rows(names, there, [3, 1, 2]) == league.rows(PLAYERS, SCORES, [1, 2, 3])


def test_the_deals_that_help_one_player_against_all_count_once():
    """Against each of two others the error is the same, and together it's no smaller: they had the same deals."""
    lucky = [Score(1, 1), Score(0, -1), Score(1, 1), Score(0, -1)]
    even = [Score(0.5, 0)] * 4
    [row] = [row for row in league.rows(PLAYERS, {(0, 1): lucky, (0, 2): lucky, (1, 2): even}, [0] * 3)
             if row.player == "ann"]  # fmt: skip
    assert (row.error, row.against[1].error) == (0.25, 0.25)


def test_the_table_is_aligned():
    assert league.as_text(league.rows(PLAYERS, SCORES, [1, 22.345, 0.5])).splitlines() == [
        "   player              share  points  CPU ms     1     2      3",
        "1  ann            87.5 ± 8.8  +10.00    1.00     –  75.0  100.0",
        "2  ./ben --fast  50.0 ± 17.7   -1.00   22.34  25.0     –   75.0",
        "3  cat            12.5 ± 8.8   -9.00    0.50   0.0  25.0      –",
    ]


def test_times_are_added_by_player_and_parts_may_come_in_any_order():
    parts = [
        league.Played((0, 1), range(1), SCORES[0, 1][:1], (1.0, 4.0), (10, 20)),
        league.Played((0, 1), range(1, 2), SCORES[0, 1][1:], (1.0, 0.0), (10, 20)),
        league.Played((0, 2), range(2), SCORES[0, 2], (0.0, 0.0), (20, 0)),
        league.Played((1, 2), range(2), SCORES[1, 2], (0.0, 0.0), (0, 0)),
    ]
    expected = league.rows(PLAYERS, SCORES, [50.0, 100.0, 0.0])
    assert league.table(PLAYERS, parts) == league.table(PLAYERS, parts[::-1]) == expected


def test_a_player_against_itself_has_a_half_on_every_deal(capsys):
    found = played(["--player", "random", "--player", "random", "--deals", "30"], capsys)
    for row in found["players"]:
        assert (row["share"], row["error"], row["points"]) == (0.5, 0, 0)


def test_all_pairs_have_the_same_deals(capsys):
    found = played(["--player", "casual", "--player", "random", "--player", "casual", "--deals", "6"], capsys)
    one, two, last = found["players"]
    assert last["player"] == "random"
    assert last["against"][0] == last["against"][1]
    assert one["against"][2] == two["against"][2]


def test_a_league_of_two_is_a_match(capsys):
    found = played(["--player", "casual", "--player", "beginner", "--deals", "8"], capsys)
    with contender("casual", "3") as first, contender("beginner", "3") as second:
        alone = match(rules.ruleset("draw"), (first, second), deals=8, whole_games=False, seed="3")
    [row] = [row for row in found["players"] if row["player"] == "casual"]
    assert {name: row[name] for name in ("share", "error", "points")} == {
        name: alone[name] for name in ("share", "error", "points")
    }


def test_the_result_does_not_depend_on_the_processes(capsys):
    engine = f"{sys.executable} {ROOT / 'examples' / 'reference_player.py'}"
    arguments = ["--player", "solid", "--player", engine, "--player", "random", "--deals", "30", "--option", "hand=5"]
    alone = played(arguments, capsys)
    assert len(league.Plan(rules.ruleset("draw"), ("a", "b", "c"), 30, False, "3", 1).parts()) == 6
    with started([*arguments, "--json", "--processes", "2"]) as its:
        assert without_time(json.loads(its.communicate(timeout=60)[0])) == without_time(alone)
    assert (alone["options"], alone["deals"], alone["seats"]) == ({"hand": 5}, 30, 2)


def test_whole_games_and_more_seats_are_played(capsys):
    found = played(
        ["--player", "casual", "--player", "random", "--deals", "2", "--whole-games", "--seats", "3"], capsys
    )
    assert (found["whole_games"], found["seats"]) == (True, 3)
    assert sum(row["share"] for row in found["players"]) == pytest.approx(1)


def test_the_command_prints_a_table_and_how_far_it_is(capsys):
    assert main(["league", *GAME, "--player", "casual", "--player", "random", "--deals", "30"]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == ["25 of 30 deals", "30 of 30 deals"]
    heading, first, second = said.out.splitlines()
    assert heading.split() == ["player", "share", "points", "CPU", "ms", "1", "2"]
    assert (first.split()[:2], second.split()[:2]) == (["1", "casual"], ["2", "random"])


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_engine_that_fails_ends_the_league_with_a_sentence(processes):
    with started(["--player", "casual", "--player", "false", "--deals", "30", "--processes", processes]) as its:
        out, err = its.communicate(timeout=60)
    assert (its.returncode, out) == (2, "")
    assert err == "The engine `false` ended before it answered (exit status 1)\n"


def test_a_misspelt_level_is_named(capsys):
    assert main(["league", *GAME, "--player", "casual", "--player", "stong", "--deals", "1"]) == 2
    assert capsys.readouterr().err.startswith("The engine `stong` is no level, and doesn't start as a command: ")


def test_a_league_needs_two_players(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["league", *GAME, "--player", "casual", "--deals", "1"])
    assert ended.value.code == 2
    assert "repeat --player" in capsys.readouterr().err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_a_league_quietly_with_its_engines(tmp_path, processes):
    script = tmp_path / "engine.py"
    named = f"{str(tmp_path)!r} + f'/{{os.getpid()}}.pid'"
    script.write_text(f"import os, time\nopen({named}, 'w').close()\ntime.sleep(600)\n")
    engine = f"{sys.executable} {script}"
    with started(["--player", "casual", "--player", engine, "--deals", "60", "--processes", processes]) as its:
        until = time.monotonic() + 60
        while len(found := list(tmp_path.glob("*.pid"))) < int(processes) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(its.pid, signal.SIGINT)
        out, err = its.communicate(timeout=60)
    assert (its.returncode, out, err) == (130, "", "")
    assert len(found) == int(processes)
    for path in found:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.stem), 0)
