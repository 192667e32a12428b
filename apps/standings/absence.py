"""The effect of a game on each player's rating if a player left (docs/ratings.md).

A pure function of the finished game's seats, so recomputing ratings gives the same answer. No one gains when a player
leaves in the first round, or by a computer's help. Players who were behind already still lose.
"""

from collections.abc import Sequence
from copy import copy

from games.models import Seat
from standings.models import Effect


def was_away(seat: Seat) -> bool:
    return seat.left or seat.stood_in


def gone_at_once(seat: Seat) -> Seat:
    """The seat of a player who never moved, so that the clock always did: as if they had left before anyone scored."""
    gone = copy(seat)
    gone.left, gone.away_early, gone.away_when = True, True, Seat.Stood.LEVEL
    return gone


def effects(seats: Sequence[Seat], places: Sequence[int]) -> list[Effect]:
    """By seat, in the order of *seats*; *places* are by side, from 1."""
    left_by: dict[int, list[Seat]] = {}  # by side: its seats that left
    for seat in seats:
        if was_away(seat):
            left_by.setdefault(seat.side, []).append(seat)
    helped = [seat for side, gone in left_by.items() if places[side] == 1 for seat in gone]
    if helped:
        was_won = any(seat.away_when == Seat.Stood.AHEAD for seat in helped)
        return [Effect.ALL if was_won and places[seat.side] > 1 else Effect.NONE for seat in seats]
    early = {side for side, gone in left_by.items() if any(seat.away_early for seat in gone)}
    there = {seat.side for seat in seats} - early
    apart = Effect.ALL if not early else Effect.APART if len(there) > 1 else Effect.KEPT

    def effect(seat: Seat) -> Effect:
        if seat.side in left_by and not was_away(seat):
            return _of_partner(left_by[seat.side])
        return Effect.ALL if seat.side in early else apart

    return [effect(seat) for seat in seats]


def _of_partner(gone: Sequence[Seat]) -> Effect:
    """The effect for a seat that stayed while *gone* of its side left, and the side lost."""
    if any(seat.away_when == Seat.Stood.BEHIND for seat in gone):
        return Effect.ALL
    return Effect.KEPT if any(seat.away_when for seat in gone) else Effect.NONE  # older games have no record of it
