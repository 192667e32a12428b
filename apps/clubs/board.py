"""The board of a club: what its organisers announce to the members. Nobody else reads it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import followers
from accounts.models import User
from clubs import notifications
from clubs.actions import rows
from clubs.models import LONGEST_POST, Club, Post
from common import limits, refusals
from common.database import mere_note, tried_again
from common.lists.paging import Page, page
from notices import bulletins
from talk import saying

A_PAGE = 10


@tried_again
def post(*, public_id: str, by: User, text: str, now: datetime) -> Post:
    """An organiser announces something to the members, who get a notification: one a day and club at most.
    Repeating it within `saying.SAME_AGAIN` returns the first one.

    Raises `NotFound`, `Unreadable`, `Forbidden`, `NotNow` or `TooMany`.
    """
    text = saying.tidied_lines(text)
    if not text:
        raise refusals.Unreadable("nothing_said", _("Write something first."))
    if len(text) > LONGEST_POST:
        sentence = _("An announcement can have at most %(n)d characters.") % {"n": LONGEST_POST}
        raise refusals.Unreadable("too_long", sentence)
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.organised(public_id, by)
        for follower in followers():
            follower.speaking(by, now)
        lately = Post.objects.filter(club=club, author=by, at__gt=now - saying.SAME_AGAIN, removed_at=None)
        if (known := lately.filter(text=text).first()) is not None:
            return known  # of a double click
        limits.check("post", by)
        announced = Post.objects.create(club=club, author=by, text=text, at=now)
        notifications.tell_members(club, "post", now, by=by)
    return announced


@tried_again
def remove(*, public_id: str, post_id: int, by: User, now: datetime) -> None:
    """An organiser removes an announcement. Raises `NotFound`, `Forbidden` or `NotNow`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.organised(public_id, by)
        if not Post.objects.filter(club=club, pk=post_id, removed_at=None).update(removed_at=now):
            raise refusals.NotFound("unknown_post", _("Announcement not found."))


def note_read(club: Club, reader: User, now: datetime) -> None:
    """A member looks at the club's page, or at its announcements: its news isn't new any more. One query."""
    with mere_note():
        bulletins.settle([reader.pk], topic=club.public_id, now=now)


def listed(club: Club, cursor: str = "", size: int = A_PAGE) -> Page[Post]:
    """The announcements, newest first, for a reader who is known to be a member. One query."""
    there = Post.objects.filter(club=club, removed_at=None)
    return page(there.select_related("author").order_by("-pk"), cursor, size)
