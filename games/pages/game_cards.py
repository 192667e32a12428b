"""The games to choose from on the new-game page, one card each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rulebook
import rules
from rulebook import choices, lengths, phrases
from rulebook.time_control import Speed


@dataclass(frozen=True, slots=True)
class Card:
    """*lasts_now*, *lasts_days*: how long a default game takes the fewest players, at each speed."""

    key: str
    name: str
    line: str
    emblem: str
    seats: tuple[int, ...]
    lasts_now: str
    lasts_days: str


def game_cards(first: Sequence[str], suggested: rules.RuleSet | None = None) -> list[Card]:
    """All games; those named in *first* come first. *suggested*: in the form as suggested."""
    ranks = {key: rank for rank, key in reversed([*enumerate(first)])}
    cards = [_card(choice, suggested) for choice in choices.catalogue().values()]
    return sorted(cards, key=lambda card: ranks.get(card.key, len(first)))


def _card(choice: choices.Choice, suggested: rules.RuleSet | None) -> Card:
    here = suggested if suggested and suggested.key == choice.key else None
    ruleset = here or choice.ruleset
    now, days = (lengths.estimate(ruleset, lengths.USUAL[speed]) for speed in (Speed.NOW, Speed.DAYS))
    usual = _("Usually %(lasts)s")
    return Card(
        choice.key,
        choice.name,
        rulebook.three_sentences(here)[-1] if here else rulebook.one_line(choice.key),
        rulebook.emblem(choice.key),
        choice.seats,
        usual % {"lasts": phrases.lasts(now)},
        usual % {"lasts": phrases.lasts(days)},
    )
