"""From stored notices to sent ones; any number of workers may do it at once.

`prepare` looks at notices whose stage is due and puts what is to be sent beside them, in one transaction that only
one worker wins. `send` claims what is due by moving it on, sends, and deletes it: who is killed in between leaves
it to be claimed again, and nothing is ever put out twice.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import translation

from common import metrics
from games import live
from notices import actions, digest, parcels
from notices.choices import Channel
from notices.dispatch import Plan, plan, situations
from notices.mail import LETTER_WAITS
from notices.models import Delivery, Device, Notice, Wishes
from notices.outside import Answer
from notices.parcels import Parcel

logger = logging.getLogger(__name__)
AT_ONCE = 200  # notices looked at together
CLAIMED = 32  # sent together, so that a claim outlasts them all
SENDERS = 8  # at a time: one that doesn't answer keeps no other waiting
BROKEN_FOR = timedelta(minutes=10)  # before a notice that can't be told is looked at again
GIVEN_UP = timedelta(days=1)
LONGEST_PAUSE = timedelta(hours=2)


def sweep(now: datetime) -> int:
    """Everything that is due: how much was told or sent."""
    return prepare(now) + digest.prepare(now) + send(now)


def _batches() -> Iterator[None]:
    """As many as there is time for: what is claimed is counted from the sweep's *now*. The next sweep goes on."""
    begun = monotonic()
    while monotonic() - begun < settings.NOTICE_CLAIM_SECONDS / 4:
        yield


# ---- From notices to deliveries ---------------------------------------------------------------------


def prepare(now: datetime) -> int:
    told = 0
    for _batch in _batches():
        due = Notice.objects.filter(due__lte=now).select_related("game", "player").order_by("due")
        notices = list(due.prefetch_related("game__seats", "player__vacations")[:AT_ONCE])
        known = situations(notices)
        desks = set()
        for notice in notices:
            try:
                made = plan(notice, known[notice.player_id], now)
            except Exception:  # one that can't be told must not keep all others from being
                logger.exception("Notice %d could not be told", notice.pk)
                Notice.objects.filter(pk=notice.pk, due=notice.due).update(due=now + BROKEN_FOR)
                continue
            if _carry_out(notice, made, now):
                told += bool(made.deliveries)
                if made.news:
                    desks.add(notice.player_id)
        if desks:
            live.tell_desks(desks)
        if len(notices) < AT_ONCE:
            break
    return told


def _carry_out(notice: Notice, made: Plan, now: datetime) -> bool:
    """False if another worker, or the next move, was quicker."""
    same = Notice.objects.filter(pk=notice.pk, version=notice.version, stage=notice.stage, due=notice.due)
    with transaction.atomic():
        if made.due is None:
            return bool(same.delete()[0])
        changed = {"stage": made.stage, "due": made.due, "deadline": made.deadline}
        if made.seen:
            changed["read_at"] = now
        if not same.update(**changed):
            return False
        # A reminder takes the place of what still waits for the morning; programs are told of each.
        again = {delivery.channel for delivery in made.deliveries} - {Channel.WEBHOOK}
        Delivery.objects.filter(notice=notice, channel__in=again).delete()
        Delivery.objects.bulk_create(made.deliveries)
    return True


# ---- Sending ----------------------------------------------------------------------------------------


def send(now: datetime) -> int:
    sent = 0
    for _batch in _batches():
        claimed = claim(now)
        sent += _send_all(claimed, now)
        if len(claimed) < CLAIMED:
            break
    return sent


def claim(now: datetime) -> list[Delivery]:
    """Deliveries that are due and nobody else's for a while; they come back unless they are deleted."""
    due = Delivery.objects.filter(due__lte=now).order_by("due")
    due = due.select_related("player", "letter", "device", "notice__by", "notice__player", "notice__game")
    mine = []
    lease = now + timedelta(seconds=settings.NOTICE_CLAIM_SECONDS)
    for delivery in due.prefetch_related("notice__game__seats__player")[:CLAIMED]:
        held = Delivery.objects.filter(pk=delivery.pk, due=delivery.due)
        if held.update(due=lease, tries=F("tries") + 1):
            delivery.due, delivery.tries = lease, delivery.tries + 1
            mine.append(delivery)
    return mine


def _send_all(claimed: list[Delivery], now: datetime) -> int:
    """Write them all, send them side by side (threads that need no database), and keep what came of it."""
    going: list[Parcel] = []
    for delivery in claimed:
        try:
            reader = delivery.player
            with translation.override((reader and reader.language) or settings.LANGUAGE_CODE):
                parcel = parcels.pack(delivery, now)
        except Exception:
            logger.exception("A notice could not be written")
            _again(delivery, now)
            continue
        if parcel is None:  # no news any more
            delivery.delete()
        else:
            going.append(parcel)
    sent = 0
    if going:
        with ThreadPoolExecutor(SENDERS, thread_name_prefix="notices") as senders:
            answers = list(senders.map(_try, going))
        for parcel, answer in zip(going, answers, strict=True):
            outcome = "sent" if answer.ok else "gone" if answer.gone else "failed"
            metrics.notices.labels(parcel.delivery.channel, outcome).inc()
            if answer.ok:
                parcel.delivery.delete()
                sent += 1
            elif answer.gone and parcel.delivery.channel in {Channel.PUSH, Channel.WEBHOOK}:
                _give_up(parcel.delivery, now, gone=True)
            else:
                logger.info("%s was not sent: %s", parcel.delivery, answer.wrong or answer.status)
                _again(parcel.delivery, now)
    return sent


def _try(parcel: Parcel) -> Answer:
    """Whatever breaks is an answer too: what was sent beside it must not be sent again for it."""
    try:
        return parcel.send()
    except Exception as error:
        logger.exception("%s broke", parcel.delivery)
        return Answer(None, type(error).__name__)


def _again(delivery: Delivery, now: datetime) -> None:
    """Later, after a pause that grows; not at all after a day."""
    if now - delivery.since >= GIVEN_UP:
        _give_up(delivery, now)
        return
    due = now + min(LONGEST_PAUSE, timedelta(seconds=30 * 2 ** min(delivery.tries, 12)))
    if hasattr(delivery, "letter"):  # in time to be thrown away
        due = min(due, delivery.since + LETTER_WAITS)
    Delivery.objects.filter(pk=delivery.pk).update(due=due)


def _give_up(delivery: Delivery, now: datetime, *, gone: bool = False) -> None:
    """A browser that has gone is forgotten; a webhook that never answers is switched off, and its player told."""
    with transaction.atomic():
        if delivery.channel == Channel.PUSH and gone:
            Device.objects.filter(pk__in=[delivery.device_id]).delete()
        if delivery.channel == Channel.WEBHOOK:
            on = Wishes.objects.filter(pk=delivery.player_id, webhook_off_at=None).exclude(webhook="")
            if on.update(webhook_off_at=now) and delivery.player is not None:
                actions.tell(player=delivery.player, event="site", now=now, about="webhook")
            Delivery.objects.filter(player=delivery.player_id, channel=Channel.WEBHOOK).delete()
        Delivery.objects.filter(pk=delivery.pk).delete()
