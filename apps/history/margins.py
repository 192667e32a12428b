"""The margin of a win or loss in points."""

from games.models import Game, Seat

GIVEN_UP = {"resigned", "timeout"}
MOST = 10**12  # points in a game: house rules allow more than a sum could store


def margin(mine: Seat, theirs: Seat) -> int | None:
    """Points by which the first seat's side is ahead of the other's, or, for oneself, of the best other side. Negative
    if it is behind. In games with low goals, points fewer.

    None if points don't matter: the game wasn't played to its end, one of the two left, or they are partners.
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
