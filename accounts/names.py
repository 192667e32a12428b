"""Names at the table, as others can read them."""

import unicodedata

JOINERS = "\u200c\u200d"  # unseen, but Persian letters and emoji families are written with them


def tidy(typed: str) -> str:
    """The name on one line, without signs that can't be seen or turn round what stands beside them; maybe empty."""
    line = " ".join(typed.split())
    name = "".join(sign for sign in line if sign in JOINERS or unicodedata.category(sign) not in {"Cc", "Cf"}).strip()
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""
