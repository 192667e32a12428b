"""A new game, the next deal of a game, and the first question of its round (rules.md 4)."""

from ..errors import IllegalDeal, phrase
from ..house.ruleset import RuleSet
from ..rounds.by_seat import left_by_seat
from ..rounds.deal import Deal, Order, check_deal, check_set, deal_tiles
from ..rounds.game import Game
from ..rounds.position import Position, Table
from ..rounds.round_end import How, Over
from .conducts import conduct_of


def new_game(rules: RuleSet) -> Game:
    """The game before its first deal: round 1, no points. `make_deal` and `start_round` begin its round."""
    sides, memory = rules.sides, conduct_of(rules).first_memory(rules)
    return Game(rules, totals=(0,) * sides, opened=(False,) * sides, kept=(0,) * sides, memory=memory)


def make_deal(game: Game, order: Order, host: int = 0) -> Deal:
    """The next deal of *game*. *order* makes every random choice; *host* is the seat that created the game.

    *order* gets a purpose and a tuple of tiles, and returns these tiles in any order. ``order("deal", set)`` is the
    shuffled set: hands are dealt from its front in seat order, hand by hand; a start tile is its first non-double; the
    rest is the boneyard. ``order("lead", set)[i]`` is the tile seat i draws or shows for the lead;
    ``order("call", set)[0]`` calls odd or even by its pips.
    """
    conduct = conduct_of(game.rules)
    return deal_tiles(game, order, host, conduct.dealt_seats(game), conduct.set_aside(game), conduct.station(game))


def start_round(game: Game, deal: Deal) -> Position:
    """The first position of the next round of *game*; it may be `over` at once, where the deal is annulled.

    Raises IllegalDeal if *deal* isn't one of this game, or if the game has ended.
    """
    if game.over is not None:
        raise IllegalDeal(phrase("game_over"))
    rules = game.rules
    conduct = conduct_of(rules)
    playing = conduct.dealt_seats(game)
    check_deal(game, deal, playing, conduct.set_aside(game), conduct.station(game))
    dealt = deal.hand_bits
    check_set(game, deal, dealt)
    table = Table(conduct, game, deal, dealt, left_by_seat(playing, rules.seats))
    layout = conduct.first_layout(game, deal)
    hands = tuple(0 if seat in game.gone else hand for seat, hand in enumerate(dealt)) if game.gone else dealt
    unasked = Over(How.ANNULLED)
    return conduct.begun(Position(table, None, None, None, None, hands, deal.boneyard, layout, game.totals, unasked))
