"""Records from outside: whatever a file contains, the answer is a message, never a traceback."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import BrokenRecord, record
from rules import __main__ as command
from tests.samples import examples

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
DRAW = b'{"format":"dominoes/1","variant":"draw","seats":["a","b"],'
DEEP = b"[" * 900 + b"]" * 900
JUNK = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
        st.sampled_from(["6-6", "0 6-6", "7 pass", "0 resign", "1 timeout", "0 draw@99", "resigned:0", 10**30]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)  # fmt: skip


def spoiled(value, rng, junk):
    """*value* with one part, anywhere inside, removed, doubled or replaced by *junk*."""
    if isinstance(value, (dict, list)) and value and rng.random() < 0.85:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        copy = value.copy()
        if rng.random() < 0.15:
            del copy[key]
        elif isinstance(copy, list) and rng.random() < 0.15:
            copy.insert(key, copy[key])
        else:
            copy[key] = spoiled(value[key], rng, junk)
        return copy
    return junk


@settings(max_examples=examples(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(path=st.sampled_from(EXAMPLES), junk=JUNK, seed=st.integers(0, 2**32))
def test_a_damaged_record_is_refused_in_one_line_or_still_replays(path, junk, seed):
    found = spoiled(json.loads(path.read_text()), Random(seed), junk)
    try:
        lines = list(record.replay(record.parse(json.dumps(found))))
    except BrokenRecord as refused:
        sentence = str(refused)
    else:
        assert json.dumps(lines)
        return
    assert "\n" not in sentence
    assert len(sentence) < 400


@settings(max_examples=100, deadline=None)
@given(text=st.one_of(st.binary(max_size=50), JUNK.map(lambda value: json.dumps(value).encode())))
def test_files_that_are_no_records_are_refused(text):
    with pytest.raises(BrokenRecord):
        record.parse(text)


def run(tmp_path, capsys, text):
    """Exit status, output lines and error lines of replaying a file with *text*."""
    path = tmp_path / "record.json"
    path.write_bytes(text)
    status = command.main(["replay", str(path)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b"null", b"[]", b'"dominoes/1"', b"{}",
        b'{"format":"dominoes/1"}', b'{"format":"dominoes/1","variant":"draw","seats":["a","b"]}',
        b'{"format":"dominoes/1","variant":"draw","seats":["a"],"rounds":[]}',
        b'{"format":"dominoes/1","variant":["draw"],"seats":["a","b"],"rounds":[]}',
        DRAW + b'"rounds":[],"options":{"hand":1e400}}',
        DRAW + b'"rounds":[],"options":{"hand":' + b"9" * 5000 + b"}}",
        DRAW + b'"rounds":[],"options":{"hand":' + DEEP + b"}}",
        DRAW + b'"rounds":[{"deal":' + b"[" * 5000 + b"]" * 5000 + b"}]}",
        DRAW + b'"rounds":[{"deal":' + DEEP + b',"moves":[]}]}',
        DRAW + b'"rounds":[{"deal":0,"moves":[' + DEEP + b"]}]}",
        DRAW + b'"rounds":[],"ended":"resigned:7"}',
        DRAW + b'"rounds":[],"ended":' + DEEP + b"}",
    ],
)  # fmt: skip
def test_a_bad_file_ends_with_status_2_and_one_line(tmp_path, capsys, text):
    status, _, complaint = run(tmp_path, capsys, text)
    assert status == 2
    assert len(complaint) == 1


def test_a_missing_file_ends_with_status_2_and_one_line(tmp_path, capsys):
    for name in (str(tmp_path / "nowhere.json"), str(tmp_path), "a\0b"):
        assert command.main(["replay", name]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_broken_rule_is_named_with_its_place(tmp_path, capsys):
    found = json.loads((Path(__file__).parent / "examples" / "block-2.json").read_text())
    found["rounds"][0]["moves"][3] = "0 4-1>4-4"
    status, lines, complaint = run(tmp_path, capsys, json.dumps(found).encode())
    assert status == 2
    assert len(lines) == 4
    assert complaint == ["round 1, move 4: seat 0 can’t play 4-1 on 4-4: 4-4 is not an open end"]


def test_an_incomplete_record_replays_to_its_last_move(tmp_path, capsys):
    found = json.loads((Path(__file__).parent / "examples" / "block-2.json").read_text())
    found["rounds"][0]["moves"] = found["rounds"][0]["moves"][:2]
    status, lines, complaint = run(tmp_path, capsys, json.dumps(found).encode())
    assert (status, len(lines), complaint) == (0, 3, [])


def test_a_seat_that_left_between_two_moves_ends_the_game():
    found = json.loads((Path(__file__).parent / "examples" / "block-2.json").read_text())
    found["rounds"][0]["moves"] = found["rounds"][0]["moves"][:2]
    found["ended"] = "resigned:1"
    *_, last = record.replay(record.record_from_dict(found))
    assert last == {"over": True, "totals": [0, 0, 0], "winners": [0, 2], "reason": "resigned"}


@pytest.mark.parametrize(
    ("moves", "ended"),
    [(["0 6-5", "1 resign"], "resigned:1"), (["0 6-5", "1 resign"], "timeout:1"),
     (["0 6-5", "1 resign", "2 timeout"], "resigned:1"), (["0 6-5", "1 resign", "2 timeout"], "resigned:2")],
)  # fmt: skip
def test_a_seat_that_has_left_cant_end_the_game_by_leaving_again(moves, ended):
    found = json.loads((Path(__file__).parent / "examples" / "draw-3.json").read_text())
    found["rounds"][0]["moves"] = moves
    found["ended"] = ended
    with pytest.raises(BrokenRecord, match="can’t leave"):
        list(record.replay(record.record_from_dict(found)))


def test_a_leaver_may_end_the_round_and_the_game():
    """Only seat 2 could still play; after it leaves nobody can, and the last round ends."""
    text = (Path(__file__).parent / "examples" / "draw-3.json").read_text()
    swapped = {"6-1": "4-1", "4-1": "6-1", "6-4": "2-2", "2-2": "6-4"}
    found = json.loads(re.sub("|".join(swapped), lambda tile: swapped[tile[0]], text))
    found["rounds"][0]["moves"] = ["0 6-5", "2 timeout"]
    found["ended"] = "timeout:2"
    *_, last = record.replay(record.record_from_dict(found))
    assert last["reason"] == "rounds"


def test_moves_after_the_end_are_refused():
    found = json.loads((Path(__file__).parent / "examples" / "block-1.json").read_text())
    found["rounds"] *= 2
    with pytest.raises(BrokenRecord, match="the game has ended"):
        list(record.replay(record.record_from_dict(found)))


@pytest.mark.parametrize("arguments", [["variants"], ["random", "sea_goat", "--seats", "3", "--seed", "7"]])
def test_the_command_line_prints_records_and_replays(capsys, arguments):
    assert command.main(arguments) == 0
    assert capsys.readouterr().out


def test_the_random_command_accepts_house_rules(capsys):
    command.main(["random", "draw", "--option", "hand=5", "--option", "draw=1", "--option", 'lone={"0-0":25}'])
    found = json.loads(capsys.readouterr().out)
    assert found["options"] == {"hand": 5, "draw": "1", "lone": {"0-0": 25}}
    assert list(record.replay(record.record_from_dict(found)))


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["replay"], ["random", "draw", "--seats", "x"]])
def test_a_wrong_command_ends_with_status_2_and_one_line(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_closed_pipe_is_no_error():
    reading = [sys.executable, "-m", "rules", "replay", str(EXAMPLES[0])]
    with subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
