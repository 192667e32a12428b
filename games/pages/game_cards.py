"""The games to choose from on the new-game page, one card each."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import rulebook
import rules
from rulebook import choices, lengths, phrases
from rulebook.time_control import Speed

SHOWN = 6  # cards at first; the others open on demand


@dataclass(frozen=True, slots=True)
class Card:
    """*lasts_now*, *lasts_days*: how long a default game takes the fewest players, at each speed."""

    key: str
    name: str
    line: str
    emblem: str
    lasts_now: str
    lasts_days: str
    suits_days: bool


@dataclass(frozen=True, slots=True)
class GameCards:
    """*first*: the cards shown at once. *others*: the rest in groups with titles; *more* is their number."""

    first: list[Card]
    others: list[tuple[str, list[Card]]]

    @property
    def more(self) -> int:
        return sum(len(cards) for _title, cards in self.others)


def game_cards(chosen: str, *, few: bool, suggested: rules.RuleSet | None = None) -> GameCards:
    """All games, the *chosen* one first. *few*: show only that one at first. *suggested*: in the form as suggested."""
    cards = [_card(choice, suggested) for choice in choices.catalogue().values()]
    cards.sort(key=lambda card: card.key != chosen)
    shown = 1 if few else SHOWN
    rest = cards[shown:]
    groups = [
        (_("Good for daily play"), [card for card in rest if card.suits_days]),
        (_("Long: best live, or daily with one round"), [card for card in rest if not card.suits_days]),
    ]
    return GameCards(cards[:shown], [(title, of_it) for title, of_it in groups if of_it])


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
        usual % {"lasts": phrases.lasts(now)},
        usual % {"lasts": phrases.lasts(days)},
        lengths.suits_days(choice.ruleset),
    )
