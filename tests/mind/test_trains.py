"""Mexican Train: the dearest train of a hand, what each move leaves outside it, and what passes tell."""

from random import Random

import pytest

import rules
from mind import choose, hints
from mind.analysis.coach import coach
from mind.analysis.open_hands import seen_at
from mind.analysis.puzzles import puzzles
from mind.analysis.reasons import may_hold
from mind.analysis.study import can_study, study
from mind.knowledge import knowledge
from mind.levels import LEVELS, PEOPLES_LEVELS
from mind.search.trains import Hand
from mind.table import view_of
from rules import record
from tests.rules.tables import after, moves, table
from tests.rules.worlds import positions, worlds
from tests.samples import some

OPTIONS = {
    "set": (6, 9, 12, 15),
    "opening": ("one", "train"),
    "after_double": ("cover", "extra"),
    "last_double": ("out", "cover"),
    "own_first": (False, True),
    "draw": ("none", "1", "until"),
    "blank": (0, 50),
}


def begun(*hands, boneyard="", **options):
    """The first turn of a first round of double-six: the station is 6-6."""
    return table("mexican_train", *hands, start="6-6", boneyard=boneyard, set=6, **options)


def train(position, level="strong"):
    """The train that the seat on turn would line up."""
    return " ".join(Hand(seen_at(position, position.turn, ()), LEVELS[level]).line.tiles)


def best(position, level="strong"):
    return choose(view_of(position, position.turn, []), level)


def reasons(position, move):
    """The reasons for a move, by code."""
    told = hints(view_of(position, position.turn, [])).moves
    line = next(line for line in told if line.move == move)
    return {reason.code: reason.values for reason in line.reasons}


OTHER = "5-5 4-4 3-3 2-2 1-1"


def test_the_dearest_train_goes_the_long_way_round():
    """6-5 is the heaviest beginning, but nothing follows it; 6-1 takes three more tiles along."""
    assert train(begun("6-5 6-1 3-1 4-3 4-2", OTHER)) == "6-1 3-1 4-3 4-2"


def test_a_double_with_its_cover_belongs_to_the_train_and_one_without_does_not():
    assert train(begun("6-3 3-3 3-0 2-1", "6-5 5-5 5-4 4-4")) == "6-3 3-3 3-0"
    assert train(begun("6-3 3-3 2-1 2-2", "6-5 5-5 5-4 4-4")) == "6-3"
    assert train(begun("6-3 3-3 2-1 2-2", "6-5 5-5 5-4 4-4", after_double="extra")) == "6-3 3-3"


def test_a_double_may_end_a_train_that_goes_out():
    assert train(begun("6-3 3-3", "6-5 5-5")) == "6-3 3-3"
    assert train(begun("6-3 3-3", "6-5 5-5", last_double="cover")) == "6-3"


def test_a_loose_tile_goes_first_and_the_train_stays_whole():
    """6-4 doesn't belong to the dearest train, so it starts the Mexican train."""
    position = begun("6-4 6-5 5-3 3-2 1-0", OTHER)
    assert train(position) == "6-5 5-3 3-2"
    assert best(position) == "6-4>M"
    assert set(reasons(position, "6-4>M")) == {"loose", "keeps_train", "pips"}
    assert "goes_on" in reasons(position, "6-5>T0")
    assert "breaks" in reasons(position, "6-5>M")


def test_greedy_and_beginners_play_the_heaviest_tile():
    position = begun("6-4 6-5 5-3 3-2 1-0", OTHER)
    assert {best(position, level)[:3] for level in ("greedy", "beginner")} == {"6-5"}


def test_a_double_is_covered_with_a_loose_tile():
    """5-5 on the Mexican train: 5-1 covers it, because 5-3 is part of the own train."""
    position = after(
        begun("6-3 5-3 5-5 5-1 2-0", "6-5 4-4 3-3 2-2 1-1", boneyard="4-0", lead=1),
        "6-5>M",
    )
    assert train(position) == "6-3 5-3 5-5 5-1"
    covering = after(position, "5-5>M")
    assert best(covering) == "5-1>M"


def test_an_opening_goes_on_to_the_end_of_the_train():
    position = after(begun("6-5 5-3 3-2 1-0", "5-5 4-4 3-3 2-2", opening="train"), "6-5>T0")
    assert moves(position) == ["5-3>T0", "stop"]
    assert {best(position, level.key) for level in PEOPLES_LEVELS} == {"5-3>T0"}
    assert set(reasons(position, "stop")) == {"stops"}


def test_the_own_open_train_is_closed():
    """Seat 0 has passed, so its train is open. The drawn 6-2 could start the Mexican train as well."""
    position = after(begun("5-4 4-3", "6-4 1-1", boneyard="5-3 6-2"), "draw", "pass", "6-4>T1", "draw")
    assert moves(position) == ["6-2>M", "6-2>T0"]
    assert {best(position, level) for level in ("casual", "good", "master")} == {"6-2>T0"}
    assert "closes" in reasons(position, "6-2>T0")


def test_a_pass_tells_of_every_end_that_the_seat_could_use():
    """Seat 0 could play on its own train and on M, which end in 6: it holds no 6."""
    position = after(begun("5-4 4-3 3-2", "6-5 6-4 1-0", boneyard="5-5 0-0"), "draw", "pass")
    at = seen_at(position, 1, ())
    sixes = rules.suit(6, 6)
    assert not may_hold(knowledge(at), 0) & sixes
    [line] = hints(view_of(position, 1, [])).cannot
    assert (line.seat, line.values, line.why) == (0, (6,), "passed")


def random_positions(seed, number):
    """Positions with a choice, of any options and number of seats."""
    chance = Random(seed)
    while True:
        options = {name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < 0.5}
        seats = chance.randint(2, 8)
        if not rules.is_possible("mexican_train", options, seats):
            continue
        last = rules.random_round(rules.new_game(rules.ruleset("mexican_train", options, seats)), chance)
        choices = [at for at in last.positions() if at.turn is not None and len(at.legal) > 1]
        if len(choices) >= number:
            return chance.sample(choices, number)


@pytest.mark.parametrize("seed", some(range(60), 20))
def test_every_level_plays_legal_moves_in_random_positions(seed):
    for position in random_positions(seed, 5):
        for level in LEVELS:
            assert best(position, level) in position.legal


@pytest.mark.parametrize("seed", some(range(1000, 1060), 20))
def test_what_is_known_is_true_and_the_followed_trains_are_those_of_the_engine(seed):
    for position in random_positions(seed, 3):
        for seat in range(position.rules.seats):
            known = knowledge(seen_at(position, seat, ()))
            assert known.layout.trains == position.layout.trains
            assert known.layout.cover == position.layout.cover
            for other, hand in enumerate(position.hands):
                assert other == seat or not hand & ~may_hold(known, other)


@pytest.mark.parametrize("seed", some(range(2000, 2020), 8))
def test_hidden_tiles_do_not_change_a_move_or_a_hint(seed):
    """With the hidden tiles exchanged, every level plays the same, and hints say the same."""
    [position] = random_positions(seed, 1)
    game, turn = position.game, position.turn
    view, text = view_of(position, turn, []), [f"{at.seat} {at.move}" for at in position.positions()[1:]]
    told = {level: choose(view, level) for level in LEVELS}, hints(view)
    for deal in worlds(game, position.table.deal, text, turn, rng=Random(seed), tries=10):
        *_, there = positions(game, deal, text)
        other = view_of(there, turn, [])
        assert ({level: choose(other, level) for level in LEVELS}, hints(other)) == told


@pytest.mark.parametrize("seed", some(range(3000, 3020), 8))
def test_hints_value_every_legal_move_and_the_best_has_0(seed):
    [position] = random_positions(seed, 1)
    told = hints(view_of(position, position.turn, [])).moves
    assert {line.move for line in told} == set(position.legal)
    assert told[0].worth == 0 == told[0].error
    assert all(line.worth <= 0 and 0 <= line.chance <= 1 and line.reasons for line in told)


def test_there_are_no_puzzles_studies_and_advice_yet():
    """They would need playouts with trains. The pages say it (tests/learn/test_analysis.py)."""
    last = rules.random_round(rules.new_game(rules.ruleset("mexican_train", {"end": "rounds:1"}, 2)), Random(1))
    played = record.compose(last.rules, ["Ada", "Ben"], [last]).as_dict()
    assert puzzles("mexican_train", {}, 2) == []
    assert not can_study(last.rules)
    with pytest.raises(ValueError, match="can't study"):
        study(played)
    assert [coach(played, 0, seat).advice for seat in (0, 1)] == [None, None]
