"""The followers of people's events: the list `PEOPLE` in the module that the setting `FOLLOWERS` names.

The accounts room knows none of them. We call them in the list's order, inside the event's transaction unless a method
says otherwise. An exception in one undoes the event.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from accounts.readers import Reader
from accounts.rest import Rest


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a person's calendar. *key* names it for good, within the room; *path*: its page on this site."""

    key: str
    at: datetime
    title: str
    path: str


class FollowsPeople:
    """Base of a room's reactions to events in people's lives. Rooms override only the methods they need."""

    def signed_up(self, user: User) -> None:
        """A person created an account, perhaps from a guest. Called after the commit; errors are logged."""

    def logged_in(self, request: HttpRequest, user: User) -> None:
        """This request logged a person in, perhaps a new guest."""

    def claimed(self, user: User, here: str) -> None:
        """A guest's games now belong to an account: revoke keys, destinations and subscriptions that others may have.
        *here*: the name of this browser. Called before `merged`.
        """

    def merged(self, guest: User, account: User) -> None:
        """A guest logged in to their account. Both rows are locked, so the guest's data may move. Announce it only
        after the commit.
        """

    def came_by_link(self, guest: User, agent: str) -> None:
        """A browser opened the guest's own link; *agent*: its name in words. Called after the commit."""

    def renaming(self, user: User, name: str) -> None:
        """Called before a person gets the display name *name*, with their row locked. Raise `names.NotPossible` to
        refuse.
        """

    def renamed(self, user: User) -> None:
        """A person's display name, or the mark beside it, changed. Called after the commit."""

    def looking_changed(self, user: User) -> None:
        """A person changed who may see that they look at a game, or are here. Called after the commit."""

    def rest_changed(self, user: User, before: Rest, now: datetime) -> None:
        """A person's rest settings (time zone, weekends, quiet hours, vacation) differ from *before*."""

    def not_pausing(self, user: User) -> list[str]:
        """The ids of their games in play whose clocks go on while they rest."""
        return []

    def waiting(self, user: User) -> int:
        """How many games wait for them to move."""
        return 0

    def address_changed(self, user: User) -> None:
        """A person's email address was added, confirmed or removed."""

    def logged_out(self, user: User, here: str) -> None:
        """A person logged out of the browser named *here* ("" if it has no name)."""

    def password_changed(self, request: HttpRequest, user: User, *, reset: bool) -> None:
        """A person's password changed. *reset*: through a mailed link, so someone else may have known the old one."""

    def browsers_ended(self, user: User, names: list[str]) -> None:
        """A person was logged out of these browsers from elsewhere."""

    def tokens_ended(self, user: User) -> None:
        """A person's tokens were revoked: close everything they opened."""

    def speaking(self, author: User, now: datetime) -> None:
        """Called before a person publishes text. Raise `Forbidden` to refuse."""

    def kept_apart(self, user: User) -> Iterable[int]:
        """The ids of people who must not meet the user: we hide their games from each other."""
        return ()

    def leaving(self, user: User) -> None:
        """Called before a person is deleted or suspended: end everything that would wait for them. Runs outside any
        transaction, and may run again.
        """

    def deleted(self, user: User) -> None:
        """A person is being deleted: delete their data. Called before we empty the account."""

    def dates(self, user: User) -> Iterable[Date]:
        """Coming events for a person's calendar, in the active language. They never name a tile."""
        return ()

    def on_record(self, user: User) -> dict[str, object]:
        """Everything stored about a person, by headings of their export."""
        return {}


def followers() -> tuple[FollowsPeople, ...]:
    all_followers: tuple[FollowsPeople, ...] = import_module(settings.FOLLOWERS).PEOPLE
    return all_followers


def apart_from(user: Reader | None) -> set[int]:
    """The ids of people whose games we hide from the user; none for visitors."""
    if user is None or not user.is_authenticated:
        return set()
    return {person for follower in followers() for person in follower.kept_apart(user)}
