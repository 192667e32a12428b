from datetime import datetime
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.models import User
from accounts.rest import Rest
from accounts.signals import (
    account_made,
    browsers_ended,
    claimed,
    deleted,
    guest_merged,
    leaving,
    renamed,
    renaming,
    rest_changed,
    token_ended,
)
from games import events, live, services
from games.changes import Change, Kind, committed


@receiver(guest_merged)
def seats_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """Who logs in to his account keeps what he plays as a guest."""
    services.merge_guest(guest=guest, account=user)


@receiver(renaming)
def look_who_sits_there(user: User, name: str, **_kwargs: Any) -> None:
    """Nobody takes the name of somebody else at a table."""
    services.may_be_called(player=user, name=name)


@receiver(renamed)
def name_him_anew(user: User, **_kwargs: Any) -> None:
    """Remembered tables, of all processes, show names."""
    services.show_name(player=user)


@receiver(account_made)
def show_who_is_no_guest_any_more(user: User, **_kwargs: Any) -> None:
    """… and who is a guest."""
    services.make_account(player=user)


@receiver([password_changed, password_set, password_reset, browsers_ended, token_ended, claimed])
def close_their_sockets(user: Any, **_kwargs: Any) -> None:
    """Sessions or keys have ended, and an open socket knows nothing of them. Whoever may comes back at once."""
    live.hang_up(user.pk)


@receiver(user_logged_out)
def close_his_sockets(user: Any, **_kwargs: Any) -> None:
    """A board left open must not go on showing his hand. His other devices open theirs again."""
    if user is not None:
        live.hang_up(user.pk)


@receiver(committed)
def tell_the_players_programs(change: Change, **_kwargs: Any) -> None:
    live.tell_programs(events.of_change(change))


@receiver(leaving)
def leave_his_games(user: User, **_kwargs: Any) -> None:
    services.leave_all_games(player=user)


@receiver(deleted)
def forget_him_at_the_tables(user: User, **_kwargs: Any) -> None:
    services.forget_player(player=user)


@receiver(committed)
def nobody_waits_for_who_has_gone(change: Change, **_kwargs: Any) -> None:
    """A game that began while one of its players was leaving is left, too."""
    if change.kind is Kind.STARTED:
        for player in User.objects.filter(pk__in=[player for player in change.players if player], is_active=False):
            services.leave_all_games(player=player)


@receiver(rest_changed)
def set_clocks_anew(user: User, before: Rest, now: datetime, **_kwargs: Any) -> None:
    """The time somebody has left is the same after he has changed how he rests."""
    services.reschedule(player=user, before=before, now=now)
