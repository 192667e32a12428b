"""How many analyses somebody may ask for in a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import ngettext

from accounts.models import User
from common import refusals
from learn.models import Analysis

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Left:
    """How many are *left* of so many a day."""

    left: int
    most: int


def analyses_left(person: User, now: datetime) -> Left:
    asked = Analysis.objects.filter(asked_by=person, asked_at__gt=now - DAY).count()
    return Left(max(0, settings.ANALYSES_A_DAY - asked), settings.ANALYSES_A_DAY)


def check(person: User, now: datetime) -> None:
    """Raises `NotNow` with the code `too_many_analyses`. Said with the person's row held."""
    if not analyses_left(person, now).left:
        most = settings.ANALYSES_A_DAY
        said = ngettext(
            "You have had %(n)d game analysed today. Tomorrow you may again.",
            "You have had %(n)d games analysed today. Tomorrow you may again.",
            most,
        )
        raise refusals.NotNow("too_many_analyses", said % {"n": most})
