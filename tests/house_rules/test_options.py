"""Every option of the rules is in the editor and has texts."""

import pytest

import rules
from rulebook import options
from rulebook.kinds import Choice, Pick, Switch, WithNumber, WithTile
from rulebook.options import GROUPS, OPTIONS, changes, values
from rules.house.options import READERS
from tests.samples import TABLES


def test_exactly_the_options_of_the_rules_have_texts():
    assert set(OPTIONS) == set(rules.OPTIONS)
    assert sum(len(group.options) for group in GROUPS) == len(OPTIONS)


def test_every_option_has_a_label_of_its_own_and_an_explanation():
    assert len({str(option.label) for option in OPTIONS.values()}) == len(OPTIONS)
    for option in OPTIONS.values():
        assert str(option.explanation).endswith("."), option.name


def test_every_choice_is_accepted_by_the_rules():
    for option in OPTIONS.values():
        kind = option.kind
        if isinstance(kind, Choice | WithTile | WithNumber):
            for pick in kind.picks:
                rest = {WithTile: ":6-6", WithNumber: ":4"}.get(type(kind), ":4") if pick.told else ""
                READERS[option.name](option.name, f"{pick.value}{rest}" if rest else pick.value)


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
