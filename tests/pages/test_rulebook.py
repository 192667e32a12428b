"""Every option of rules.md 2 to 7 has its sentence, whatever game it is changed in."""

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
        ({"match": "sum:6"}, "make 6 together"),
        ({"spinner": "first"}, "The first double played open is the spinner"),
        ({"spinner": "house"}, "becomes the house"),
        ({"spinner": "all"}, "Every double is a spinner"),
        ({"doubles_per_turn": 2}, "Up to 2 doubles may go down in one turn"),
        ({"spinner": "first", "closing": True}, "played face down"),
        ({"double_lengthwise": True}, "laid lengthwise"),
        ({"draw": "none"}, "Nobody draws."),
        ({"draw": "1"}, "draws one tile"),
        ({"draw": "3"}, "draws up to 3 tiles"),
        ({"reserve": 1}, "The last tile of the boneyard is never drawn."),
        ({"reserve": 3}, "The last 3 tiles of the boneyard are never drawn."),
        ({"draw_when_able": True}, "You may draw even if you could play"),
        ({"draw_when_able": False}, "Whoever can play must play."),
        ({"draw_when_able": False, "drawn_play": "may"}, "may be kept"),
        ({"pick": "choose"}, "You choose which of the face-down tiles you take."),
        ({"draw_price": 2}, "Every tile drawn costs 2 points"),
        ({"auction": True}, "they are auctioned"),
        ({"lead_first": "count"}, "the pips are counted off"),
        ({"lead_first": "odd_even"}, "odd or even"),
        ({"lead_first": "random"}, "the server draws who leads"),
        ({"lead_first": "host"}, "whoever set the table leads"),
        ({"lead_first": "low_double"}, "the lowest double leads, from 1-1 up"),
        ({"lead_first": "blank_double"}, "the lowest double leads, from 0-0 up"),
        ({"lead_first": "tile:5-5"}, "5-5 leads, played by its holder"),
        ({"lead_first": "draw_until:5-5"}, "draw in turn until somebody does"),
        ({"lead_first": "stock"}, "laid open as the start"),
        ({"lead_next": "winner"}, "Later rounds: the winner of the last round leads"),
        ({"lead_next": "last"}, "the last leader leads again"),
        ({"lead_next": "same"}, "Later rounds: in the same way."),
        (
            {"lead_blocked": "blocker"},
            "After a blocked round: whoever played the last tile leads, with any tile.",
        ),
        ({"lead_first": "high_double", "no_double": "redeal"}, "If nobody holds a double, the tiles are dealt again."),
        ({"lead_free": "strong"}, "must be the strongest tile"),
        ({"redeal": "ask:doubles:4"}, "Whoever is dealt 4 doubles or more may ask for a new deal"),
        ({"redeal": "must:doubles:5"}, "A hand of 5 doubles or more annuls the deal"),
        ({"redeal": "must:suit:5"}, "5 tiles of one number in a hand annul the deal"),
        ({"block": "dead"}, "every tile that would fit an end has been played"),
        ({"block": "reserve"}, "the boneyard is down to its reserve"),
        ({"block": "reserve", "reserve": 0}, "the boneyard is empty"),
        ({"out_wins": "out"}, "Whoever goes out wins the round."),
        ({"out_wins": "fewest"}, "even if somebody else went out"),
        ({"block_win": "blocker"}, "won by whoever played the last tile"),
        ({"tie_block": "fewest_tiles"}, "fewer tiles decide"),
        ({"tie_block": "low_half"}, "the lower highest half decides"),
        ({"tie_block": "skip"}, "the next one who is not tied wins it"),
        ({"tie_block": "blocker"}, "wins it, if among the tied"),
        ({"score_out": "differences"}, "by how many pips they are heavier"),
        ({"score_out": "all"}, "all pips left in all hands"),
        ({"score_out": "one"}, "The winner writes 1 point."),
        ({"score_out": "losers_fifths"}, "a fifth of the others’ pips"),
        ({"round_to": 5}, "rounded to the nearest multiple of 5"),
        ({"round_to": 5, "score_block": "one"}, "That is rounded to the nearest multiple of 5."),
        ({"out_bonus": 10}, "Going out earns 10 points."),
        ({"lone": {"0-0": 25}}, "A hand of just 0-0 counts 25."),
        ({"lone": {"6-6 0-0": 75}}, "A hand of just 6-6 and 0-0 counts 75."),
        ({"blank": 13}, "The 0-0 left in a hand counts 13."),
        ({"ends": 5}, "A count that is a multiple of 5 scores at once: so many points."),
        ({"ends": 5, "ends_pay": "parts"}, "the count divided by 5"),
        ({"end": "rounds:3"}, "The game has 3 rounds; most points win"),
        ({"end": "target:50"}, "Whoever reaches 50 points first wins."),
        ({"tie_end": "draw"}, "Equal at the top: a draw."),
        ({"tie_end": "both"}, "If two sides get there together it is a draw."),
        ({"ends": 5, "target_at": "once"}, "The game stops the moment somebody gets there"),
    ],
    ids=str,
)
def test_an_option_has_its_sentence(options, sentence):
    assert sentence in text(**options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "as a penalty"),
        ({}, "The winner of a blocked round writes nothing."),
        ({"open_at": 13}, "must be 13 or more; fewer pips are forgotten"),
        ({"open_at": 13, "remember": True}, "kept in mind"),
        ({"out_bonus": 5}, "Going out takes 5 points off one’s penalty."),
        ({"end": "target:101"}, "Whoever reaches 101 points has lost"),
        ({"end": "rounds:4"}, "fewest points win, equal is a draw"),
    ],
)
def test_penalty_games_have_theirs(options, sentence):
    assert sentence in text("goat", **options)


def test_partners_are_spoken_of_where_there_are_some():
    assert "Partners’ pips are added up." in text("goat", seats=4, pairs=True)
    assert "The hand of the partner of whoever went out counts nothing." in text("goat", seats=4, pairs=True)
    assert "artner" not in text("goat")


@pytest.mark.parametrize(
    ("key", "seats", "options", "sentence"),
    [
        ("general", 4, {"titles": "bald"}, "other tiles gives none, not even with 6-6."),
        ("general", 4, {"titles": "bald_both"}, "0-0 and 6-6 together give two"),
        ("general", 4, {"titles": "both"}, "Going out with both 0-0 and 6-6 in the last turn"),
        ("general", 4, {}, "you may wink"),
        ("general", 4, {"signals": False}, "There are no signals between partners."),
        ("sea_goat", 2, {"eggs": "draw"}, "Eggs three times in a row end the game as a draw."),
        ("sausage", 2, {"cut": "equal"}, "only while both lines have the same number of tiles"),
    ],
)
def test_the_special_games_have_theirs(key, seats, options, sentence):
    assert sentence in text(key, seats, **options)


def test_the_rules_for_five_say_which_set_a_new_game_is_offered():
    sentence = "A new game for so many is offered the double-9 set, with 7 tiles each."
    assert sentence in text("block", 5)
    assert sentence not in text("block", 4)
    assert sentence not in text("block", 5, set=9, hand=7)


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_every_game_reads_well_at_every_number_of_players(key):
    variant = rules.VARIANTS[key]
    assert rulebook.one_line(key)
    for seats in variant.seats:
        ruleset = rules.ruleset(key, {}, seats)
        three = rulebook.three_sentences(ruleset)
        assert len(three) == 3
        whole = [sentence for section in rulebook.sections(ruleset) for sentence in section.sentences] + three
        assert all(sentence.endswith(".") and "%" not in sentence for sentence in whole)
        assert len(whole) == len(set(whole)), "a sentence stands there twice"
