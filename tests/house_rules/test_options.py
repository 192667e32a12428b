"""Every option of the rules is in the editor and has texts."""

import typing
from collections.abc import Mapping

import pytest

import rules
from rulebook import options
from rulebook.house import controls
from rulebook.kinds import Choice, Divisors, Hands, Number, Numbers, Pick, Points, Switch, Tiles, WithRest, WithTile
from rulebook.options import GROUPS, OPTIONS, changes, values
from rules import words
from rules.house.options import READERS
from tests.samples import TABLES


def test_exactly_the_options_of_the_rules_have_texts():
    assert set(OPTIONS) == set(rules.OPTIONS)
    assert sum(len(group.options) for group in GROUPS) == len(OPTIONS)


def test_every_option_has_a_label_of_its_own_and_an_explanation():
    assert len({str(option.label) for option in OPTIONS.values()}) == len(OPTIONS)
    for option in OPTIONS.values():
        assert str(option.explanation).endswith("."), option.name


OF_THE_RULES = typing.get_type_hints(rules.RuleSet)
# The options whose values name more than a word: their words have types of their own.
TAKEN_APART = {
    "lead_first": words.LeadBy, "lead_next": words.LeadBy, "lead_blocked": words.LeadBy, "redeal": words.Redeal,
    "match": words.Matching, "end": words.EndBy,
}  # fmt: skip
LOOK_BACK = {"rotate", "winner", "blocker", "last", "same"}  # no lead of a first round
NUMBERED = {"set", "doubles_per_turn"}  # a list of numbers


def words_of(name):
    """The words of the rules for this option: those of its type, or of the keys of its map."""
    hint = TAKEN_APART.get(name, OF_THE_RULES[name])
    hint = typing.get_args(hint)[0] if typing.get_origin(hint) is Mapping else hint
    return set(typing.get_args(hint)) if typing.get_origin(hint) is typing.Literal else None


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_exactly_one_choice_for_each_word_of_its_type(name):
    kind, wanted = OPTIONS[name].kind, words_of(name)
    if wanted is None:  # no words: numbers, texts, yes or no
        assert isinstance(kind, Switch | Number | Hands | Tiles | Numbers | Divisors) or name in NUMBERED
        return
    assert isinstance(kind, Choice | WithRest | Points)
    listed = [pick.value for pick in kind.picks if pick.value is not None]
    assert sorted(listed) == sorted(wanted - LOOK_BACK if name == "lead_first" else wanted)


def test_every_choice_is_accepted_by_the_rules():
    for option in OPTIONS.values():
        kind = option.kind
        if isinstance(kind, Choice | WithRest):
            for pick in kind.picks:
                rest = ":6-6" if isinstance(kind, WithTile) else ":4"
                READERS[option.name](option.name, f"{pick.value}{rest}" if pick.told else pick.value)
        if isinstance(kind, Points):
            for pick in kind.picks:
                READERS[option.name](option.name, {pick.value: 1})


@pytest.mark.parametrize(
    ("name", "value", "typed"),
    [
        ("ends", 0, {"": "0", "-rest": ""}), ("ends", 5, {"": "count", "-rest": "5"}),
        ("ends", "3+5", {"": "count", "-rest": "3 + 5"}), ("ends", "alike", {"": "alike", "-rest": ""}),
        ("match", "sum:6", {"": "sum"}), ("match", "matador", {"": "matador"}),
        ("finish", {"blank": 100, "both": 30},
         {"-cross": "0", "-blank": "100", "-double": "0", "-both": "30", "-same": "0"}),
        ("passes", {"round": 30, "below": 170},
         {"-lead_double": "0", "-lead_single": "0", "-round": "30", "-below": "170"}),
        ("round_bonus", [100, 75, 50, 25], {"": "100, 75, 50, 25"}), ("round_bonus", [], {"": ""}),
        ("without", "0-0 1-1", {"": "0-0 1-1"}), ("without", "", {"": ""}),
        ("end", "love:6", {"": "love", "-rest": "6"}), ("lead_next", "down", {"": "down", "-rest": ""}),
    ],
    ids=str,
)  # fmt: skip
def test_the_inputs_of_a_value_mean_that_value(name, value, typed):
    kind = OPTIONS[name].kind
    assert controls.typed_value(kind, value) == typed
    assert set(typed) == set(controls.ends_of_names(kind))
    assert controls.meant(kind, typed, 6) == value


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("ends", {"": "count", "-rest": "5, 3"}, "3+5"), ("ends", {"": "count", "-rest": "5+5"}, 5),
        ("round_bonus", {"": "100 75;50"}, [100, 75, 50]), ("without", {"": "1-1, 0-0"}, "0-0 1-1"),
        ("without", {"": "4-6"}, "6-4"), ("finish", {"-both": " 30 ", "-blank": ""}, {"both": 30}),
    ],
    ids=str,
)  # fmt: skip
def test_numbers_and_tiles_are_read_in_any_notation(name, typed, value):
    assert controls.meant(OPTIONS[name].kind, typed, 6) == value


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_default_rules_have_no_changes(key, seats):
    ruleset = rules.ruleset(key, {}, seats)
    assert changes(ruleset) == []
    for name, value in values(ruleset).items():
        said = OPTIONS[name].kind.words(value)
        assert said
        assert not said.startswith("%"), (name, said)


@pytest.mark.parametrize(
    ("options_", "said"),
    [
        ({"hand": 6}, ("Tiles in a hand", "6 tiles", "7 tiles")),
        ({"hand": "8-n"}, ("Tiles in a hand", "6 tiles", "7 tiles")),
        ({"draw": "none"}, ("When nothing fits", "Nobody draws", "Draw until something fits")),
        ({"end": "rounds:3"}, ("Length of the game", "3 rounds", "to 100 points")),
        ({"lead_first": "tile:5-4"},
         ("Lead of the first round", "5-4, else the highest double", "The player who draws the heaviest tile")),
        ({"redeal": "ask:doubles:4"},
         ("Bad hands", "4 doubles or more: the player may ask for a new deal", "Every hand is played")),
        ({"lone": {"6-6 0-0": 75}}, ("Special hands", "6-6 and 0-0: 75", "None")),
        ({"doubles": False}, ("Doubles in the set", "No", "Yes")),
        ({"match": "sum:6"}, ("What fits", "Numbers that add up to 6", "Equal numbers")),
        ({"ends": 5}, ("Points for open ends", "Multiples of 5 score", "Never")),
        ({"ends": "3+5"}, ("Points for open ends", "Multiples of 3 or 5 score", "Never")),
        ({"ends": "alike"}, ("Points for open ends", "If they all show the same number", "Never")),
        ({"finish": {"both": 30, "blank": 100}},
         ("Special last tiles", "The 0-0: 100; A tile that fits two different ends, one with each half: 30", "None")),
        ({"round_bonus": [100, 75]}, ("Bonus for the first wins", "100, 75", "None")),
        ({"without": "0-0 1-1"}, ("Tiles left out", "0-0, 1-1", "None")),
        ({"tie_next": 1}, ("A round without a winner", "1 point", "Nothing")),
        ({"reserve": 0}, ("Tiles that stay hidden", "None", "2 tiles")),
        ({"lead_blocked": "last"}, ("Lead after a blocked round", "The last leader again", "As in other later rounds")),
    ],
    ids=str,
)  # fmt: skip
def test_a_change_is_listed_with_its_default(options_, said):
    (change,) = changes(rules.ruleset("draw", options_, 2))
    assert (change.label, change.here, change.usual) == said


def test_the_default_hand_in_another_notation_is_no_change():
    assert changes(rules.ruleset("draw", {"hand": {"2": 7, "3": 5}}, 2)) == []


def test_options_implied_by_partners_are_not_listed_as_changes():
    assert [change.name for change in changes(rules.ruleset("draw", {"pairs": True}, 4))] == ["pairs"]


def test_sentences_that_differ_from_the_defaults_are_marked():
    told = options.compared_sections(rules.ruleset("draw", {"blank": 13}, 2))
    marked = [sentence for section in told for sentence, otherwise in section.sentences if otherwise]
    assert marked == ["The 0-0 left in a hand counts 13."]


def test_values_without_a_text_are_shown_as_they_are():
    assert Choice((Pick("a", "A"),)).words("b") == "b"
    assert Switch().words(False) == "No"
