"""Random games for examples, tests and measurements. The caller passes the random generator."""

from collections.abc import Iterator, Sequence
from random import Random

from .house.ruleset import RuleSet
from .pieces.tiles import Tile
from .rounds.game import Game
from .rounds.position import Position
from .table.play import play
from .table.start import make_deal, new_game, start_round


def random_rounds(rules: RuleSet, rng: Random) -> Iterator[Position]:
    """The last position of each deal of a complete game in which every legal move is equally likely."""
    game = new_game(rules)
    while game.over is None:
        position = random_round(game, rng)
        yield position
        game = position.after


def random_round(game: Game, rng: Random) -> Position:
    """The last position of a random deal of *game*."""

    def order(_purpose: str, tiles: Sequence[Tile]) -> Sequence[Tile]:
        return rng.sample(tiles, len(tiles))

    position = start_round(game, make_deal(game, order))
    while not position.over:
        position = play(position, rng.choice(position.legal))
    return position
