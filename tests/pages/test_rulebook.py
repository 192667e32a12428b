"""Every option of rules.md 2 to 7 has its sentence in every game."""

import pytest

import rulebook
import rules


def text(key="draw", seats=2, **options):
    book = rulebook.sections(rules.ruleset(key, options, seats))
    return " ".join(sentence for section in book for sentence in section.sentences)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"set": 9}, "The set runs from 0-0 to 9-9: 55 tiles."),
        ({"doubles": False}, "without the doubles"),
        ({"hand": 6}, "Each player gets 6 tiles."),
        ({"match": "sum:6"}, "add up to 6"),
        ({"spinner": "first"}, "The first double played face up is the spinner"),
        ({"spinner": "house"}, "becomes the house"),
        ({"spinner": "all"}, "Every double is a spinner"),
        ({"doubles_per_turn": 2}, "You can play up to 2 doubles in one turn"),
        ({"spinner": "first", "closing": True}, "any double but the spinner face down"),
        ({"double_lengthwise": True}, "the lead lengthwise"),
        ({"draw": "none"}, "Nobody draws."),
        ({"draw": "1"}, "you draw one tile"),
        ({"draw": "3"}, "you draw up to 3 tiles"),
        ({"reserve": 1}, "The last tile of the boneyard is never drawn."),
        ({"reserve": 3}, "The last 3 tiles of the boneyard are never drawn."),
        ({"draw_when_able": True}, "You may draw even if you could play"),
        ({"draw_when_able": False}, "If you can play, you must."),
        ({"draw_when_able": False, "drawn_play": "may"}, "You may keep a drawn tile that fits"),
        ({"pick": "choose"}, "You choose which of the face-down tiles you take."),
        ({"draw_price": 2}, "Every tile drawn costs 2 points"),
        ({"auction": True}, "they are auctioned"),
        ({"lead_first": "count"}, "the pips are counted off"),
        ({"lead_first": "odd_even"}, "odd or even"),
        ({"lead_first": "random"}, "a random player leads"),
        ({"lead_first": "host"}, "the host leads"),
        ({"lead_first": "low_double"}, "the player with the lowest double leads it, from 1-1 up"),
        ({"lead_first": "blank_double"}, "the player with the lowest double leads it, from 0-0 up"),
        ({"lead_first": "tile:5-5"}, "the player with 5-5 leads it"),
        ({"lead_first": "draw_until:5-5"}, "draw in turn until it turns up"),
        ({"lead_first": "stock"}, "turned up as the start"),
        ({"lead_next": "winner"}, "Later rounds: the winner of the last round leads"),
        ({"lead_next": "last"}, "the last leader leads again"),
        ({"lead_next": "same"}, "Later rounds: in the same way."),
        (
            {"lead_blocked": "blocker"},
            "After a blocked round: the player who played the last tile leads, with any tile.",
        ),
        ({"lead_first": "high_double", "no_double": "redeal"}, "If nobody holds a double, the tiles are dealt again."),
        ({"lead_free": "strong"}, "you must lead your strongest"),
        ({"redeal": "ask:doubles:4"}, "If you get 4 doubles or more, you may ask for a new deal"),
        ({"redeal": "must:doubles:5"}, "If a hand has 5 doubles or more, the tiles are dealt again."),
        ({"redeal": "must:suit:5"}, "If a hand has 5 tiles of one number, the tiles are dealt again."),
        ({"block": "dead"}, "every tile that would fit an end has been played"),
        ({"block": "reserve"}, "only the tiles that nobody draws are left"),
        ({"block": "reserve", "reserve": 0}, "the boneyard is empty"),
        ({"out_wins": "out"}, "Going out wins the round."),
        ({"out_wins": "fewest"}, "even if another player went out"),
        ({"block_win": "blocker"}, "The player who played the last tile wins a blocked round."),
        ({"tie_block": "fewest_tiles"}, "the player with fewer tiles wins"),
        ({"tie_block": "low_half"}, "the player whose highest half is lower wins"),
        ({"tie_block": "skip"}, "the lowest player who isn’t tied wins"),
        ({"tie_block": "blocker"}, "the tied player who played the last tile wins"),
        ({"score_out": "differences"}, "how many more pips they have"),
        ({"score_out": "all"}, "all pips left in all hands"),
        ({"score_out": "one"}, "The winner scores 1 point."),
        ({"score_out": "losers_fifths"}, "a fifth of the others’ pips"),
        ({"round_to": 5}, "rounded to the nearest multiple of 5"),
        ({"round_to": 5, "score_block": "one"}, "That is rounded to the nearest multiple of 5."),
        ({"out_bonus": 10}, "Going out earns 10 points."),
        ({"lone": {"0-0": 25}}, "A hand of just 0-0 counts 25."),
        ({"lone": {"6-6 0-0": 75}}, "A hand of just 6-6 and 0-0 counts 75."),
        ({"blank": 13}, "The 0-0 left in a hand counts 13."),
        ({"ends": 5}, "If the count is a multiple of 5, you score that many points at once."),
        ({"ends": 5, "ends_pay": "parts"}, "the count divided by 5"),
        ({"end": "rounds:3"}, "The game has 3 rounds. Highest score wins"),
        ({"end": "target:50"}, "The first to reach 50 points wins."),
        ({"tie_end": "draw"}, "If the top scores are equal, the game is a draw."),
        ({"tie_end": "both"}, "If two sides get there together, the game is a draw."),
        ({"ends": 5, "target_at": "once"}, "The game stops the moment a side gets there"),
    ],
    ids=str,
)
def test_options_have_their_sentences(options, sentence):
    assert sentence in text(**options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "as a penalty"),
        ({}, "The winner of a blocked round scores nothing."),
        ({"open_at": 13}, "must be 13 or more. Fewer pips don’t count"),
        ({"open_at": 13, "remember": True}, "Fewer pips are saved"),
        ({"out_bonus": 5}, "Going out takes 5 points off your penalty."),
        ({"end": "target:101"}, "If you reach 101 points, you lose"),
        ({"end": "rounds:4"}, "Lowest score wins; a tie is a draw"),
    ],
)
def test_options_of_penalty_games_have_their_sentences(options, sentence):
    assert sentence in text("goat", **options)


def test_partners_are_mentioned_only_in_games_with_partners():
    assert "Partners’ pips are added up." in text("goat", seats=4, pairs=True)
    assert "When you go out, your partner’s hand counts nothing." in text("goat", seats=4, pairs=True)
    assert "artner" not in text("goat")


@pytest.mark.parametrize(
    ("key", "seats", "options", "sentence"),
    [
        ("general", 4, {"titles": "bald"}, "Other tiles give none, not even 6-6."),
        ("general", 4, {"titles": "bald_both"}, "0-0 and 6-6 together give two"),
        ("general", 4, {"titles": "both"}, "If you go out with 0-0 and 6-6 in your last turn"),
        ("general", 4, {}, "you may wink"),
        ("general", 4, {"signals": False}, "There are no signals between partners."),
        ("sea_goat", 2, {"eggs": "draw"}, "Eggs three times in a row end the game as a draw."),
        ("sausage", 2, {"cut": "equal"}, "only while both lines have the same number of tiles"),
    ],
)
def test_special_games_have_their_sentences(key, seats, options, sentence):
    assert sentence in text(key, seats, **options)


def test_the_rules_for_five_name_the_set_offered_for_a_new_game():
    sentence = "For this many players, a new game suggests the double-9 set with 7 tiles each."
    assert sentence in text("block", 5)
    assert sentence not in text("block", 4)
    assert sentence not in text("block", 5, set=9, hand=7)


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_every_rules_text_is_well_formed_at_every_number_of_players(key):
    variant = rules.VARIANTS[key]
    assert rulebook.one_line(key)
    for seats in variant.seats:
        ruleset = rules.ruleset(key, {}, seats)
        three = rulebook.three_sentences(ruleset)
        assert len(three) == 3
        whole = [sentence for section in rulebook.sections(ruleset) for sentence in section.sentences] + three
        assert all(sentence.endswith(".") and "%" not in sentence for sentence in whole)
        assert len(whole) == len(set(whole)), "a sentence stands there twice"
