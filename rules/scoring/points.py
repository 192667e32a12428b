"""The points scored after a round (rules.md 6, 9.4)."""

from ..rounds.game import Game
from .tally import Tally


def points_written(tally: Tally, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The points of each side before `open_at` applies; *totals* are those before the round."""
    rules, winner, out = tally.rules, tally.winner, tally.went_out
    score = rules.score_block if out is None else rules.score_out
    points = [0] * rules.sides
    if score == "penalty":
        for side in tally.sides:
            points[side] = tally.by_side[side] - (rules.out_bonus if side == out else 0)
        if rules.winner_free and out is None and winner is not None:
            points[winner] = 0
        return tuple(points)
    if score == "write_down":
        for side in tally.sides:
            if side != winner or out is None:
                points[side] = -max(0, min(totals[side], tally.by_side[side] // 5 * 5))
    elif winner is not None:
        points[winner] = _winners(tally, winner, score)
    if winner is not None and winner == out:
        points[winner] += rules.out_bonus
    return tuple(points)


def _winners(tally: Tally, winner: int, score: str) -> int:
    """The points of the *winner*, without a bonus."""
    own = tally.by_side[winner]
    left = sum(tally.by_side) - own
    match score:
        case "one":
            return 1
        case "losers_fifths":
            return -(-left // 5)
        case "losers":
            pips = left
        case "losers_minus_own":
            pips = left - own
        case "differences":
            pips = left - own * (len(tally.sides) - 1)
        case "all":
            pips = left + own
        case _:
            return 0
    to = tally.rules.round_to
    return (2 * max(pips, 0) + to) // (2 * to) * to


def points_opened(game: Game, points: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    """The *points* scored under `open_at`, the sides that have opened, and the remembered pips."""
    rules = game.rules
    if not rules.open_at:
        return points, game.opened, game.kept
    really, open_now, kept_now = [], [], []
    for new, already, kept in zip(points, game.opened, game.kept, strict=True):
        together = new + kept
        opens = already or together >= rules.open_at
        really.append(together if opens else 0)
        open_now.append(opens)
        kept_now.append(together if rules.remember and new and not opens else 0)
    return tuple(really), tuple(open_now), tuple(kept_now)
