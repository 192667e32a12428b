"""Positions and games as text (docs/formats.md): what is written reads back as the same, and nothing else is read."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import __main__ as command
from rules import chance, record
from tests.samples import examples, some_tables

from .tables import after, table

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
some_of_each_kind = pytest.mark.parametrize(("key", "seats"), some_tables(24), ids=str)
few = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)


def random_game(key, seats, rng, **options):
    """Rounds of a game in which now and then somebody leaves, as long as enough stay, or signals."""
    ruleset = rules.ruleset(key, options, seats)
    game = rules.new_game(ruleset)
    for _ in range(4):
        position = rules.start_round(game, rules.make_deal(game, lambda _, tiles: rng.sample(tiles, len(tiles))))
        while not position.over:
            in_game = [seat for seat in range(seats) if seat not in position.game.gone]
            if len(position.game.sides_in) > 2 and rng.random() < 0.02:
                position = rules.play(position, rng.choice(["resign", "timeout"]), rng.choice(in_game))
                continue
            position = rules.play(position, rng.choice(position.legal))
        yield position
        game = position.after
        if game.over:
            return


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@few
@given(seed=seeds)
def test_a_position_reads_back_as_itself(key, seats, seed):
    rng = Random(seed)
    for end in random_game(key, seats, rng):
        for position in rng.sample(end.positions(), min(3, end.ply + 1)):
            text = rules.position_text(position)
            assert "\n" not in text
            read = rules.parse_position(text)
            assert read == position
            assert (read.legal, read.hands, read.totals, read.turn) == (
                position.legal, position.hands, position.totals, position.turn,
            )  # fmt: skip
            if not position.over:
                stopped = rules.parse_position(f"{rules.position_text(position.adjudicated())}")
                assert stopped == position.adjudicated()
        assert rules.parse_position(rules.position_text(end)).after == end.after


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_reads_back_as_the_same_record(path):
    as_json = json.loads(path.read_text())
    text = rules.game_text(rules.parse_game(path.read_bytes()))
    assert max(map(len, text.splitlines())) <= 100
    assert rules.parse_game(text).as_dict() == rules.parse_game(path.read_bytes()).as_dict()
    assert list(record.replay(rules.parse_game(text.encode()))) == list(record.replay(record.record_from_dict(as_json)))


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@few
@given(seed=seeds)
def test_a_game_reads_back_as_itself(key, seats, seed):
    played = list(random_game(key, seats, Random(seed)))
    found = record.compose(played[0].rules, [f"seat {seat}" for seat in range(seats)], played)
    assert rules.parse_game(rules.game_text(found)) == found


def test_a_position_by_hand():
    position = rules.parse_position(
        "muggins seats=2 hand=3 end=target:150 | round=2 totals=10,35 last=0,1,0,1 | "
        "6-4 5-0 2-1 / 5-5 5-3 6-6 + 0-0 1-0 1-1 2-0 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-1 5-2 5-4 6-0 6-1 6-2 "
        "6-3 6-5 | 1 5-5; 0 5-0>5-5"
    )
    assert (position.turn, position.totals, position.game.round) == (1, (20, 45), 2)
    assert [str(move) for move in position.legal] == ["5-3>5-5"]
    assert str(position) == (
        "Muggins (All Fives), round 2: seat 1 to move\n"
        "[0|5][5|5]\n"
        "ends 0 5 5 5, count 10\n"
        " 0   20  2-1 6-4\n"
        ">1   45  5-3 6-6\n"
        "boneyard  0-0 1-0 1-1 2-0 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-1 5-2 5-4 6-0 6-1 6-2 6-3 6-5"
    )


def test_a_drawing_has_a_row_for_each_line_of_tiles():
    position = after(
        table("double_nine", "9-9 9-5 5-5 4-3", "9-2 9-8 9-1 0-0", set=9),
        "9-9", "9-2>9-9", "9-5>9-9", "9-8>9-9", "5-5>9-5",
    )  # fmt: skip
    assert str(position).splitlines()[1:3] == ["[2|9][9|9][9|5][5|5]", "9-9 [9|8]"]


def test_a_game_by_hand():
    text = (
        "# The shortest game there is.\n"
        "format: dominoes/1\n"
        "game: block\n"
        "options: hand=1 end=rounds:1\n"
        "seat: Ада\n"
        "seat: Ben: the second\n"
        "event: a header of our own\n"
        "\n"
        "6-5 / 6-4 + 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-0 5-1 5-2\n"
        "# A comment between the lines.\n"
        "5-3 5-4 5-5 6-0 6-1 6-2 6-3 6-6 lead=0 | 0 6-5*\n"
    )
    found = rules.parse_game(text)
    assert found.names == ("Ада", "Ben: the second")
    assert found.rounds[0]["moves"] == ["0 6-5"]
    assert found.rounds[0]["clock"] == [1]
    assert list(record.replay(found))[-1] == {"over": True, "totals": [10, 0], "winners": [0], "reason": "rounds"}
    assert rules.parse_game(rules.game_text(found)) == found


REFUSED = [
    ("", "a position has three or four parts"),
    ("block seats=2 | round=1", "a position has three or four parts"),
    ("block | round=1 | 6-5 / 6-4", "a position has three or four parts"),
    ("block seats=9 | round=1 | 6-5", "Possible numbers"),
    ("chess seats=2 | round=1 | 6-5", 'There is no game "chess"'),
    ("block seats=2 hand=7 hand=6 | round=1 | 6-5", '"hand=6"'),
    ("block seats=2 | round=0 | 6-5", '"round=0"'),
    ("block seats=2 | round=1 totals=5 | 6-5", '"totals=5"'),
    ("block seats=2 | round=1 gone=0 | 6-5", "gone=0"),
    ("block seats=2 | round=2 | 6-5", "round=2"),
    ("block seats=2 | round=2 totals=0,9999 last=0,0,0,0 | 6-5", "9999"),
    ("block seats=2 | round=1 on=0,1 | 6-5", '"on=0,1"'),
    ("general seats=6 | round=1 on=0,3 | 6-5", '"on=0,3"'),
    ("general seats=6 | round=1 on=0,1 waiting=1 | 6-5", "waiting=1"),
    ("sea_goat seats=2 | round=1 ledger=2,-,0,0 | 6-5", "ledger=2"),
    ("block seats=2 | round=1 | 6-5", "1 hands for 2 seats"),
    ("block seats=2 hand=1 | round=1 | 6-5 / 6-4 lead=0 | 0 6-5", "is missing"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_another_text_is_refused_in_a_sentence_that_names_what_is_wrong(text, words):
    with pytest.raises(rules.RulesError, match=re.escape(words)) as refusal:
        rules.parse_position(text)
    assert len(str(refusal.value)) < 300


STANDINGS = """
round=2 round=200 totals=1,2 totals=0,-5 opened=0 kept=3,3 gone=1 gone=0,1 last=0,1,0,1 last=-,-,1,- annulled=50
asked=0,1 ledger=0,1,2,2 ledger=-,-,9,0 on=1,0 waiting=2 lost=1,1
"""


@settings(max_examples=examples(600), deadline=None)
@given(
    words=st.lists(st.sampled_from(STANDINGS.split()), max_size=6),
    key=st.sampled_from(sorted(rules.VARIANTS)),
    seats=st.integers(2, 8),
    seed=seeds,
)
def test_any_standing_is_refused_or_can_be_played_on(words, key, seats, seed):
    rng = Random(seed)
    try:
        ruleset = rules.ruleset(key, {}, seats)
    except rules.ImpossibleRules:
        return
    dealt = rules.position_text(chance.random_round(rules.new_game(ruleset), rng)).split(" | ")[2]
    try:
        position = rules.parse_position(f"{key} seats={seats} | {' '.join(words)} | {dealt}")
    except rules.RulesError:
        return
    while not position.over:
        position = rules.play(position, rng.choice(position.legal))
    assert position.after.round in (position.game.round, position.game.round + 1)


def test_the_command_line_turns_a_record_into_text_and_back(tmp_path, capsys):
    for path in EXAMPLES[:3]:
        as_text = tmp_path / "game.txt"
        command.main(["text", str(path)])
        as_text.write_text(capsys.readouterr().out)
        command.main(["json", str(as_text)])
        again = json.loads(capsys.readouterr().out)
        assert again["rounds"] == json.loads(path.read_text())["rounds"]
        command.main(["replay", str(as_text)])
        from_text = capsys.readouterr().out
        command.main(["replay", str(path)])
        assert from_text == capsys.readouterr().out


def test_a_file_of_many_games_is_read_and_written_one_by_one(tmp_path, capsys):
    games = [rules.parse_game(path.read_text()) for path in GAMES[:5]]
    for name in ("a.jsonl", "b.jsonl.gz", "c.txt", "d.txt.gz"):
        assert rules.write_games(tmp_path / name, iter(games)) == 5
        found = list(rules.read_games(str(tmp_path / name), replayed=True))
        assert [game.as_dict() for game in found] == [game.as_dict() for game in games]
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "b.jsonl.gz", "c.txt", "d.txt.gz"}
    first = (tmp_path / "d.txt.gz").read_bytes()
    assert first[:2] == b"\x1f\x8b"
    rules.write_games(tmp_path / "d.txt.gz", rules.read_games(tmp_path / "d.txt.gz"))  # also into itself
    assert (tmp_path / "d.txt.gz").read_bytes() == first
    texts = (tmp_path / "c.txt").read_text()
    assert list(map(rules.parse_game, rules.split_games(f"\n# Ours.\n{texts}"))) == games
    assert command.main(["games", str(tmp_path / "b.jsonl.gz"), "--check", "--to", str(tmp_path / "e.txt")]) == 0
    assert command.main(["games", str(tmp_path / "e.txt")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[1].split("\t")[:2], len(said)) == ("5 games", ["1", games[0].rules.key], 6)
    assert (tmp_path / "e.txt").read_text() == texts


@pytest.mark.parametrize(
    ("broken", "place"),
    [("no such key", "game 2, from line 10: "), ("format: dominoes/1", "game 2, from line 10: "),
     ("{", "game 2, from line 10: ")],
)  # fmt: skip
def test_a_broken_game_of_a_file_is_named_after_the_games_before_it(tmp_path, capsys, broken, place):
    one = GAMES[0].read_text()
    height = len(one.splitlines())
    place = place.replace("10", str(height + 1))
    (tmp_path / "games.txt").write_text(f"{one}format: dominoes/1\n{broken}\n")
    games = rules.read_games(tmp_path / "games.txt")
    assert next(games).rules.key == GAMES[0].stem
    with pytest.raises(rules.BrokenDump, match=place):
        next(games)
    assert command.main(["games", str(tmp_path / "games.txt"), "--to", str(tmp_path / "no.jsonl")]) == 2
    assert capsys.readouterr().err.startswith(place)
    assert not (tmp_path / "no.jsonl").exists()
    assert command.main(["games", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


GAMES = sorted(Path("docs/games").glob("*.txt"))


def test_the_documents_have_a_game_of_each_kind():
    assert {path.stem for path in GAMES} == set(rules.VARIANTS)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_of_the_documents_is_played_to_its_end(path):
    found = rules.parse_game(path.read_text())
    assert (found.rules.key, rules.game_text(found)) == (path.stem, path.read_text())
    assert list(record.replay(found))[-1]["over"] is True


def test_the_examples_of_the_document_are_read():
    position, drawn, game = re.findall(r"```text\n(.*?)```", Path("docs/formats.md").read_text(), re.DOTALL)
    assert f"{rules.parse_position(position)}\n" == drawn
    assert list(record.replay(rules.parse_game(game)))[-1]["winners"] == [0]
