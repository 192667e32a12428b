"""Every refusal of the engine is fully translated: each code of a move and each house rule."""

import re

import pytest
from django.utils import translation

import rules
from rulebook import engine_refusals
from rules.sentences import SENTENCES
from tests.rules.tables import after, refused, table
from tests.rules.test_house_rules import IMPOSSIBLE
from tests.texts import LANGUAGES, translated

# Words that may stay the same in a translation: names of values and games, and a few words of the languages.
ALIKE = {
    "de": {"alike", "bonus", "hand", "an", "in", "sport", "spinner", "option", "general", "true", "false"}
    | {"mexican", "train"},
    "es": {"alike", "no", "spinner", "general", "true", "false"},
    "pt": {"alike", "passes", "a", "as", "no", "spinner", "general", "true", "false"},
    "ru": {"alike", "true", "false"},
    "uk": {"alike", "true", "false"},
}

DRAW = ("draw", "6-5 2-1", "6-4 0-0")
TRAINS = ("mexican_train", "6-4 4-4 2-1", "6-5 5-3 3-2")
SIGNALS = ("general", "1-1 0-0", "1-0 5-4", "6-1 4-2", "6-3 3-2")


def moves_refused():
    """One move for each refusal of the engine, with its documented code."""
    draw = after(table(*DRAW), "6-5")
    row = after(table(*DRAW, pick="choose"), "6-5")
    block = after(table("block", "6-5 2-1", "6-4 0-0"), "6-5")
    stuck = after(table("draw", "6-5 2-1", "3-2 0-0"), "6-5")
    drawn = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="6-4", drawn_play="may"), "6-5", "draw")
    muggins = after(table("muggins", "6-6 2-1", "6-4 5-5"), "6-6")
    donkey = after(table("donkey", "6-6 2-1", "6-4 5-4"), "6-6")
    asked = table("classic", "6-6 3-3", "1-1 0-0", redeal="ask:doubles:2")
    sausage = table("sausage", "6-5 2-1", "3-2 0-0")
    left = after(table("block", "6-5 4-1", "6-4 3-3", "5-4 1-1"), "6-5", "1 resign")
    general = table(*SIGNALS)
    trains, own = of_trains(), of_trains(own_first=True)
    double = after(trains, "6-4>T0", "6-5>T1", "4-4>T0")
    begun = after(of_trains(opening="train"), "6-4>T0")
    yield from (
        (code, refused(position, text, seat))
        for code, position, text, seat in (
            ("round_over", after(table("block", "6-5", "6-4"), "6-5"), "pass", None),
            ("no_such_seat", block, "pass", 7),
            ("not_your_turn", block, "pass", 0),
            ("not_now", draw, "pass", None),
            ("not_now", draw, "bid 7", None),
            ("not_now", block, "turn", None),
            ("not_now", asked, "pass", None),
            ("not_now", asked, "6-6", None),
            ("not_now", draw, "keep", None),
            ("not_now", draw, "redeal", None),
            ("not_now", block, "5-3>A", None),
            ("not_now", block, "1-1^A2", None),
            ("not_now", block, "1-1^B0", None),
            ("not_now", block, "5-0/3", None),
            ("not_now", sausage, "6-4>6-5", None),
            ("must_play", block, "draw", None),
            ("must_play", block, "pass", None),
            ("must_draw", stuck, "pass", None),
            ("no_draw", drawn, "draw", None),
            ("no_draw", asked, "draw", None),
            ("which_tile", draw, "draw@1", None),
            ("which_tile", row, "draw", None),
            ("which_tile", row, "draw@99", None),
            ("not_your_tile", block, "3-2>6-5", None),
            ("not_your_tile", muggins, "6-5>6-6=", None),
            ("not_your_tile", donkey, "3-3>6-6x", None),
            ("not_a_lead", block, "6-4", None),
            ("not_an_end", block, "6-4>4-4", None),
            ("does_not_fit", block, "0-0>6-5", None),
            ("no_signal", block, "wink", None),
            ("no_signal", general, "puff", 0),
            ("already_left", left, "resign", 1),
            ("already_left", left, "timeout", 1),
            ("not_now", trains, "6-4>6-6", None),
            ("not_now", draw, "6-4>T0", None),
            ("not_an_end", trains, "6-4>T7", None),
            ("not_an_end", trains, "6-4>T1", None),
            ("not_an_end", own, "6-4>M", None),
            ("not_an_end", double, "2-1>M", None),
            ("not_an_end", begun, "4-4>M", None),
            ("does_not_fit", trains, "2-1>M", None),
            ("not_now", trains, "stop", None),
        )
    )


def of_trains(**options):
    """The first turn of seat 0 beside the station 6-6."""
    return table(*TRAINS, start="6-6", set=6, **options)


@pytest.mark.parametrize(
    ("options", "before", "text", "sentence"),
    [
        ({}, [], "6-4>T7", "You can’t play 6-4 on T7: T7 doesn’t exist."),
        ({}, [], "6-4>T1", "You can’t play 6-4 on Ben’s train: Ben’s train is closed."),
        ({}, [], "2-1>M", "You can’t play 2-1 on the Mexican train: the Mexican train ends in 6."),
        ({}, [], "2-1>T0", "You can’t play 2-1 on your train: your train ends in 6."),
        ({"own_first": True}, [], "6-4>M",
         "You can’t play 6-4 on the Mexican train: your train must have a tile first."),
        ({}, ["6-4>T0", "6-5>T1", "4-4>T0"], "2-1>M",
         "You can’t play 2-1 on the Mexican train: the double on your train must be covered first."),
        ({}, ["6-4>T0", "6-5>T1", "4-4>T0", "draw", "pass"], "3-2>T1",
         "You can’t play 3-2 on your train: the double on Ada’s train must be covered first."),
        ({"opening": "train"}, ["6-4>T0"], "4-4>M",
         "You can’t play 4-4 on the Mexican train: in an opening, tiles go only on your train."),
    ],
    ids=str,
)  # fmt: skip
def test_trains_are_called_by_their_players(options, before, text, sentence):
    error = refused(after(of_trains(**options), *before), text)
    assert engine_refusals.refused(error, ["Ada", "Ben"]).message == sentence


def test_every_code_matches_the_documented_one():
    found = list(moves_refused())
    assert [error.code for _code, error in found] == [code for code, _error in found]
    assert {code for code, _error in found} == {
        "round_over", "no_such_seat", "not_your_turn", "not_now", "must_play", "must_draw", "no_draw", "which_tile",
        "not_your_tile", "not_a_lead", "not_an_end", "does_not_fit", "no_signal", "already_left",
    }  # fmt: skip


def impossible():
    for key, seats, options, _named in IMPOSSIBLE:
        with pytest.raises(rules.ImpossibleRules) as refusal:
            rules.ruleset(key, options, seats)
        yield refusal.value


def test_every_refusal_of_rules_has_an_example():
    there = list(SENTENCES)
    of_rules = set(there[there.index("no_game") :]) - {"no_map"}
    assert {error.key for error in impossible()} >= of_rules


def english(sentence, plain):
    """The words of *sentence*, without values."""
    for value in plain:
        sentence = sentence.replace(value, " ")
    return set(re.findall(r"[a-z]{2,}", sentence.lower()))


def plain_texts(error):
    for value in error.values.values():
        yield from value if isinstance(value, tuple) else (str(value),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_move_is_explained_entirely_in_the_language(language):
    told = [error for _code, error in moves_refused() if SENTENCES[error.key] in translated(language)]
    assert len(told) > 10
    for error in told:
        with translation.override("en"):
            before = str(engine_refusals.refused(error))
        with translation.override(language):
            sentence = str(engine_refusals.refused(error))
        values = set(plain_texts(error))
        assert english(sentence, values) & english(before, values) <= ALIKE[language], sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_impossible_rules_are_explained_entirely_in_the_language(language):
    told = [error for error in impossible() if SENTENCES[error.key] in translated(language)]
    assert len(told) > 10
    for error in told:
        with translation.override("en"):
            before = str(engine_refusals.refused(error))
        with translation.override(language):
            sentence = str(engine_refusals.refused(error))
        values = {text for text in plain_texts(error) if text not in error.options}
        assert english(sentence, values) & english(before, values) <= ALIKE[language], sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "You can’t play 6-4 on 4-4: 4-4 is not an open end."),
        ("de", "Du kannst hier nicht 6-4 an 4-4 legen: 4-4 ist kein offenes Ende."),
        ("es", "No puedes poner 6-4 en 4-4: 4-4 no es un extremo abierto."),
        ("pt", "Você não pode pôr a 6-4 em 4-4: 4-4 não é uma ponta aberta."),
        ("ru", "Нельзя поставить 6-4 к 4-4: 4-4 — не открытый конец."),
    ],
)
def test_a_move_is_refused_in_one_sentence(language, sentence):
    error = refused(after(table("block", "6-5 2-1", "6-4 0-0"), "6-5"), "6-4>4-4")
    with translation.override(language):
        told = engine_refusals.refused(error)
    assert told.message == sentence
    assert told.as_dict() == {
        "code": "not_an_end",
        "message": sentence,
        "reason": "not_an_end",
        "values": {"move": "6-4>4-4", "seat": 1, "tile": "6-4", "end": "4-4"},
    }


def test_refusals_name_options_by_label_outside_the_editor():
    with pytest.raises(rules.ImpossibleRules) as refusal:
        rules.ruleset("draw", {"hand": 15}, 2)
    with translation.override("de"):
        sentence = str(engine_refusals.refused(refusal.value))
    assert sentence.endswith(": 2 Hände zu 15 Steinen brauchen 30 Steine, aber der Satz hat nur 28.")
    assert "hand," not in sentence
