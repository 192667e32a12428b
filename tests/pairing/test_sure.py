"""How sure a place is, from its deals alone."""

from random import Random

import pytest

from pairing import How, Meeting, Record, Tiebreak, likely_places


def duels_of(margins, chance=None):
    """Records of a round robin. *margins*: for two entries, by how much the first was better in each deal."""
    meetings = {}
    for pairing, ((one, other), deals) in enumerate(margins.items()):
        won = 1 + (sum(deals) > 0) - (sum(deals) < 0)
        for me, them, half_points, sign in ((one, other, won, 1), (other, one, 2 - won, -1)):
            mine = tuple((sign * deal,) for deal in deals)
            meetings.setdefault(me, []).append(Meeting((them,), half_points, margins=mine, pairing=pairing))
    return [Record(n, n, tuple(each)) for n, each in sorted(meetings.items())]


def test_those_who_won_every_deal_are_sure_of_their_places():
    records = duels_of({(1, 2): [5, 9, 3, 1], (1, 3): [2, 2, 2, 2], (2, 3): [1, 1, 30, 4]})
    assert likely_places(records, [], Random(1)) == {1: (1, 1), 2: (2, 2), 3: (3, 3)}


def test_a_match_won_by_one_lucky_deal_says_little():
    """Without the lucky deal, which is missing in about one of three draws, 2 wins."""
    records = duels_of({(1, 2): [50, -5, -5, -5]})
    assert likely_places(records, [], Random(1)) == {1: (1, 2), 2: (1, 2)}


def test_what_happens_in_less_than_a_tenth_of_the_draws_is_left_out():
    """1 loses if the bad deal is drawn three times or more, in 7 % of the draws. Twice is a draw: 20 %."""
    records = duels_of({(1, 2): [1, 1, 1, 1, 1, 1, 1, -3]})
    assert likely_places(records, [], Random(1), times=1_000) == {1: (1, 1), 2: (1, 2)}


class Drawing(Random):
    """Draws the first deal twice, but the second one twice in the first *often* times."""

    def __init__(self, often):
        super().__init__(1)
        self.left = often

    def choices(self, _population, *, k):
        self.left -= 1
        return [1 if self.left >= 0 else 0] * k


@pytest.mark.parametrize(("often", "places"), [(1, ((1, 1), (2, 2))), (2, ((1, 2), (1, 2))), (9, ((2, 2), (1, 1)))])
def test_of_ten_draws_the_best_and_the_worst_are_left_out(often, places):
    """1 wins by the first deal, 2 by the second."""
    records = duels_of({(1, 2): [5, -3]})
    assert likely_places(records, [], Drawing(often), times=10) == dict(enumerate(places, start=1))


def test_the_effectiveness_is_that_of_the_deals_drawn():
    """All deals are level. 1 is ahead with both deals, and behind if the second is drawn twice."""
    meetings = [
        Meeting((3 - n,), 1, effects=effects, margins=((0,), (0,)), pairing=1)
        for n, effects in ((1, (2.0, -1.0)), (2, (-1.0, 1.0)))
    ]
    records = [Record(n, n, (meeting,)) for n, meeting in enumerate(meetings, start=1)]
    assert likely_places(records, [Tiebreak.EFFECTIVENESS], Random(1)) == {1: (1, 2), 2: (1, 2)}
    assert likely_places(records, [], Random(1)) == {1: (1, 1), 2: (1, 1)}


def test_both_sides_of_a_match_have_the_same_deals():
    """These two deals never add up to a draw. With deals of their own, both sides could win and share a place."""
    records = duels_of({(1, 2): [3, -1]})
    for seed in range(40):
        assert sorted(likely_places(records, [], Random(seed), times=1).values()) == [(1, 1), (2, 2)]


def test_more_deals_make_places_surer():
    def width(deals):
        chance = Random(7)
        pairs = [(a, b) for a in range(12) for b in range(a + 1, 12)]
        records = duels_of({(a, b): [chance.gauss(b - a, 10) for _ in range(deals)] for a, b in pairs})
        return sum(last - first for first, last in likely_places(records, [], Random(1)).values())

    assert width(40) < 0.7 * width(2)


def test_tables_of_four_are_ranked_anew():
    """0 was ahead in each deal, 3 behind; 1 and 2 took turns."""
    scores = [(20, 10, 0, -5), (30, 0, 10, -5)]
    records = []
    for me in range(4):
        others = tuple(n for n in range(4) if n != me)
        margins = tuple(tuple(deal[me] - deal[n] for n in others) for deal in scores)
        records.append(Record(me, me, (Meeting(others, 3, ahead=(1, 1, 1), margins=margins, pairing=1),)))
    assert likely_places(records, [], Random(1), full_win=6) == {0: (1, 1), 1: (2, 3), 2: (2, 3), 3: (4, 4)}


def test_byes_stay_as_they_are():
    records = [*duels_of({(1, 2): [3, -1]}), Record(3, 3, (Meeting((), 5, How.BYE),))]
    assert likely_places(records, [], Random(1))[3] == (1, 1)


@pytest.mark.parametrize("order", [[], [Tiebreak.BUCHHOLZ, Tiebreak.EFFECTIVENESS]])
def test_the_same_chance_gives_the_same_places_in_any_order_of_the_entries(order):
    chance = Random(3)
    records = duels_of({(a, b): [chance.gauss(0, 5) for _ in range(4)] for a in range(8) for b in range(a)})
    places = likely_places(records, order, Random(1))
    assert likely_places(records[::-1], order, Random(1)) == places
    assert all(1 <= first <= last <= 8 for first, last in places.values())
