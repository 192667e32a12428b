"""Limits of analyses per day and of simultaneous hints."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common import refusals
from learn.models import Analysis

DAY = timedelta(days=1)
DEALS_AT_ONCE = 60  # analysed per request; further requests analyse more


@dataclass(frozen=True, slots=True)
class Left:
    """*left* of the day's allowance, in requests of at most `DEALS_AT_ONCE` deals."""

    left: int
    most: int


def analyses_left(person: User, now: datetime) -> Left:
    """How many are left today. All guests of one address share one allowance."""
    most = settings.GUEST_ANALYSES_A_DAY if person.is_guest else settings.ANALYSES_A_DAY
    theirs = Q(asked_by__origin=person.origin) if person.origin else Q(asked_by=person)
    asked = Analysis.objects.filter(theirs, asked_at__gt=now - DAY).values_list("wanted", flat=True)
    parts = sum(max(1, -(-deals // DEALS_AT_ONCE)) for deals in asked)
    return Left(max(0, most - parts), most)


def check(person: User, now: datetime) -> None:
    """Raise `NotNow` with the code `too_many_analyses` if none is left today.

    Call inside the transaction that locks the person's row. We also lock the first guest of their address, so that
    several guests of one address are counted one after the other.
    """
    if person.origin:
        User.objects.filter(origin=person.origin).select_for_update().order_by("pk").first()
    left = analyses_left(person, now)
    if not left.left:
        most = left.most
        sentence = ngettext(
            "You can analyse %(n)d game a day. Try again tomorrow.",
            "You can analyse %(n)d games a day. Try again tomorrow.",
            most,
        )
        raise refusals.NotNow("too_many_analyses", sentence % {"n": most})


@contextmanager
def one_question(person: User, seconds: float) -> Iterator[None]:
    """Allow a person one question to a mind at a time, for at most *seconds*; the lock expires if we are killed.

    Raises `NotNow` with the code `still_thinking` if another question is running. We don't wait for it, because
    each waiting request would hold a thread.
    """
    key = f"hint:{person.pk}"
    if not cache.add(key, True, seconds + 5):
        raise refusals.NotNow("still_thinking", _("We’re still working on your last hint. Try again in a moment."))
    try:
        yield
    finally:
        cache.delete(key)
