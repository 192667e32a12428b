"""Places and tie-breaks. The tables are small enough to count on paper."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import UNITS, How, Meeting, Record, Tiebreak, ranking, shared_half_points
from tests.pairing.crosstables import by_letter, from_rounds, from_table, letters

DIRECT, BUCHHOLZ, SB = Tiebreak.DIRECT, Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER
many = settings(deadline=None)
seeds = st.integers(0, 10**6)


def shown(records, tiebreak, **options):
    """The values of a tie-break as a page shows them, by letter."""
    return {
        letter: value if value is None else value / UNITS[tiebreak]
        for letter, value in by_letter(ranking(records, [tiebreak], **options), 0).items()
    }


FOUR = """
A . 1 = 0
B 0 . 1 1
C = 0 . 1
D 1 0 0 .
"""

# D has the first bye, B the second; E withdraws after two rounds.
WITHDRAWAL = """
A1B C=D E:bye
A1E C1B D:bye
A=C B1D E:absent
"""


def test_a_cross_table_of_four():
    """A and C drew. A has beaten the winner; C has beaten the last."""
    table = ranking(from_table(FOUR), [DIRECT, SB])
    assert letters(table) == "B A C D"
    assert by_letter(table) == {"A": 1.5, "B": 2, "C": 1.5, "D": 1}
    assert by_letter(table, 0) == {"A": 1, "B": None, "C": 1, "D": None}  # half points
    assert shown(from_table(FOUR), SB) == {"A": 2 + 1.5 / 2, "B": 1.5 + 1, "C": 1.5 / 2 + 1, "D": 1.5}
    assert shown(from_table(FOUR), BUCHHOLZ) == {"A": 3.5, "B": 3, "C": 3.5, "D": 3.5}


def test_a_swiss_with_byes_and_a_withdrawal():
    """For others, E has 1.5 points: the bye and half a point for the round without E."""
    records = from_rounds(WITHDRAWAL)
    table = ranking(records, [BUCHHOLZ, SB])
    assert letters(table) == "A C D B E"
    assert by_letter(table) == {"A": 2.5, "B": 1, "C": 2, "D": 1.5, "E": 1}
    assert shown(records, BUCHHOLZ) == {
        "A": 1.5 + 2,  # without B's 1
        "B": 2.5 + 2,  # without D's 1.5
        "C": 1.5 + 2.5,  # without B's 1
        "D": 2 + 1.5,  # C and a virtual opponent, without B's 1
        "E": 1 + 2.5,  # A and a virtual opponent, without another
    }
    assert shown(records, SB) == {"A": 1 + 1.5 + 2 / 2, "B": 1.5, "C": 1.5 / 2 + 1 + 2.5 / 2, "D": 2 / 2 + 1.5, "E": 1}


def test_rounds_after_a_withdrawal_need_no_entry():
    without = from_rounds(WITHDRAWAL.replace("E:absent", ""))
    for tiebreak in (BUCHHOLZ, SB):
        assert shown(without, tiebreak) == shown(from_rounds(WITHDRAWAL), tiebreak)


def test_a_win_by_forfeit_counts_the_absent_opponent_if_that_is_more():
    """C meets A, who has two points and doesn't come: for C's tie-breaks A has 2.5 points, more than C's own 1."""
    records = from_rounds("A1B C0D A1D C0B C+A B=D")
    assert shown(records, SB)["C"] == 2.5
    assert shown(records, BUCHHOLZ)["C"] == 2.5 + 1.5  # without one 1.5
    weaker = from_rounds("A0B C1D A0D C1B C+A B=D")
    assert shown(weaker, SB)["C"] == 1.5 + 1.5 + 3  # A has half a point, so a virtual opponent with C's own 3
    assert shown(weaker, BUCHHOLZ)["A"] == 1.5 + 1.5  # not coming earns nothing: a virtual opponent with no points


def test_three_who_beat_each_other_in_a_circle_are_not_separated_by_their_meetings():
    records = from_rounds("A1B B1C C1A A1D B1D C1D")
    assert letters(ranking(records, [DIRECT])) == "ABC D"


def test_meetings_decide_only_among_those_still_tied_and_only_if_each_has_met_each():
    """A, B and C have 1.5 points. A met neither of the others and won nothing; B beat C."""
    records = from_rounds("B1C B=D C1D C=E A=D A=E A=F")
    assert letters(ranking(records, [DIRECT])) == "ABC DE F"
    assert letters(ranking(records, [DIRECT, Tiebreak.WINS])) == "BC A DE F"
    table = ranking(records, [Tiebreak.WINS, DIRECT])
    assert letters(table) == "B C A DE F"
    assert by_letter(table, 1) == {"A": None, "B": 2, "C": 0, "D": None, "E": None, "F": None}  # half points


def test_effectiveness_is_the_mean_of_all_deals():
    """A's mean is 0.5, B's 1/3, and C has none. Thousandths decide, so no place hangs on a rounding error."""
    effects = [((1.0, -0.5), (1.0,)), ((0.1, 0.2), (0.7,)), ()]
    records = [
        Record(n, n, tuple(Meeting((9,), 1, effects=deals) for deals in meetings)) for n, meetings in enumerate(effects)
    ] + [Record(9, 9, ())]
    values = {one.number: one.tiebreaks for one in ranking(records, [Tiebreak.EFFECTIVENESS])}
    assert values == {0: (500,), 1: (333,), 2: (0,), 9: (0,)}


def test_wins_by_play_fewer_pairings_and_the_better_seed_decide():
    records = from_rounds("A+C B1C A:absent B0C A0D E:bye")
    assert by_letter(ranking(records, [Tiebreak.WINS]), 0) == {"A": 0, "B": 1, "C": 1, "D": 1, "E": 0}
    table = ranking(records, [Tiebreak.FEWER])
    assert by_letter(table, 0) == {"A": 2, "B": 2, "C": 3, "D": 1, "E": 0}
    assert letters(table) == "E D AB C"
    assert letters(ranking(records, [Tiebreak.FEWER, Tiebreak.SEED])) == "E D A B C"


def test_games_of_an_entry_that_was_struck_out_count_for_nobody():
    """Not even E, who lost all, is behind D."""
    records = from_rounds("A1B B1C C1A A1D D1B D1C D1E A1E B1E C1E", gone="D")
    table = ranking(records, [DIRECT, SB])
    assert letters(table) == "ABC E D"
    assert by_letter(table) == {"A": 2, "B": 2, "C": 2, "D": 0, "E": 0}


def test_tables_of_four_count_opponents_by_their_mean():
    """A finished first, B and C level, D last. Points: 3, 1.5, 1.5, 0; each opponent counts for a third."""
    ahead = {0: (2, 2, 2), 1: (0, 1, 2), 2: (0, 1, 2), 3: (0, 0, 0)}
    records = [
        Record(n, n, (Meeting(tuple({0, 1, 2, 3} - {n}), shared_half_points(each, 6), ahead=each),))
        for n, each in ahead.items()
    ]
    assert by_letter(ranking(records, [])) == {"A": 3, "B": 1.5, "C": 1.5, "D": 0}
    assert shown(records, Tiebreak.WINS) == {"A": 1, "B": 0, "C": 0, "D": 0}
    assert shown(records, SB, full_win=6) == {"A": 1, "B": 1.5 / 6, "C": 1.5 / 6, "D": 0}


def test_a_game_ended_by_its_score_on_the_last_day_counts_as_played():
    for how, wins in ((How.ADJUDICATED, 1), (How.PLAYED, 1), (How.FORFEIT, 0)):
        records = [Record(0, 1, (Meeting((1,), 2, how),)), Record(1, 2, (Meeting((0,), 0, how),))]
        assert shown(records, Tiebreak.WINS) == {"A": wins, "B": 0}


@pytest.mark.parametrize(("ahead", "half_points"), [
    ((2, 2), 6), ((2, 0), 3), ((0, 0), 0), ((1, 1), 3), ((1, 2), 4), ((1, 0), 1), ((2, 2, 1), 5), ((0, 0, 1), 1),
])  # fmt: skip
def test_places_at_a_table_are_shared(ahead, half_points):
    """Two first of three would share 4.5 points, that is 4.5 half points each: we round down."""
    assert shared_half_points(ahead, 6) == half_points


@pytest.mark.parametrize("wrong", [
    {"opponents": (1, 2), "half_points": 2}, {"opponents": (1,), "half_points": 4}, {"opponents": (), "half_points": 2},
    {"opponents": (1,), "half_points": 2, "margins": ((3,),)},
])  # fmt: skip
def test_meetings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"ahead|opponents|pairing"):
        Meeting(**wrong)


def diced(seed, count=None, rounds=None):
    """Records of a Swiss with random pairs and results, some by forfeit, and byes."""
    chance = Random(seed)
    count, rounds = count or chance.randint(4, 14), rounds or chance.randint(2, 6)
    meetings = [[] for _ in range(count)]
    for _ in range(rounds):
        order = chance.sample(range(count), count)
        if count % 2:
            meetings[order.pop()].append(Meeting((), 2, How.BYE))
        for a, b in zip(order[::2], order[1::2], strict=True):
            won = chance.randrange(3)
            how = How.FORFEIT if won != 1 and chance.random() < 0.1 else How.PLAYED
            effect = (chance.choice([-1.0, 0.1, 0.3]),)
            meetings[a].append(Meeting((b,), won, how, effects=effect))
            meetings[b].append(Meeting((a,), 2 - won, how, effects=(-effect[0],)))
    return [Record(n, n + 1, tuple(each)) for n, each in enumerate(meetings)]


@many
@given(seeds, st.permutations(list(Tiebreak)), st.randoms(use_true_random=False))
def test_neither_the_numbers_nor_the_order_of_the_entries_matter(seed, order, chance):
    records = diced(seed)
    renamed = dict(zip(range(len(records)), chance.sample(range(1000), len(records)), strict=True))
    again = [
        replace(
            one,
            number=renamed[one.number],
            meetings=tuple(replace(m, opponents=tuple(renamed[n] for n in m.opponents)) for m in one.meetings),
        )
        for one in chance.sample(records, len(records))
    ]
    table = ranking(records, order)
    assert ranking(again, order) == [replace(one, number=renamed[one.number]) for one in table]
    assert len({one.place for one in table}) == len(records)  # seeds differ


@many
@given(seeds, st.permutations(list(Tiebreak)))
def test_places_follow_points_and_then_the_values_in_their_order(seed, order):
    """Of two neighbours the first differing value decides: less is better for pairings and seeds."""
    table = ranking(diced(seed), order)
    for one, other in pairwise(table):
        assert one.half_points >= other.half_points
        if one.half_points == other.half_points:
            pairs = zip(order, one.tiebreaks, other.tiebreaks, strict=True)
            tiebreak, first, second = next(each for each in pairs if each[1] != each[2])
            assert (first < second) == (tiebreak in {Tiebreak.FEWER, Tiebreak.SEED})


@many
@given(seeds)
def test_a_bye_for_everybody_changes_no_place(seed):
    order = [DIRECT, Tiebreak.WINS, Tiebreak.EFFECTIVENESS, Tiebreak.FEWER]
    records = diced(seed)
    more = [replace(one, meetings=(*one.meetings, Meeting((), 2, How.BYE))) for one in records]
    assert letters(ranking(more, order)) == letters(ranking(records, order))


def changed(records, loser, after, how, whole):
    """The records if *loser* loses all after so many rounds: by play, or by forfeit after withdrawing.

    *whole*: opponents have a win by forfeit in each of these rounds, as in a group. Otherwise only in the first one,
    and those they would have met later have byes, as in a Swiss.
    """
    again = []
    for one in records:
        meetings = list(one.meetings)
        for n in range(after, len(meetings)):
            late = how is How.FORFEIT and not whole and n > after
            if one.number == loser:
                meetings[n] = replace(meetings[n], how=how, half_points=0, ahead=()) if meetings[n].opponents else None
                meetings[n] = None if late else meetings[n]
            elif loser in meetings[n].opponents:
                meetings[n] = Meeting((), 2, How.BYE) if late else Meeting((loser,), 2, how)
        again.append(replace(one, meetings=tuple(m for m in meetings if m is not None)))
    return again


@many
@given(seeds, st.data(), st.booleans(), st.sampled_from([BUCHHOLZ, SB]))
def test_withdrawing_harms_nobody_more_than_losing_on(seed, data, whole, tiebreak):
    """K7. In a Swiss, entries with a bye instead of a meeting are left out: there the pairing differs, too."""
    records = diced(seed, count=data.draw(st.sampled_from([6, 8, 10])))
    loser = data.draw(st.integers(0, len(records) - 1))
    after = data.draw(st.integers(0, len(records[0].meetings) - 1))
    played_on = changed(records, loser, after, How.PLAYED, whole)
    withdrew = changed(records, loser, after, How.FORFEIT, whole)
    before, now = ({r.number: r for r in ranking(each, [tiebreak])} for each in (played_on, withdrew))
    for one in records:
        met_late = any(loser in m.opponents for m in one.meetings[after + 1 :])
        if one.number != loser and (whole or not met_late):
            assert now[one.number].half_points == before[one.number].half_points
            assert now[one.number].tiebreaks >= before[one.number].tiebreaks
