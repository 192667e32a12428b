"""Texts for users."""

import unicodedata
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Promise  # the stubs' name for a promise of text
else:
    from django.utils.functional import Promise

LONGEST_NORMAL = 1000  # characters; no name is longer

Text = str | Promise  # translated already, or when it is written


def normal(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """The beginning of *text* in a normal form of Unicode.

    Sorting a row of accents takes the square of its length, so 100,000 of them would hold the process for ten seconds.
    """
    return unicodedata.normalize(form, text[:LONGEST_NORMAL])


def folded(text: str) -> str:
    """A text for searching: without capitals and accents, with single spaces. find_game.js does the same."""
    plain = normal("NFKD", text.casefold())
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())
