"""A name for a logged-in browser. The session's key can't serve: it changes at sign-up, login and password changes."""

import secrets

from django.contrib.sessions.backends.base import SessionBase

NAME = "browser"  # in the session
SEATS = "seats"  # … the seats it holds by private links (games.seat_links)
KEPT = (NAME, SEATS)  # session values of the browser, not of the logged-in user


def name(session: SessionBase) -> str:
    """The name of this browser. It gets one at the first call, and keeps it until logout."""
    known: str = session.setdefault(NAME, secrets.token_hex(16))
    return known


def known(session: SessionBase) -> str:
    """The name, or "" if nobody has called `name` yet."""
    return str(session.get(NAME, ""))


def belongings(session: SessionBase) -> dict[str, object]:
    """Session values that move to this browser's next session."""
    return {key: session[key] for key in KEPT if key in session}
