"""Rules for names: others must be able to read a name, and to tell it from another person's.

PRECIS (RFC 8265 and 8266) defines the allowed characters. Two names are alike if they share a skeleton (Unicode's UTS
39): “аda” with a Cyrillic а looks like Ada, but Анна looks like no one else. We compare whole names and never refuse an
alphabet, because nearly every Cyrillic letter resembles some other. Only mixed alphabets within a word are refused,
which no real name has.
"""

import re
import unicodedata
from itertools import groupby

from confusable_homoglyphs import categories
from django.utils.translation import gettext as _
from precis_i18n import get_profile

from accounts.reserved import OF_ADDRESSES, OF_GUESTS, OF_NO_WEIGHT, OF_OFFICES, OF_OFFICES_ONLY, shape
from accounts.skeletons import folded, plain, skeleton, without_marks
from common.texts import LONGEST_NORMAL, normal

LONGEST = 30
JOINERS = "\u200c\u200d"  # invisible, but needed in Persian and in family emoji
BLANKS = "\u2800\U0001d159"  # classified as symbols, but invisible
SELECTORS = "\ufe0e\ufe0f"  # choose how an emoji is drawn
MOST_ACCENTS, MOST_MARKS = 2, 4  # per letter: Vietnamese needs two accents, Burmese four marks
# Alphabets whose letters have common shapes.
APART = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU"}
READ_AS_LETTERS = str.maketrans("013457@$!", "oieastasi")
USERNAME, NICKNAME = get_profile("UsernameCaseMapped"), get_profile("NicknameCasePreserved")


class NotPossible(Exception):
    """Why a name is refused; a sentence for users."""


def tidy(typed: str) -> str:
    """The name on one line, without invisible characters or ones that reverse the text beside them. May be empty."""
    line = " ".join("".join(" " if sign in BLANKS else sign for sign in typed).split())
    name = "".join(sign for sign in line if sign in JOINERS or unicodedata.category(sign) not in {"Cc", "Cf"}).strip()
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def check_nickname(name: str) -> None:
    """Raises `NotPossible` if no player may have this name. The games room compares it with others in the game.

    Forms bound its length; of a longer one we read the beginning.
    """
    name = name[:LONGEST_NORMAL]
    try:
        NICKNAME.enforce(_without_glue(name) or "-")  # the form decides whether a name is required
    except UnicodeEncodeError:
        raise _unreadable() from None
    _check(name)


def username(typed: str) -> str:
    """The user name as we store it. Raises `NotPossible`. Doesn't check whether it is in use."""
    if len(typed) > LONGEST_NORMAL:
        raise _unreadable()
    if any(sign.isspace() for sign in typed.strip()):
        raise NotPossible(_("A user name has no spaces."))
    try:
        name = str(USERNAME.enforce(typed))
    except UnicodeEncodeError:
        raise _unreadable() from None
    if not any(sign.isalnum() for sign in name):  # “..” would mean the parent directory in addresses
        raise NotPossible(_("A user name needs a letter or a digit."))
    _check(name)
    if looks(name) & OF_ADDRESSES or name.startswith(OF_GUESTS):
        raise _reserved()
    return name


def looks(name: str) -> frozenset[str]:
    """Two names look alike if they share one of these: one with capitals, one without.

    “Ian” and “lan” look the same, “Ian” and “ian” are the same; “ian” and “lan” are neither.
    """
    return frozenset({skeleton(plain(name)), folded(name)})


def another(name: str, taken: frozenset[str]) -> str:
    """The name itself if it looks like none of *taken*, otherwise the name with a number: “Ada 2”."""
    tried, number = name, 1
    while looks(tried) & taken:
        number += 1
        tried = f"{name[: LONGEST - len(str(number)) - 1].rstrip()} {number}"
    return tried


def _check(name: str) -> None:
    if _has_towers(name):
        raise NotPossible(_("Use fewer accents on one letter. They run into other lines."))
    for word in _words(without_marks(name)):
        if len(categories.unique_aliases(word) & APART) > 1:
            raise NotPossible(_("Use one alphabet for each word. Mixed letters can imitate someone else’s name."))
    letters = without_marks(plain(name))
    if _is_an_office(letters) or _is_an_office(letters.translate(READ_AS_LETTERS)):
        raise _reserved()


def _has_towers(name: str) -> bool:
    """No alphabet puts the same mark twice on a letter. Marks beside the letter (Mc) can't be stacked."""
    signs = normal("NFC", "".join(sign for sign in name if sign not in JOINERS))
    for is_mark, group in groupby(signs, lambda sign: unicodedata.category(sign) in {"Mn", "Me"}):
        marks = list(group)
        accents = [mark for mark in marks if unicodedata.name(mark, "").startswith("COMBINING ")]  # for any alphabet
        if is_mark and (len(accents) > MOST_ACCENTS or len(marks) > MOST_MARKS or len(set(marks)) < len(marks)):
            return True
    return False


def _is_an_office(name: str) -> bool:
    """“M.o.d.e.r.a.t.o.r”, “Moderator Ben”, “The Root”, “boneyard_team”; but “Ben Root” is allowed."""
    words = _words(name)
    of_weight = [word for word in words if word.casefold() not in OF_NO_WEIGHT]
    whole, each = {shape("".join(words)), shape("".join(of_weight))}, set(map(shape, of_weight))
    return bool(whole & OF_OFFICES or each & OF_OFFICES_ONLY or (each and each <= OF_OFFICES))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def _without_glue(name: str) -> str:
    """Removes the signs that join emoji, because PRECIS has rules for letters only."""
    kept = ""
    for sign in name:
        if sign not in {*SELECTORS, "\u200d"} or not kept or unicodedata.category(kept[-1]) not in {"So", "Sk"}:
            kept += sign
    return kept


def _unreadable() -> NotPossible:
    return NotPossible(_("This name contains characters that others can’t see or read."))


def _reserved() -> NotPossible:
    return NotPossible(_("This name is reserved. Choose another one."))
