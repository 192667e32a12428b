"""Every refusal of the rules has a key, values, and one English template with exactly these values."""

import ast
import pickle
import re
from copy import deepcopy
from pathlib import Path

import pytest

import rules
from rules.sentences import SENTENCES

from .tables import after, refused, table

PLACES = {key: sorted(re.findall(r"%\((\w+)\)s", template)) for key, template in SENTENCES.items()}
ONE_WORD = {"draw", "pass", "redeal", "keep", "wink", "puff", "resign", "timeout", "turn", "stop"}  # texts as keys


def keys_of(node):
    """The possible keys of an argument: a text, or one of two."""
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) | keys_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def in_the_source():
    """Every key with the names of its values, from the calls in the source of the rules."""
    for path in Path(rules.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            values = sorted(each.arg for each in call.keywords if each.arg)
            if call.func.id == "phrase":
                yield from ((key, values) for key in keys_of(call.args[0]))
            elif call.func.id == "_refuse":  # of an option: the chosen value is quoted
                yield from ((key, sorted([*values, "value"])) for key in keys_of(call.args[2]))
            elif call.func.id == "refused":  # of a move: the code is the key unless another one follows
                yield from ((key, values) for key in keys_of(call.args[3] if len(call.args) > 3 else call.args[0]))


def test_every_key_has_a_used_template_with_exactly_its_values():
    found = list(in_the_source())
    assert len(found) > 90
    assert [each for each in found if PLACES.get(each[0]) != each[1]] == []
    assert {key for key, _values in found} | ONE_WORD == set(SENTENCES)
    assert all(PLACES[key] == [] for key in ONE_WORD)


def test_a_refused_move_has_its_code_its_reason_and_plain_values():
    error = refused(after(table("block", "6-5 2-1", "6-4 0-0"), "6-5"), "6-4>6-5:3")
    assert (error.code, error.key) == ("not_an_end", "not_an_end")
    assert dict(error.values) == {"move": "6-4>6-5:3", "seat": 1, "tile": "6-4", "end": "6-5:3"}
    assert str(error) == "seat 1 can’t play 6-4 on 6-5:3: 6-5:3 is not an open end"
    with pytest.raises(TypeError):
        error.values["seat"] = 0


def test_one_code_may_have_several_reasons():
    position = after(table("draw", "6-5 2-1", "6-4 0-0"), "6-5")
    assert (refused(position, "pass").code, refused(position, "pass").key) == ("not_now", "must_play_or_draw")
    bid = refused(position, "bid 7")
    assert (bid.code, bid.key, bid.values["points"]) == ("not_now", "no_such_move", 7)


def test_moves_after_the_round_are_refused():
    over = after(table("block", "6-5", "6-4"), "6-5")
    error = refused(over, "pass")
    assert (error.code, str(error)) == ("round_over", "nobody can pass: the round has ended")


def test_impossible_rules_name_their_options_and_figures():
    with pytest.raises(rules.ImpossibleRules) as refusal:
        rules.ruleset("draw", {"hand": 15}, 2)
    error = refusal.value
    assert (error.code, error.key, error.options) == ("impossible_rules", "too_few_tiles", ("hand", "set"))
    figures = {"hands": 2, "size": 15, "need": 30, "have": 28}
    assert dict(error.values) == {"options": ("hand", "set"), **figures}
    assert str(error) == "hand, set: 2 hands of 15 tiles need 30 tiles, but the set has only 28."


@pytest.mark.parametrize(
    ("found", "key", "values"),
    [
        ("6", "not_a_deal", {"found": "6"}),
        ({"hands": [["6-7"]]}, "not_a_tile", {"place": "hands[0]", "text": '"6-7"'}),
        ({"hands": [], "boneyard": {}}, "no_list_of_tiles", {"name": "boneyard"}),
    ],
)
def test_a_deal_names_the_place_that_is_wrong(found, key, values):
    with pytest.raises(rules.IllegalDeal) as refusal:
        rules.deal_from_dict(found if isinstance(found, dict) else int(found))
    assert refusal.value.code == "illegal_deal"
    assert (refusal.value.key, dict(refusal.value.values)) == (key, values)


def test_refusals_can_be_copied_and_stored():
    position = after(table("block", "6-5 2-1", "6-4 0-0"), "6-5")
    errors = [refused(position, "6-4>6-5:3"), refused(position, "pass", 0)]
    for key, options in (("draw", {"hand": 15}), ("draw", {"nonsense": 1})):
        with pytest.raises(rules.ImpossibleRules) as impossible:
            rules.ruleset(key, options, 2)
        errors.append(impossible.value)
    with pytest.raises(rules.Unreadable) as unreadable:
        rules.parse_move("nonsense")
    for error in (*errors, unreadable.value):
        for again in (pickle.loads(pickle.dumps(error)), deepcopy(error)):
            assert type(again) is type(error)
            assert (str(again), again.code, again.key, again.values) == (
                str(error), error.code, error.key, error.values,
            )  # fmt: skip
