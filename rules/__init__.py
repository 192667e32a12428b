"""The games themselves: every domino game of docs/rules/rules.md, as values and pure functions.

    >>> import random, rules
    >>> rng = random.Random(1)
    >>> game = rules.new_game(rules.ruleset("block"))
    >>> deal = rules.make_deal(game, lambda purpose, tiles: rng.sample(tiles, len(tiles)))
    >>> position = rules.start_round(game, deal)
    >>> move = rules.legal_moves(position)[0]
    >>> rules.play(position, move).ply
    1

Each room imports only those before it: `pieces`, `house`, `rounds`, `phases`, `scoring`, `conduct`, `table`; then
`paid` (what scored, and why), `view` (what a viewer may see), `record` and `chance`; `notation` (positions and games
as text), `dumps` (files of games), `picture` (positions as SVG), `numbered` (moves by number) and `perft`; `words`
comes before them all. Other rooms of this project use only these names, `record` and `words`.
"""

from . import words
from .chance import random_round, random_rounds
from .conduct.general import Queue
from .conduct.lines import Laid, Lines
from .conduct.sea_goat import Ledger
from .dumps import BrokenDump, read_games, write_games
from .errors import BrokenRecord, IllegalDeal, IllegalMove, ImpossibleRules, Phrase, RulesError, Unreadable
from .house.catalogue import VARIANTS
from .house.chosen import is_possible, ruleset
from .house.options import OPTIONS
from .house.ruleset import RuleSet
from .house.variant import Variant
from .notation.drawing import drawing
from .notation.games import decoded, game_text, parse_game, split_games
from .notation.parts import read_options
from .notation.positions import parse_position, position_text
from .numbered import NumberedMoves, numbered_moves
from .paid import Remark, compared_hands, has_remarks, paid_by, scored_by, untaken_by
from .perft import perft
from .picture.arranged import Joining, arranged
from .picture.lines import Arrangement, Placed
from .picture.svg import svg
from .picture.tiles import Values as TileValues
from .picture.tiles import tile_drawing, tile_shadow
from .pieces.as_json import LaidTile, OpenEnd, Sparse, Train, from_json, to_json
from .pieces.layout import Layout
from .pieces.moves import (
    Append,
    Bid,
    Cut,
    Doubles,
    Draw,
    Insert,
    Lay,
    Leave,
    Move,
    OnTrain,
    Pass,
    Play,
    Signal,
    Stop,
    TurnOver,
)
from .pieces.reading import parse_move
from .pieces.tiles import Tile, tile, tile_texts, tiles_in
from .pieces.trains import MEXICAN, Trains, suit, train_of
from .rounds.deal import Deal, deal_from_dict
from .rounds.game import Game, LastRound, Outcome
from .rounds.game_end import LONGEST_GAME, at_one_all, is_level
from .rounds.lead import doubles_in_order, lead_rule, tile_asked
from .rounds.position import Position
from .rounds.round_end import Ending, RoundResult
from .rounds.seen import positions_seen
from .scoring.more import ONE_ALL, paid_way
from .scoring.tally import pips_of
from .table.clocks_move import clocks_move
from .table.conducts import conduct_of
from .table.imagined import imagined_ending
from .table.play import forced, legal_moves, play
from .table.start import make_deal, new_game, start_round
from .view import Frame, GameEnd, View, frames, move_text, open_frames, open_hands, view_for

__version__ = "of a clone"  # the package has its own (engine/hatch_build.py)

__all__ = [
    "LONGEST_GAME",
    "MEXICAN",
    "ONE_ALL",
    "OPTIONS",
    "VARIANTS",
    "Append",
    "Arrangement",
    "Bid",
    "BrokenDump",
    "BrokenRecord",
    "Cut",
    "Deal",
    "Doubles",
    "Draw",
    "Ending",
    "Frame",
    "Game",
    "GameEnd",
    "IllegalDeal",
    "IllegalMove",
    "ImpossibleRules",
    "Insert",
    "Joining",
    "Laid",
    "LaidTile",
    "LastRound",
    "Lay",
    "Layout",
    "Leave",
    "Ledger",
    "Lines",
    "Move",
    "NumberedMoves",
    "OnTrain",
    "OpenEnd",
    "Outcome",
    "Pass",
    "Phrase",
    "Placed",
    "Play",
    "Position",
    "Queue",
    "Remark",
    "RoundResult",
    "RuleSet",
    "RulesError",
    "Signal",
    "Sparse",
    "Stop",
    "Tile",
    "TileValues",
    "Train",
    "Trains",
    "TurnOver",
    "Unreadable",
    "Variant",
    "View",
    "arranged",
    "at_one_all",
    "clocks_move",
    "compared_hands",
    "conduct_of",
    "deal_from_dict",
    "decoded",
    "doubles_in_order",
    "drawing",
    "forced",
    "frames",
    "from_json",
    "game_text",
    "has_remarks",
    "imagined_ending",
    "is_level",
    "is_possible",
    "lead_rule",
    "legal_moves",
    "make_deal",
    "move_text",
    "new_game",
    "numbered_moves",
    "open_frames",
    "open_hands",
    "paid_by",
    "paid_way",
    "parse_game",
    "parse_move",
    "parse_position",
    "perft",
    "pips_of",
    "play",
    "position_text",
    "positions_seen",
    "random_round",
    "random_rounds",
    "read_games",
    "read_options",
    "ruleset",
    "scored_by",
    "split_games",
    "start_round",
    "suit",
    "svg",
    "tile",
    "tile_asked",
    "tile_drawing",
    "tile_shadow",
    "tile_texts",
    "tiles_in",
    "to_json",
    "train_of",
    "untaken_by",
    "view_for",
    "words",
    "write_games",
]
