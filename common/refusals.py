"""Why a request changed nothing: every refusal has a code for programs and a sentence for people."""

from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import metrics


class Refused(Exception):
    """Base of all refusals. *code* is API, *message* is for people, *status* is the HTTP one, *wait* is in seconds.

    *more* is what programs are told besides: what the rules refuse has a finer `reason`, and the sentence's `values`.
    """

    status = 409
    wait = 0  # before the same may go well

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.more = more
        self._message, self._told = message, False

    @property
    def message(self) -> str:
        """The sentence. Whoever asks for it tells somebody: then the refusal counts, once."""
        if not self._told:
            self._told = True
            metrics.refusals.labels(self.code).inc()
        return self._message

    def as_dict(self) -> dict[str, Any]:
        """What a program is told."""
        return {"code": self.code, "message": self.message, **self.more}


class Unreadable(Refused):
    """What was sent can't be read as what it should be."""

    status = 400


class Forbidden(Refused):
    """Somebody else may do this, not the caller."""

    status = 403


class NotFound(Refused, Http404):
    """There is no such thing. On a page nobody needs to catch it: Django answers with the page that says so."""

    status = 404


class NotNow(Refused):
    """Well formed, but not at this moment: stale, not your turn, game over, seat taken …"""


class TooMany(Refused):
    """Too often in too short a time; *wait* seconds, and it may be done again."""

    status = 429

    def __init__(self, wait: int) -> None:
        minutes = -(-wait // 60)
        if minutes > 1:
            time = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
        else:
            time = ngettext("%(n)d second", "%(n)d seconds", wait) % {"n": wait}
        super().__init__("slow_down", _("Too many attempts. Try again in %(time)s.") % {"time": time})
        self.wait = wait


class Away(Refused):
    """Our own fault, and soon over: the database can't be reached, or stores nothing."""

    status = 503
    wait = 5


class NotByTheRules(Refused):
    """The rules forbid it."""


def sentence(text: str) -> str:
    """What the rules say is meant to stand after a colon; alone it has a capital and a full stop."""
    return text if text.endswith((".", "!", "?")) else f"{text[:1].upper()}{text[1:]}."


def is_away(error: BaseException) -> bool:
    """The database didn't do what it was asked because it is away, too busy or full; not because we asked nonsense,
    which SQLite alone tells by the same exception.
    """
    asked_nonsense = getattr(error.__cause__, "sqlite_errorname", "") == "SQLITE_ERROR"
    return isinstance(error, OperationalError | InterfaceError) and not asked_nonsense


def away() -> Away:
    return Away("away", _("We can't reach our database right now. Your games are safe. Try again in a moment."))
