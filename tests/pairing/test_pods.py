"""Rounds at tables of three and four: single players, and partners who change each round."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import Entrant, Kind, pair_round
from tests.pairing.swiss import Swiss, random_entrants

many = settings(deadline=None, max_examples=60)
fields = st.builds(random_entrants, st.integers(2, 120), st.integers(0, 10**6), st.integers(1, 7))
kinds = st.sampled_from([(Kind.POD, 4), (Kind.POD, 3), (Kind.ROTATING, 4)])


def fresh(count):
    """Entries before their first round, numbered by seed from 1."""
    return [Entrant(n, 0, n) for n in range(1, count + 1)]


def sizes(count, kind=Kind.POD, seats=4):
    paired = pair_round(fresh(count), kind, seats)
    return [len(table) for table in paired.tables], len(paired.byes)


@pytest.mark.parametrize(("count", "tables", "byes"), [
    (1, [], 1), (2, [], 2), (3, [3], 0), (4, [4], 0), (5, [4], 1), (6, [3, 3], 0), (7, [4, 3], 0), (8, [4, 4], 0),
    (9, [3, 3, 3], 0), (10, [4, 3, 3], 0), (11, [4, 4, 3], 0), (12, [4, 4, 4], 0), (13, [4, 3, 3, 3], 0),
])  # fmt: skip
def test_tables_of_three_fill_up_tables_of_four(count, tables, byes):
    assert sizes(count) == (tables, byes)


def test_the_rest_sit_out_where_all_tables_are_full():
    assert sizes(11, Kind.POD, seats=3) == ([3, 3, 3], 2)
    assert sizes(11, Kind.ROTATING) == ([4, 4], 3)
    assert pair_round(fresh(11), Kind.ROTATING).byes == (9, 10, 11)


def test_the_best_play_the_best():
    assert pair_round(fresh(11), Kind.POD).tables == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))


def test_partners_sit_opposite_and_the_best_plays_with_the_last():
    """1 and 4 against 2 and 3: partners are every other seat."""
    assert pair_round(fresh(4), Kind.ROTATING).tables == ((1, 2, 4, 3),)


@pytest.mark.parametrize(("before", "seats"), [
    ([(1, 4)], (1, 2, 3, 4)),
    ([(1, 4), (1, 3)], (1, 3, 2, 4)),
    ([(2, 3), (2, 4)], (1, 3, 2, 4)),
])  # fmt: skip
def test_of_the_splits_of_a_table_one_without_a_repeated_partner_is_chosen(before, seats):
    partners = {n: Counter(sum(pair) - n for pair in before if n in pair) for n in range(1, 5)}
    field = [replace(one, partners=partners[one.number], met=partners[one.number]) for one in fresh(4)]
    assert pair_round(field, Kind.ROTATING).tables == (seats,)


def test_those_who_sat_at_a_table_of_three_sit_at_one_of_four():
    field = [replace(one, threes=int(one.number > 4)) for one in fresh(7)]
    assert pair_round(field, Kind.POD).tables == ((1, 5, 6, 7), (2, 3, 4))


@many
@given(fields, kinds, st.randoms(use_true_random=False))
def test_all_sit_once_and_the_order_of_the_entries_does_not_matter(field, kind, chance):
    paired = pair_round(field, *kind)
    assert sorted([*sum(paired.tables, ()), *paired.byes]) == list(range(len(field)))
    assert (sorted(map(len, paired.tables), reverse=True), len(paired.byes)) == sizes(len(field), *kind)
    assert pair_round(chance.sample(field, len(field)), *kind) == paired


@many
@given(fields, kinds)
def test_byes_and_tables_of_three_go_to_those_who_had_fewest(field, kind):
    paired = pair_round(field, *kind)
    had = [field[n].byes for n in paired.byes]
    assert sorted(had) == sorted(one.byes for one in field)[: len(had)]
    if kind == (Kind.POD, 4) and len(field) != 5:
        had = [field[n].threes for table in paired.tables if len(table) == 3 for n in table]
        assert sorted(had) == sorted(one.threes for one in field)[: len(had)]


@many
@given(st.integers(16, 300), st.integers(0, 10**6), kinds | st.just((Kind.DUEL, 2)))
def test_few_entries_who_must_stay_apart_never_share_a_table(count, seed, kind):
    """Up to five pairs in a field of at least 16: there is always a way."""
    chance = Random(seed)
    field = random_entrants(count, seed)
    for _ in range(5):
        a, b = chance.sample(range(count), 2)
        field[a] = replace(field[a], apart=field[a].apart | {b})
    for table in pair_round(field, *kind).tables:
        assert not any(other in field[one].apart for one in table for other in table)


@pytest.mark.parametrize("kind", [(Kind.DUEL, 2), (Kind.POD, 4), (Kind.POD, 3), (Kind.ROTATING, 4)])
def test_people_for_whom_all_near_are_apart_sit_far_away(kind):
    """The best of 300 must stay apart from the next 250."""
    best, *others = fresh(300)
    paired = pair_round([replace(best, apart=frozenset(range(2, 252))), *others], *kind)
    [table] = [table for table in paired.tables if 1 in table]
    assert all(n > 251 for n in table if n != 1)


@pytest.mark.parametrize("count", [16, 17, 18, 19, 20, 25, 31, 40, 64, 101])
@pytest.mark.parametrize("seed", range(5))
def test_nobody_has_a_partner_twice_in_seven_rounds(count, seed):
    """K6, from 16 players on."""
    swiss = Swiss(count, Random(seed), Kind.ROTATING)
    for _ in range(7):
        swiss.play()
    assert max(max(partners.values(), default=0) for partners in swiss.partners) == 1
    assert max(swiss.byes) <= -(-7 * (count % 4) // count)


@pytest.mark.parametrize("seed", range(10))
def test_24_players_have_20_partners_in_20_rounds(seed):
    """Swaps alone don't find all of these rounds, so here we look for the cheapest partners."""
    swiss = Swiss(24, Random(seed), Kind.ROTATING)
    for _ in range(20):
        swiss.play()
    assert all(len(partners) == 20 for partners in swiss.partners)


@pytest.mark.parametrize("count", [16, 17, 23, 33, 42, 63, 64, 101])
def test_tables_of_three_are_spread_as_evenly_as_can_be(count):
    """K6: at most one each, if there are enough players. 17 need nine seats at tables of three in each round."""
    swiss = Swiss(count, Random(count), Kind.POD)
    for _ in range(7):
        swiss.play()
    assert max(swiss.threes) == -(-7 * 3 * (-count % 4) // count)
    assert max(swiss.byes) == 0


@pytest.mark.parametrize(("kind", "seats"), [(Kind.POD, 4), (Kind.POD, 3), (Kind.ROTATING, 4)])
def test_in_a_large_field_hardly_anybody_meets_again_and_points_are_close(kind, seats):
    swiss = Swiss(1001, Random(1), kind, seats)
    for _ in range(7):
        swiss.play()
    assert sum(swiss.met[a][b] > 1 for a, b in combinations(range(1001), 2)) <= 20
    assert sum(swiss.gaps) / len(swiss.gaps) < 0.1  # points
