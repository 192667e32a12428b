"""What is left of a name once everything is written with the plainest letters of its shape (UTS 39, section 4).

The library knows Unicode's list of confusable signs as pairs, in both directions; each group of them is a star around
the one sign that the others look like, and that is the sign they are written with here.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

LONGEST = 600
UNSEEN = {"\u00ad", "\u034f", "\u200b", "\u200c", "\u200d", "\u2060", "\ufe0e", "\ufe0f", "\ufeff"}


def skeleton(text: str) -> str:
    """Two texts look the same if theirs are equal. Capitals count, as some look like other small letters."""
    seen = (sign for sign in unicodedata.normalize("NFD", text) if sign not in UNSEEN)
    return unicodedata.normalize("NFD", "".join(map(_plainest, seen)))[:LONGEST]


def without_marks(text: str) -> str:
    """“e” for “é”."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if unicodedata.category(sign)[0] != "M")


@cache
def _plainest(sign: str) -> str:
    like = [each["c"] for each in confusables_data.get(sign, ())]
    if len(like) != 1:  # nothing is like it, or it is the middle of its star
        return sign
    [middle] = like
    alone = len(confusables_data[middle]) == 1  # a pair: each could be the middle of the other
    return max(sign, middle, key=lambda each: (len(each), each)) if alone else str(middle)
