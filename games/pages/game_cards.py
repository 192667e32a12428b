"""The games to choose from on the new-game page, one card each."""

from collections.abc import Sequence
from dataclasses import dataclass

import rulebook
import rules
from rulebook import choices


@dataclass(frozen=True, slots=True)
class Card:
    """*emblem*: a tile of the game."""

    key: str
    name: str
    line: str
    emblem: str
    seats: tuple[int, ...]


def game_cards(first: Sequence[str], suggested: rules.RuleSet | None = None) -> list[Card]:
    """All games; those named in *first* come first. *suggested*: in the form as suggested."""
    ranks = {key: rank for rank, key in reversed([*enumerate(first)])}
    cards = [_card(choice, suggested) for choice in choices.catalogue().values()]
    return sorted(cards, key=lambda card: ranks.get(card.key, len(first)))


def _card(choice: choices.Choice, suggested: rules.RuleSet | None) -> Card:
    here = suggested if suggested and suggested.key == choice.key else None
    return Card(
        choice.key,
        choice.name,
        rulebook.three_sentences(here)[-1] if here else rulebook.one_line(choice.key),
        rulebook.emblem(choice.key),
        choice.seats,
    )
