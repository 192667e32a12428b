"""Full tables for people who wait for a game. Ratings and waits are whole numbers, so we can count them out."""

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, nearest, seated
from tests.samples import examples

HOUR = 3_600
NOW = 1_000 * HOUR
SEATS = st.sampled_from([2, 3, 4])
many = settings(deadline=None, max_examples=examples(100))


def fields(most, apart=3):
    """Lists of people. Few different ratings and times, so that many are equal."""
    rating = st.integers(56, 64).map(lambda n: 25 * n) | st.integers(900, 2_100)
    since = st.sampled_from([0, 1, 5, 6, 11, 12, 13, 24, 30]).map(lambda hours: NOW - hours * HOUR)
    some = st.frozensets(st.integers(0, most - 1), max_size=apart)
    person = st.tuples(rating, st.sampled_from([SETTLED, PROVISIONAL]), since | st.integers(0, NOW), some, some)
    rows = st.integers(0, most).flatmap(lambda size: st.lists(person, min_size=size, max_size=size))
    return rows.map(lambda rows: [Waiting(n, *row) for n, row in enumerate(rows)])


def fit(one, other):
    """Whether the two may sit at one table."""
    for each, their in ((one, other), (other, one)):
        times_widened = len(range(EVERY, NOW - each.since + 1, EVERY))
        if abs(one.rating - other.rating) > each.first + times_widened * WIDER or their.person in each.apart:
            return False
        if their.person in each.met and (NOW - one.since < PATIENCE or NOW - other.since < PATIENCE):
            return False
    return True


def all_fit(people):
    return all(fit(one, other) for one, other in combinations(people, 2))


def by_force(field, seats):
    """The tables, found by trying every group."""
    line = sorted(field, key=lambda one: (one.since, one.person))
    tables = []
    for chooser in line.copy():
        if chooser in line:
            by_gap = sorted(line, key=lambda one: (abs(one.rating - chooser.rating), one.since, one.person))
            by_gap.remove(chooser)
            table = next((t for t in ((chooser, *rest) for rest in combinations(by_gap, seats - 1)) if all_fit(t)), ())
            tables += [table] if table else []
            line = [one for one in line if one not in table]
    return tables


def people(tables):
    return [[one.person for one in table] for table in tables]


@many
@given(fields(60), SEATS)
def test_tables_are_full_and_nobody_sits_twice(field, seats):
    tables = nearest(field, seats, NOW)
    assert all(len(table) == seats for table in tables)
    sitting = Counter(one.person for table in tables for one in table)
    assert set(sitting.values()) <= {1}
    assert all(one in field for table in tables for one in table)


@many
@given(fields(60), SEATS)
def test_all_at_a_table_may_meet(field, seats):
    assert all(all_fit(table) for table in nearest(field, seats, NOW))


@many
@given(fields(60), SEATS)
def test_the_one_who_chose_has_waited_longest_at_their_table(field, seats):
    tables = nearest(field, seats, NOW)
    for chooser, *others in tables:
        assert all((chooser.since, chooser.person) < (other.since, other.person) for other in others)
    choosers = [(table[0].since, table[0].person) for table in tables]
    assert choosers == sorted(choosers)


@many
@given(fields(60))
def test_no_two_people_who_may_meet_stay_alone(field):
    sitting = {one.person for table in nearest(field, 2, NOW) for one in table}
    alone = [one for one in field if one.person not in sitting]
    assert not any(fit(*pair) for pair in combinations(alone, 2))


@many
@given(fields(12, apart=6), st.sampled_from([3, 4]))
def test_no_full_table_of_people_who_may_meet_is_left(field, seats):
    sitting = {one.person for table in nearest(field, seats, NOW) for one in table}
    alone = [one for one in field if one.person not in sitting]
    assert not any(all_fit(group) for group in combinations(alone, seats))


@many
@given(fields(12, apart=6), SEATS)
def test_the_tables_are_those_found_by_force(field, seats):
    assert nearest(field, seats, NOW) == by_force(field, seats)


@many
@given(fields(60), SEATS, st.randoms(use_true_random=False))
def test_neither_the_order_of_the_people_nor_the_date_matters(field, seats, chance):
    tables = nearest(field, seats, NOW)
    mixed = chance.sample(field, len(field))
    assert nearest(mixed, seats, NOW) == tables
    later = [replace(one, since=one.since + 77) for one in mixed]
    assert people(nearest(later, seats, NOW + 77)) == people(tables)


def test_of_equally_near_people_the_one_who_has_waited_longest_is_chosen():
    chooser = Waiting(1, 1500, SETTLED, NOW - 30 * HOUR)
    short, long = Waiting(2, 1490, SETTLED, NOW - 60), Waiting(3, 1510, SETTLED, NOW - 90)
    nearer = Waiting(4, 1509, SETTLED, NOW)
    assert people(nearest([short, long, chooser], 2, NOW)) == [[1, 3]]
    assert people(nearest([short, long, nearer, chooser], 2, NOW)) == [[1, 4], [3, 2]]
    assert people(nearest([short, long, nearer, chooser], 3, NOW)) == [[1, 4, 3]]


def test_whoever_may_not_meet_one_at_the_table_gives_way_to_the_next():
    """2 is the nearest of 1, but has blocked the two others."""
    first, blocker = Waiting(1, 1500, SETTLED, NOW - 5), Waiting(2, 1500, SETTLED, NOW - 4, apart=frozenset({3, 4}))
    others = [Waiting(3, 1510, SETTLED, NOW), Waiting(4, 1520, SETTLED, NOW)]
    assert people(nearest([first, blocker, *others], 3, NOW)) == [[1, 3, 4]]


waits = st.integers(0, 40 * HOUR)
firsts = st.sampled_from([SETTLED, PROVISIONAL])


@many
@given(st.integers(0, 3_000), firsts, firsts, waits, st.booleans())
def test_any_two_people_meet_after_a_finite_wait(gap, first, other_first, between, have_met):
    """Each needs a window as wide as the gap; after their last game, both also need `PATIENCE`."""
    one = Waiting(1, 1_000, first, since=0)
    other = Waiting(2, 1_000 + gap, other_first, since=between, met=frozenset({1} if have_met else ()))
    moment = max(
        math.ceil(max(0, gap - first) / WIDER) * EVERY,
        between + math.ceil(max(0, gap - other_first) / WIDER) * EVERY,
        between + (PATIENCE if have_met else 0),
    )
    assert people(nearest([one, other], 2, moment)) == [[1, 2]]
    if moment > between:
        assert nearest([one, other], 2, moment - 1) == []


def test_patience_ends_when_a_window_widens():
    """Otherwise nobody would look whether two people may meet now."""
    assert PATIENCE % EVERY == 0


@many
@given(st.integers(0, 3_000), st.sampled_from([1, 2]), st.integers(0, NOW))
def test_blocked_people_never_meet(gap, blocker, now):
    blocks = {blocker: frozenset({3 - blocker})}
    pair = [Waiting(n, 1_000 + n * gap, PROVISIONAL, 0, apart=blocks.get(n, frozenset())) for n in (1, 2)]
    assert nearest(pair, 2, now) == []


@pytest.mark.parametrize(("seats", "sides", "partners"), [
    (4, 2, [{"A", "D"}, {"B", "C"}]),
    (6, 3, [{"A", "F"}, {"B", "E"}, {"C", "D"}]),
    (6, 2, [{"A", "D", "F"}, {"B", "C", "E"}]),
])  # fmt: skip
def test_partners_sit_opposite_and_the_strongest_has_the_weakest(seats, sides, partners):
    for seed in range(50):
        order = seated("ABCDEF"[:seats], sides, Random(seed))
        assert sorted((set(order[side::sides]) for side in range(sides)), key=sorted) == partners


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (4, 4), (4, 2), (6, 3)])
def test_everybody_is_as_likely_at_each_seat(seats, sides):
    players = tuple("ABCDEF"[:seats])
    sat = Counter(place for seed in range(6_000) for place in enumerate(seated(players, sides, Random(seed))))
    assert len(sat) == seats * seats
    fair = 6_000 / seats
    assert all(0.9 * fair < times < 1.1 * fair for times in sat.values())
