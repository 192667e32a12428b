"""Create notifications and account mails, and change notification settings."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts import database
from accounts.models import User
from common.database import tried_again
from common.refusals import NotNow, Unreadable
from common.wishes import Between, Most
from common.wishes.fields import SENTENCES, Choice
from games.models import Game
from games.viewers import live
from notices import destinations, outside, queries
from notices.choices import CHOSEN, DEFAULT, NO_CHOICE, About, Channel, Event
from notices.dispatch import stages
from notices.models import FORGOTTEN, Delivery, Device, Letter, Messenger, Notice, Wishes
from notices.times import HELD_BACK, KEPT, next_digest

MOST_DEVICES = 20
MOST_REMINDERS = 4
MOST_LETTERS = 20  # waiting for one address
# A new mail of these kinds replaces those that still wait, because its link replaces theirs. We replace per account,
# not per address, because anybody can sign up with somebody else's address.
NEWEST_OF_ACCOUNT = {"email_confirmation", "email_confirmation_signup", "password_reset_key"}
NEWEST_OF_ADDRESS = {"account_already_exists", "unknown_account"}  # these concern no account


@tried_again
def tell(
    *, player: User, event: Event, now: datetime, game: Game | None = None, by: User | None = None, **words: object
) -> None:
    """Notify *player* of something that isn't a change of a game. Call it inside the transaction that causes it.

    *by* is who caused it; the text names them. *words* is more data for the text, as JSON (`notices.sentences`); its
    *url* is the link, if that isn't the game. Never pass a tile or a text that a user wrote, because mails can go
    astray. While such a notification of the same game and version is unread, we create no second one (messages: of any
    version; without a game, of the same author).
    """
    fresh = {"at": now, "due": now + HELD_BACK, "stage": 0, "by": by, "words": words, "read_at": None}
    of_game = {"player": player, "game": game, "version": game.version if game else 0, "event": event}
    with transaction.atomic():
        if game is None:
            known = Notice.objects.filter(**of_game, by=by, read_at=None)
            if event != Event.MESSAGE or not known.update(at=now):
                Notice.objects.create(**of_game, **fresh)
            return
        known = Notice.objects.filter(player=player, game=game, event=event)
        if event == Event.MESSAGE and known.filter(read_at=None).update(at=now):
            return
        _notice, made = Notice.objects.get_or_create(**of_game, defaults=fresh)
        if not made:
            known.filter(version=game.version).exclude(read_at=None).update(**fresh)


def tell_all(players: Iterable[int], *, event: Event, now: datetime, by: int | None = None, **words: object) -> None:
    """`tell` for many people (user ids), about something without a game. One statement."""
    Notice.objects.bulk_create(
        (
            Notice(player_id=player, event=event, by_id=by, words=words, at=now, due=now + HELD_BACK)
            for player in players
        ),
        batch_size=500,
    )


@tried_again
def write(*, to: str, player: User | None, kind: str, subject: str, body: str, now: datetime) -> None:
    """Queue a mail about an account. Call it inside the transaction that causes it, if there is one.

    *player* is the account, or None; deleting the account deletes the mail. *kind* names the mail's template, such as
    `password_reset_key`.
    """
    with transaction.atomic():
        waiting = Delivery.objects.filter(letter__to=to)
        if kind in NEWEST_OF_ADDRESS:
            waiting.filter(letter__kind=kind).delete()
        elif kind in NEWEST_OF_ACCOUNT:
            waiting.filter(letter__kind=kind, player=player).delete()
        if waiting.count() >= MOST_LETTERS:
            return
        delivery = Delivery.objects.create(player=player, channel=Channel.MAIL, since=now, due=now)
        title = f"{settings.SITE_NAME}: {' '.join(subject.split())}"[:200]
        Letter.objects.create(delivery=delivery, to=to, kind=kind, subject=title, body=body)


def burn_password_links(*, player: User) -> None:
    """Delete unsent links to reset a password. Called when the password has changed, because they no longer work."""
    Delivery.objects.filter(player=player, letter__kind="password_reset_key").delete()


def mark_read(
    *,
    player: User | int,
    now: datetime,
    game: str = "",
    notices: Collection[int] | None = None,
    event: str = "",
    by: int | None = None,
) -> int:
    """Mark notifications as read: all, those of one game (public id), some, those of one event, or those without a game
    that one person caused. Returns how many were new.
    """
    unread = Notice.objects.filter(player=player, read_at=None, at__lte=now)
    if game:
        unread = unread.filter(game__public_id=game)
    if notices is not None:
        unread = unread.filter(pk__in=notices)
    if event:
        unread = unread.filter(event=event)
    if by is not None:
        unread = unread.filter(by=by, game=None)
    if new := unread.update(read_at=now):
        reader = player if isinstance(player, int) else player.pk
        transaction.on_commit(lambda: live.tell_desks([reader]), robust=True)
    return new


def take_back(*, player: User, event: Event, by: User) -> None:
    """Delete the unread notifications without a game of what *by* did and what doesn't stand any more."""
    if Notice.objects.filter(player=player, event=event, by=by, game=None, read_at=None).delete()[0]:
        transaction.on_commit(lambda: live.tell_desks([player.pk]), robust=True)


# ---- Notification settings -------------------------------------------------------------------------


class Table(serializers.DictField):
    child = serializers.ListField(
        child=Choice(Channel.choices), max_length=len(Channel), error_messages=SENTENCES[serializers.ListField]
    )

    def to_internal_value(self, data: dict[str, object]) -> dict[str, list[str]]:
        read: dict[str, list[str]] = super().to_internal_value(data)
        for event in read:
            Choice(CHOSEN).run_validation(event)
        return read


@dataclass(frozen=True, slots=True)
class NewWishes:
    """The settings to change; the others stay as they are."""

    events: Annotated[Mapping[str, Sequence[str]] | None, Table, "Channels by event; other events keep theirs."] = None
    reminders: Annotated[tuple[Annotated[int, Between(1, 99)], ...] | None, Most(4)] = None
    digest_hour: Annotated[int | None, Between(0, 23)] = None
    webhook: Annotated[str | None, "", Most(500), "https://…, or empty for none."] = None


@tried_again
def wish(*, player: User, wanted: NewWishes, now: datetime) -> Wishes:
    """Change the given settings and leave the others. Raises `Unreadable`, and what `hold_for_a_key` raises."""
    reminders, webhook = wanted.reminders, wanted.webhook
    with transaction.atomic():
        wishes = _held(player)
        if wanted.events is not None:
            _choose(wishes, {**wishes.table(), **wanted.events})
        if reminders is not None:
            if len(reminders) > MOST_REMINDERS or any(not 1 <= percent <= 99 for percent in reminders):
                raise Unreadable(
                    "bad_reminders", _("Choose up to four reminders, each from 1 to 99 percent of your time.")
                )
            before, wishes.reminders = wishes.reminders, sorted(set(reminders))
            if wishes.reminders != before:
                _remind_anew(wishes, now)
        if wanted.digest_hour is not None:
            wishes.digest_hour = wanted.digest_hour
        if webhook is not None and webhook != wishes.webhook:
            if webhook:
                outside.must_be_allowed(webhook)
            wishes.webhook, wishes.webhook_secret = webhook, secrets.token_hex(32) if webhook else ""
        if webhook is not None:
            wishes.webhook_off_at = None  # saving it again is another try
        wishes.digest_due = _digest_due(player, wishes, now)
        wishes.save()
    return wishes


def _remind_anew(wishes: Wishes, now: datetime) -> None:
    """Reschedule the reminders of running turns that we already notified them of."""
    turns = Notice.objects.filter(player=wishes.user_id, event=Event.TURN, stage__gt=0)
    for notice in turns.select_related("game", "player").prefetch_related("player__vacations"):
        same = Notice.objects.filter(pk=notice.pk, version=notice.version, stage=notice.stage, due=notice.due)
        notice.stage = 1
        _passed, (stage, due) = stages(notice, wishes.reminders, now)
        same.update(stage=stage, due=due)


def _choose(wishes: Wishes, table: Mapping[str, Sequence[str]]) -> None:
    """Store only what differs from the default, so that new events reach players who never chose."""
    for channel in Channel:
        chosen = {event for event in CHOSEN if channel in table.get(event, []) and (event, channel) not in NO_CHOICE}
        if chosen == DEFAULT[channel] - {Event.SITE}:
            wishes.channels.pop(channel.value, None)
        else:
            wishes.channels[channel.value] = sorted(chosen)


def stop(*, player: User, kind: str, now: datetime) -> None:
    """The one-click unsubscribe of a mail. *kind* is “digest”, or the event that should send no more mails."""
    wishes = queries.wishes(player)
    table = wishes.table()
    for event in table if kind == Channel.DIGEST else [kind]:
        channel = Channel.DIGEST if kind == Channel.DIGEST else Channel.MAIL
        table[event] = [each for each in table.get(event, []) if each != channel]
    wish(player=player, wanted=NewWishes(events=table), now=now)


@tried_again
def plan_digest(*, player: User, now: datetime) -> None:
    """Compute when the next daily mail is due, because the player's morning or confirmed address has changed."""
    with transaction.atomic():
        wishes = queries.wishes(player)
        due = _digest_due(player, wishes, now)
        if due != wishes.digest_due:
            Wishes.objects.update_or_create(user=player, defaults={"digest_due": due})


def _digest_due(player: User, wishes: Wishes, now: datetime) -> datetime | None:
    if not EmailAddress.objects.filter(user=player, verified=True).exists():
        return None
    return next_digest(player.time_zone, wishes.digest_hour, now)


def _held(player: User) -> Wishes:
    database.hold_for_a_key(player)  # a webhook outlasts the request, as a key does
    Wishes.objects.get_or_create(user=player)
    return Wishes.objects.select_for_update().get(user=player)


# ---- Push notifications ----------------------------------------------------------------------------


@tried_again
def add_device(
    *, player: User, endpoint: str, p256dh: str, auth: str, name: str, browser: str, now: datetime
) -> Device:
    """Send push notifications for *player*, and for nobody else, to this browser. Raises `Unreadable`, `NotNow`, and
    what `hold_for_a_key` raises.

    *browser* is its name (`accounts.browser`); logging out there ends the notifications.
    """
    outside.must_be_allowed(endpoint)
    known = {"player": player, "p256dh": p256dh, "auth": auth, "name": name, "created_at": now, "session": browser}
    with transaction.atomic():
        database.hold_for_a_key(player)
        if Device.objects.filter(player=player).exclude(endpoint=endpoint).count() >= MOST_DEVICES:
            raise NotNow(
                "too_many_devices", _("You can get push notifications in up to 20 browsers. Remove one first.")
            )
        return Device.objects.update_or_create(endpoint=endpoint, defaults=known)[0]


@tried_again
def try_out(*, player: User, now: datetime) -> None:
    """Send a test notification by push, webhook and messenger."""
    with transaction.atomic():
        read = {"read_at": now, "due": now + KEPT, "stage": FORGOTTEN}
        notice = Notice.objects.create(player=player, event=Event.SITE, words={"about": About.TEST}, at=now, **read)
        sent = [Delivery(channel=Channel.PUSH, device=device) for device in Device.objects.filter(player=player)]
        on = Messenger.objects.filter(player=player, off_at=None)
        sent += [Delivery(channel=Channel.MESSENGER, messenger=messenger) for messenger in on]
        wishes = queries.wishes(player)
        if wishes.webhook and wishes.webhook_off_at is None:
            sent.append(Delivery(channel=Channel.WEBHOOK))
        for delivery in sent:
            delivery.player, delivery.notice, delivery.since, delivery.due = player, notice, now, now
        Delivery.objects.bulk_create(sent)


# ---- Guests who log in, and deleted accounts --------------------------------------------------------


def keep_only(*, player: User, here: str) -> None:
    """Remove all push browsers but *here*, and all other destinations, because somebody else may have added them to
    this guest.
    """
    Device.objects.filter(player=player).exclude(session=here or None).delete()
    end_webhook(player=player)
    destinations.end_all(player)


def end_webhook(*, player: User) -> bool:
    """Remove the webhook and its pending deliveries. False if there was none."""
    had = Wishes.objects.filter(user=player).exclude(webhook="")
    Delivery.objects.filter(player=player, channel=Channel.WEBHOOK).delete()
    return bool(had.update(webhook="", webhook_secret="", webhook_off_at=None))


@tried_again
def merge_guest(*, guest: User, account: User) -> None:
    """Move a guest's notifications and browsers to the account. The account's settings win."""
    with transaction.atomic():
        of_game = {field: OuterRef(field) for field in ("game", "version", "event")}
        Notice.objects.filter(Exists(Notice.objects.filter(player=account, **of_game)), player=guest).delete()
        Notice.objects.filter(player=guest).update(player=account)
        Delivery.objects.filter(player=guest).update(player=account)
        Device.objects.filter(player=guest).update(player=account)
        if not Wishes.objects.filter(user=account).exists():
            Wishes.objects.filter(user=guest).update(user=account)
        plan_digest(player=account, now=timezone.now())


def forget(*, player: User) -> None:
    """Delete everything about an account that is being deleted, so that nothing more is sent to it."""
    Notice.objects.filter(player=player).delete()
    Delivery.objects.filter(player=player).delete()
    Device.objects.filter(player=player).delete()
    destinations.end_all(player)
    Wishes.objects.filter(user=player).delete()
    caused = Notice.objects.filter(by=player)
    gone = caused.filter(event__in=[Event.MESSAGE, Event.FRIEND], game=None)  # their message or request goes, too
    readers = set(gone.filter(read_at=None).values_list("player", flat=True))
    gone.delete()
    caused.update(by=None)
    transaction.on_commit(lambda: live.tell_desks(readers), robust=True)
