"""A name for the browser that somebody is logged in with. The session's key is none: it changes when they sign up,
log in or have another password.
"""

import secrets
from typing import Any

NAME = "browser"  # in the session
SEATS = "seats"  # … those it holds by their links (games.seat_links)
KEPT = (NAME, SEATS)  # what of a session belongs to the browser, whoever is logged in


def name(session: Any) -> str:
    """From now on this browser has it, until they log out."""
    known: str = session.setdefault(NAME, secrets.token_hex(16))
    return known


def known(session: Any) -> str:
    """Empty if it was never asked for."""
    return str(session.get(NAME, ""))


def belongings(session: Any) -> dict[str, Any]:
    """What goes over to the next session of this browser."""
    return {key: session[key] for key in KEPT if key in session}
