"""Messengers and calendar links: added, switched off, removed. They outlast the request that adds them, as keys do."""

import hashlib
import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common.database import tried_again
from common.refusals import NotNow
from notices import messengers
from notices.models import CalendarLink, Delivery, Messenger
from notices.outside import Answer

MOST = 5  # messengers of a player
LONGEST_TOKEN = 100


@tried_again
def add_messenger(*, player: User, typed: str, now: datetime) -> Messenger:
    """Send notifications to this address, too. The same address again turns it on again.

    Raises `Unreadable`, `NotNow`, and what `hold_for_a_key` raises.
    """
    service, address = messengers.checked(typed)
    with transaction.atomic():
        database.hold_for_a_key(player)
        if Messenger.objects.filter(player=player).exclude(address=address).count() >= MOST:
            raise NotNow("too_many_messengers", _("You can add up to five messengers. Remove one first."))
        known = {"service": service.name, "off_at": None, "failed_at": None, "wrong": ""}
        return Messenger.objects.update_or_create(
            player=player, address=address, defaults=known, create_defaults=known | {"created_at": now}
        )[0]


def remove_messenger(*, player: User, pk: int) -> bool:
    return bool(Messenger.objects.filter(player=player, pk=pk).delete()[0])


def turn_on(*, player: User, pk: int) -> bool:
    """Try again a messenger that we switched off."""
    return bool(Messenger.objects.filter(player=player, pk=pk).update(off_at=None, failed_at=None, wrong=""))


def note(messenger: Messenger, answer: Answer, now: datetime) -> None:
    """Store whether the last message arrived, for its player to see."""
    failed_at, wrong = (None, "") if answer.ok else (now, str(answer.status or answer.wrong)[:60])
    if (failed_at is None) != (messenger.failed_at is None) or wrong != messenger.wrong:
        Messenger.objects.filter(pk=messenger.pk).update(failed_at=failed_at, wrong=wrong)


def switch_off(messenger: Messenger, now: datetime) -> bool:
    """It keeps failing: drop what waits for it. False if it was off."""
    Delivery.objects.filter(messenger=messenger).delete()
    return bool(Messenger.objects.filter(pk=messenger.pk, off_at=None).update(off_at=now))


def end_all(player: User) -> bool:
    """Remove all messengers and the calendar link. False if there were none."""
    messengers, _rows = Messenger.objects.filter(player=player).delete()
    links, _rows = CalendarLink.objects.filter(user=player).delete()
    return bool(messengers or links)


# ---- Calendar links --------------------------------------------------------------------------------


@tried_again
def make_calendar_link(*, player: User, now: datetime) -> str:
    """The token of a new link, which replaces the old one. We can't show it again.

    Raises what `hold_for_a_key` raises.
    """
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        database.hold_for_a_key(player)
        CalendarLink.objects.update_or_create(user=player, defaults={"digest": _digest(token), "created_at": now})
    return token


def end_calendar_link(*, player: User) -> bool:
    return bool(CalendarLink.objects.filter(user=player).delete()[0])


def owner_of(token: str) -> User | None:
    """Whose calendar it is; None if the link has ended, or its owner can't log in."""
    if len(token) > LONGEST_TOKEN:
        return None
    link = CalendarLink.objects.select_related("user").filter(digest=_digest(token), user__is_active=True).first()
    return link.user if link is not None else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
