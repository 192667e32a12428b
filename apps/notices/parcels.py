"""Prepares deliveries: rendered with the database, sent by a thread that needs none."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from notices import digest, mail, messengers, push, webhook
from notices.choices import Channel, Event
from notices.dispatch import Situation, has_seen, is_over
from notices.models import Delivery, Notice
from notices.outside import Answer
from notices.sentences import Told, notice_text, turn_is_over

Sending = Callable[[], Answer] | None


@dataclass(frozen=True, slots=True)
class Parcel:
    delivery: Delivery
    send: Callable[[], Answer]


@dataclass(frozen=True, slots=True)
class Message:
    """The content of a delivery: its notice, and the reason for it. *how*: the way to its player, as in `pack`."""

    delivery: Delivery
    notice: Notice
    why: Event
    text: Told
    how: Situation
    now: datetime


def pack(delivery: Delivery, how: Situation | None, now: datetime) -> Parcel | None:
    """Render a delivery in the active language. None if it is out of date, or can't reach anybody.

    *how* is how we reach its player now, not when it was created; None if it belongs to no account.
    """
    send: Sending
    if hasattr(delivery, "letter"):
        send = mail.of_account(delivery.letter) if now < delivery.since + mail.LETTER_WAITS else None
    elif how is None:
        return None
    elif delivery.channel == Channel.DIGEST:
        send = _digest(delivery, how, now)
    elif delivery.notice is None or delivery.notice.version != delivery.version or _is_late(delivery, delivery.notice):
        return None
    else:
        why = _why(delivery, delivery.notice, how)
        text = notice_text(delivery.notice, now, stage=delivery.stage)
        make = MAKE[Channel(delivery.channel)]
        send = make(Message(delivery, delivery.notice, why, text, how, now)) if why else None
    return Parcel(delivery, send) if send else None


def _is_late(delivery: Delivery, notice: Notice) -> bool:
    """Whether the player has moved or looked while it waited for the morning or for a server."""
    if is_over(notice):
        return True
    looked = notice.read_at is not None or has_seen(notice)
    return looked and not delivery.stage and delivery.channel != Channel.WEBHOOK and notice.words.get("about") != "test"


def _why(delivery: Delivery, notice: Notice, how: Situation) -> Event | None:
    """The first of its events that they want over this channel; None if they don't want any now."""
    chosen = how.wishes.events(Channel(delivery.channel)) | {Event.SITE}  # SITE: a test that they asked for
    return next((event for event in notice.events(delivery.stage) if event in chosen), None)


def _push(message: Message) -> Sending:
    notice, text = message.notice, message.text
    if (device := message.delivery.device) is None:
        return None
    about = "talk" if notice.event == Event.MESSAGE else "game"  # messages and turns must not replace each other
    tag = f"{about}-{notice.game.public_id}" if notice.game else f"notice-{notice.pk}"
    payload: dict[str, object] = {"title": text.title, "body": text.body, "url": text.path}
    payload |= {"tag": tag, "badge": message.how.waiting}
    if notice.event == Event.TURN and notice.game:  # by the time it arrives, or is looked at, the turn may be over
        payload["turn"] = {"game": notice.game.public_id, "version": notice.version, "over": turn_is_over(notice)}
    key = push.signer()
    return lambda: push.send(device, payload, topic=tag, key=key)


def _mail(message: Message) -> Sending:
    text, to = message.text, message.how.address
    return mail.letter(message.delivery, to, message.why, text.title, {"told": text}) if to else None


def _webhook(message: Message) -> Sending:
    wishes, delivery = message.how.wishes, message.delivery
    if not wishes.webhook:
        return None
    body = webhook.body_of(delivery, message.notice, message.text.title, message.text.path)
    return lambda: webhook.send(wishes, str(delivery.pk), body, message.now)


def _messenger(message: Message) -> Sending:
    text, messenger = message.text, message.delivery.messenger
    if messenger is None or messenger.off_at is not None:
        return None
    return lambda: messengers.send(messenger.address, text.title, text.body, settings.SITE_URL + text.path)


MAKE = {Channel.PUSH: _push, Channel.MAIL: _mail, Channel.WEBHOOK: _webhook, Channel.MESSENGER: _messenger}


def _digest(delivery: Delivery, how: Situation, now: datetime) -> Sending:
    assert delivery.player is not None
    if not how.address or (content := digest.content(delivery.player, how.wishes, now)) is None:
        return None
    subject, context = content
    return mail.letter(delivery, how.address, Channel.DIGEST, subject, context)
