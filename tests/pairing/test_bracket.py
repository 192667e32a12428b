"""The first round of a knockout, and what follows if the stronger always win. 0 is the strongest."""

import pytest

from pairing import bracket, next_pairs

sizes = pytest.mark.parametrize("n", range(1, 65))


def rounds_of(n):
    """All rounds if the stronger always win, without byes."""
    pairs, rounds = bracket(n), []
    while pairs:
        rounds.append([pair for pair in pairs if None not in pair])
        pairs = next_pairs([one if other is None else min(one, other) for one, other in pairs])
    return rounds


def test_eight_and_six_play_as_on_paper():
    assert bracket(8) == ((0, 7), (3, 4), (1, 6), (2, 5))
    assert bracket(6) == ((0, None), (3, 4), (1, None), (2, 5))


def test_two_play_the_final_and_one_has_won():
    assert bracket(2) == ((0, 1),)
    assert next_pairs([0]) == ()
    assert bracket(1) == ((0, None),)


@sizes
def test_everybody_plays_or_has_a_bye_and_the_strongest_have_the_byes(n):
    pairs = bracket(n)
    assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(n))
    byes = [one for one, other in pairs if other is None]
    assert sorted(byes) == list(range(len(byes)))
    assert n == 1 or len(byes) < len(pairs)  # no more rounds than needed
    assert len(pairs) & (len(pairs) - 1) == 0  # a power of two


@sizes
def test_the_two_strongest_meet_only_in_the_final(n):
    meetings = [(number, pair) for number, pairs in enumerate(rounds_of(n), start=1) for pair in pairs]
    assert [number for number, pair in meetings if set(pair) == {0, 1}] == ([len(rounds_of(n))] if n > 1 else [])
    assert len(meetings) == n - 1


@sizes
def test_if_the_stronger_win_the_best_left_meets_the_last_left(n):
    for pairs in rounds_of(n)[1:]:
        assert {one + other for one, other in map(tuple, pairs)} == {2 * len(pairs) - 1}


@pytest.mark.parametrize("n", [-1, 0, 65])
def test_other_knockouts_are_refused(n):
    with pytest.raises(ValueError, match="up to 64"):
        bracket(n)
