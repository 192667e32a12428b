"""The host's message on top of every page: `manage.py banner`. All processes show it within seconds."""

from datetime import datetime

from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone

from common.cache.recent import kept_for
from common.models import Banner

SECONDS = 5  # until a process looks again


@kept_for(SECONDS)
def text() -> str:
    """The message, or ""."""
    try:
        there = Banner.objects.filter(Q(until=None) | Q(until__gt=timezone.now()))
        return there.values_list("text", flat=True).first() or ""
    except DatabaseError:  # pages that need no database can do without
        return ""


def set_text(text: str, until: datetime | None = None) -> None:
    """Show this message, *until* a moment or until another call; "" for none."""
    if text:
        Banner.objects.update_or_create(pk=1, defaults={"text": text, "until": until})
    else:
        Banner.objects.all().delete()
