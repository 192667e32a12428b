"""Notifies the members of a club, one notification a day and club at most. A queue does it, in parts, so that an
organiser doesn't wait for thousands of members.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from clubs.models import Club, Membership, News
from common.database import tried_again
from common.queues import Meanwhile, Outcome, Queue
from notices import bulletins
from notices.choices import Event
from talk.models import Listener

A_PART = 500  # members notified in one transaction


def tell_members(club: Club, about: str, now: datetime, *, by: User | None = None, **words: Any) -> None:
    """Notify everybody in the club but *by*, who caused it, and those who muted it. Call it inside the transaction of
    the cause.

    *about* says what happened, and *words* is more data for its sentence (`notices.of_clubs`), as JSON: its *url* is
    the link, if that isn't the club's page. Never pass a text that a user wrote, because mails can go astray.
    """
    said = {"about": about, "club": club.public_id, "name": club.name, "url": club.get_absolute_url(), **words}
    News.objects.update_or_create(
        club=club, defaults={"by": by, "words": said, "at": now, "told": 0, "due": now, "tries": 0}
    )


def forget(club: Club, player: int) -> None:
    """The player (a user id) isn't in the club any more: delete what we notified them of."""
    bulletins.forget(player=player, club=club.public_id)


class NewsOfClubs(Queue[News]):
    """News that members of clubs aren't notified of yet. Each part stores where it ended, with its notifications."""

    name = "club news"
    model = News
    lease = timedelta(minutes=5)
    tries = 5

    @tried_again
    def work(self, news: News, now: datetime, /) -> Outcome:
        with transaction.atomic():
            Club.objects.select_for_update(of=("self",), no_key=True).get(pk=news.club_id)  # nobody leaves meanwhile
            people = list(_hearers(news).values_list("pk", "player")[:A_PART])
            if not people:
                self.held(news).delete()
                return None
            if not self.renew(news, now, told=people[-1][0]):
                return None
            news.told = people[-1][0]
            players = [player for _membership, player in people]
            bulletins.tell(players, event=Event.CLUB, topic=news.words["club"], now=news.at, words=news.words)
        return Meanwhile(partial(self.work, news, now))


news = NewsOfClubs()


def _hearers(news: News) -> QuerySet[Membership]:
    """The members who aren't notified yet."""
    muted = Listener.objects.filter(conversation__club=news.club_id, reader=OuterRef("player"), muted=True)
    there = Membership.objects.filter(club=news.club_id, pk__gt=news.told, player__is_active=True)
    return there.exclude(Exists(muted)).exclude(player=news.by_id).order_by("pk")
