"""The daily mail: the games that wait for the player, least time first, and what else happened in the last day."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import ngettext

from accounts.models import User
from common.database import tried_again
from common.queues import Queue
from games.models import Game, Seat
from notices import sentences
from notices.choices import Channel, Event
from notices.dispatch import is_over
from notices.models import Delivery, Notice, Wishes
from notices.times import next_digest, quiet_until
from rulebook.names import game_name

TOO_LATE = timedelta(hours=6)  # after a night without a server we skip the mail
MOST = 30  # games, and as many other notifications, in one mail
A_DAY = timedelta(days=1)


def waiting(players: list[int]) -> QuerySet[Seat]:
    """The seats whose turn it is, least time first."""
    return Seat.objects.filter(
        player__in=players, left=False, game__status=Game.Status.PLAYING, game__turn=F("number")
    ).order_by(F("game__deadline").asc(nulls_last=True), "game")


class Digests(Queue[Wishes]):
    """Daily mails that are due. *digest_due* moves to the next day when the mail is queued."""

    name = "digests"
    model = Wishes
    lease = timedelta(minutes=10)
    column = "digest_due"
    order = ("digest_due",)

    def rows(self) -> QuerySet[Wishes]:
        return Wishes.objects.select_related("user")

    def first(self, now: datetime, most: int) -> Iterator[Wishes]:
        for wishes in super().first(now, most):
            assert wishes.digest_due is not None
            wishes.was_due = wishes.digest_due
            yield wishes

    @tried_again
    def work(self, wishes: Wishes, now: datetime, /) -> None:
        confirmed = EmailAddress.objects.filter(user=wishes.user_id, verified=True).exists()
        then = next_digest(wishes.user.time_zone, wishes.digest_hour, now) if confirmed else None
        in_time = confirmed and now - wishes.was_due < TOO_LATE
        wanted = in_time and Event.TURN in wishes.events(Channel.DIGEST) and waiting([wishes.user_id]).exists()
        with transaction.atomic():
            if self.held(wishes).update(digest_due=then) and wanted:
                due = quiet_until(wishes.user, now) or now
                Delivery.objects.create(player_id=wishes.user_id, channel=Channel.DIGEST, since=now, due=due)


digests = Digests()


def content(player: User, wishes: Wishes, now: datetime) -> tuple[str, dict[str, object]] | None:
    """Subject and template values, in the active language. None if no game waits now, or they don't want this mail."""
    events = wishes.events(Channel.DIGEST)
    if Event.TURN not in events:
        return None
    seats = list(waiting([player.pk]).select_related("game").prefetch_related("game__seats__player")[:MOST])
    if not seats:
        return None
    since = Notice.objects.filter(
        Q(event__in=events - {Event.TURN}), player=player, at__gt=now - A_DAY, at__lte=now, read_at=None
    )
    since = since.select_related("game", "by", "player").prefetch_related("game__seats__player").order_by("-at", "-id")
    subject = ngettext("%(n)d game is waiting for you", "%(n)d games are waiting for you", len(seats)) % {
        "n": len(seats)
    }
    games = [
        {
            "name": game_name(seat.game.variant),
            "with": sentences.company(seat.game, player.pk),
            "left": sentences.time_left(seat.game, now),
            "path": seat.game.get_absolute_url(),
        }
        for seat in seats
    ]
    others = [sentences.notice_text(notice, now) for notice in since[:MOST] if not is_over(notice)]
    return subject, {"games": games, "others": others}
