"""The final places of a game's sides."""

from collections.abc import Iterable

from games.models import Game, Move, Seat

LEAVING = ("resign", "timeout")


def final_places(game: Game, seats: Iterable[Seat]) -> list[int]:
    """By side, from 1, ties share a place: winners; then those who played to the end, by points; then leavers, the
    first one last.
    """
    left = _sides_that_left(game, seats) if game.rules.sides > 2 else []
    low = game.rules.goal == "low"

    def standing(side: int) -> tuple[int, int]:
        if side in (game.winners or ()):
            return (0, 0)
        if side in left:
            return (2, -left.index(side))
        return (1, game.totals[side] if low else -game.totals[side])

    standings = [standing(side) for side in range(game.rules.sides)]
    return [1 + sum(other < mine for other in standings) for mine in standings]


def _sides_that_left(game: Game, seats: Iterable[Seat]) -> list[int]:
    """Those that resigned or ran out of time before the end, the earliest first; partners leave together."""
    gone = {seat.number: seat.side for seat in seats if seat.left}
    if not gone:
        return []
    moves = Move.objects.filter(game=game, text__in=LEAVING).order_by("version").values_list("seat", flat=True)
    return list(dict.fromkeys(gone[seat] for seat in moves if seat in gone))
