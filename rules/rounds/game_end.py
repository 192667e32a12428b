"""Decides when a game ends, and the winners (rules.md 7)."""

from collections.abc import Sequence

from .game import Game, Outcome

LONGEST_GAME = 200  # scored rounds


def after_round(game: Game, totals: tuple[int, ...], played: int) -> Outcome | None:
    """The outcome after *played* scored rounds with *totals*; None while the game goes on."""
    rules = game.rules
    if rules.rounds is not None:
        return _by_best(game, totals, "rounds") if played >= rules.rounds else None
    if outcome := at_love(game, totals) if rules.love is not None else at_target(game, totals):
        return outcome
    return _by_best(game, totals, "limit") if played >= LONGEST_GAME else None


def adjudicated(game: Game, totals: tuple[int, ...]) -> Outcome:
    """The outcome at the game's last moment: of the sides still in, the best of *totals* win."""
    return _by_best(game, totals, "adjudicated")


def at_target(game: Game, totals: tuple[int, ...]) -> Outcome | None:
    """The outcome if some side still in has the target; None if none has, or a tie is played on."""
    rules, target = game.rules, game.rules.target
    there = () if target is None else tuple(side for side in game.sides_in if totals[side] >= target)
    if not there:
        return None
    best = best_sides(game, totals, game.sides_in)
    if rules.goal == "high":
        if rules.tie_end == "both":
            best = there if len(there) > 1 else best
        elif rules.tie_end == "play_on" and len(best) > 1:
            return None
    return Outcome(best, "target", totals)


def at_love(game: Game, totals: tuple[int, ...]) -> Outcome | None:
    """The outcome if a side still in has the points of `love` while another still in has none."""
    there = [totals[side] for side in game.sides_in]
    if game.rules.love is None or min(there) > 0 or max(there) < game.rules.love:
        return None
    return Outcome(best_sides(game, totals, game.sides_in), "love", totals)


def is_broken(game: Game, totals: Sequence[int]) -> bool:
    """Whether *totals* after a round break a game to love: every side still in has a point, and it isn't one-all."""
    return all(totals[side] >= 1 for side in game.sides_in) and not at_one_all(game, totals)


def at_one_all(game: Game, totals: Sequence[int]) -> bool:
    """Whether every side still in has exactly 1 point."""
    return all(totals[side] == 1 for side in game.sides_in)


def is_level(game: Game, totals: Sequence[int]) -> bool:
    """Whether *totals* after a round are those of a game to love that was broken or is at one-all."""
    return game.rules.love is not None and {totals[side] for side in game.sides_in} in ({0}, {1})


def best_sides(game: Game, totals: tuple[int, ...], sides: tuple[int, ...]) -> tuple[int, ...]:
    """Those of *sides* with the best totals; several where they are equal (rules.md 7)."""
    best = (min if game.rules.goal == "low" else max)(totals[side] for side in sides)
    return tuple(side for side in sides if totals[side] == best)


def _by_best(game: Game, totals: tuple[int, ...], reason: str) -> Outcome:
    return Outcome(best_sides(game, totals, game.sides_in), reason, totals)
