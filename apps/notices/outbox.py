"""The queues of stored notifications and of their deliveries. Any number of workers may send them.

A notification whose stage is due moves on to its next stage and gets its deliveries, in one transaction. If a worker is
killed between sending a delivery and deleting it, another worker sends it again; nothing is stored twice.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation

from common import metrics
from common.database import tried_again
from common.queues import Failed, Meanwhile, Outcome, Queue
from common.queues.queue import Step
from games.viewers import live
from notices import actions, destinations, mail, outside, parcels
from notices.choices import About, Channel, Event
from notices.dispatch import Plan, Situation, plan, situations
from notices.mail import LETTER_WAITS
from notices.models import Delivery, Device, Notice, Wishes
from notices.outside import Answer
from notices.parcels import Parcel

logger = logging.getLogger(__name__)
GIVEN_UP = timedelta(days=1)


# ---- From notices to deliveries ---------------------------------------------------------------------


class Notices(Queue[Notice]):
    """Notifications whose next stage begins. Moves write them, too, and win: then the row isn't ours any more."""

    name = "notices"
    model = Notice
    lease = timedelta(minutes=1)

    def __init__(self) -> None:
        super().__init__()
        self._desks: set[int] = set()  # players whose open pages don't know yet

    def rows(self) -> QuerySet[Notice]:
        notices = Notice.objects.select_related("game", "player")
        return notices.prefetch_related("game__seats", "player__vacations", "deliveries")

    def steps(self, rows: Sequence[Notice], now: datetime) -> Iterator[Step]:
        known = situations({notice.player_id for notice in rows})
        return (partial(self._begin_stage, notice, known[notice.player_id], now) for notice in rows)

    @tried_again
    def _begin_stage(self, notice: Notice, how: Situation, now: datetime) -> None:
        made = plan(notice, how, now)
        # A single statement needs no transaction: on SQLite, moves wait for each.
        with transaction.atomic() if made.deliveries else nullcontext():
            if not self._move_on(notice, made, now):
                return
            # A reminder replaces what still waits for the morning. Webhooks get each one.
            again = {delivery.channel for delivery in made.deliveries} - {Channel.WEBHOOK}
            if late := [delivery.pk for delivery in notice.deliveries.all() if delivery.channel in again]:
                Delivery.objects.filter(pk__in=late).delete()
            Delivery.objects.bulk_create(made.deliveries)
        if made.news:
            self._desks.add(notice.player_id)

    def all_done(self) -> None:
        """Tell open pages of all new notifications together, because each message takes time of the server."""
        desks, self._desks = self._desks, set()
        if desks:
            live.tell_desks(desks)

    def _move_on(self, notice: Notice, made: Plan, now: datetime) -> bool:
        """Move the notification to its next stage. False if it has changed meanwhile."""
        held = self.held(notice)
        if made.due is None:
            return bool(held.delete()[0])
        seen = {"read_at": now} if made.seen else {}
        return bool(held.update(stage=made.stage, due=made.due, deadline=made.deadline, tries=0, **seen))


notices = Notices()


# ---- Sending ----------------------------------------------------------------------------------------


class Deliveries(Queue[Delivery]):
    """Messages to send. Connections to mail servers and push services stay open until all are sent."""

    name = "deliveries"
    model = Delivery
    shortest = timedelta(minutes=1)
    longest = timedelta(hours=2)
    most = 32  # few enough to end before their lease does

    @property
    def lease(self) -> timedelta:
        return timedelta(seconds=settings.NOTICE_CLAIM_SECONDS)

    def rows(self) -> QuerySet[Delivery]:
        notices = Delivery.objects.prefetch_related("notice__game__seats__player")
        return notices.select_related(
            "player", "letter", "device", "messenger__player", "notice__by", "notice__player", "notice__game"
        )

    def steps(self, rows: Sequence[Delivery], now: datetime) -> Iterator[Step]:
        known = situations({delivery.player_id for delivery in rows if delivery.player_id is not None})
        return (partial(self._send, delivery, known.get(delivery.player_id or 0), now) for delivery in rows)

    def _send(self, delivery: Delivery, how: Situation | None, now: datetime) -> Outcome:
        """Render it, and send it in a thread that needs no database."""
        reader = delivery.player
        with translation.override((reader and reader.language) or settings.LANGUAGE_CODE):
            parcel = parcels.pack(delivery, how, now)
        if parcel is None:  # out of date
            self._delete(delivery)
            return None
        answer = self.lane.aside(partial(_answer, parcel))
        return Meanwhile(partial(self._sent, delivery, answer, now), answer)

    def _sent(self, delivery: Delivery, answer: "Future[Answer]", now: datetime) -> Outcome:
        reply = answer.result(timeout=0)
        outcome = "sent" if reply.ok else "gone" if reply.gone else "failed"
        metrics.notices.labels(delivery.channel, outcome).inc()
        if delivery.messenger is not None:
            destinations.note(delivery.messenger, reply, now)
        if reply.ok:
            self._delete(delivery)
        elif reply.gone and delivery.channel in {Channel.PUSH, Channel.WEBHOOK, Channel.MESSENGER}:
            self._end(delivery, now, gone=True)
        else:
            return Failed(f"{reply.wrong or reply.status}")
        return None

    def _delete(self, delivery: Delivery) -> None:
        row = Delivery.objects.filter(pk=delivery.pk)
        if hasattr(delivery, "letter"):
            row.delete()
        else:
            row._raw_delete(row.db)  # without looking for what belongs to it: a third of a mail's time

    def is_hopeless(self, delivery: Delivery, now: datetime, /) -> bool:
        return now - delivery.since >= GIVEN_UP

    def pause(self, delivery: Delivery, now: datetime, /) -> timedelta:
        """No longer than until a letter expires."""
        pause = super().pause(delivery, now)
        return min(pause, delivery.since + LETTER_WAITS - now) if hasattr(delivery, "letter") else pause

    def give_up(self, delivery: Delivery, now: datetime, /) -> None:
        self._end(delivery, now, gone=False)

    @tried_again
    def _end(self, delivery: Delivery, now: datetime, *, gone: bool) -> None:
        """Delete a browser that is gone. Switch off a webhook or messenger that keeps failing, and tell its player."""
        with transaction.atomic():
            if delivery.channel == Channel.PUSH and gone:
                Device.objects.filter(pk__in=[delivery.device_id]).delete()
            if delivery.channel == Channel.WEBHOOK:
                on = Wishes.objects.filter(pk=delivery.player_id, webhook_off_at=None).exclude(webhook="")
                if on.update(webhook_off_at=now) and delivery.player is not None:
                    actions.tell(player=delivery.player, event=Event.SITE, now=now, about=About.WEBHOOK)
                Delivery.objects.filter(player=delivery.player_id, channel=Channel.WEBHOOK).delete()
            if (messenger := delivery.messenger) is not None and destinations.switch_off(messenger, now):
                note, service = About.MESSENGER, messenger.service
                actions.tell(player=messenger.player, event=Event.SITE, now=now, about=note, service=service)
            self._delete(delivery)

    def all_done(self) -> None:
        mail.connections.close()
        outside.connections.close()


def _answer(parcel: Parcel) -> Answer:
    """Any error is an answer, too."""
    try:
        return parcel.send()
    except Exception as error:
        logger.exception("%s broke", parcel.delivery)
        return Answer(None, type(error).__name__)


deliveries = Deliveries()
