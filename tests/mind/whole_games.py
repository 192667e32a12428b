"""Whole games of minds, for tests."""

from collections.abc import Sequence
from random import Random

import rules
from mind.seen import SeenLine
from mind.table import Player, play_deal


def play_game(ruleset: rules.RuleSet, players: Sequence[Player], seed: str) -> list[rules.Position]:
    """Play a whole game and return the last position of each deal."""
    game, scores, played = rules.new_game(ruleset), list[SeenLine](), list[rules.Position]()
    while game.over is None:
        chance = Random(f"{seed}/{len(played)}")
        played.append(play_deal(game, players, scores, chance))
        game = played[-1].after
    return played
