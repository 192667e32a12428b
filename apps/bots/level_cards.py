"""The names and descriptions of the levels."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.reserved import OF_COMPUTERS
from mind.choosing import number_of_worlds
from mind.levels import LEVELS, Level
from rulebook import choices

ENOUGH = 25  # beginnings of a train, to find the longest one nearly always


@dataclass(frozen=True, slots=True)
class LevelCard:
    """A level as its page shows it: its word, its computer's name, and what it knows, in sentences."""

    key: str
    word: str
    name: str
    knows: str | Promise


_KNOWS: dict[str, Promise] = {
    User.Level.BEGINNER: _(
        "Plays its heaviest tile, or the move that scores most. It never misses points or a chance to go out."
    ),
    User.Level.CASUAL: _(
        "Gets rid of doubles early because they are hard to place, and saves tiles for its next move."
    ),
    User.Level.SOLID: _(
        "Saves tiles for its next move and counts the tiles still unseen. It leaves ends that few of them fit."
    ),
    User.Level.GOOD: _(
        "Imagines forty ways the hidden tiles could lie, plays out each of its moves, and picks the best. It knows "
        "exactly which tiles a player can’t have, and works out the end of a round when few ways are left."
    ),
    User.Level.STRONG: _(
        "Imagines two hundred ways the hidden tiles could lie, and picks the best move. It also learns from its "
        "partner’s moves, and works out the end of a round when few ways are left."
    ),
    User.Level.MASTER: _(
        "Imagines four hundred ways the hidden tiles could lie. In most games, it learned by playing against itself "
        "what its tiles are worth. It also learns from its partner’s moves, and works out the end of a round when few "
        "ways are left."
    ),
}


def cards() -> list[LevelCard]:
    """All levels, the weakest first."""
    return [LevelCard(level.value, str(level.label), OF_COMPUTERS[level][0], _KNOWS[level]) for level in User.Level]


def card(key: str) -> LevelCard | None:
    """The card of one level; None for an unknown key."""
    return next((each for each in cards() if each.key == key), None)


def in_game(key: str, variant: str) -> list[str]:
    """How the level differs in this game from its description. Empty for most games."""
    level, game = LEVELS[key], choices.catalogue()[variant]
    if game.ruleset.in_trains:
        return _with_trains(level)
    sentences = []
    imagined = number_of_worlds(level, game.ruleset)
    if level.worlds and imagined != level.worlds:
        text = ngettext(
            "In this game it imagines %(n)d way because playing one out takes long.",
            "In this game it imagines %(n)d ways because playing one out takes long.",
            imagined,
        )
        sentences.append(text % {"n": imagined})
    if level.inference and set(game.pairs.values()) == {"no"}:
        sentences.append(gettext("This game has no partners to learn from."))
    return sentences


def _with_trains(level: Level) -> list[str]:
    """The same where trains are built: there, it imagines no hidden tiles."""
    if not level.nodes:
        return []
    looks = gettext(
        "In this game it imagines no hidden tiles. It looks for the longest train in its hand, keeps it whole, and "
        "plays its other tiles first."
    )
    return [looks, gettext("It often overlooks the longest one.")] if level.nodes < ENOUGH else [looks]
