"""Groups in which everybody plays everybody, recounted table by table; and who is in which group."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import duels, snake, tables_of

SHAPES = [(n, seats, rotating) for seats, rotating in ((3, False), (4, False), (4, True)) for n in range(seats, 17)]
designs = pytest.mark.parametrize(("n", "seats", "rotating"), SHAPES)
PARTNERS = [(0, 2), (1, 3)]
OPPONENTS = [(0, 1), (1, 2), (2, 3), (3, 0)]


def times_met(tables, seats):
    """How often each two sat at two of these *seats*."""
    return Counter(frozenset((table[a], table[b])) for table in tables for a, b in seats)


def test_the_rounds_of_six_are_those_of_bergers_table():
    """As printed: 1-6 2-5 3-4, then 6-4 5-3 1-2, and so on; here people count from 0."""
    printed = "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1"
    rounds = [[(int(pair[0]) - 1, int(pair[2]) - 1) for pair in line.split()] for line in printed.split("/")]
    assert [list(each) for each in duels(6)] == rounds


@pytest.mark.parametrize("n", range(2, 65))
def test_everybody_meets_everybody_once_in_as_few_rounds_as_can_be(n):
    rounds = duels(n)
    assert len(rounds) == (n - 1 if n % 2 == 0 else n)
    assert Counter(frozenset(pair) for pairs in rounds for pair in pairs) == Counter(
        frozenset(pair) for pair in combinations(range(n), 2)
    )
    for pairs in rounds:
        assert len({one for pair in pairs for one in pair}) == 2 * len(pairs) == n - n % 2


@pytest.mark.parametrize("n", range(2, 65))
def test_everybody_leads_first_in_half_of_their_duels(n):
    first = Counter(one for pairs in duels(n) for one, _other in pairs)
    second = Counter(other for pairs in duels(n) for _one, other in pairs)
    assert all(abs(first[one] - second[one]) <= 1 for one in range(n))


@designs
def test_everybody_sits_at_as_many_tables_as_others(n, seats, rotating):
    tables = tables_of(n, seats, rotating)
    sat = Counter(one for table in tables for one in table)
    assert set(sat) == set(range(n))
    assert set(sat.values()) == {seats if n > seats else len(tables)}
    assert all(len(set(table)) == seats for table in tables)


@designs
def test_everybody_sits_once_at_each_seat(n, seats, rotating):
    if n > seats:
        sat = Counter((one, seat) for table in tables_of(n, seats, rotating) for seat, one in enumerate(table))
        assert set(sat.values()) == {1}


@pytest.mark.parametrize(("seats", "n"), [(seats, n) for seats in (3, 4) for n in range(seats, 17)])
def test_everybody_meets_others_about_as_often(seats, n):
    """Twelve at tables of four differ by two at most, because their tables move round the group."""
    met = times_met(tables_of(n, seats, False), list(combinations(range(seats), 2)))
    times = [met[frozenset(pair)] for pair in combinations(range(n), 2)]
    assert max(times) - min(times) <= (2 if n == 12 and seats == 4 else 1)


def test_seven_at_tables_of_three_and_thirteen_at_tables_of_four_all_meet_once():
    for n, seats, rotating in ((7, 3, False), (13, 4, False), (13, 4, True)):
        met = times_met(tables_of(n, seats, rotating), list(combinations(range(seats), 2)))
        assert len(met) == n * (n - 1) // 2
        assert set(met.values()) == {1}


@pytest.mark.parametrize("n", range(4, 17))
def test_nobody_has_a_rotating_partner_twice(n):
    assert set(times_met(tables_of(n, 4, True), PARTNERS).values()) == {1}


@pytest.mark.parametrize("n", range(4, 17))
def test_opponents_of_rotating_partners_are_spread(n):
    """Each has eight opponents, or six in the group of four. From nine people on nobody needs one twice."""
    met = times_met(tables_of(n, 4, True), OPPONENTS)
    times = [met[frozenset(pair)] for pair in combinations(range(n), 2)]
    assert max(times) == (2 if n < 9 else 1)
    assert min(times) == (2 if n < 6 else 1 if n < 10 else 0)


def test_four_with_rotating_partners_play_each_split_once():
    assert [{frozenset(table[::2]), frozenset(table[1::2])} for table in tables_of(4, 4, True)] == [
        {frozenset(pair), frozenset(range(4)) - frozenset(pair)} for pair in ((0, 1), (0, 2), (0, 3))
    ]


@pytest.mark.parametrize(
    "shape", [(2, 3, False), (17, 3, False), (3, 4, False), (17, 4, True), (6, 3, True), (5, 2, False)]
)
def test_other_groups_are_refused(shape):
    with pytest.raises(ValueError, match="no tables"):
        tables_of(*shape)


@pytest.mark.parametrize("n", [-1, 0, 1, 65])
def test_other_round_robins_are_refused(n):
    with pytest.raises(ValueError, match="2 to 64"):
        duels(n)


def test_the_snake_turns_at_each_end():
    assert snake(8, 4) == ((0, 3, 4, 7), (1, 2, 5, 6))
    assert snake(10, 4) == ((0, 5, 6), (1, 4, 7), (2, 3, 8, 9))
    assert snake(3, 4) == ((0, 1, 2),)


@settings(deadline=None)
@given(st.integers(1, 300), st.integers(1, 16))
def test_groups_are_as_even_as_possible_and_none_is_too_large(n, size):
    groups = snake(n, size)
    assert sorted(sum(groups, ())) == list(range(n))
    assert len(groups) == -(-n // size)
    lengths = [len(group) for group in groups]
    assert max(lengths) <= size
    assert max(lengths) - min(lengths) <= 1
    assert [group[0] for group in groups] == list(range(len(groups)))
