"""Reduces a name to the plainest letters of its shape (UTS 39, section 4).

The library has Unicode's list of confusable characters as pairs, in both directions. Each group is a star around the
one character that the others resemble, and we replace them all by that character.
"""

import re
import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

from common.texts import normal

LONGEST = 600
# Parts of Unicode names of styled letters that have no mapping: “ᴀ”, “🅐”, “🇦”.
DRAWN = re.compile(r"(?:SMALL CAPITAL|NEGATIVE \w+ LATIN CAPITAL LETTER|INDICATOR SYMBOL LETTER) ([A-Z])$")
UNSEEN = {"\u00ad", "\u034f", "\u200b", "\u200c", "\u200d", "\u2060", "\ufe0e", "\ufe0f", "\ufeff"}


def skeleton(text: str) -> str:
    """Two texts look the same if their skeletons are equal. Capitals matter, because some look like other small
    letters.
    """
    seen = (sign for sign in normal("NFD", text) if sign not in UNSEEN)
    return normal("NFD", "".join(map(_plainest, seen)))[:LONGEST]


def folded(text: str) -> str:
    """The skeleton, whether in capitals or not. Folded again, as some small letters, and some that are neither, look
    like capitals: “ꓮ” of Lisu."""
    return skeleton(skeleton(plain(text).casefold()).casefold())


def plain(text: str) -> str:
    """“Admin” for “Ⓐⓓⓜⓘⓝ”, “ADMIN” for “ᴀᴅᴍɪɴ”."""
    return "".join(map(_letter, normal("NFKC", text)))


def without_marks(text: str) -> str:
    """“e” for “é”."""
    return "".join(sign for sign in normal("NFD", text) if unicodedata.category(sign)[0] != "M")


@cache
def _letter(sign: str) -> str:
    drawn = DRAWN.search(unicodedata.name(sign, ""))
    return drawn[1] if drawn else sign


@cache
def _plainest(sign: str) -> str:
    like = [each["c"] for each in confusables_data.get(sign, ())]
    if len(like) != 1:  # nothing resembles it, or it is the center of its star
        return sign
    [middle] = like
    alone = len(confusables_data[middle]) == 1  # a pair: each could be the center
    return max(sign, middle, key=lambda each: (len(each), each)) if alone else str(middle)
