"""Reads about family tables."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from common import refusals
from family.models import Family, Member, Play
from games.models import Game, Seat

READY_FOR = timedelta(days=3)  # then people have to say again that they are in the next game


def find(key: str) -> Family:
    """The family with this link. Raises `NotFound`."""
    family = Family.objects.select_related("host").filter(key=key).first()
    if family is None:
        message = _("This link doesn’t work. It’s incomplete or has been replaced.")
        raise refusals.NotFound("unknown_family", message)
    return family


def of_person(person: Reader) -> QuerySet[Family]:
    """The families in which they have a name or which they host."""
    if not person.is_authenticated:
        return Family.objects.none()
    named = Member.objects.filter(person=person).values("family")
    return Family.objects.filter(Q(host=person) | Q(pk__in=named)).order_by("-pk")


def member(family: Family, person: Reader) -> Member | None:
    """The name that a person has in a family."""
    return family.members.filter(person=person).first() if person.is_authenticated else None


def ready(family: Family, now: datetime) -> QuerySet[Member]:
    """Those who want to be in the next game, the first to come first."""
    return family.members.filter(ready_at__gt=now - READY_FOR).order_by("ready_at", "pk")


def known_only_here(family: Family) -> QuerySet[Member]:
    """The names of guests who began here and have nothing but this table. Their private links open nothing else."""
    here = Play.objects.filter(member__family=family).values("seat__game")
    elsewhere = Seat.objects.filter(player=OuterRef("person")).exclude(Q(game__in=here) | Q(game__rematch_of__in=here))
    named = Member.objects.filter(person=OuterRef("person")).exclude(family=family)
    hosted = Family.objects.filter(host=OuterRef("person"))
    began_here = family.members.filter(made_here=True, person__is_guest=True)
    return began_here.filter(~Exists(elsewhere), ~Exists(named), ~Exists(hosted))


def running(family: Family) -> list[Game]:
    """The games in play: those dealt here, and their rematches."""
    dealt = Play.objects.filter(member__family=family).values("seat__game")
    games = Game.objects.filter(Q(pk__in=dealt) | Q(rematch_of__in=dealt), status=Game.Status.PLAYING)
    return list(games.prefetch_related("seats__player").order_by("started_at", "pk"))


def playing(games: Iterable[Game]) -> set[int]:
    """The ids of people who still play in these games."""
    return {seat.player_id for game in games for seat in game.seats.all() if seat.player_id and not seat.left}


def ready_of(family: Family, games: Iterable[Game], now: datetime) -> list[Member]:
    """Those who are ready and don't play in any of these *games* of the family."""
    busy = playing(games)
    return [each for each in ready(family, now) if each.person_id not in busy]


def may_be_ours(game: Game) -> bool:
    """Whether a game can have been dealt at a family table, or repeat one. No query: other games cost none."""
    by_the_server = game.creator_id is None or game.rematch_of_id is not None
    return by_the_server and not (game.rated or game.is_public or game.appointed)


def of_game(game: Game, person: User) -> Family | None:
    """The family that dealt a game, or whose game it repeats, if the person has a name there."""
    dealt_in = Q(members__plays__seat__game__in=[game.pk, game.rematch_of_id or game.pk])
    return Family.objects.filter(dealt_in, pk__in=Member.objects.filter(person=person).values("family")).first()


def new_links(family: Family, game: Game) -> QuerySet[Member]:
    """The names of a game's players for whom the host has made a new private link."""
    return family.members.filter(link_made_at__isnull=False, person__seats__game=game)
