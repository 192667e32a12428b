"""The pairs of a knockout. People are their seeds, 0 for the strongest."""

from collections.abc import Sequence


def bracket(n: int) -> tuple[tuple[int, int | None], ...]:
    """The first round of 2 to 64 people, or of 1. None is a bye; the strongest have them.

    The winners of pairs 0 and 1 meet next, those of 2 and 3, and so on. If the stronger always win, the two strongest
    meet in the final, the four strongest in the semi-finals, and the strongest always meets the weakest who is left.
    """
    if not 1 <= n <= 64:
        raise ValueError(f"a knockout is for up to 64, not {n}")
    better = [0]  # of each pair
    while 2 * len(better) < n:
        last = 2 * len(better) - 1
        better = [seed for one in better for seed in (one, last - one)]
    last = 2 * len(better) - 1
    return tuple((seed, last - seed if last - seed < n else None) for seed in better)


def next_pairs(winners: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The next round: the *winners* in the order of their pairs. One winner has won the knockout: no pair is left."""
    return tuple(zip(winners[::2], winners[1::2], strict=False))
