"""Reads about clubs. Changes nothing. No page of a club takes more than six queries, however many belong to it."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Case, Count, Exists, IntegerField, Model, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from clubs.models import Club, Membership, Request
from common.cache.recent import kept_for
from common.database import stored
from common.joined import Joined
from common.refusals import NotFound
from people import queries as people
from people.models import Block, key_of
from tournaments.kinds import LIVE

Row = TypeVar("Row", bound=Model)

ON_HOME, EVENING = 6, timedelta(hours=12)
LIVE_PACES = ", ".join(f"'{pace}'" for pace in sorted(LIVE))
# With whether an evening of the club is today.
WITH_EVENINGS = Joined(
    "clubs_membership mine JOIN clubs_club club ON club.id = mine.club_id",
    "EXISTS (SELECT 1 FROM tournaments_tournament WHERE club_id = club.id AND entries_end < %s"  # noqa: S608 - our own
    f" AND pace IN ({LIVE_PACES}) AND state IN ('open', 'running')) AS evening",
    mine=Membership,
    club=Club,
)
THEIRS = "mine.player_id = %s ORDER BY evening DESC, mine.id LIMIT %s"
LISTED_FROM = 3  # members of a club that strangers find in lists
MODERATES = "moderation.view_report"


def find(public_id: str, reader: Reader) -> Club:
    """The club with this id. Raises `NotFound`, also for a hidden one unless the reader is in it, or a moderator."""
    return found(public_id, reader)[0]


def found(public_id: str, reader: Reader) -> tuple[Club, Membership | None]:
    """The club as `find` finds it, and the reader's membership: for an organiser, with how many people are *asking* to
    join. One query for members and visitors, else two.
    """
    mine = None
    if reader.pk is not None:
        here = Membership.objects.filter(player=reader.pk, club__public_id=public_id).select_related("club")
        if (mine := here.annotate(asking=_asking(reader)).first()) is not None:
            return mine.club, mine
    club = Club.objects.filter(public_id=public_id).first()
    if club is None or (club.hidden_at is not None and not moderates(reader)):
        raise unknown()
    return club, mine


def moderates(reader: Reader) -> bool:
    return reader.is_staff and reader.has_perm(MODERATES)


def unknown() -> NotFound:
    return NotFound("unknown_club", _("There is no such club."))


def membership(club: Club, reader: Reader) -> Membership | None:
    """The reader's membership of a club, or None. One query, none for visitors."""
    if reader.pk is None:
        return None
    return Membership.objects.filter(club=club, player=reader.pk).first()


def organises(club: Club, reader: Reader) -> bool:
    """Whether the reader is the club's owner or an organiser. One query, none for visitors."""
    mine = membership(club, reader)
    return mine is not None and mine.organises


def mine(reader: Reader) -> list[Membership]:
    """The reader's memberships with their clubs, the oldest first; at most 50. One query, none for visitors."""
    if reader.pk is None:
        return []
    return list(Membership.objects.filter(player=reader.pk).select_related("club").order_by("pk"))


@kept_for(10, 1000)
def has_clubs(user_id: int) -> bool:
    """Whether the person is in a club, as of some seconds ago. One query."""
    return Membership.objects.filter(player=user_id).exists()


def mine_on_home(reader: Reader, now: datetime) -> list[Membership]:
    """The reader's first clubs for their home page, each with whether an *evening* of it is today. One query, none for
    people without clubs.
    """
    if reader.pk is None or not has_clubs(reader.pk):
        return []
    found = []
    for here, club, here.evening in WITH_EVENINGS.rows(THEIRS, [stored(now + EVENING), reader.pk, ON_HOME]):
        here.club = club
        found.append(here)
    return found


def organisers(club: Club) -> QuerySet[Membership]:
    """The owner and the organisers with their people, the longest-serving first."""
    there = Membership.objects.filter(club=club, organiser_since__isnull=False)
    return there.select_related("player").order_by("organiser_since", "pk")


def owner(club: Club) -> User | None:
    """The club's owner; None once it's closed. One query."""
    there = Membership.objects.filter(club=club, role=Membership.Role.OWNER).select_related("player").first()
    return None if there is None else there.player


def heir(club: Club) -> Membership | None:
    """The next owner of a club that has lost its owner: the oldest organiser, or else the oldest member.

    Only people who could make a club: with an account, and no programs.
    """
    people = {"player__is_active": True, "player__is_guest": False, "player__is_program": False}
    here = Membership.objects.filter(club=club, **people)
    organiser = here.filter(organiser_since__isnull=False).order_by("organiser_since", "pk").first()
    return organiser or here.order_by("since", "pk").first()


def listed(typed: str = "") -> QuerySet[Club]:
    """The clubs that strangers find, the biggest first; with *typed*, those whose names begin so."""
    clubs = Club.objects.filter(hidden_at=None, closed_at=None, size__gte=LISTED_FROM)
    if begins := key_of(typed):
        clubs = clubs.filter(key__gte=begins, key__lt=begins + b"\xff")
    return clubs.order_by("-size", "id")


# ---- Requests and invitations --------------------------------------------------------------------
def is_invited(request: Request, player: User) -> bool:
    """Whether this is an invitation that still stands: neither declined, nor ended by a block. One query."""
    by = request.by_id if request.declined_at is None else None
    return by is not None and not people.blocks_among(player.pk, [by])


def request_of(club: Club, reader: Reader) -> Request | None:
    """The reader's own request to a club, or their invitation, unless it was declined or a block ended it. One query,
    none for visitors.
    """
    if not isinstance(reader, User):
        return None
    waiting = Request.objects.filter(club=club, player=reader, declined_at=None)
    return met_by(reader, waiting, "by").select_related("by").first()


def met_by(reader: Reader, rows: QuerySet[Row], person: str = "player") -> QuerySet[Row]:
    """The rows without those whose *person* the reader blocked, or who blocked the reader."""
    return rows if reader.pk is None else rows.filter(~Exists(blocks_with(reader, person)))


def blocks_with(reader: Reader, person: str = "player") -> QuerySet[Block]:
    """For a part of another query: the blocks between the reader and the *person* of a row."""
    them = OuterRef(person)
    return Block.objects.filter(Q(by=them, whom=reader.pk) | Q(by=reader.pk, whom=them))


def requests(club: Club, organiser: User) -> QuerySet[Request]:
    """The people who ask to join, the newest first, for an organiser, who doesn't meet people behind a block."""
    return met_by(organiser, _waiting(club=club)).select_related("player").order_by("-pk")


def _waiting(**which: object) -> QuerySet[Request]:
    return Request.objects.filter(by=None, declined_at=None, **which)


def _asking(reader: Reader) -> Case:
    """The number of `requests`, for organisers."""
    number = met_by(reader, _waiting(club=OuterRef("club"))).order_by().values("club").annotate(number=Count("pk"))
    organises = When(role__in=Membership.ORGANISES, then=Coalesce(Subquery(number.values("number")), 0))
    return Case(organises, default=0, output_field=IntegerField())


def invitations(reader: User) -> QuerySet[Request]:
    """The unanswered invitations to the reader, the newest first, with the club and who invites them."""
    here = Request.objects.filter(player=reader, by__isnull=False, declined_at=None, club__hidden_at=None)
    return met_by(reader, here, "by").select_related("club", "by").order_by("-pk")
