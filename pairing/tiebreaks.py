"""The places of a tournament: points first, then tie-breaks in an order of your choice. All values are whole numbers.

Unplayed rounds harm nobody else:

- For an entry's own Buchholz and Sonneborn–Berger, a round without play counts as a meeting with a virtual opponent
  who has as many points as the entry. A win by forfeit counts as one against the absent opponent instead, if that
  opponent has more.
- For its opponents' tie-breaks, each round that an entry didn't play counts at least half a win. That includes rounds
  after it withdrew. So an entry that withdraws never leaves others with less than if it had gone on and lost.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, groupby
from math import fsum

from pairing.records import HalfPoints, Meeting, Record

Twelfths = int  # of a point, so that means over two or three opponents are whole numbers


class Tiebreak(StrEnum):
    """What decides between entries with equal points.

    - DIRECT: points in the meetings of those who are still tied; only if each of them has met each.
    - BUCHHOLZ: the points of all opponents, without the round with the fewest.
    - SONNEBORN_BERGER: the points of opponents one finished before, and half the points of those one was level with.
    - EFFECTIVENESS: the mean over all deals. WINS: meetings won by play. FEWER: fewer pairings. SEED: the better seed.

    At a table with several opponents, Buchholz and Sonneborn–Berger take the mean over them.
    """

    DIRECT = "direct"
    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    EFFECTIVENESS = "effectiveness"
    WINS = "wins"
    FEWER = "fewer"
    SEED = "seed"


# To show a value, divide it by its unit. This keeps halves and means over two or three opponents whole.
UNITS = dict.fromkeys(Tiebreak, 1) | {
    Tiebreak.DIRECT: 2,
    Tiebreak.BUCHHOLZ: 12,
    Tiebreak.SONNEBORN_BERGER: 24,
    Tiebreak.EFFECTIVENESS: 1000,
}
LESS_IS_BETTER = {Tiebreak.FEWER, Tiebreak.SEED}


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry's place (1 is the first; equals share a number), points, and tie-breaks in the order asked for.

    The values are in `UNITS`; None if a tie-break decides nothing here.
    """

    number: int
    place: int
    half_points: HalfPoints
    tiebreaks: tuple[int | None, ...]


def ranking(records: Iterable[Record], order: Sequence[Tiebreak], full_win: HalfPoints = 2) -> list[Ranked]:
    """The places, best first. *full_win*: what a full win counts, such as 2 in a duel and 6 at a table of four.

    Each tie-break of the *order* decides among those whom all before it left tied. Entries that stay tied share a
    place, listed by seed. Entries that were struck out come last.
    """
    counted = _counted(list(records))
    totals = _Totals(counted, full_win)
    tied = _split(counted, {one.number: (not one.struck_out, totals.half_points[one.number]) for one in counted})
    values: dict[int, list[int | None]] = {one.number: [] for one in counted}
    for tiebreak in order:
        groups, tied = tied, []
        for group in groups:
            by_number = _direct(group) if tiebreak is Tiebreak.DIRECT else totals.values(group, tiebreak)
            for number, value in by_number.items():
                values[number].append(value)
            sign = -1 if tiebreak in LESS_IS_BETTER else 1
            tied += _split(group, {number: (sign * (value or 0),) for number, value in by_number.items()})
    table: list[Ranked] = []
    for group in tied:
        place = len(table) + 1
        group.sort(key=lambda one: (one.seed, one.number))
        table += [Ranked(one.number, place, totals.half_points[one.number], tuple(values[one.number])) for one in group]
    return table


def _counted(records: list[Record]) -> list[Record]:
    """The records without meetings of entries that were struck out; at a larger table the others' results stand."""
    struck_out = {one.number for one in records if one.struck_out}
    if not struck_out:
        return records
    return [
        replace(one, meetings=() if one.struck_out else tuple(_meetings_without(struck_out, one.meetings)))
        for one in records
    ]


def _meetings_without(struck_out: Collection[int], meetings: Iterable[Meeting]) -> Iterator[Meeting]:
    for meeting in meetings:
        left = [pair for pair in zip(meeting.opponents, meeting.ahead, strict=True) if pair[0] not in struck_out]
        if left or not meeting.opponents:
            opponents, ahead = zip(*left, strict=True) if left else ((), ())
            yield replace(meeting, opponents=opponents, ahead=ahead)


def _split(group: Iterable[Record], values: Mapping[int, tuple[int, ...]]) -> list[list[Record]]:
    """The *group* in groups of equal values, the highest first."""
    ordered = sorted(group, key=lambda one: values[one.number], reverse=True)
    return [list(equals) for _value, equals in groupby(ordered, key=lambda one: values[one.number])]


def _direct(group: Sequence[Record]) -> dict[int, int | None]:
    """Each entry's points against the others of the *group*; None for all unless each has met each."""
    tied = {one.number for one in group}
    points: dict[int, int | None] = {}
    for one in group:
        among = [(m.opponents[n], m.ahead[n]) for m in one.meetings for n in range(len(m.opponents))]
        among = [(number, ahead) for number, ahead in among if number in tied]
        if len(tied) == 1 or len({number for number, _ in among}) < len(tied) - 1:
            return dict.fromkeys(tied)
        points[one.number] = sum(ahead for _, ahead in among)
    return points


class _Totals:
    """The points of all entries, for themselves and as others' tie-breaks count them."""

    def __init__(self, records: Sequence[Record], full_win: HalfPoints) -> None:
        self.full_win = full_win
        self.rounds = max((len(one.meetings) for one in records), default=0)
        self.half_points = {one.number: sum([m.half_points for m in one.meetings]) for one in records}
        self.for_others = {one.number: self._for_others(one) for one in records}

    def _for_others(self, one: Record) -> HalfPoints:
        half_win = self.full_win // 2
        met = sum([m.half_points if m.played else max(half_win, m.half_points) for m in one.meetings])
        return met + half_win * (self.rounds - len(one.meetings))

    def values(self, group: Iterable[Record], tiebreak: Tiebreak) -> dict[int, int | None]:
        """Each entry's value of a tie-break that needs no other entries of the *group*."""
        value: Callable[[Record], int] = {
            Tiebreak.BUCHHOLZ: self._buchholz,
            Tiebreak.SONNEBORN_BERGER: self._sonneborn_berger,
            Tiebreak.EFFECTIVENESS: _effectiveness,
            Tiebreak.WINS: lambda one: sum(m.won for m in one.meetings),
            Tiebreak.FEWER: lambda one: sum(bool(m.opponents) for m in one.meetings),
            Tiebreak.SEED: lambda one: one.seed,
        }[tiebreak]
        return {one.number: value(one) for one in group}

    def _opponent_points(self, one: Record, meeting: Meeting) -> Twelfths:
        """The mean points of the opponents in a meeting; the virtual one's if it wasn't played."""
        own = 6 * self.half_points[one.number]
        if not meeting.opponents:
            return own
        theirs = 6 * sum([self.for_others[each] for each in meeting.opponents]) // len(meeting.opponents)
        if meeting.played:
            return theirs
        return max(own, theirs) if meeting.half_points else own

    def _buchholz(self, one: Record) -> Twelfths:
        rounds = [self._opponent_points(one, meeting) for meeting in one.meetings]
        rounds += [6 * self.half_points[one.number]] * (self.rounds - len(rounds))
        return sum(rounds) - min(rounds, default=0)

    def _sonneborn_berger(self, one: Record) -> int:
        total = 0
        for meeting in one.meetings:
            if meeting.played:
                beaten = zip(meeting.opponents, meeting.ahead, strict=True)
                total += 6 * sum([self.for_others[each] * ahead for each, ahead in beaten]) // len(meeting.opponents)
            else:
                total += 2 * self._opponent_points(one, meeting) * meeting.half_points // self.full_win
        return total


def _effectiveness(one: Record) -> int:
    effects = list(chain.from_iterable(meeting.effects for meeting in one.meetings))
    return round(1000 * fsum(effects) / len(effects)) if effects else 0
