"""Notifies single people: of invitations and requests. Inside the transaction of the cause.

Each has a topic of its own, so that many requests in a day are one notification.
"""

from collections.abc import Collection
from datetime import datetime

from django.urls import reverse

from accounts.models import User
from clubs import queries
from clubs.models import Club, Request
from notices import bulletins
from notices.choices import Event
from people.queries import blocks_among
from talk.models import Listener


def invited(club: Club, player: User, now: datetime) -> None:
    if club.hidden_at is None:
        _tell(club, [player.pk], "invited", reverse("clubs"), now)


def asked(club: Club, player: User, now: datetime) -> None:
    """Tell the organisers, except those who muted the club or don't see the request because of a block."""
    muted = Listener.objects.filter(conversation=club.conversation_id, muted=True)
    there = queries.organisers(club).exclude(player__in=muted.values("reader"))
    organisers = set(there.values_list("player", flat=True))
    blocked = {each for pair in blocks_among(player.pk, organisers) for each in pair}
    _tell(club, organisers - blocked, "asked", reverse("club_requests", args=[club.public_id]), now)


def accepted(club: Club, player: User, now: datetime) -> None:
    _tell(club, [player.pk], "accepted", club.get_absolute_url(), now)


def answered(club: Club, player: User, now: datetime) -> None:
    """The player is in, or won't be: neither they nor the organisers have anything to answer."""
    bulletins.settle([player.pk], topic=_topic(club, "invited"), now=now)
    if not Request.objects.filter(club=club, by=None, declined_at=None).exists():
        there = list(queries.organisers(club).values_list("player", flat=True))
        bulletins.settle(there, topic=_topic(club, "asked"), now=now)


def _topic(club: Club, about: str) -> str:
    return f"{club.public_id}.{about}"


def _tell(club: Club, players: Collection[int], about: str, url: str, now: datetime) -> None:
    words = {"about": about, "club": club.public_id, "name": club.name, "url": url}
    bulletins.tell(players, event=Event.CLUB, topic=_topic(club, about), now=now, words=words)
