"""Sends stored notifications. Any number of workers may do it at once.

`prepare` reads notifications whose stage is due and stores their deliveries, in one transaction that only one worker
wins. `send` claims due deliveries by moving them on, sends them and deletes them. If a worker is killed in between, its
claim expires and another worker sends them; nothing is stored twice.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import translation

from common import database, metrics
from games import live
from notices import actions, digest, mail, outside, parcels
from notices.choices import About, Channel, Event
from notices.dispatch import Plan, plan, situations
from notices.mail import LETTER_WAITS
from notices.models import Delivery, Device, Notice, Wishes
from notices.outside import Answer
from notices.parcels import Parcel

logger = logging.getLogger(__name__)
AT_ONCE = 100  # notifications written in one transaction: on SQLite moves wait for it
CLAIMED = 32  # deliveries claimed and sent together: few enough to end before the claim does
SENDERS = 8  # threads, so that a silent receiver delays no other
BROKEN_FOR = timedelta(minutes=10)  # until we retry a notification that raised an error
GIVEN_UP = timedelta(days=1)
MOVE_ON = "UPDATE notices_notice SET stage = %s, due = %s, deadline = %s WHERE id = %s"
LONGEST_PAUSE = timedelta(hours=2)


def sweep(now: datetime) -> int:
    """Handle everything that is due. Returns how many notifications and mails were prepared or sent."""
    return prepare(now) + digest.prepare(now) + send(now)


def _batches() -> Iterator[None]:
    """Yields while there is time: claims count from the sweep's *now*. The next sweep does the rest."""
    begun = monotonic()
    while monotonic() - begun < settings.NOTICE_CLAIM_SECONDS / 4:
        yield


# ---- From notices to deliveries ---------------------------------------------------------------------


def prepare(now: datetime) -> int:
    told = 0
    for _batch in _batches():
        due = Notice.objects.filter(due__lte=now).select_related("game", "player").order_by("due")
        notices = list(due.prefetch_related("game__seats", "player__vacations")[:AT_ONCE])
        known = situations({notice.player_id for notice in notices})
        plans = {}
        for notice in notices:
            try:
                plans[notice] = plan(notice, known[notice.player_id], now)
            except Exception:  # one that fails must not block the others
                logger.exception("Notification %d failed", notice.pk)
                Notice.objects.filter(pk=notice.pk, due=notice.due).update(due=now + BROKEN_FOR)
        done = _carry_out(plans, now)
        told += sum(bool(plans[notice].deliveries) for notice in done)
        if desks := {notice.player_id for notice in done if plans[notice].news}:
            live.tell_desks(desks)
        if len(notices) < AT_ONCE:
            break
    return told


def _carry_out(plans: dict[Notice, Plan], now: datetime) -> list[Notice]:
    """Carry out the plans of notifications that haven't changed meanwhile; returns those. Another worker or a move won
    the others.

    Moves write notifications, too, and must not wait, so we skip the rows they lock and compute everything before.
    """
    with transaction.atomic():
        held = Notice.objects.select_for_update(skip_locked=True).filter(pk__in=[notice.pk for notice in plans])
        as_is = set(held.values_list("pk", "version", "stage", "due"))
        mine = [each for each in plans if (each.pk, each.version, each.stage, each.due) in as_is]
        kept = [notice for notice in mine if plans[notice].due is not None]
        Notice.objects.filter(pk__in=[notice.pk for notice in mine if plans[notice].due is None]).delete()
        Notice.objects.filter(pk__in=[notice.pk for notice in kept if plans[notice].seen]).update(read_at=now)
        move_on({notice.pk: plans[notice] for notice in kept})
        deliveries = [delivery for notice in kept for delivery in plans[notice].deliveries]
        # A reminder replaces the push and the mail that still wait for the morning. Webhooks get each one.
        for channel in (Channel.PUSH, Channel.MAIL):
            again = {delivery.notice_id for delivery in deliveries if delivery.channel == channel}
            Delivery.objects.filter(notice__in=again, channel=channel).delete()
        Delivery.objects.bulk_create(deliveries)
    return mine


def move_on(plans: dict[int, Plan]) -> None:
    """Move the notifications with these keys to their next stages. `bulk_update` took 1 ms each, while moves waited."""
    stamp = connection.ops.adapt_datetimefield_value
    rows = [(made.stage, stamp(made.due), stamp(made.deadline), pk) for pk, made in plans.items()]
    with connection.cursor() as cursor:
        cursor.executemany(MOVE_ON, rows)


# ---- Sending ----------------------------------------------------------------------------------------


def send(now: datetime) -> int:
    """Send what is due. Connections to mail servers and push services stay open until all is sent."""
    sent = 0
    try:
        with ThreadPoolExecutor(SENDERS, thread_name_prefix="notices") as senders:
            for _batch in _batches():
                claimed = claim(now)
                sent += _send_all(claimed, senders, now)
                if len(claimed) < CLAIMED:
                    break
    finally:
        mail.connections.close()
        outside.connections.close()
    return sent


def claim(now: datetime) -> list[Delivery]:
    """Claim deliveries that are due. They become due again later unless they are deleted."""
    lease = now + timedelta(seconds=settings.NOTICE_CLAIM_SECONDS)
    with transaction.atomic():
        due = Delivery.objects.select_for_update(skip_locked=True).filter(due__lte=now).order_by("due")
        mine = list(due.values_list("pk", flat=True)[:CLAIMED])
        Delivery.objects.filter(pk__in=mine).update(due=lease, tries=F("tries") + 1)
    claimed = Delivery.objects.filter(pk__in=mine).order_by("since")
    claimed = claimed.select_related("player", "letter", "device", "notice__by", "notice__player", "notice__game")
    return list(claimed.prefetch_related("notice__game__seats__player"))


def _send_all(claimed: list[Delivery], senders: ThreadPoolExecutor, now: datetime) -> int:
    """Render them all, send them in parallel (in threads that need no database), and store the results."""
    going: list[Parcel] = []
    done: list[Delivery] = []
    known = situations({delivery.player_id for delivery in claimed if delivery.player_id is not None})
    for delivery in claimed:
        try:
            reader = delivery.player
            with translation.override((reader and reader.language) or settings.LANGUAGE_CODE):
                parcel = parcels.pack(delivery, known.get(delivery.player_id or 0), now)
        except Exception:
            logger.exception("A notification could not be rendered")
            _again(delivery, now)
            continue
        if parcel is None:  # out of date
            done.append(delivery)
        else:
            going.append(parcel)
    sent = 0
    database.let_go()
    for parcel, answer in zip(going, list(senders.map(_try, going)), strict=True):
        outcome = "sent" if answer.ok else "gone" if answer.gone else "failed"
        metrics.notices.labels(parcel.delivery.channel, outcome).inc()
        if answer.ok:
            done.append(parcel.delivery)
            sent += 1
        elif answer.gone and parcel.delivery.channel in {Channel.PUSH, Channel.WEBHOOK}:
            _give_up(parcel.delivery, now, gone=True)
        else:
            logger.info("%s was not sent: %s", parcel.delivery, answer.wrong or answer.status)
            _again(parcel.delivery, now)
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in done]).delete()
    return sent


def _try(parcel: Parcel) -> Answer:
    """Any error is an answer, too, so that the deliveries sent beside it aren't sent again."""
    try:
        return parcel.send()
    except Exception as error:
        logger.exception("%s broke", parcel.delivery)
        return Answer(None, type(error).__name__)


def _again(delivery: Delivery, now: datetime) -> None:
    """Retry after a pause that grows; give up after a day."""
    if now - delivery.since >= GIVEN_UP:
        _give_up(delivery, now)
        return
    due = now + min(LONGEST_PAUSE, timedelta(seconds=30 * 2 ** min(delivery.tries, 12)))
    if hasattr(delivery, "letter"):  # no later than it expires
        due = min(due, delivery.since + LETTER_WAITS)
    Delivery.objects.filter(pk=delivery.pk).update(due=due)


def _give_up(delivery: Delivery, now: datetime, *, gone: bool = False) -> None:
    """Delete a browser that is gone. Switch off a webhook that keeps failing, and notify its player."""
    with transaction.atomic():
        if delivery.channel == Channel.PUSH and gone:
            Device.objects.filter(pk__in=[delivery.device_id]).delete()
        if delivery.channel == Channel.WEBHOOK:
            on = Wishes.objects.filter(pk=delivery.player_id, webhook_off_at=None).exclude(webhook="")
            if on.update(webhook_off_at=now) and delivery.player is not None:
                actions.tell(player=delivery.player, event=Event.SITE, now=now, about=About.WEBHOOK)
            Delivery.objects.filter(player=delivery.player_id, channel=Channel.WEBHOOK).delete()
        Delivery.objects.filter(pk=delivery.pk).delete()
