"""What an entry did in a tournament: its meetings, from which `tiebreaks.py` and `sure.py` count everything."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

HalfPoints = int  # a point counts two, so that half points are whole numbers


class How(StrEnum):
    """How a meeting was decided. Adjudicated means by the score so far, on the last day: it counts as played."""

    PLAYED = "played"
    ADJUDICATED = "adjudicated"
    FORFEIT = "forfeit"  # without play: a win or a loss
    BYE = "bye"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One entry's part in one pairing.

    - *opponents*: by number, without partners; empty for a bye or an absence.
    - *ahead*, for each opponent: 2 if the entry finished before them, 1 if level, 0 if behind. A duel whose win counts
      one point needs none: there it equals the points.
    - *effects*: the effectiveness of each deal, within ±2, and 0 for a forfeited one.
    - *margins*, for each deal and each opponent: the points by which the entry was better. Only `likely_places` needs
      them. All at one table then have the same *pairing*, which no other table of any round has.
    """

    opponents: tuple[int, ...]
    half_points: HalfPoints
    how: How = How.PLAYED
    ahead: tuple[HalfPoints, ...] = ()
    effects: tuple[float, ...] = ()
    margins: tuple[tuple[int, ...], ...] = ()
    pairing: int | None = None

    def __post_init__(self) -> None:
        if len(self.opponents) == 1 and not self.ahead:
            object.__setattr__(self, "ahead", (self.half_points,))
        if len(self.ahead) != len(self.opponents) or not {0, 1, 2}.issuperset(self.ahead):
            raise ValueError(f"ahead must be 0, 1 or 2 for each of {self.opponents}, not {self.ahead}")
        if self.played and not self.opponents:
            raise ValueError("nobody plays without opponents")
        if self.margins and self.pairing is None:
            raise ValueError("margins without the pairing they belong to")

    @property
    def played(self) -> bool:
        """Whether the result comes from play, of whatever kind."""
        return self.how in (How.PLAYED, How.ADJUDICATED)

    @property
    def won(self) -> bool:
        """Whether the entry finished before all others at the table, by play."""
        return self.played and bool(self.ahead) and min(self.ahead) == 2


@dataclass(frozen=True, slots=True)
class Record:
    """All meetings of an entry, one a round. *struck_out*: none of them counts, for the entry or its opponents."""

    number: int
    seed: int
    meetings: tuple[Meeting, ...]
    struck_out: bool = False


def shared_half_points(ahead: Sequence[HalfPoints], full_win: HalfPoints) -> HalfPoints:
    """What one gets who finished so at a table where the first alone gets *full_win*; ties share.

    With 6 for the first, four people get 6, 4, 2 and 0, three get 6, 3 and 0. Two who tie at a table of three share an
    odd number; we round down.
    """
    return full_win * sum(ahead) // (2 * len(ahead))
