"""The series of a game: what the same sides won before it, one rematch after the other."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from common.database import read_rows
from games.models import Game, Seat

LONGEST = 200  # games
# A JOIN, not an `IN`: SQLite would scan all seats.
EARLIER = """
    WITH RECURSIVE chain (id, back) AS (
        SELECT rematch_of_id, 1 FROM games_game WHERE id = %s AND rematch_of_id IS NOT NULL
        UNION ALL
        SELECT game.rematch_of_id, chain.back + 1 FROM chain JOIN games_game game ON game.id = chain.id
        WHERE game.rematch_of_id IS NOT NULL AND chain.back < %s
    )
    SELECT chain.back, seat.side, seat.player_id, seat.result
    FROM chain
    JOIN games_game game ON game.id = chain.id AND game.annulled_at IS NULL
    JOIN games_seat seat ON seat.game_id = chain.id
    ORDER BY chain.back, seat.side
"""


@dataclass(frozen=True)
class Series:
    """The games won by each side of the last game, and those that no side won alone."""

    won: list[int]
    drawn: int


def earlier_games(game: Game) -> Series | None:
    """The games before *game*, which was loaded with its seats; None for the first one. One query for a rematch.

    An older game of other people, or with other partners, is where the series began. Annulled games don't count.
    """
    if game.rematch_of_id is None:
        return None
    sides: dict[int, set[int | None]] = {}
    for seat in game.seats.all():
        sides.setdefault(seat.side, set()).add(seat.player_id)
    number = {frozenset(players): side for side, players in sides.items()}
    won, drawn = [0] * len(sides), 0
    for _back, seats in groupby(read_rows(EARLIER, [game.pk, LONGEST]), itemgetter(0)):
        results: dict[frozenset[int | None], str] = {}
        for _side, of_side in groupby(seats, itemgetter(1)):
            places = list(of_side)
            results[frozenset(player for *_which, player, _result in places)] = places[0][3]
        if results.keys() != number.keys():
            break
        winners = [number[players] for players, result in results.items() if result == Seat.Result.WON]
        for side in winners:
            won[side] += 1
        drawn += not winners
    return Series(won, drawn) if drawn or any(won) else None
