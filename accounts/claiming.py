"""A guest becomes somebody with an account. From here on only that account's login opens what was the guest's."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password

from accounts import browser, browsers, database, tokens
from accounts.followers import followers
from accounts.models import User


def merge(guest: User, account: User, session: Any) -> None:
    """Give the account what is the guest's. Called in the transaction that logs in, before *session* makes way."""
    database.hold(account)
    database.hold(guest)  # accounts first, in all transactions that hold both
    take_the_keys(guest, browser.known(session), but=session.session_key)
    for follower in followers():
        follower.merged(guest, account)
    account.refresh_from_db(fields=["nickname"])
    # Last: a new value of a unique column keeps everybody from writing rows that name the guest, as a move does.
    User.objects.filter(pk=guest.pk).update(
        guest_key=None, origin="", password=make_password(None)
    )  # see `hold_for_a_key`


def take_the_keys(user: User, here: str, but: str | None = None) -> None:
    """Whatever of a guest somebody else may hold ends: tokens, other sessions, and what other rooms have or keep open.

    *here*: the name of the browser in which it happens; *but*: the key of its session. Called in the transaction that
    makes it an account's, in which the link ends, too.

    Whoever gave a seat or this guest away may have kept a key, or be told of what happens.
    """
    browsers.end(user, user.browsers.exclude(session=but))
    tokens.end_all(user)
    Authenticator.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user, user__is_guest=True).delete()  # not the one of the sign-up
    for follower in followers():
        follower.claimed(user, here)
