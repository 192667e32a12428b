"""What the games of a pairing are worth. Pure: positions are those of the entries at the table, from 0."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

MOST_EFFECT = 2_000  # thousandths of a deal's spread, up or down


@dataclass(frozen=True, slots=True)
class Score:
    """One game of a pairing. *gains*: its points by position, more is better. *effects*: how effective each was, in
    thousandths. *left*: the positions that lost by leaving.
    """

    gains: tuple[float, ...]
    effects: tuple[int, ...]
    left: tuple[int, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {"gains": self.gains, "effects": self.effects, "left": self.left}

    @classmethod
    def of_json(cls, stored: Mapping[str, Sequence[float]]) -> "Score":
        return cls(
            tuple(stored["gains"]),
            tuple(int(each) for each in stored["effects"]),
            tuple(int(each) for each in stored["left"]),
        )


def score(
    points: Sequence[int],
    left: Collection[int],
    spread: float,
    *,
    low_wins: bool,
    halves: int = 1,
    whole_game: int = 0,
) -> Score:
    """The score of a game with these *points* by side, in which the sides *left* went away before its end.

    A side that left has a *spread* less than any other, so leaving costs as much as a deal that went badly, and never
    less; in a *whole game* to so many points, it has these points less. It is as ineffective as can be, and shows
    nothing about the others. *halves* 2: positions 0 and 2 are partners of side 0, and 1 and 3 of side 1.
    """
    gains = [float(-each if low_wins else each) for each in points]
    there = [gain for side, gain in enumerate(gains) if side not in left]
    for side in left if there else ():
        gains[side] = min(gains[side], min(there) - max(spread, whole_game))
    if there and left:
        effects = [-MOST_EFFECT if side in left else 0 for side in range(len(gains))]
    else:
        effects = [_effect(gains, side, spread) for side in range(len(gains))]
    gone = tuple(n for n in range(len(gains) * halves) if n % len(gains) in left)
    return Score(tuple(gains) * halves, tuple(effects) * halves, gone)


def _effect(gains: Sequence[float], side: int, spread: float) -> int:
    """How many thousandths of the spread a side is ahead of the best other one."""
    best = max(gain for other, gain in enumerate(gains) if other != side)
    return max(-MOST_EFFECT, min(MOST_EFFECT, round(1000 * (gains[side] - best) / spread)))


def totals(scores: Sequence[Score]) -> tuple[float, ...]:
    """The gains of all games by position."""
    return tuple(map(sum, zip(*(each.gains for each in scores), strict=True)))
