"""Moves by number (docs/formats.md): a move's number never changes.

`test_random_games.py` asks that every legal move has one.
"""

import hashlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from tests.samples import TABLES, examples

# How many moves a game has, and a hash of the first two thousand in their order. A change breaks what learned
# programs have stored, so it needs another name, not other figures here.
PUBLISHED = {
    "brettspielnetz": (324, "c99f7db7e843"),
    "brettspielnetz_classic": (324, "c99f7db7e843"),
    "draw": (324, "c99f7db7e843"),
    "block": (324, "c99f7db7e843"),
    "pool": (324, "c99f7db7e843"),
    "auction": (350, "95c79d162ed7"),
    "dutch": (324, "c99f7db7e843"),
    "partnership": (324, "c99f7db7e843"),
    "puerto_rico": (324, "c99f7db7e843"),
    "austrian": (542, "a2b338669090"),
    "egyptian": (324, "c99f7db7e843"),
    "jordanian": (324, "c99f7db7e843"),
    "vietnamese": (324, "c99f7db7e843"),
    "ukrainian": (324, "c99f7db7e843"),
    "french": (324, "c99f7db7e843"),
    "double_nine": (957, "39c2db4f3a78"),
    "classic": (1080, "c01518bf4f1c"),
    "classic_six": (378, "783b8e229bc4"),
    "goat": (324, "c99f7db7e843"),
    "sea_goat": (1080, "c01518bf4f1c"),
    "sport_goat": (324, "c99f7db7e843"),
    "donkey": (789630, "03d6c0a7deda"),
    "general": (1080, "c01518bf4f1c"),
    "telephone": (324, "c99f7db7e843"),
    "telephone_72": (324, "c99f7db7e843"),
    "muggins": (366, "08ff6de296b8"),
    "sausage": (1205, "ce2d502cb9b3"),
    "mexican_train": (275, "64c7e061dd27"),  # 91 tiles onto three trains, draw and pass
    "international": (324, "c99f7db7e843"),
    "cuban": (959, "4eb92b4487b9"),
    "dominican": (324, "c99f7db7e843"),
    "puerto_rico_500": (324, "c99f7db7e843"),
    "brazilian": (324, "c99f7db7e843"),
    "jamaican": (324, "c99f7db7e843"),
    "haitian": (324, "c99f7db7e843"),
    "cut_throat": (324, "c99f7db7e843"),
    "gaple": (324, "c99f7db7e843"),
    "chicken_foot": (957, "39c2db4f3a78"),
    "sebastopol": (324, "c99f7db7e843"),
    "cyprus": (957, "39c2db4f3a78"),
    "merry_go_round": (324, "c99f7db7e843"),
    "all_threes": (324, "c99f7db7e843"),
    "five_up": (324, "c99f7db7e843"),
    "fives_threes": (324, "c99f7db7e843"),
    "bergen": (324, "c99f7db7e843"),
    "matador": (765, "6652651e2e86"),
}


@settings(max_examples=examples(200), deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 2**32))
def test_every_number_has_a_move_of_its_own(table, seed):
    numbered, rng = rules.numbered_moves(rules.ruleset(table[0], {}, table[1])), Random(seed)
    for number in (0, len(numbered) - 1, *(rng.randrange(len(numbered)) for _ in range(20))):
        move = numbered.move(number)
        assert rules.parse_move(str(move)) == move
        assert numbered.number(move) == number


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_numbers_of_a_game_never_change(key):
    count, digest = PUBLISHED[key]
    variant = rules.VARIANTS[key]
    numbered = rules.numbered_moves(rules.ruleset(key, {}, variant.seats[0]))
    texts = "\n".join(str(numbered.move(number)) for number in range(min(len(numbered), 2000)))
    assert (len(numbered), hashlib.sha256(texts.encode()).hexdigest()[:12]) == (count, digest)
    assert rules.VARIANTS.keys() == PUBLISHED.keys()


def test_moves_are_in_the_order_of_their_texts_and_doubles_together_come_last():
    numbered = rules.numbered_moves(rules.ruleset("goat", {"set": 3, "hand": 3, "doubles_per_turn": 2}, 2))
    moves = [str(numbered.move(number)) for number in range(len(numbered))]
    # 10 leads; 4 doubles on 3 tiles each; 6 mixed tiles, each on 2 doubles and 4 mixed tiles; draw and pass.
    assert moves[: 10 + 12 + 36 + 2] == sorted(moves[: 10 + 12 + 36 + 2])
    assert len(moves) == 10 + 12 + 36 + 2 + 6 * 3 * 3
    assert moves[60:63] == ["0-0>1-0,1-1>1-0", "0-0>1-0,1-1>2-1", "0-0>1-0,1-1>3-1"]
    assert moves[-1] == "2-2>3-2,3-3>3-2"


@pytest.mark.parametrize("text", ["wink", "resign", "7-7", "6-6>5-5", "bid 3", "6-6>6-5,5-5>6-4"])
def test_a_move_that_is_never_legal_has_no_number(text):
    numbered = rules.numbered_moves(rules.ruleset("classic", {}, 2))
    with pytest.raises(LookupError):
        numbered.number(rules.parse_move(text))


@pytest.mark.parametrize("number", [-1, 324])
def test_there_is_no_move_beyond_the_last(number):
    with pytest.raises(IndexError):
        rules.numbered_moves(rules.ruleset("block", {}, 2)).move(number)
