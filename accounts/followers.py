"""Who follows what happens to people: the list `PEOPLE` of the module that the settings name (`FOLLOWERS`).

Accounts know nobody of them. Each is told in the list's order, and whatever one raises undoes what has happened, as all
are told inside its transaction; but for what says otherwise.
"""

from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from accounts.rest import Rest


class FollowsPeople:
    """What a room does when something happens to somebody; it says only what concerns it."""

    def signed_up(self, user: User) -> None:
        """Somebody has made an account, and may have been a guest until now. After it is stored; errors are logged."""

    def logged_in(self, request: HttpRequest, user: User) -> None:
        """Somebody is logged in by this request, a new guest, too."""

    def claimed(self, user: User, here: str) -> None:
        """What was a guest's is an account's from now on: a key, a destination or an ear that somebody else may have
        kept ends. *here*: the name of the browser in which it happens. Before `merged`.
        """

    def merged(self, guest: User, account: User) -> None:
        """A guest has logged in to their account, both rows held: what was the guest's may move. Who announces it does
        so after the commit.
        """

    def came_by_link(self, guest: User, agent: str) -> None:
        """Somebody goes on by the guest's own link; *agent*: their browser in words. After it is stored."""

    def renaming(self, user: User, name: str) -> None:
        """They are about to be called *name* at the table, their row held. Raise `names.NotPossible` to refuse."""

    def renamed(self, user: User) -> None:
        """They have another name at the table, or another mark beside it. After it is stored."""

    def looking_changed(self, user: User) -> None:
        """Others may see that they look at a table, or may no longer. After it is stored."""

    def rest_changed(self, user: User, before: Rest, now: datetime) -> None:
        """How they rest (time zone, weekends, quiet hours, vacation) is another than *before*."""

    def address_changed(self, user: User) -> None:
        """A mail address of theirs was added, confirmed or taken away."""

    def logged_out(self, user: User, here: str) -> None:
        """They have logged out of the browser called *here* ("": it has no name)."""

    def password_changed(self, request: HttpRequest, user: User, *, reset: bool) -> None:
        """They have another password; *reset*: by a link that was mailed, so the old one may be somebody else's."""

    def browsers_ended(self, user: User, names: list[str]) -> None:
        """They were logged out of the browsers of these names from elsewhere."""

    def tokens_ended(self, user: User) -> None:
        """A token of theirs is good no more: what is open by it closes."""

    def speaking(self, author: User, now: datetime) -> None:
        """They are about to say something where others read it. Raise `Forbidden` to refuse."""

    def leaving(self, user: User) -> None:
        """They are about to go for good, or are sent away: end what would wait for them. Outside of any transaction,
        and it may be said again.
        """

    def deleted(self, user: User) -> None:
        """They go for good: let go of what is theirs. Before the account is emptied."""

    def on_record(self, user: User) -> dict[str, Any]:
        """What is stored about them, by headings of their file."""
        return {}


def followers() -> tuple[FollowsPeople, ...]:
    found: tuple[FollowsPeople, ...] = import_module(settings.FOLLOWERS).PEOPLE
    return found
