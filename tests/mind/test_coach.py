"""A coach tells one costly move of a lost round, and everything it says about it is true."""

from dataclasses import replace

import pytest

import rules
from mind import choose, study
from mind.analysis.coach import coach, worth_telling
from mind.analysis.findings import ChoiceMade, Luck, Reason, StudiedDeal, WeighedMove
from mind.serving import answer
from rules import record
from tests.mind.quick import quick_studies  # noqa: F401 - a fixture
from tests.mind.whole_games import play_game


def missed_points():
    """A record of Muggins. 5-5 lies alone: 5-0 would make the ends ten, but the second player plays 5-3, and loses."""
    ruleset = rules.ruleset("muggins", {"lead_first": "host", "hand": 4, "end": "rounds:1"}, 2)
    tiles = [rules.tile(text) for text in ["5-5", "3-2", "2-1", "4-1", "5-0", "5-3", "6-5", "6-6"]]
    rest = [tile for tile in ruleset.tiles if tile not in tiles]
    game = rules.new_game(ruleset)
    start = rules.start_round(game, rules.make_deal(game, lambda *_: tiles + rest))
    position = rules.play(rules.play(start, "5-5"), "5-3>5-5")
    while not position.over:
        position = rules.play(position, position.legal[0])
    return record.compose(ruleset, ["Ada", "Ben"], [position]).as_dict()


def weighed(move, **reasons):
    return WeighedMove(move, 0.0, 0.1, 0.5, tuple(Reason(code, values) for code, values in reasons.items()))


def choice(best, made, *, best_move="5-5>5-1", move="5-2>5-1", ply=3, **changed):
    """A blunder of seat 0: the reasons of the best move and of the move made."""
    known = ChoiceMade(
        ply=ply, seat=0, move=move, best=best_move, loss=10.0, error=1.0, step=3, open_loss=8.0, habit="other",
        moves=(weighed(best_move, **best), weighed(move, **made)),
    )  # fmt: skip
    return replace(known, **changed)


def lost(*choices, result=(-20.0, 20.0)):
    return StudiedDeal(4, 5, result, Luck((0.0, 0.0), (), (0.0, 0.0)), result, (), choices)


def advice(deal, seat, seats):
    """What the coach tells a seat of a studied deal."""
    own = [made for made in deal.choices if made.seat == seat]
    return worth_telling(own, deal.result[seat % len(deal.result)], deal.deal, seats)


def told(*choices, seats=2, **how):
    found = advice(lost(*choices, **how), 0, seats)
    return None if found is None else (found.reason.code, dict(found.reason.values))


# ---- What is worth telling ----


BLOCKS = {"blocks": {"seats": [1]}}


@pytest.mark.parametrize(("changed", "worth"), [
    ({}, True),
    ({"step": 1}, False),  # a small slip
    ({"loss": 3.9}, False),  # the round was lost by twenty points
    ({"loss": 4.0}, True),
    ({"open_loss": 0.0}, False),  # it would have been lost all the same
    ({"open_loss": -3.0}, False),
    ({"seat": 1}, False),
], ids=str)  # fmt: skip
def test_only_a_mistake_that_lost_much_of_the_round_is_told(changed, worth):
    assert (told(choice(BLOCKS, {}, **changed)) is not None) == worth


@pytest.mark.parametrize("result", [(0.0, 0.0), (3.0, -3.0)])
def test_nothing_is_told_of_rounds_that_were_not_lost(result):
    assert told(choice(BLOCKS, {}), result=result) is None


def test_of_several_mistakes_the_costliest_with_a_reason_is_told():
    slight = choice(BLOCKS, {}, ply=1, loss=8.0)
    costly = choice(BLOCKS, {}, ply=5, loss=12.0)
    without_reason = choice({}, {}, ply=7, loss=15.0)
    assert advice(lost(slight, costly, without_reason), 0, 2).ply == 5
    assert told(without_reason) is None


def test_advice_names_the_place_the_moves_and_the_cost():
    other_end = weighed("5-5>6-5")
    made = choice(BLOCKS, {})
    found = advice(lost(replace(made, moves=(*made.moves, other_end))), 0, 2)
    assert (found.deal, found.ply, found.seat) == (4, 3, 0)
    assert (found.move, found.best, found.ways) == ("5-2>5-1", "5-5>5-1", 2)
    assert (found.loss, found.error) == (10.0, 1.0)


def test_partners_lose_a_round_together():
    pairs = choice(BLOCKS | {"blocks": {"seats": [3]}}, {}, seat=2)
    assert advice(lost(pairs), 2, 4).reason == Reason("blocks", {"seat": 3})
    assert advice(lost(pairs, result=(20.0, -20.0)), 2, 4) is None


# ---- The reason ----


@pytest.mark.parametrize(("best", "made", "reason"), [
    ({"out": {}, "blocks": {"seats": [1]}}, {}, ("out", {})),
    ({"scores": {"points": 15}}, {"scores": {"points": 5}}, ("scores", {"points": 10})),
    ({"scores": {"points": 5}}, {"scores": {"points": 10}}, None),
    (BLOCKS, {}, ("blocks", {"seat": 1})),
    (BLOCKS, BLOCKS, None),
    ({}, BLOCKS, None),
    ({"gives": {"points": 5}}, {"gives": {"points": 20}}, ("gives", {"points": 15})),
    ({"partner": {"value": 6}}, {}, ("partner", {"value": 6})),
    ({"double": {}}, {}, ("double", {})),
    ({"follow": {"own": 3}}, {"follow": {"own": 2}}, ("follow", {"own": 1})),
    ({"unseen": {"unseen": 2}}, {"unseen": {"unseen": 4}}, ("unseen", {"unseen": 2})),
    ({"unseen": {"unseen": 3}}, {"unseen": {"unseen": 4}}, None),
    ({"pips": {"pips": 10}}, {"pips": {"pips": 7}}, ("pips", {"pips": 3})),
    ({"pips": {"pips": 9}}, {"pips": {"pips": 7}}, None),
], ids=str)  # fmt: skip
def test_the_reason_is_what_only_the_better_move_has(best, made, reason):
    assert told(choice(best, made)) == reason


def test_only_the_next_player_is_surely_blocked():
    """The others come after a move that may open the ends again."""
    assert told(choice({"blocks": {"seats": [2]}}, {}), seats=3, result=(-20.0, 10.0, 10.0)) is None
    assert told(choice({"blocks": {"seats": [1, 2]}}, {"blocks": {"seats": [2]}}), seats=3) == ("blocks", {"seat": 1})


@pytest.mark.parametrize("moves", [("draw@0", "5-2>5-1"), ("5-5>5-1", "draw@0"), ("pass", "5-2>5-1")])
def test_only_tiles_are_compared_with_tiles(moves):
    best, made = moves
    assert told(choice({"double": {}}, {}, best_move=best, move=made)) is None


# ---- Whole rounds ----


def test_missed_points_are_told_to_the_player_who_missed_them():
    found = coach(missed_points(), 0, 1).advice
    assert (found.ply, found.move, found.best, found.ways) == (2, "5-3>5-5", "5-0>5-5", 1)
    assert found.reason == Reason("scores", {"points": 10})
    assert coach(missed_points(), 0, 0).advice is None


def block_of_four(*moves, hands="5-1 4-1 5-3 0-0 3-1 6-3 4-2 6-5"):
    """A record of Block with four tiles each. Ada leads."""
    ruleset = rules.ruleset("block", {"lead_first": "host", "hand": 4, "end": "rounds:1"}, 2)
    tiles = [rules.tile(text) for text in hands.split()]
    rest = [tile for tile in ruleset.tiles if tile not in tiles]
    game = rules.new_game(ruleset)
    position = rules.start_round(game, rules.make_deal(game, lambda *_: tiles + rest))
    for move in moves:
        position = rules.play(position, move)
    return record.compose(ruleset, ["Ada", "Ben"], [position]).as_dict()


@pytest.mark.usefixtures("quick_studies")
def test_the_only_tile_that_would_have_won_is_a_puzzle():
    """After 5-3 and 6-5 the ends are 6 and 3. Ada has neither, so Ben closes with 6-3: ten pips against eleven.

    After 6-3, Ada plays 5-1 and 4-1, and keeps the blank. After 3-1, Ada won at the table.
    """
    lost = block_of_four("5-3", "3-1>5-3", "5-1>5-3", "pass", "4-1>5-1", "4-2>4-1")
    found = coach(lost, 0, 1).puzzle
    assert (found.solution, found.view.you, found.view.round.moves) == ("6-5>5-3", 1, ("0 5-3",))
    assert {line.move for line in found.moves} == {"3-1>5-3", "6-3>5-3", "6-5>5-3"}
    assert coach(lost, 0, 0).puzzle is None  # Ada won
    won = block_of_four("5-3", "6-5>5-3", "pass", "6-3>5-3")
    assert coach(won, 0, 0).puzzle is None  # Ada had no choice that wins


def solid(view):
    return choose(view, "solid", "test")


def heavy(view):
    return choose(view, "beginner", "test")


def games(variant, seats, number):
    ruleset = rules.ruleset(variant, {"end": "rounds:1"}, seats)
    for seed in range(number):
        lasts = play_game(ruleset, [heavy] + [solid] * (seats - 1), str(seed))
        yield record.compose(ruleset, [f"P{seat}" for seat in range(seats)], lasts)


def facts(position, told, move):
    """What *move* brings, by the rules and with all hands open."""
    after, lay = rules.play(position, rules.parse_move(move)), rules.parse_move(move)
    tiles = rules.tiles_in(lay.bits)
    ends = {end.value for end in rules.view_for(after, told.seat).ends}
    own = rules.tiles_in(position.hands[told.seat] & ~lay.bits)
    hidden = [tile for tile in position.rules.tiles if tile not in own and tile not in laid(after)]
    return {
        "out": {"out": after.over and not own},
        "blocks": {"seat": (told.seat + 1) % position.rules.seats} if not fitting(after, told.seat + 1, ends) else {},
        "double": {"double": tiles[0].double},
        "follow": {"own": sum(bool(ends & {tile.high, tile.low}) for tile in own)},
        "unseen": {"unseen": -sum(bool(ends & {tile.high, tile.low}) for tile in hidden)},
        "pips": {"pips": sum(tile.pips for tile in tiles)},
    }


def laid(position):
    there = {str(each.tile) for each in rules.view_for(position, None).layout}
    return [tile for tile in position.rules.tiles if str(tile) in there]


def fitting(position, seat, ends):
    hand = rules.tiles_in(position.hands[seat % position.rules.seats])
    return [tile for tile in hand if ends & {tile.high, tile.low}]


@pytest.mark.usefixtures("quick_studies")
@pytest.mark.parametrize(("variant", "seats"), [("draw", 2), ("block", 2), ("partnership", 4), ("double_nine", 3)])
def test_what_is_told_is_true_at_the_table(monkeypatch, variant, seats):
    """By the rules and with all hands open, which the coach doesn't see. Of small mistakes, too: there are more."""
    monkeypatch.setattr("mind.analysis.coach.COSTLY", 0)
    monkeypatch.setattr("mind.analysis.coach.SHARE", 0)
    told_of = 0
    for each in games(variant, seats, 12):
        if (told := coach(each.as_dict(), 0, 0, "x").advice) is None:
            continue
        before = list(record.walk(each))[told.ply - 1]
        code, values = told.reason.code, told.reason.values
        best, made = facts(before, told, told.best)[code], facts(before, told, told.move)[code]
        if code in ("follow", "unseen", "pips"):
            [name] = values
            assert best[name] - made[name] == values[name]
        elif code == "blocks":
            assert best == values
        elif code != "partner":
            assert (best, made) == ({code: True}, {code: False})
        told_of += 1
    assert told_of


@pytest.mark.usefixtures("quick_studies")
def test_it_says_the_same_as_the_analysis_with_that_seed():
    told = []
    for each in games("draw", 2, 4):
        found = each.as_dict()
        told.append(coach(found, 0, 0, "seed"))
        assert told[-1].advice == advice(study(found, "seed").deals[0], 0, 2)
    assert any(each.advice for each in told)


def test_a_deal_in_play_is_refused_even_if_asked_about_another_one():
    running = missed_points()
    running["rounds"][-1]["moves"] = running["rounds"][-1]["moves"][:2]
    assert "isn't over" in answer({"do": "coach", "record": running, "deal": 0, "seat": 1})["error"]


@pytest.mark.parametrize(("deal", "seat"), [(1, 1), (-1, 1), (0, 2), (0, -1)])
def test_an_unknown_deal_or_seat_is_refused(deal, seat):
    found = missed_points()
    assert "no such deal or seat" in answer({"do": "coach", "record": found, "deal": deal, "seat": seat})["error"]


def test_a_program_gets_the_advice_as_json():
    found = missed_points()
    told = answer({"do": "coach", "record": found, "deal": 0, "seat": 1})["advice"]
    assert (told["ply"], told["move"], told["best"], told["reason"]["code"]) == (2, "5-3>5-5", "5-0>5-5", "scores")
    assert answer({"do": "coach", "record": found, "deal": 0, "seat": 0}) == {"advice": None, "puzzle": None}
