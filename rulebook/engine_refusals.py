"""Refusals of the engine in the reader's language. Only this module turns their keys and values into sentences."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from common.refusals import NotByTheRules, NotNow, Refused, Unreadable, sentence
from rulebook.options import OPTIONS
from rulebook.trains import train_name


def in_words(phrase: rules.Phrase, names: Sequence[str | None] = (), seat: int | None = None) -> str:
    """*phrase* in the active language: options by their labels, games by their names, trains by those of their
    players (*names* by seat), for the player at *seat*.
    """

    def called(placeholder: str, text: str) -> str:
        if placeholder == "options" and text in OPTIONS:
            return str(OPTIONS[text].label)
        if placeholder == "train":
            return train_name(text, names, seat)
        return pgettext("game", text) if placeholder == "game" else text

    return phrase.written(_, called)


@contextmanager
def as_refusals() -> Iterator[None]:
    """Turn the engine's errors in the block into refusals, as `refused` does."""
    try:
        yield
    except rules.RulesError as error:
        raise refused(error) from None


def refused(error: rules.RulesError | Refused, names: Sequence[str | None] = ()) -> Refused:
    """The refusal to show for *error*; its `reason` and `values` are for programs. *names*: of the players, by seat.

    Other errors are returned unchanged.
    """
    if isinstance(error, Refused):
        return error
    more: dict[str, object] = {"reason": error.key, "values": dict(error.values)}
    if not isinstance(error, rules.IllegalMove):
        return Unreadable(error.code, sentence(in_words(error.phrase)), **more)
    if error.code == "not_your_turn":
        return NotNow(error.code, _("It is not your turn."), **more)
    words = {"move": in_words(error.tried, names, error.seat), "reason": in_words(error.bare, names, error.seat)}
    return NotByTheRules(error.code, _("You can’t %(move)s: %(reason)s.") % words, **more)
