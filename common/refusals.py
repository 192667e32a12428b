"""Refusals: why a request changed nothing. Each has a code for programs and a sentence for people."""

from collections.abc import Callable
from typing import Any, Self, TypeVar

from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import metrics

Meant = TypeVar("Meant", bound=Exception)
CONFLICTS = {"40001", "40P01"}  # PostgreSQL's codes: serialization_failure, deadlock_detected


class Refused(Exception):
    """Base of all refusals. *code* is API, *message* is for people, *status* is the HTTP one, *wait* is in seconds.

    *more*: further fields for programs. Refusals by the rules have a finer `reason`, and the sentence's `values`.
    """

    status = 409
    wait = 0  # before trying again may help

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more = more

    def counted(self) -> Self:
        """This refusal, which a player or program is now answered with. We count these in `boneyard_refusals`."""
        metrics.refusals.labels(self.code).inc()
        return self

    def as_dict(self) -> dict[str, object]:
        """The refusal as programs receive it."""
        return {"code": self.code, "message": self.message, **self.more}


class Unreadable(Refused):
    """The request is malformed."""

    status = 400


class Forbidden(Refused):
    """The caller may not do this, but others may."""

    status = 403


class NotFound(Refused, Http404):
    """Not found. Pages needn't catch it: Django answers with the 404 page."""

    status = 404


class NotNow(Refused):
    """Not possible now: stale, not your turn, game over, seat taken …"""


class TooMany(Refused):
    """Too many attempts; allowed again in *wait* seconds."""

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
    """Our fault and temporary: the database can't be reached or can't write."""

    status = 503
    wait = 5


class NotByTheRules(Refused):
    """The rules forbid it."""


_meanings: dict[type[Exception], Callable[[Any], Refused]] = {}


def means(kind: type[Meant], refusal: Callable[[Meant], Refused]) -> None:
    """From now on, errors of this kind are refusals: *refusal* turns one into what we show. For a room's `ready`."""
    _meanings[kind] = refusal


def meaning(error: Exception) -> Refused | None:
    """The refusal that *error* is or means; None if it is another error."""
    if isinstance(error, Refused):
        return error
    return next((refusal(error) for kind, refusal in _meanings.items() if isinstance(error, kind)), None)


def sentence(text: str) -> str:
    """A sentence of the rules with a capital and a full stop. The rules write them to follow a colon."""
    return text if text.endswith((".", "!", "?")) else f"{text[:1].upper()}{text[1:]}."


def is_away(error: BaseException) -> bool:
    """Whether the database failed because it is down, busy or full, and not because of a bad query. SQLite raises the
    same exception for both.
    """
    asked_nonsense = getattr(error.__cause__, "sqlite_errorname", "") == "SQLITE_ERROR"
    return isinstance(error, OperationalError | InterfaceError | Away) and not asked_nonsense


def is_conflict(error: BaseException) -> bool:
    """Whether PostgreSQL undid a transaction because others ran at the same time: trying it again helps."""
    return getattr(error.__cause__, "sqlstate", "") in CONFLICTS


def away(error: BaseException | None = None) -> Away:
    """What we answer while the database is away, or for *error*, which `is_away`."""
    if isinstance(error, Away):
        return error
    if error is not None and is_conflict(error):
        return Away("busy", _("Too many changes came at once, and yours wasn’t stored. Try again in a moment."))
    return Away("away", _("We can’t reach our database right now. Your games are safe. Try again in a moment."))
