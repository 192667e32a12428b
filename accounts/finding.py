"""Finds people by user name. `people.naming` handles names as people type them."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.reserved import COMPUTER_ROWS
from common import refusals
from common.joined import Joined

PEOPLE = Joined("accounts_user person", person=User)  # in SQL, because every profile asks
LONGEST_TOLD = 60  # letters of an unknown name in an error


def anybody(username: str) -> User:
    """The person with this user name, including guests and closed accounts, so that people can end what they began with
    them. Never a computer, as people begin nothing with those.

    Raises `NotFound`.
    """
    person = User.objects.filter(username=_readable(username), deleted_at=None, bot_level="").first()
    if person is None:
        raise nobody(username)
    return person


def computer(username: str) -> User | None:
    """The computer with this user name, or None. Call only with names reserved for computers."""
    if not username.startswith(COMPUTER_ROWS):
        return None
    return User.objects.filter(username=_readable(username), bot_level__gt="").first()


def account(username: str, *, closed: bool = False) -> User:
    """The account with this user name; with *closed*, closed accounts count too. Raises `NotFound`."""
    found: list[User] = [person for [person] in PEOPLE.rows("username = %s", [_readable(username)])]
    for person in found:
        if not (person.is_guest or person.is_bot or person.deleted_at) and (closed or person.is_active):
            return person
    raise nobody(username)


def accounts_called(usernames: Iterable[str]) -> list[User]:
    """Open accounts by user name, in the given order. Raises `NotFound` for the first unknown name."""
    names = [_readable(name) for name in usernames]
    by_name = {user.username: user for user in accounts().filter(username__in=names)}
    for name in names:
        if name not in by_name:
            raise nobody(name)
    return [by_name[name] for name in names]


def accounts(*, closed: bool = False) -> QuerySet[User]:
    """All accounts except guests, computers and deleted ones. Closed ones only on request."""
    there = User.objects.filter(is_guest=False, bot_level="", deleted_at=None)
    return there if closed else there.filter(is_active=True)


def nobody(name: str) -> refusals.NotFound:
    message = _("There’s no player named %(name)s.") % {"name": name[:LONGEST_TOLD]}
    return refusals.NotFound("unknown_person", message)


def _readable(username: str) -> str:
    """PostgreSQL rejects queries that contain NUL."""
    return username.replace("\0", "\ufffd")
