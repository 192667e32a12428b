"""Looks at people whose vacation parks them, or who have left the club of a ladder. Killed anywhere, it goes on."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from accounts import database
from accounts.models import User
from clubs.models import Membership
from common.database import tried_again
from common.queues import Later, Outcome, Queue
from common.refusals import Forbidden, NotNow
from games import actions as games
from games.models import Game
from ladders import joining, queries, rules
from ladders.models import Ladder, Rung

LEASE = timedelta(seconds=20)
AGAIN = timedelta(seconds=2)


@receiver(post_delete, sender=Membership)
def club_left(instance: Membership, origin: object, **_signal: object) -> None:
    """Somebody has left a club: look at their places on its ladders. One query if they have none; none if the club
    closes (*origin*: all its memberships), because its ladders stay as they are.
    """
    if origin is not instance:
        return
    ladders = Ladder.objects.filter(club=instance.club_id, rungs__player=instance.player_id)
    if there := [each.pk for each in ladders.select_for_update(of=("self",)).order_by("pk")]:
        Rung.objects.filter(ladder__in=there, player=instance.player_id).update(due=timezone.now())


def rest_changed(user: User, now: datetime) -> None:
    """Somebody has booked a vacation, or ended one. Those who have just left the club are looked at anyway."""
    due = rules.parks_at(user.rest.vacations, now)
    clubs = Membership.objects.filter(player=user).values("club")
    here = Rung.objects.filter(Q(ladder__club=None) | Q(ladder__club__in=clubs), player=user, place__isnull=False)
    here.exclude(due__lte=now).update(due=due)


class Looks(Queue[Rung]):
    name = "ladders"
    model = Rung
    lease = LEASE

    def work(self, rung: Rung, now: datetime, /) -> Outcome:
        later = self._look(rung, now)
        if later is not None and _has_left(rung.ladder, rung.player):
            _resign(rung)
        return later

    @tried_again
    def _look(self, rung: Rung, now: datetime) -> Later | None:
        with transaction.atomic(durable=True):
            player = database.hold(rung.player)
            ladder = Ladder.objects.select_for_update(of=("self",)).select_related("club").get(pk=rung.ladder_id)
            if (here := self.held(rung).first()) is None:  # another process has it
                return None
            running = queries.open_of(ladder, player)
            if _has_left(ladder, player):
                if running.exists():
                    return Later(now + AGAIN)
                joining.take_out(ladder, player, now)
                return None
            parks = rules.parks_at(player.rest.vacations, now) if here.place is not None else None
            if parks is not None and parks <= now:
                if ends := running.aggregate(last=Max("ends"))["last"]:
                    return Later(max(ends, now + AGAIN))
                joining.park(ladder, here)
                parks = None
            self.held(rung).update(due=parks, tries=0)
            return None

    def give_up(self, rung: Rung, _now: datetime, /) -> None:
        self.held(rung).update(due=None)


looks = Looks()


def _has_left(ladder: Ladder, player: User) -> bool:
    """Whether they don't belong to the ladder's club any more. The ladders of a closed club stay as they are."""
    club = ladder.club
    return club is not None and not club.is_closed and not queries.is_member(club.pk, player.pk)


def _resign(rung: Rung) -> None:
    """Resign the games of somebody who has left the club."""
    theirs = Game.objects.filter(
        challenge_of__challenge__ladder=rung.ladder_id,
        status=Game.Status.PLAYING,
        seats__player=rung.player_id,
        seats__left=False,
    )
    for public_id in list(theirs.values_list("public_id", flat=True)):
        with suppress(NotNow, Forbidden):  # it has ended meanwhile: the next look sees it
            games.resign_game(public_id=public_id, player=rung.player)
