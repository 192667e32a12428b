"""The divisions of a league: everybody is in one, their sizes can be played, and people move as the rules say."""

from random import Random

import pytest

from pairing.divisions import movers, next_divisions
from tests.samples import ALL


def season(people: range | list[int], last: list[list[int]] | None = None, new: list[int] | None = None):
    return next_divisions(last or [], people, [*people] if last is None else new or [])


@pytest.mark.parametrize("n", range(6, 301))
def test_a_first_season_has_divisions_of_six_to_ten_by_strength(n: int):
    divisions = season(range(n))
    assert [each for division in divisions for each in division] == [*range(n)]
    sizes = [*map(len, divisions)]
    assert sizes == [11] if n == 11 else all(6 <= size <= 10 for size in sizes)
    assert len(sizes) == 1 or max(sizes) - min(sizes) <= 1
    assert n < 22 or min(sizes) >= 7


def test_a_quarter_goes_up_and_as_many_come_down():
    assert movers([10, 10, 10, 10]) == [(0, 2), (2, 2), (2, 2), (2, 0)]
    assert movers([8]) == [(0, 0)]
    for sizes in ([6, 6], [10, 7, 6], [9, 9, 8]):
        assert all(down == up for (_up, down), (up, _down) in zip(movers(sizes), movers(sizes)[1:], strict=False))
        assert all(2 in change for change in movers(sizes))


def test_all_play_again():
    last = [[*range(10 * n, 10 * n + 10)] for n in range(4)]
    divisions = next_divisions(last, range(40), [])
    assert [set(each) for each in divisions] == [
        {*range(8), 10, 11}, {8, 9, *range(12, 18), 20, 21}, {18, 19, *range(22, 28), 30, 31}, {28, 29, *range(32, 40)},
    ]  # fmt: skip


def test_the_best_of_the_division_below_fill_empty_places_and_nobody_else_moves():
    last = [[*range(8)], [*range(10, 18)], [*range(20, 28)]]
    again = {*range(28)} - {0, 3, 4}  # the champion, and two from the middle
    divisions = next_divisions(last, again, [])
    assert {10, 11, 12, 13} & again <= set(divisions[0])  # two go up, and two of those who would stay
    assert not {6, 7} & set(divisions[0])
    assert sum(map(len, divisions)) == 21


@pytest.mark.parametrize("new", [1, 3, 7, 8, 15])
def test_eight_newcomers_make_the_lowest_division_and_fewer_join_it(new: int):
    last = [[*range(10 * n, 10 * n + 8)] for n in range(3)]
    again = [each for division in last for each in division]
    newcomers = [*range(100, 100 + new)]
    divisions = next_divisions(last, again, newcomers)
    assert len(divisions[0]) == 8  # as many as before
    lowest = divisions[2:] if new < 8 else divisions[3:]
    assert {*newcomers} <= {each for division in lowest for each in division}
    assert new < 8 or [each for division in lowest for each in division] == newcomers


def test_a_league_may_shrink_to_one_division_and_grow_again():
    last = [[*range(10)], [*range(10, 20)], [*range(20, 30)]]
    few = next_divisions(last, [0, 1, 12, 14, 25, 29], [])
    assert [sorted(each) for each in few] == [[0, 1, 12, 14, 25, 29]]
    again = next_divisions(few, [0, 1, 12, 14, 25, 29], [*range(100, 130)])
    assert [len(each) for each in again] == [9, 9, 9, 9]
    assert again[0][:6] == few[0]


@pytest.mark.parametrize("seed", range(300 if ALL else 30))
def test_any_league_over_ten_seasons(seed: int):
    chance = Random(seed)
    last = season(range(chance.randrange(6, 120)))
    newest = 1000
    for _ in range(10):
        people = [each for division in last for each in division]
        again = {each for each in people if chance.random() < chance.choice([0.3, 0.8, 0.95, 1.0])}
        new = [*range(newest, newest + chance.choice([0, 0, 3, 7, 8, 25]))]
        newest += 100
        if len(again) + len(new) < 6:
            return
        divisions = next_divisions(last, again, new)
        placed = [each for division in divisions for each in division]
        assert sorted(placed) == sorted([*again, *new])
        assert all(6 <= len(division) <= 10 for division in divisions) or len(placed) == 11
        before, after = _divisions(last), _divisions(divisions)
        changes = movers([*map(len, last)])
        for number, division in enumerate(last[:-1]):  # those of the lowest may be too many for one
            here = [each for each in division if each in again]
            fell = [each for each in here if after[each] > number + 1]
            assert not fell or min(map(len, divisions)) < 8  # nobody falls further unless there are too few people
            if len(divisions) >= len(last) and len(again) == len(people):
                up, down = changes[number]
                assert all(after[each] < before[each] for each in division[:up])
                assert all(after[each] <= number for each in division[: len(division) - down])
        last = [chance.sample(division, len(division)) for division in divisions]


def _divisions(divisions: list[list[int]]) -> dict[int, int]:
    return {each: number for number, division in enumerate(divisions) for each in division}
