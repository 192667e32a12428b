"""Locks on a person's row, so that requests in their name wait for each other."""

from django.core.exceptions import PermissionDenied

from accounts.models import User


def hold(person: User) -> User:
    """The person as stored now, with their row locked until the transaction ends.

    Call before counting anything that has a limit per person: of two simultaneous requests, the second counts what the
    first added. Call before locking a game's row, which avoids deadlocks. Others can still write rows that refer to the
    person.
    """
    return User.objects.select_for_update(no_key=True).get(pk=person.pk)


def hold_for_a_key(person: User) -> User:
    """Like `hold`, before creating something that outlasts the request: a token, or an address for events.

    *person* is as loaded by the request. Raises `PermissionDenied` if their password changed since then: a guest became
    an account, or the user chose a new one, so the login behind this request is revoked.
    """
    held = hold(person)
    if held.password != person.password:
        raise PermissionDenied
    return held
