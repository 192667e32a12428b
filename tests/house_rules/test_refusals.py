"""Impossible combinations are refused at once, beside their options, and the input stays."""

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from games.models import Game
from rulebook.house import controls, plain
from rulebook.house.editor import Editor
from rulebook.options import OPTIONS
from tests.house_rules.conftest import fields
from tests.pages.conftest import words_of
from tests.rules.test_house_rules import CHOICES, few_options
from tests.samples import TABLES, examples


def beside(page):
    """The options beside which a refusal is shown, and its message."""
    found = re.findall(r'id="row-(\w+)".*?(?=id="row-|id="told"|$)', page.content.decode(), re.DOTALL)
    rows = re.split(r'id="row-(?=\w)', page.content.decode())[1:]
    assert len(found) == len(rows)
    told = {}
    for row in rows:
        if sentence := re.search(r'class="option-refusal">(.*?)</p>', row):
            told[re.match(r"\w+", row)[0]] = sentence[1]
    return told


@pytest.mark.parametrize(
    ("key", "seats", "changed", "concerned", "sentence"),
    [
        ("draw", 2, {"hand": "15"}, ["hand", "set"],
         "2 hands of 15 tiles need 30 tiles, but the set has only 28."),
        ("partnership", 4, {"lead_first": "stock"}, ["hand", "set", "lead_first"],
         "4 hands of 7 tiles and a start tile need 29 tiles, but the set has only 28."),
        ("draw", 2, {"lead_first": "tile", "lead_first_rest": "7-7"}, ["lead_first", "set"], "7-7 isn’t in the set."),
        ("partnership", 4, {"doubles": None, "hand": "5"}, ["lead_first", "doubles"], "6-6 isn’t in the set."),
        ("double_nine", 2, {"doubles": None}, ["no_double", "doubles"],
         "Without doubles in the set, the tiles would be dealt again forever."),
        ("draw", 4, {"pairs": "on", "seats_now": "3"}, ["pairs"], "3 players can’t make pairs."),
        ("draw", 2, {"lead_next": "odd_even", "seats_now": "3"}, ["lead_next"], "Odd or even is for two players."),
        ("draw", 2, {"lead_first": "odd_even", "seats_now": "4"}, ["lead_first"], "Odd or even is for two players."),
        ("donkey", 2, {"spinner": "none"}, ["closing", "spinner"],
         "Doubles can be played face down only if the first double is the spinner."),
        ("muggins", 2, {"spinner": "all"}, ["double_lengthwise", "spinner"],
         "No double can be laid lengthwise with this kind of spinner."),
        ("draw", 2, {"drawn_play": "may"}, ["drawn_play", "draw_when_able"],
         "If you may draw when you could play, you must play a tile that fits in the end."),
        ("draw", 2, {"score_out": "penalty"}, ["score_out", "score_block"],
         ("Penalties for everyone can’t be mixed with points for the winner. Choose penalties for both, or for"
          " neither.")),
        ("draw", 2, {"winner_free": "on"}, ["winner_free", "score_block"],
         "Here the winner scores points, so there is no penalty to cancel."),
        ("draw", 2, {"open_at": "13"}, ["open_at", "score_out"],
         "There are no penalties here, so there can’t be a smallest first penalty."),
        ("draw", 2, {"remember": "on"}, ["remember", "open_at"],
         "Without a smallest first penalty, there is nothing to remember."),
        ("draw", 2, {"score_out": "none", "score_block": "none"}, ["score_out", "score_block", "ends", "end"],
         "Nobody would ever score, so nobody could reach the target."),
        ("draw", 2, {"ends_pay": "parts"}, ["ends_pay", "ends"],
         "The count can’t be divided if open ends never score."),
        ("draw", 2, {"score_out": "write_down"}, ["score_out", "ends"],
         "Players can lose points only if open ends score."),
        ("block", 2, {"auction": "on"}, ["auction", "reserve"],
         "The last two tiles can be auctioned only if exactly two tiles stay hidden."),
        ("auction", 2, {"hand": "13"}, ["auction", "hand", "set"],
         "The deal leaves too few tiles (2) for an auction of the last two."),
        ("sport_goat", 4, {"end_rest": "9"}, ["end"], "Sport Goat needs 4, 8, 12 … rounds."),
        ("general", 4, {"end": "target", "end_rest": "9"}, ["end"],
         "General needs a number of rounds, not a target score."),
        ("draw", 2, {"without": "7-7"}, ["without", "set"], "7-7 isn’t in the set."),
        ("draw", 2, {"arms": "6"}, ["arms", "fill"],
         "A lead double has a number of its own for its ends only if doubles must be filled first."),
        ("draw", 2, {"finish-both": "30", "spinner": "first"}, ["finish", "spinner"],
         "The last tile can be judged by two ends only, so no double can open sideways."),
        ("goat", 2, {"round_bonus": "100, 75"}, ["round_bonus", "score_out", "score_block"],
         "This pays players who score points, so it can’t be combined with penalties or lost points."),
        ("draw", 2, {"passes-below": "9"}, ["passes"], "The limit needs a pass that pays."),
        ("draw", 2, {"end": "love", "end_rest": "6"}, ["end", "score_out", "score_block"],
         "Winning to love needs 1 point for each round, won or blocked."),
        ("draw", 2, {"match": "matador", "doubles_per_turn": "2"}, ["match", "doubles_per_turn"],
         "With matadors, only one double can be played in a turn."),
        ("muggins", 2, {"ends": "alike"}, ["ends", "spinner"],
         "Equal ends can score only where no double opens sideways."),
        ("sausage", 2, {"hand": "1"}, ["hand"], "A row needs at least two tiles."),
        ("mexican_train", 4, {"set": "6", "hand": "7"}, ["hand", "set"],
         "4 hands of 7 tiles and a start tile need 29 tiles, but the set has only 28."),
        ("mexican_train", 2, {"end_rest": "14"}, ["end", "set"],
         "With this set, a game has at most 13 rounds, one for each double."),
        ("draw", 2, {"lead_first": "rotate"}, ["lead_first"], "Please choose one of these."),
    ],
    ids=str,
)  # fmt: skip
def test_an_impossible_combination_is_refused_beside_its_options(change, key, seats, changed, concerned, sentence):
    page = change(key, seats=seats, **changed)
    assert beside(page) == dict.fromkeys(concerned, sentence)
    assert page.status_code == 200, "the page asks; nothing was sent yet"
    assert "Your rules" in words_of(page)
    sent = fields(page).sent
    for name, value in changed.items():
        if value and name != "seats_now" and value != "rotate":
            assert sent["o-" + name.replace("_rest", "-rest")] == value
    page = change(key, seats=seats, do="play", **changed)
    assert page.status_code == 422
    assert sentence in words_of(page)
    page = change(key, seats=seats, do="save", title="Impossible", **changed)
    assert page.status_code == 422
    assert 'value="Impossible"' in page.content.decode(), "nothing entered is lost"
    assert not Game.objects.exists()


def test_a_row_with_a_refusal_opens_its_group(change):
    page = change("draw", score_out="penalty").content.decode()
    assert re.search(r'id="group-points" open', page)
    assert not re.search(r'id="group-round" open', page)


def test_the_refusal_is_tied_to_its_controls_for_screen_readers(change):
    page = change("draw", score_out="penalty").content.decode()
    control = re.search(r'<select id="o-score_out".*?>', page)[0]
    assert 'aria-invalid="true"' in control
    assert "o-score_out-state" in control


@settings(max_examples=examples(300), deadline=None)
@given(table=st.sampled_from(TABLES), options=st.composite(few_options)())
def test_every_refusal_of_house_rules_has_a_message_and_its_options(table, options):
    key, seats = table
    try:
        rules.ruleset(key, options, seats)
    except rules.ImpossibleRules as error:
        refusal = plain.refusal(error)
        assert refusal.options
        assert refusal.sentence.endswith(".")
        assert not set(re.findall(r"\w+_\w+", refusal.sentence)), "no option is called as in the rules"


def test_a_refusal_about_no_option_is_shown_alone():
    with pytest.raises(rules.ImpossibleRules) as refused:
        rules.ruleset("draw", {}, 7)
    assert plain.refusal(refused.value) == plain.Refusal(
        "Draw Dominoes isn’t for 7 players. Possible numbers: 2, 3, 4, 5, 6.", ()
    )


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(table=st.sampled_from(TABLES), options=st.composite(few_options)())
def test_random_rules_in_the_editor_are_valid_or_refused_with_a_message(table, options):
    key, seats = table
    variant = rules.VARIANTS[key]
    usual = Editor.of(variant, seats, {})
    sent = {"base": usual.base}
    for name, row in usual.rows.items():
        kind = OPTIONS[name].kind
        typed = row.typed
        if name in options and options[name] != "8-n":
            typed = controls.typed_value(kind, options[name])
        sent |= {f"o-{name}-here": "1"} | {f"o-{name}{end}": text for end, text in typed.items()}
    editor = Editor.sent(variant, seats, sent)
    if editor.ruleset is None:
        assert editor.refusal.sentence
        assert any(row.refusal or row.problem for row in editor.rows.values())
    else:
        again = rules.ruleset(key, editor.options, seats)
        assert again == editor.ruleset
        assert Editor.of(variant, seats, again.options).options == editor.options, "what is saved opens as it was"


@pytest.mark.parametrize("seed", range(12))
def test_submitting_random_rules_creates_a_game_or_shows_a_message(change, seed):
    rng = random.Random(seed)
    key = rng.choice(["draw", "goat", "muggins", "double_nine", "general", "sea_goat", "donkey"])
    sent = {}
    for name in rng.sample(sorted(set(CHOICES) - {"lone", "hand", "pairs", "redeal", "end", "match"}), 5):
        choice = rng.choice(["on", "0", "1", "2", "5", "none", "all", "first", "penalty", "losers", "high", "low"])
        sent[name] = choice
    page = change(key, do="play", **sent)
    if page.status_code == 302:
        assert Game.objects.get().rules
    else:
        assert page.status_code == 422
        assert beside(page), sent
