"""The games to choose from on the new-game page, one card each."""

from collections.abc import Sequence
from dataclasses import replace

import rulebook
import rules
from rulebook.listed import ListedGame, by_place


def game_cards(first: Sequence[str], suggested: rules.RuleSet | None = None) -> list[ListedGame]:
    """All games; those named in *first* come first. *suggested*: in the form as suggested."""
    ranks = {key: rank for rank, key in reversed([*enumerate(first)])}
    games = [game for _place, games in by_place() for game in games]
    if suggested:
        line = rulebook.three_sentences(suggested)[-1]
        games = [replace(game, line=line) if game.key == suggested.key else game for game in games]
    return sorted(games, key=lambda game: ranks.get(game.key, len(first)))
