"""What has to do with the database itself: who waits in it for whom."""

from django.core.exceptions import PermissionDenied

from accounts.models import User


def hold(person: User) -> User:
    """The person as stored now; whatever else is done in their name waits for the end of the transaction, if it holds
    them, too.

    Said before counting what they have and may have only so many of: of two requests at once, the second counts what
    the first has made. And before any game's row is held, so that no two can wait for each other. It keeps nobody from
    writing rows that name the person.
    """
    return User.objects.select_for_update(no_key=True).get(pk=person.pk)


def hold_for_a_key(person: User) -> User:
    """`hold` before something is made that outlasts what asked for it: a token, or where to send what happens.

    *person* is as the request found them. Raises `PermissionDenied` if they have got another password since: an account
    was made of a guest, or a new one chosen, while the request waited, and what has let it in is good no more.
    """
    held = hold(person)
    if held.password != person.password:
        raise PermissionDenied
    return held
