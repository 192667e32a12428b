"""What happens at tables becomes notices in the same transaction; what happens to people is followed."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib import messages
from django.contrib.auth.signals import user_logged_out
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import browser
from accounts.models import User
from accounts.signals import browsers_ended, claimed, deleted, guest_link_used, guest_merged, rest_changed, token_ended
from games import live
from games.changes import Change, Kind, stored
from games.models import Game, Seat
from notices import services, store
from notices.choices import Event
from notices.models import FORGOTTEN, Device, Notice
from notices.times import HELD_BACK

ENDED = {Kind.FINISHED, Kind.ABORTED, Kind.ANNULLED}


@receiver(stored)
def keep_notices(change: Change, **_signal: Any) -> None:
    """One statement for a move that begins a turn; more only where a round, a game or an offer ends."""
    whose = change.players[change.turn] if change.new_turn and change.turn is not None else None
    begins, ends_round = change.kind is Kind.STARTED, change.rounds_over > 0
    turn, untold = Q(event=Event.TURN), Q(event__in=[Event.STARTED, Event.ROUND], stage=0)
    if whose is not None:
        store.keep_turn(change, whose, Event.STARTED if begins else Event.ROUND if ends_round else "")
    elif change.kind in ENDED:  # what wasn't told of it yet is no news any more
        Notice.objects.filter(turn | untold, game=change.game_id).delete()
    elif change.new_turn:
        Notice.objects.filter(turn, game=change.game_id).delete()
    if change.kind is Kind.MOVED and not ends_round:
        return
    Notice.objects.bulk_create(
        [
            Notice(
                player_id=player, game_id=change.game_id, version=change.version, event=event, by_id=by, words=words,
                at=change.now, due=change.now + HELD_BACK,
            )
            for player, event, by, words in _others(change, whose)
        ],
        ignore_conflicts=True,
    )  # fmt: skip


def _others(change: Change, whose: int | None) -> Iterator[tuple[int, Event, int | None, dict[str, Any]]]:
    """Who else is told: (player, event, caused by whom, words). *whose* turn it is reads of all in one notice."""
    seated = [player for player in change.players if player is not None]
    others = [player for player in seated if player != change.by]
    match change.kind:
        case Kind.MOVED:
            yield from ((player, Event.ROUND, None, {}) for player in seated if player != whose)
        case Kind.STARTED:
            yield from ((player, Event.STARTED, None, {}) for player in others if player != whose)
        case Kind.FINISHED:  # who made the last move, too: it may have been planned
            yield from ((player, Event.OVER, None, {}) for player in seated)
        case Kind.ABORTED:
            yield from ((player, Event.OVER, change.by, {"aborted": True}) for player in others)
        case Kind.ANNULLED:
            yield from ((player, Event.OVER, None, {"annulled": True}) for player in seated)
        case Kind.EXPIRED:
            yield from ((player, Event.EXPIRED, None, {}) for player in seated)
        case Kind.CANCELLED:
            yield from ((player, Event.EXPIRED, change.by, {"cancelled": True}) for player in others)
        case Kind.JOINED | Kind.LEFT:
            host = Game.objects.values_list("creator", flat=True).get(pk=change.game_id)
            if host in others:
                yield host, Event.ANSWERED, change.by, {"answer": change.kind.value}
        case Kind.OFFERED:
            kept = Seat.objects.filter(game=change.game_id, game__rematch_of__isnull=False, kept_for__isnull=False)
            for player in kept.exclude(kept_for=change.by).values_list("kept_for", flat=True):
                yield player, Event.INVITED, change.by, {"rematch": True}


@receiver(guest_merged)
def notices_come_along(guest: User, user: User, **_signal: Any) -> None:
    services.merge_guest(guest=guest, account=user)


@receiver(claimed)
def nobody_else_hears(user: User, here: str, **_signal: Any) -> None:
    services.keep_only(player=user, here=here)


@receiver(browsers_ended)
def devices_end_with_their_sessions(user: User, names: list[str], **_signal: Any) -> None:
    Device.objects.filter(player=user, session__in=names).delete()


@receiver(guest_link_used)
def say_that_somebody_came_by_the_link(user: User, agent: str, **_signal: Any) -> None:
    """At once, on the pages of the guest that are open: it may have been somebody else."""
    url = reverse("settings_browsers")
    services.tell(player=user, event=Event.SITE, now=timezone.now(), about="guest_link", agent=agent, url=url)
    live.tell_desks([user.pk])


@receiver(deleted)
def forget_everything(user: User, **_signal: Any) -> None:
    services.forget(player=user)


@receiver(rest_changed)
def time_has_moved(user: User, now: datetime, **_signal: Any) -> None:
    """His morning, and the deadlines of his turns: when to remind him is worked out anew at once."""
    services.plan_digest(player=user, now=now)
    Notice.objects.filter(player=user, event=Event.TURN, stage__gt=0, stage__lt=FORGOTTEN).update(due=now)


@receiver([post_save, post_delete], sender=EmailAddress)
def address_was_confirmed(instance: EmailAddress, **_signal: Any) -> None:
    services.plan_digest(player=instance.user, now=timezone.now())


@receiver(user_logged_out)
def device_is_somebody_elses(request: HttpRequest, user: User | None, **_signal: Any) -> None:
    """Who comes after him at this browser must not read his pushes."""
    if user is not None and (here := browser.known(request.session)):
        Device.objects.filter(player=user, session=here).delete()


@receiver([password_changed, password_set, password_reset])
def burn_links_that_wait(user: User, **_signal: Any) -> None:
    services.burn_password_links(player=user)


@receiver(token_ended)
def what_tokens_have_added_ends(user: User, **_signal: Any) -> None:
    """Nobody knows any more by which of them."""
    Device.objects.filter(player=user, session="").delete()


@receiver(password_reset)
def nobody_elses_webhook_stays(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Who needed a new password may have lost the old one to somebody."""
    if services.end_webhook(player=user):
        messages.info(request, _("Your webhook is ended, too. Set it anew among the notices if it was yours."))


@receiver([password_changed, password_set, password_reset])
def devices_are_logged_out(signal: Signal, request: HttpRequest, user: User, **_signal: Any) -> None:
    """With the sessions of the old password end the pushes there. What a token has added stays, as the token does."""
    here = "" if signal is password_reset else browser.known(request.session)  # after a reset he logs in anew here, too
    Device.objects.filter(player=user).exclude(session__in=["", here]).delete()
