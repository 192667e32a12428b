"""What each level of computer is called, and what it knows, in words for people."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.reserved import OF_COMPUTERS
from mind.choosing import number_of_worlds
from mind.levels import LEVELS
from rulebook import choices


@dataclass(frozen=True, slots=True)
class LevelCard:
    """A level as its page shows it: what one that plays so is called, and what it knows, in sentences."""

    key: str
    word: str
    name: str
    knows: str | Promise


_KNOWS: dict[str, Promise] = {
    User.Level.BEGINNER: _(
        "Gets rid of its heaviest tile, or takes the most points. It never leaves points lying, and never misses "
        "going out."
    ),
    User.Level.CASUAL: _(
        "Gets rid of doubles early, as they are hard to place, and keeps tiles that fit its own next move."
    ),
    User.Level.SOLID: _(
        "Keeps tiles for its own next move, and counts which tiles nobody has seen yet: it leaves ends for which few "
        "of them are left."
    ),
    User.Level.GOOD: _(
        "Imagines forty ways in which the hidden tiles may lie, plays each of its moves to the end in them, and takes "
        "the one that does best. It knows exactly what nobody can hold."
    ),
    User.Level.STRONG: _(
        "Imagines two hundred ways in which the hidden tiles may lie, and plays what does best in them. It knows "
        "exactly what nobody can hold, and listens to its partner: what somebody plays tells something of what they "
        "hold."
    ),
}


def cards() -> list[LevelCard]:
    """All levels, the weakest first."""
    return [LevelCard(level.value, str(level.label), OF_COMPUTERS[level], _KNOWS[level]) for level in User.Level]


def card(key: str) -> LevelCard | None:
    """That of one level; None if there is none of that key."""
    return next((each for each in cards() if each.key == key), None)


def in_game(key: str, variant: str) -> list[str]:
    """What is otherwise in this game than the level's sentence says; nothing in most."""
    level, game = LEVELS[key], choices.catalogue()[variant]
    said = []
    imagined = number_of_worlds(level, game.ruleset)
    if level.worlds and imagined != level.worlds:
        text = ngettext(
            "In this game it imagines %(n)d way, as each takes long to play to its end.",
            "In this game it imagines %(n)d ways, as each takes long to play to its end.",
            imagined,
        )
        said.append(text % {"n": imagined})
    if level.inference and set(game.pairs.values()) == {"no"}:
        said.append(gettext("Nobody has a partner in this game, so there is nobody to listen to."))
    return said
