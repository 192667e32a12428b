"""Engines: other programs play by the protocol of docs/engines.md. A broken one ends a match with a sentence."""

import json
import re
import select
import sys
import time
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import rules
from mind import SeatView
from mind.__main__ import main
from mind.contests.engines import LONGEST, PATIENCE, PROTOCOL, EngineFailed, question, running
from mind.contests.introduction import introduction
from mind.contests.league import DEALS_OF_A_PART
from mind.contests.match import contender, duplicates
from mind.seen import SeenLine, SeenSeat, SeenSignal
from mind.table import play_deal, view_of

ROOT = Path(__file__).parent.parent.parent
PLAYER = ROOT / "examples" / "reference_player.py"
REFERENCE = f"{sys.executable} {PLAYER}"
PAGE = (ROOT / "docs" / "engines.md").read_text()
SMALLEST = [(key, variant.seats[0]) for key, variant in rules.VARIANTS.items()]


@pytest.fixture
def engine(tmp_path):
    """Write a program that reads a question as `view` and then does *code*, and give its command."""

    def write(code: str, *, before: str = "") -> str:
        path = tmp_path / "engine.py"
        lines = "\n".join(f"    {line}" for line in ["view = json.loads(line)", *code.splitlines()])
        path.write_text(f"import json, os, subprocess, sys, time\n{before}\nfor line in sys.stdin:\n{lines}\n")
        return f"{sys.executable} {path}"

    return write


def example_view() -> SeatView:
    """The view in the page: Muggins, where both took the first legal move."""
    players = [lambda view: view.round.legal[0]] * 2
    scores: list[SeenLine] = []
    second = play_deal(rules.new_game(rules.ruleset("muggins", {"hand": 5}, 2)), players, scores, Random(18)).after
    [at] = [at for at in play_deal(second, players, [*scores], Random(118)).positions() if at.ply == 7]
    return view_of(at, at.turn, scores)


def ask(command: str, patience: float = 20.0) -> str:
    with running(command, "0", patience) as its:
        return its(example_view())


def match_against(command: str, *arguments: str, key: str = "draw") -> int:
    game = ["match", "--variant", key, "--first", "casual", "--deals", "2"]
    return main([*game, "--second-command", command, *arguments])


def test_the_page_has_a_question_as_we_send_it():
    shown = json.loads(blocks("json")[0])
    assert shown == question(example_view(), "0")
    assert (list(shown), shown["protocol"]) == (list(question(example_view(), "0")), PROTOCOL)


def test_the_page_has_the_answer_of_the_reference_player():
    assert json.loads(blocks("json")[1]) == {"move": ask(REFERENCE)}


@pytest.mark.parametrize(
    ("before", "kind", "ours"),
    [
        ("Protocol 1 may get new ones", SeatView, {"protocol", "seed", "hello", "settings"}),
        ("Fields of `round`", rules.View, set()),
        ("Fields of a tile in `layout`", rules.LaidTile, set()),
        ("Fields of a line in `scores`", SeenLine, set()),
    ],
    ids=["question", "round", "layout", "scores"],
)
def test_the_page_explains_exactly_the_fields_that_we_send(before, kind, ours):
    table = re.search(r"^\|---\|---\|\n((?:\|.*\n)+)", PAGE[PAGE.index(before) :], re.MULTILINE)[1]
    explained = re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in table.splitlines()))
    assert sorted(explained) == sorted({field.name for field in fields(kind)} | ours)


@pytest.mark.parametrize("kind", [SeenSeat, SeenSignal, rules.OpenEnd, rules.Ledger])
def test_the_page_names_the_fields_of_smaller_parts(kind):
    assert [field.name for field in fields(kind) if f"`{field.name}`" not in PAGE] == []


def test_the_page_has_the_reference_player_as_it_is():
    assert blocks("python") == [PLAYER.read_text()]
    assert len(PLAYER.read_text().splitlines()) <= 40


def test_the_page_has_our_limits():
    assert f"{PATIENCE:g} seconds a move" in PAGE
    assert f"more than {LONGEST} bytes" in PAGE
    assert " ".join(PAGE.split()).count(f"every {DEALS_OF_A_PART} deals against an opponent") == 1


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("key", "seats"), SMALLEST, ids=str)
def test_the_reference_player_plays_every_game(key, seats):
    ruleset = rules.ruleset(key, {}, seats)
    with contender(REFERENCE, "1") as first, contender("casual", "1") as second:
        [score] = duplicates(ruleset, (first, second), deals=range(1), whole_games=False, seed="1")
    assert 0 <= score.share <= 1
    assert first.moves > 0


def test_the_reference_player_beats_random_moves_in_a_game_without_hands(capsys):
    game = ["match", "--variant", "sausage", "--first", "random", "--deals", "30"]
    assert main([*game, "--second-command", REFERENCE]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["share"] + 2 * found["error"] < 0.5


@pytest.mark.parametrize("key", ["draw", "muggins"])
def test_the_reference_player_is_as_good_as_greedy(key, capsys):
    """It plays the same moves, so on duplicate deals neither leads."""
    game = ["match", "--variant", key, "--first", "greedy", "--deals", "15", "--seed", "5"]
    assert main([*game, "--second-command", REFERENCE]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["share"], found["error"], found["points"]) == (0.5, 0, 0)


def test_the_reference_player_refuses_other_protocols(monkeypatch):
    monkeypatch.setattr("mind.contests.engines.PROTOCOL", 2)
    with pytest.raises(EngineFailed, match="answered with an error: I know only protocol 1"):
        ask(REFERENCE)


def test_a_level_by_the_protocol_plays_as_the_level_itself(capsys):
    """It gets the same seed, too, so even `random` makes the same moves."""
    game = ["match", "--variant", "block", "--first", "solid", "--deals", "4"]
    choose = f"{sys.executable} -m mind choose --level random"
    for second in (["--second", "random"], ["--second-command", choose]):
        assert main([*game, *second]) == 0
    one, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert one["points"] == two["points"]
    assert one["share"] == two["share"]


@pytest.mark.parametrize(("version", "known"), [({}, True), ({"protocol": 1}, True), ({"protocol": 2}, False)], ids=str)
def test_choose_answers_lines_of_its_version_only(version, known, capsys, monkeypatch):
    asked = question(example_view(), "0")
    del asked["protocol"]
    monkeypatch.setattr("sys.stdin", [json.dumps(asked | version)])
    assert main(["choose", "--level", "greedy"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == ({"move": "6-6>6-1="} if known else {"error": "this line isn't of protocol 1, the only one I know"})


def test_an_answer_may_have_other_fields_and_notes_beside_it(engine, capfd):
    code = 'print("thinking", file=sys.stderr, flush=True)\nprint(json.dumps({"worth": 3, "move": MOVE}), flush=True)'
    assert ask(engine(code.replace("MOVE", 'view["round"]["legal"][2]'))) == "6-6>6-1"
    assert capfd.readouterr().err == "thinking\n"


def lines_of(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_an_engine_says_who_it_is_and_has_settings(capsys):
    assert main(["engine", REFERENCE]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["name"], list(said["settings"])) == ("Reference player", ["pips"])
    for setting in ([], ["--second-setting", "pips=fewest"]):
        assert match_against(REFERENCE, *setting) == 0
    usual, changed = lines_of(capsys)
    assert (usual["first"], usual["second"]) == ("casual", "Reference player")
    assert changed["points"] != usual["points"]
    game = ["league", "--variant", "draw", "--deals", "1", "--player", "solid", "--player", REFERENCE]
    assert main([*game, "--setting", "2:pips=fewest"]) == 0
    assert "Reference player  " in capsys.readouterr().out


@pytest.mark.parametrize("engine_says", ["", ', "engine": 7', ', "engine": {"name": 7}', ', "engine": {"name": " "}'])
def test_an_engine_that_knows_no_handshake_plays_as_before(engine, capsys, engine_says):
    code = f"""print('{{"move": "%s"{engine_says}}}' % view["round"]["legal"][0], flush=True)"""
    command = engine(code + '\nassert "settings" not in view')
    assert match_against(command) == 0
    assert lines_of(capsys)[0]["second"] == command
    assert match_against(command, "--second-setting", "depth=3") == 2
    assert capsys.readouterr().err == f"The engine `{command}` has no settings: it answers `hello` with no name\n"


def test_only_the_first_question_says_hello_and_each_one_has_the_settings(engine):
    code = """assert view["settings"] == {"depth": 5}
assert view.get("hello", False) == (not met)
met = True
about = {"name": "x", "settings": {"depth": {"default": 1}}}
print(json.dumps({"move": view["round"]["legal"][0], "engine": about}), flush=True)"""
    with running(engine(code, before="met = False"), "0", 20.0, {"depth": 5}) as its:
        assert its(example_view()) == its(example_view()) == "6-3>6-1"


SAID = {"name": "A\x1b[31m\n  b " + "c" * 99, "settings": {
    "depth": {"default": 3, "least": 1, "most": 9}, "pips": {"default": "most", "choices": ["most", "fewest"]},
    "bold": {"default": False}, "book": {"default": "own"}}}  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"depth": 9, "pips": "fewest", "bold": True, "book": "other"}, None),
        ({"width": 1}, "has no setting width. It has: depth, pips, bold, book"),
        ({"depth": 12}, "doesn't take depth=12: it must be at most 9"),
        ({"depth": 0.5}, "doesn't take depth=0.5: it must be at least 1"),
        ({"depth": "deep"}, 'doesn\'t take depth="deep": it must be a number'),
        ({"depth": True}, "doesn't take depth=true: it must be a number"),
        ({"pips": "no"}, 'doesn\'t take pips="no": it must be one of "most", "fewest"'),
        ({"bold": 1}, "doesn't take bold=1: it must be true or false"),
        ({"book": 1}, "doesn't take book=1: it must be a text"),
    ],
    ids=str,
)
def test_settings_are_checked_by_what_the_engine_said(chosen, why):
    said = introduction(SAID)
    assert said.refusal(chosen) == why
    assert said.name.startswith("A[31m b c")
    assert len(said.name) == 60


@pytest.mark.parametrize("wrong", [{"x": 1}, {"x": {}}, {"x": {"default": None}}, {"x": {"default": 1, "most": "9"}},
                                   {"x": {"default": 1, "choices": 7}}, 7, None])  # fmt: skip
def test_settings_of_another_shape_are_the_engines_own_affair(wrong):
    assert introduction({"name": "x", "settings": wrong}) is None


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["match", "--first", "solid", "--second", "casual", "--second-setting", "a=1"], "a level has no settings"),
        (["league", "--player", "solid", "--player", "./e", "--setting", "1:a=1"], "programs are the players 2"),
        (["league", "--player", "solid", "--player", "casual", "--setting", "a=1"], "programs are the players (none)"),
    ],
)
def test_settings_of_no_program_are_refused(capsys, arguments, why):
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--variant", "draw", "--deals", "1"])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


FAILURES = {
    'print(\'{"move": "9-9"}\', flush=True)': 'made an illegal move: "9-9". Legal are: ',
    "print('{\"move\": 7}', flush=True)": "made an illegal move: 7. Legal are: ",
    'print(\'{"move": ["draw"]}\', flush=True)': 'made an illegal move: ["draw"]. Legal are: ',
    'print(\'{"error": "no\\\\nidea", "move": "draw"}\', flush=True)': "answered with an error: no idea",
    "print('{}', flush=True)": "answered without a move: {}",
    "print('[]', flush=True)": "answered without a move: []",
    "print('draw', flush=True)": "answered with a line that isn't JSON: draw",
    "print('[' * 50_000, flush=True)": "answered with a line that isn't JSON: [[[",
    "os.write(1, b'\\xff\\n')": "answered with a line that isn't JSON: ",
    "print(flush=True)": "answered with an empty line",
    "os.write(1, b'{}\\n{}\\n')": "answered more than one line: {} {}",
    "while True: os.write(1, b' ' * 10_000)": f"answered more than {LONGEST} bytes",
    "time.sleep(60)": "didn't answer within 0.4 s",
    "while True: time.sleep(0.01); os.write(1, b' ')": "didn't answer within 0.4 s",
    "print('{}', end='', flush=True)\n    time.sleep(60)": "didn't answer within 0.4 s",
    "sys.exit(3)": "ended before it answered (exit status 3)",
    "os.kill(os.getpid(), 9)": "ended before it answered (signal 9)",
    "os.close(1); time.sleep(60)": "closed its input or output before it answered",
}


@pytest.mark.parametrize(("code", "sentence"), FAILURES.items(), ids=FAILURES.values())
def test_a_failure_ends_the_match_with_a_sentence(engine, capsys, code, sentence):
    command = engine(code.replace("\n    ", "\n"))
    begun = time.monotonic()
    assert match_against(command, "--patience", "0.4" if "within" in sentence else "20") == 2
    assert time.monotonic() - begun < 10
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"The engine `{command}` {sentence}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "why"),
    [("./no-such-engine", "No such file or directory"), ("'", "No closing quotation"), (" ", "")],
)
def test_a_command_that_does_not_start_is_named(capsys, command, why):
    assert match_against(command) == 2
    assert capsys.readouterr().err.startswith(
        f"The engine `{command}` is no level, and doesn't start as a command: {why}"
    )


def test_the_page_lists_the_sentences():
    beginnings = [sentence.partition(":")[0].partition(" (")[0] for sentence in FAILURES.values()]
    beginnings = [re.sub(r"within .*", "within", text) for text in beginnings]
    assert [text for text in beginnings if text not in PAGE] == []
    assert "is no level, and doesn't start as a command: No such file or directory" in PAGE
    assert "wrote something before it had a question" in PAGE
    for sentence in ("has no setting ", "doesn't take ", "has no settings: it answers `hello` with no name"):
        assert f"| {sentence}" in PAGE


def test_a_line_that_nobody_asked_for_is_refused(engine):
    command = engine("time.sleep(60)", before="print('ready', flush=True)")
    with running(command, "0", 20.0) as its:
        assert select.select([its._from], [], [], 20)[0]
        with pytest.raises(EngineFailed, match="wrote something before it had a question: ready"):
            its(example_view())


def test_an_engine_that_died_between_two_questions_is_noticed(engine):
    command = engine('print(json.dumps({"move": view["round"]["legal"][0]}), flush=True)\nsys.exit(4)')
    with running(command, "0", 20.0) as its:
        assert its(example_view()) == "6-3>6-1"
        its.program.wait(10)
        with pytest.raises(EngineFailed, match=r"ended before it answered \(exit status 4\)"):
            its(example_view())


def test_an_engine_that_reads_nothing_does_not_stop_us():
    """Its pipe is full after 64 kB."""
    late = pytest.raises(EngineFailed, match=r"didn't answer within 0\.4 s")
    with running("sleep 60", "0", 0.4) as its, late:
        its._answer(b"x" * 1_000_000 + b"\n")


@pytest.mark.parametrize("fails", [True, False])
def test_programs_that_an_engine_started_end_with_it(engine, tmp_path, fails):
    started = f"child = subprocess.Popen(['sleep', '600'])\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))"
    command = engine('print(json.dumps({"move": FIRST}), flush=True)'.replace(
        "FIRST", '"9-9"' if fails else 'view["round"]["legal"][0]'), before=started)  # fmt: skip
    with pytest.raises(EngineFailed) if fails else nullcontext():
        ask(command)
    ended = time.monotonic() + 10
    while alive(int((tmp_path / "pid").read_text())) and time.monotonic() < ended:
        time.sleep(0.01)
    assert not alive(int((tmp_path / "pid").read_text()))


def alive(pid: int) -> bool:
    """A process that has ended but that nobody waited for isn't."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_an_engine_may_finish_after_its_last_question(engine, tmp_path):
    code = 'print(json.dumps({"move": view["round"]["legal"][0]}), flush=True)'
    command = engine(f"{code}\nfinished = {str(tmp_path / 'finished')!r}")
    script = Path(command.split()[1])
    script.write_text(script.read_text() + "open(finished, 'w').close()\n")
    ask(command)
    assert (tmp_path / "finished").exists()


def test_the_cpu_time_of_an_engine_is_its_own(engine):
    busy = "until = time.process_time() + 0.3\nwhile time.process_time() < until: pass\n"
    command = engine(f'{busy}print(json.dumps({{"move": view["round"]["legal"][0]}}), flush=True)')
    with contender(command, "0") as its:
        its.move(example_view())
    assert 0.3 <= its.seconds < 3


@pytest.mark.parametrize("arguments", [["--deals", "0"], ["--deals", "x"], ["--patience", "0"], ["--patience", "nan"],
                                       ["--patience", "inf"]])  # fmt: skip
def test_senseless_numbers_are_refused(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        match_against(REFERENCE, *arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err
