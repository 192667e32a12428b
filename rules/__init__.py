"""The games themselves: every domino game of docs/rules/rules.md, as values and pure functions.

    >>> import random, rules
    >>> rng = random.Random(1)
    >>> game = rules.new_game(rules.ruleset("block"))
    >>> deal = rules.make_deal(game, lambda purpose, tiles: rng.sample(tiles, len(tiles)))
    >>> position = rules.start_round(game, deal)
    >>> move = rules.legal_moves(position)[0]
    >>> rules.play(position, move).ply
    1

Where to find what: `catalogue` (the games as data), `options`, `checks`, `ruleset` (house rules); `tiles`, `moves`,
`reading`, `board` (the layout); `deal`, `lead`, `starting`, `leading` (the beginning of a round); `turn`, `auction`,
`over`, `position`, `playing`, `refusals` (a turn); `tally`, `scoring`, `ending`, `outcome`, `game` (the score);
`ordinary` with `sea_goat`, `general`, `sausage` and `lines` (what data can't say); `view`, `record`, `chance`.
"""

from .catalogue import VARIANTS, Variant
from .deal import Deal, deal_from_dict, make_deal
from .ending import RoundResult
from .errors import BrokenRecord, IllegalDeal, IllegalMove, ImpossibleRules, RulesError, Unreadable
from .game import Game, Outcome, new_game
from .lead import lead_rule
from .moves import Move
from .options import OPTIONS
from .playing import forced, legal_moves, play
from .position import Position
from .reading import parse_move
from .ruleset import RuleSet, ruleset
from .starting import start_round
from .tiles import Tile, tile
from .view import View, frames, view_for

__all__ = [
    "OPTIONS",
    "VARIANTS",
    "BrokenRecord",
    "Deal",
    "Game",
    "IllegalDeal",
    "IllegalMove",
    "ImpossibleRules",
    "Move",
    "Outcome",
    "Position",
    "RoundResult",
    "RuleSet",
    "RulesError",
    "Tile",
    "Unreadable",
    "Variant",
    "View",
    "deal_from_dict",
    "forced",
    "frames",
    "lead_rule",
    "legal_moves",
    "make_deal",
    "new_game",
    "parse_move",
    "play",
    "ruleset",
    "start_round",
    "tile",
    "view_for",
]
