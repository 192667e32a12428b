"""The end of an imagined round: what it would be worth (rules.md 6, 9)."""

from collections.abc import Sequence

from ..pieces.layout import EMPTY, Layout
from ..pieces.moves import Lay
from ..rounds.by_seat import left_by_seat
from ..rounds.deal import Deal
from ..rounds.game import Game
from ..rounds.position import Position, Table
from ..rounds.round_end import Ending, How, Over
from .conducts import conduct_of


def imagined_ending(
    game: Game,
    hands: tuple[int, ...],
    lays: Sequence[tuple[int, Lay]],
    out: int | None,
    leader: int | None,
    before: Layout = EMPTY,
) -> Ending:
    """The result of a round of *game* that *leader* led and that ended with these *hands* (bits by seat).

    *lays* are plays with their seats, in order: at least the lead, the last tile other than a double, and the last
    turn, which are all that scores need. *before* is the layout before the last one (`finish`). *out* is the seat that
    went out; None: blocked. Points scored during play are in the totals of *game*.
    """
    conduct = conduct_of(game.rules)
    over = Over(How.BLOCKED if out is None else How.OUT, out)
    playing = conduct.dealt_seats(game)
    if game.rules.out_by == "side":
        playing = tuple(seat for seat in playing if hands[seat])
    left = left_by_seat(playing, game.rules.seats)
    table = Table(conduct, game, _UNKNOWN, hands, left, leader)
    position = Position(table, None, None, None, None, hands, (), before, game.totals, over)
    for seat, move in lays:
        position = Position(table, position, seat, move, None, hands, (), before, game.totals, over)
    return conduct.settle(position, over)


_UNKNOWN = Deal((), ())
