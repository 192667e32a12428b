"""How sure a place is: what the table might look like if the same people had played again.

The meetings stay; each gets as many deals as it had, drawn from its own, so some count twice and some not at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from pairing.records import HalfPoints, Meeting, Record, shared_half_points
from pairing.tiebreaks import Tiebreak, ranking


def likely_places(
    records: Sequence[Record], order: Sequence[Tiebreak], rng: Random, times: int = 200, full_win: HalfPoints = 2
) -> dict[int, tuple[int, int]]:
    """For each entry, by number: the best and the worst place in the middle 80 % of so many *times*.

    Meetings without margins, such as byes, stay as they are. *order* and *full_win* are those of `ranking`.
    """
    meetings = [meeting for one in records for meeting in one.meetings]
    deals = {m.pairing: len(m.margins) for m in meetings if m.margins and m.pairing is not None}
    places: dict[int, list[int]] = {one.number: [] for one in records}
    for _time in range(times):
        drawn = {pairing: rng.choices(range(count), k=count) for pairing, count in sorted(deals.items())}
        again = [replace(one, meetings=tuple(_again(m, drawn, full_win) for m in one.meetings)) for one in records]
        for ranked in ranking(again, order, full_win):
            places[ranked.number].append(ranked.place)
    tenth = times // 10
    return {number: (sorted(each)[tenth], sorted(each)[-1 - tenth]) for number, each in places.items()}


def _again(meeting: Meeting, drawn: Mapping[int, Sequence[int]], full_win: HalfPoints) -> Meeting:
    """The *meeting* with the deals that were drawn for its table."""
    if not meeting.margins or meeting.pairing is None:
        return meeting
    deals = drawn[meeting.pairing]
    totals = [sum([meeting.margins[deal][n] for deal in deals]) for n in range(len(meeting.opponents))]
    ahead = tuple((total > 0) - (total < 0) + 1 for total in totals)
    effects = tuple(meeting.effects[deal] for deal in deals) if meeting.effects else ()
    return Meeting(meeting.opponents, shared_half_points(ahead, full_win), meeting.how, ahead, effects)
