"""Tournaments of clubs: who may create and cancel them, and who may enter. Pages and actions of tournaments ask."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from clubs import notifications
from clubs.models import Club, Membership
from common.refusals import Forbidden, NotNow
from tournaments.audience import not_organiser
from tournaments.entries.known import must_be_known
from tournaments.models import Entry, Member, Team, Tournament

MOST_OPEN = 6  # tournaments of a club that aren't over
RUNNING = (Tournament.State.OPEN, Tournament.State.RUNNING)


def organised_by(reader: Reader) -> list[Club]:
    """The clubs for which the reader may create tournaments, by name. One query, none for visitors."""
    if reader.pk is None:
        return []
    mine = Membership.objects.filter(player=reader.pk, role__in=Membership.ORGANISES, club__closed_at=None)
    return [each.club for each in mine.select_related("club").order_by("club__name")]


def must_organise(club: Club | None, player: Reader) -> None:
    """Raise `Forbidden` if they don't, or if the club is closed."""
    if club is None or club.is_closed or club not in organised_by(player):
        raise not_organiser()


def may_make(tournament: Tournament, maker: User, now: datetime) -> None:
    """Raise `Forbidden` or `NotNow` if they can't create this tournament for its club.

    Inside a transaction. We lock the club's row, so that two organisers at once don't make more than it may have.
    """
    must_organise(Club.objects.select_for_update(of=("self",)).filter(pk=tournament.club_id or 0).first(), maker)
    if tournament.asks_who_enters:
        must_be_known(maker, now)
    if Tournament.objects.filter(club=tournament.club, state__in=RUNNING).count() >= MOST_OPEN:
        raise NotNow("too_many_tournaments", _("Your club already runs six tournaments. Wait until one has ended."))


def tell_members(tournament: Tournament, club: Club | None, by: User, now: datetime) -> None:
    """Notify the members of a club that they can enter. Inside the transaction that made the tournament."""
    if club is not None:
        notifications.tell_members(
            club, "tournament", now, by=by, url=tournament.get_absolute_url(), format=tournament.format,
            seating=tournament.seating, variant=tournament.variant, number=None,
        )  # fmt: skip


def must_be_member(tournament: Tournament, player: User) -> None:
    """Raise `Forbidden` if they aren't a member of the club that the tournament is for. In a match, of one of the
    clubs, since before the match was created: nobody hires players.
    """
    if Team.objects.filter(tournament=tournament).exists():
        if not sides(tournament, player):
            text = _("This match is for people who were members of the clubs before it was created.")
            raise Forbidden("not_member", text)
    elif not Membership.objects.filter(club=tournament.club_id, player=player).exists():
        raise Forbidden("not_member", _("This tournament is for members of the club. Join the club first."))


def sides(tournament: Tournament, player: Reader) -> list[int]:
    """The teams that somebody may play for, the one of the club that they joined first in front. One query."""
    mine = {"club__memberships__player": player.pk, "club__memberships__since__lte": tournament.created_at}
    teams = Team.objects.filter(tournament=tournament, **mine).order_by("club__memberships__since", "number")
    return list(teams.values_list("number", flat=True))


def outsiders(tournament: Tournament) -> Collection[int]:
    """The entries of people who have left the club since they entered. Three queries, none without a club."""
    if tournament.club_id is None:
        return ()
    clubs: dict[int | None, int | None] = dict(tournament.teams.values_list("number", "club"))
    entered = Member.objects.filter(tournament=tournament, player__isnull=False)
    wanted = entered.values_list("entry", "player", "entry__team")
    there = Membership.objects.filter(
        club__in={*clubs.values(), tournament.club_id}, player__in=entered.values("player")
    )
    members = set(there.values_list("player", "club"))
    return [entry for entry, player, team in wanted if (player, clubs.get(team, tournament.club_id)) not in members]


def manages(tournament: Tournament, player: User) -> bool:
    """Whether they organise the club, or the other club of a match of two."""
    clubs = {tournament.club_id}
    if not tournament.rounds:
        clubs |= set(Team.objects.filter(tournament=tournament).values_list("club", flat=True))
    mine = Membership.objects.filter(player=player, role__in=Membership.ORGANISES, club__in=clubs - {None})
    return mine.exists()


def note_team(entry: Entry, tournament: Tournament, player: User) -> None:
    """Somebody who entered a match plays for the club that they joined first."""
    if there := sides(tournament, player):
        entry.team = there[0]
        entry.save(update_fields=["team"])
