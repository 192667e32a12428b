"""Finding somebody by their user name. Names as people type them are for `people.naming`."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.reserved import COMPUTER_ROWS
from common import refusals

LONGEST_TOLD = 60  # letters of a name nobody has


def anybody(username: str) -> User:
    """Whoever has this user name, be they a guest, or their account closed: what one has begun with them one can end.
    No computer: nobody has begun anything with one.

    Raises `NotFound`.
    """
    found = User.objects.filter(username=_readable(username), deleted_at=None, bot_level="").first()
    if found is None:
        raise nobody(username)
    return found


def computer(username: str) -> User | None:
    """The computer of this user name; None if it isn't one's. Asked of the names that only they have."""
    if not username.startswith(COMPUTER_ROWS):
        return None
    return User.objects.filter(username=_readable(username), bot_level__gt="").first()


def account(username: str, *also: str, closed: bool = False) -> User:
    """Somebody with an account; with *closed* it may be closed. *also*: what is read with them. Raises `NotFound`."""
    there = accounts(closed=closed).filter(username=_readable(username))
    found = (there.select_related(*also) if also else there).first()
    if found is None:
        raise nobody(username)
    return found


def accounts_called(usernames: Iterable[str]) -> list[User]:
    """Open accounts by their user names, in the order given. Raises `NotFound` about the first that isn't there."""
    wanted = [_readable(name) for name in usernames]
    found = {user.username: user for user in accounts().filter(username__in=wanted)}
    for name in wanted:
        if name not in found:
            raise nobody(name)
    return [found[name] for name in wanted]


def accounts(*, closed: bool = False) -> QuerySet[User]:
    """All that are neither guests nor computers nor deleted; closed ones only if asked for."""
    there = User.objects.filter(is_guest=False, bot_level="", deleted_at=None)
    return there if closed else there.filter(is_active=True)


def nobody(name: str) -> refusals.NotFound:
    said = _("There's no player named %(name)s.") % {"name": name[:LONGEST_TOLD]}
    return refusals.NotFound("unknown_person", said)


def _readable(username: str) -> str:
    """PostgreSQL can't even look for a NUL."""
    return username.replace("\0", "\ufffd")
