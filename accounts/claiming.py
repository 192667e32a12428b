"""Turns a guest into an account. From then on, only that account's login opens the guest's games."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.base import SessionBase

from accounts import browser, browsers, database, tokens
from accounts.followers import followers
from accounts.models import User


def merge(guest: User, account: User, session: SessionBase) -> None:
    """Move everything the guest has to the account. Call in the login's transaction, before *session* is replaced."""
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
    """Revoke every key to this guest that others may have: tokens, other sessions, and what other rooms store or keep
    open.

    *here*: the name of this browser; *but*: the key of its session. Call inside the transaction that turns the guest
    into an account; it also revokes the guest's link.

    People who gave away a seat or this guest may still have a key, or receive its events.
    """
    browsers.end(user, user.browsers.exclude(session=but))
    tokens.end_all(user)
    Authenticator.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user, user__is_guest=True).delete()  # not that of the sign-up
    for follower in followers():
        follower.claimed(user, here)
