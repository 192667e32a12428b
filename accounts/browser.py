"""A name for the browser that somebody is logged in with. The key of his session is none: it changes when he signs up,
logs in or has another password.
"""

import secrets
from typing import Any

NAME = "browser"  # in the session


def name(session: Any) -> str:
    """From now on this browser has it, until he logs out."""
    known: str = session.setdefault(NAME, secrets.token_hex(16))
    return known


def known(session: Any) -> str:
    """Empty if it was never asked for."""
    return str(session.get(NAME, ""))


def keep(session: Any, before: str) -> None:
    """Another session has begun at the browser that was called *before*."""
    if before:
        session[NAME] = before
