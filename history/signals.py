from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_made, deleted, guest_merged, renamed
from games.changes import Change, Kind, stored
from history import book
from history.models import Study


@receiver(stored)
def a_game_is_over(change: Change, **_kwargs: Any) -> None:
    if change.kind in {Kind.FINISHED, Kind.ABORTED}:
        book.write([change.game_id])
    elif change.kind is Kind.ANNULLED:
        book.rewrite([change.game_id])


@receiver(guest_merged)
def games_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """After `games` has moved the seats: it is installed first, and receivers are called in that order."""
    book.merge(guest)
    Study.objects.filter(owner=guest).update(owner=user)


@receiver([renamed, account_made])
def find_by_new_name(user: User, **_kwargs: Any) -> None:
    book.call_anew(user)


@receiver(deleted)
def let_go(user: User, **_kwargs: Any) -> None:
    book.forget(user)
    Study.objects.filter(owner=user).delete()
