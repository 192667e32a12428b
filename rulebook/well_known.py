"""The games that people know where a language is spoken: we offer these first."""

from dataclasses import dataclass

from django.utils.translation import get_language

from rulebook import choices, phrases


@dataclass(frozen=True, slots=True)
class Start:
    """A game, its number of players, and whether they choose to play in pairs."""

    variant: str
    seats: int
    pairs: bool = False

    @property
    def name(self) -> str:
        return choices.catalogue()[self.variant].name

    @property
    def players(self) -> str:
        return phrases.players(choices.chosen_rules(self.variant, {"pairs": True} if self.pairs else {}, self.seats))


# What people know by name where the language is spoken, the best known first.
KNOWN = (Start("draw", 2), Start("block", 2), Start("muggins", 2), Start("partnership", 4))
ENGLISH = (Start("draw", 2), Start("mexican_train", 4), Start("muggins", 2), Start("fives_threes", 2))
SPANISH = (Start("dominican", 4), Start("cuban", 4), Start("puerto_rico_500", 4), Start("draw", 2))
PORTUGUESE = (Start("brazilian", 4), Start("partnership", 4), Start("draw", 2), Start("block", 2))
RUSSIAN = (Start("goat", 4, pairs=True), Start("draw", 2), Start("telephone", 2), Start("sea_goat", 2))
BY_LANGUAGE = {"en": ENGLISH, "es": SPANISH, "pt": PORTUGUESE, "ru": RUSSIAN, "uk": RUSSIAN}


def known() -> tuple[Start, ...]:
    """For readers of the active language."""
    return BY_LANGUAGE.get(get_language() or "", KNOWN)


def starts(last: Start | None) -> list[Start]:
    """Four games; the *last* one that the reader started comes first."""
    if last is None or last.variant not in choices.catalogue():
        return list(known())
    return [last, *(each for each in known() if each.variant != last.variant)][:4]
