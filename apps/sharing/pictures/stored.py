"""Pictures as PNG, and clips: each is drawn once, by one process, and stored in the database for all.

Redis may forget, and a process's memory ends with it, so a cache won't do. Files won't either, because processes may
run on several machines. The table is bounded by `MOST`; a picture is read by its key and never changes.
"""

from collections.abc import Callable, Iterable
from datetime import timedelta
from threading import BoundedSemaphore

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from common import limits
from common.cache.unchanging import Kept, Packed
from common.database import mere_note
from common.refusals import TooMany
from sharing.cards import Card
from sharing.links import Shared
from sharing.models import Picture
from sharing.pictures import drawing
from sharing.pictures.png import rendered

MOST = 2_000  # about 60 kB each, those of a clip up to 400 kB
LONGEST = timedelta(days=30)
AT_ONCE, WAIT = 4, 3  # pictures that may wait to be drawn in a process; seconds until others may retry

being_drawn = Kept(most=4 * 1024 * 1024)
slots = BoundedSemaphore(AT_ONCE)


def png(shared: Shared, card: Callable[[], Card], request: HttpRequest) -> bytes:
    """The picture of a shared page, drawn when it is first asked for. Raises `TooMany`."""
    if (content := stored(shared)) is not None:
        return content
    taken = False

    def charge() -> None:
        nonlocal taken
        taken = slots.acquire(blocking=False)
        if not taken:
            raise TooMany(WAIT)
        limits.check("picture", request)

    try:
        return being_drawn.get(shared.key, lambda: [Packed.of(_made(shared, card()))], charge)[0].content
    finally:
        if taken:
            slots.release()


def stored(shared: Shared) -> bytes | None:
    """What is stored for a shared page, if it was drawn already."""
    content = Picture.objects.filter(key=shared.key).values_list("content", flat=True).first()
    return None if content is None else bytes(content)


def forget(people: Iterable[int]) -> None:
    """Delete the pictures that name any of these people, and those in this process's memory."""
    Picture.objects.filter(people__in=people).only("pk").delete()
    being_drawn.forget()


def _made(shared: Shared, card: Card) -> bytes:
    made = rendered(drawing.drawn(card))
    store(shared, made)
    return made


def store(shared: Shared, content: bytes) -> None:
    """Keep a picture or clip, unless somebody whom it names has deleted their account meanwhile."""
    now = timezone.now()
    named = [Picture.people.through(picture_id=shared.key, user_id=person) for person in shared.people]
    with mere_note(), transaction.atomic():
        Picture.objects.bulk_create([Picture(key=shared.key, content=content, made_at=now)], ignore_conflicts=True)
        Picture.people.through.objects.bulk_create(named, ignore_conflicts=True)
    if gone := User.objects.filter(pk__in=shared.people, deleted_at__isnull=False).values_list("pk", flat=True):
        forget(gone)  # deleted while it was drawn
    times = Picture.objects.order_by("-made_at").values_list("made_at", flat=True)  # read from the index alone
    with mere_note():
        Picture.objects.filter(made_at__lte=max([now - LONGEST, *times[MOST : MOST + 1]])).only("pk").delete()
