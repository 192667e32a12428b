"""By how much a game was won or lost."""

from games.models import Game, Seat

GIVEN_UP = {"resigned", "timeout"}
MOST = 10**12  # points of one game: house rules can write more than a sum could hold


def margin(mine: Seat, theirs: Seat) -> int | None:
    """The points by which the first seat's side came in before the other's, or, with oneself, before the best of all
    others; negative behind it. Where few points are good it is the points it has less.

    None where points say nothing: the game was not played to its end, or one of the two didn't stay; or the two are
    partners.
    """
    game: Game = mine.game
    if game.status != Game.Status.FINISHED or game.annulled_at is not None or game.reason in GIVEN_UP:
        return None
    if mine.left or theirs.left or (mine.pk != theirs.pk and mine.side == theirs.side):
        return None
    sign = -1 if game.rules.goal == "low" else 1
    points = [sign * total for total in game.totals]
    others = [total for side, total in enumerate(points) if side != mine.side]
    best = points[theirs.side] if mine.pk != theirs.pk else max(others)
    ahead: int = points[mine.side] - best
    return max(-MOST, min(MOST, ahead))
