"""Hints, studies and puzzles: the sums are right, planted blunders are found, and running games are refused."""

import json
from random import Random

import pytest

import rules
from mind import hints, study
from mind.__main__ import main
from mind.analysis.open_hands import seen_at
from mind.analysis.puzzles import puzzle, puzzles
from mind.serving import answer
from mind.table import play_deal, view_of
from rules import record
from tests.mind.quick import quick_studies  # noqa: F401 - a fixture
from tests.mind.whole_games import play_game
from tests.rules.tables import after, table
from tests.samples import some

GAMES = [("brettspielnetz", 2), ("partnership", 4), ("muggins", 3), ("goat", 4), ("vietnamese", 2), ("sausage", 2),
         ("auction", 2), ("general", 6), ("sea_goat", 2), ("double_nine", 3)]  # fmt: skip


def solid(seats):
    from mind import choose

    return [lambda view: choose(view, "solid", "test")] * seats


def one_round(key, seats, seed="1"):
    ruleset = rules.ruleset(key, {"end": "rounds:1"} if key != "sport_goat" else {}, seats)
    names = [f"P{seat}" for seat in range(seats)]
    return record.compose(ruleset, names, play_game(ruleset, solid(seats), seed)).as_dict()


@pytest.mark.usefixtures("quick_studies")
@pytest.mark.parametrize(("key", "seats"), GAMES, ids=str)
def test_luck_and_moves_add_up_to_the_result(key, seats):
    found = study(one_round(key, seats))
    assert found.deals
    for deal in found.deals:
        luck = deal.luck
        for side, result in enumerate(deal.result):
            drawn = sum(draw.luck[side] for draw in luck.draws)
            assert luck.total[side] == pytest.approx(luck.deal[side] + drawn)
            assert result == pytest.approx(luck.total[side] + deal.without_luck[side])
        assert sum(deal.result) == pytest.approx(0, abs=0.05)
        assert all(sum(at.chance) == pytest.approx(1, abs=0.001) for at in deal.curve)
    for seat in found.seats:
        its = [choice.loss for deal in found.deals for choice in deal.choices if choice.seat == seat.seat]
        assert seat.choices == len(its)
        assert seat.loss == pytest.approx(sum(its), abs=0.01)


@pytest.mark.usefixtures("quick_studies")
def test_the_result_agrees_with_the_score_sheet():
    found = one_round("partnership", 4)
    *_, line, _outcome = record.replay(record.record_from_dict(found))
    written = line["written"]
    assert study(found).deals[0].result == (written[0] - written[1], written[1] - written[0])


def test_a_choice_lists_the_move_made_the_best_one_and_reasons():
    choices = study(one_round("brettspielnetz", 2)).deals[0].choices
    assert choices
    for choice in choices:
        assert {choice.move, choice.best} <= {line.move for line in choice.moves}
        assert choice.loss >= 0
        assert choice.step in (0, 1, 2, 3)
        assert choice.move != choice.best or choice.step == 0
        assert all(line.worth <= 0 or line.error > 0 for line in choice.moves)
        reasons = [rules.to_json(reason) for line in choice.moves for reason in line.reasons]
        assert all({"code", "values"} == set(reason) for reason in reasons)


def test_missing_ten_points_is_a_blunder_and_scoring_them_is_none():
    """5-5 lies alone; 5-0 makes the ends ten again, 5-3 makes them thirteen."""
    ruleset = rules.ruleset("muggins", {"lead_first": "host", "hand": 3, "end": "rounds:1"}, 2)
    tiles = [rules.tile(text) for text in ("5-5", "4-2", "6-1", "5-0", "5-3", "2-1")]
    rest = [tile for tile in ruleset.tiles if tile not in tiles]
    game = rules.new_game(ruleset)
    start = rules.start_round(game, rules.make_deal(game, lambda *_: tiles + rest))
    told = {}
    for made in ("5-0>5-5", "5-3>5-5"):
        position = rules.play(rules.play(start, "5-5"), made)
        while not position.over:
            position = rules.play(position, position.legal[0])
        found = study(record.compose(ruleset, ["Ada", "Ben"], [position]).as_dict())
        [told[made]] = [line for line in found.deals[0].choices if line.ply == 2]
    assert [(line.best, line.step) for line in told.values()] == [("5-0>5-5", 0), ("5-0>5-5", 3)]
    assert told["5-3>5-5"].loss > 3
    assert told["5-3>5-5"].habit == "scores"
    assert rules.to_json(found.costliest[1][0]) == {"deal": 0, "ply": 2}


def test_a_running_game_is_not_studied():
    running = one_round("draw", 2)
    running["rounds"][-1]["moves"] = running["rounds"][-1]["moves"][:-2]
    with pytest.raises(ValueError, match="isn't over"):
        study(running)
    assert "isn't over" in answer({"do": "study", "record": running})["error"]


def test_hints_say_what_a_seat_cannot_hold():
    ruleset = rules.ruleset("block", {"lead_first": "host", "hand": 3}, 2)
    tiles = [rules.tile(text) for text in ("6-5", "5-4", "4-3", "1-0", "2-2", "3-1")]
    rest = [tile for tile in ruleset.tiles if tile not in tiles]
    game = rules.new_game(ruleset)
    position = rules.start_round(game, rules.make_deal(game, lambda *_: tiles + rest))
    for move in ("6-5", "pass"):
        position = rules.play(position, move)
    told = rules.to_json(hints(view_of(position, 0, [])))
    assert told["cannot"] == [{"seat": 1, "values": [5, 6], "why": "passed", "ply": 2}]
    assert [line["move"] for line in told["moves"]] == ["5-4>6-5"]


def test_a_puzzle_has_one_solution_far_better_than_the_rest():
    found = [each for seed in some(range(12), 3, always=[6, 8]) for each in puzzles("muggins", {}, 2, seed)]
    assert found
    for each in found:
        assert each.solution == each.moves[0].move
        assert each.margin == -each.moves[1].worth > 4
        assert len(each.moves) > 2
        assert each.solution in each.view.round.legal
        assert each.view.round.open is None


@pytest.mark.parametrize(("third", "is_puzzle"), [((0.5, 0.5, 0.5), True), ((0.0, 0.5, 1.1), False)])
def test_a_puzzle_is_none_if_one_policy_prefers_another_move(monkeypatch, third, is_puzzle):
    """Every policy finds the best move far better than the second; of the third move, one may think more."""
    position = after(table("muggins", "6-5 5-4 4-3 3-2", "5-0 6-1 5-2 6-4", lead_first="host"), "6-5")
    at = seen_at(position, 1, ())
    best, second, *others = sorted(at.legal, key=pips)  # the lightest first, so that no greed finds it

    def told(_imagined, options, _side, _chance):
        values = {best: (1.0, 1.0, 1.0), second: (0.6, 0.6, 0.6)}
        return {option.text: [*values.get(option.text, third)] * 50 for option in options}

    monkeypatch.setattr("mind.analysis.puzzles.values_in", told)
    monkeypatch.setattr("mind.analysis.puzzles.solved", lambda *_about: None)
    found = puzzle(at, 0)
    assert (found is not None) == is_puzzle
    assert others
    assert not is_puzzle or found.solution == best


def pips(move):
    one, other = move.partition(">")[0].split("-")
    return int(one) + int(other)


def test_the_solution_in_block_is_not_the_heaviest_tile():
    """Block counts no points before the end of a round, so first sight sees only pips. If a tile fits twice, the first
    place counts.
    """
    found = [each for seed in some(range(30), 4, always=[0, 4, 6]) for each in puzzles("block", {}, 2, seed)]
    assert len(found) > 2
    for each in found:
        assert each.solution != max(each.view.round.legal, key=pips)


@pytest.mark.usefixtures("quick_studies")
def test_the_same_question_has_the_same_answer():
    asked = {"do": "study", "record": one_round("draw", 3), "seed": "a"}
    assert answer(asked) == answer(asked)


@pytest.mark.parametrize("asked", [
    {}, {"do": "fly"}, {"do": "choose"}, {"do": "choose", "view": {}, "level": "good"}, {"do": "study", "record": []},
    {"do": "hints", "view": None}, {"do": "puzzles", "variant": "chess", "seats": 2},
])  # fmt: skip
def test_an_invalid_question_gets_an_error(asked):
    assert set(answer(asked)) == {"error"}


def test_the_command_line_chooses_moves(capsys, monkeypatch):
    position = play_deal_until_choice()
    lines = [json.dumps(rules.to_json(view_of(position, position.turn, []))), "[]", "no JSON"]
    monkeypatch.setattr("sys.stdin", lines)
    assert main(["choose", "--level", "solid"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[0]["move"] in position.legal
    assert [set(answer) for answer in said[1:]] == [{"error"}, {"error"}]


def play_deal_until_choice():
    last = play_deal(rules.new_game(rules.ruleset("draw", {}, 2)), solid(2), [], Random(1))
    return next(at for at in last.positions() if len(at.legal) > 1)


def test_the_command_line_plays_a_match(capsys):
    assert main(["match", "--variant", "block", "--first", "solid", "--second", "random", "--deals", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"share", "error", "deals", "points", "cpu_ms", "cpu_ms_p99", "first", "second"}
    assert 0 <= found["share"] <= 1


def test_an_external_engine_can_play_a_match(capsys):
    engine = "python3 -m mind choose --level casual"
    assert main(["match", "--variant", "block", "--first", "solid", "--second-command", engine, "--deals", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 1
