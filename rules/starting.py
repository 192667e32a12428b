"""From a deal to the first question of its round (rules.md 4)."""

from functools import lru_cache

from .board import EMPTY
from .deal import Deal, check_deal, check_set
from .ending import How, Over
from .errors import IllegalDeal
from .game import Game
from .lead import LONGEST_ROW_OF_DEALS
from .leading import Asking, led_off
from .over import asked, ended
from .position import Position, Table
from .tiles import double, tiles_in


def start_round(game: Game, deal: Deal) -> Position:
    """The first position of the next round of *game*. Raises IllegalDeal where *deal* can't be its deal."""
    if game.over is not None:
        raise IllegalDeal("the game is over")
    check_deal(game, deal)
    rules = game.rules
    dealt = deal.hand_bits
    check_set(game, deal, dealt)
    table = Table(game, deal, dealt, left_by_seat(game))
    layout = rules.board.lead(deal.start) if deal.start is not None else EMPTY
    hands = tuple(0 if seat in game.gone else hand for seat, hand in enumerate(dealt)) if game.gone else dealt
    unasked = Over(How.ANNULLED)
    return rules.conduct.begun(
        Position(table, None, None, None, None, hands, deal.boneyard, layout, game.totals, unasked)
    )


def questions(position: Position) -> Position:
    """*position*, right after the deal, with its first question: about a redeal, or the lead."""
    game = position.game
    kind, _, condition = game.rules.redeal.partition(":")
    if kind == "none" or game.annulled >= LONGEST_ROW_OF_DEALS:
        return led_off(position)
    counted, _, number = condition.partition(":")
    count = _most_of_a_suit if counted == "suit" else _doubles
    seats = [
        seat for seat, hand in enumerate(position.hands)
        if count(hand, game.rules.set) >= int(number) and seat not in game.gone
    ]  # fmt: skip
    if kind == "must":
        return ended(position, Over(How.ANNULLED)) if seats else led_off(position)
    waiting = tuple(seat for seat in seats if seat not in game.asked)
    return asked(position, waiting[0], Asking(waiting)) if waiting else led_off(position)


def left_by_seat(game: Game) -> tuple[int, ...]:
    """For each seat the next one to its left that is dealt a hand and hasn't left."""
    return _left_among(game.rules.conduct.dealt_seats(game), game.rules.seats)


@lru_cache
def _left_among(playing: tuple[int, ...], seats: int) -> tuple[int, ...]:
    return tuple(min(playing, key=lambda other: (other - seat - 1) % seats) for seat in range(seats))


def _doubles(hand: int, highest: int) -> int:
    return sum(bool(hand & double(value).bit) for value in range(highest + 1))


def _most_of_a_suit(hand: int, highest: int) -> int:
    tiles = tiles_in(hand)
    return max(sum(value in (tile.high, tile.low) for tile in tiles) for value in range(highest + 1))
