"""The host's message on top of every page: `manage.py banner`. All processes show it within seconds."""

import time

from django.db import DatabaseError

from common.cache.recent import kept_by
from common.models import Banner

SECONDS = 5  # until a process looks again


@kept_by(lambda: int(time.monotonic() // SECONDS), 1)
def text() -> str:
    """The message, or ""."""
    try:
        return Banner.objects.values_list("text", flat=True).first() or ""
    except DatabaseError:  # pages that need no database can do without
        return ""


def set_text(text: str) -> None:
    """Show this message; "" for none."""
    if text:
        Banner.objects.update_or_create(pk=1, defaults={"text": text})
    else:
        Banner.objects.all().delete()
