"""How clubs react to people, and to tournaments."""

from collections.abc import Collection, Sequence

from django.db.models import QuerySet
from django.utils import timezone

from accounts.followers import FollowsPeople
from accounts.models import User
from accounts.readers import Reader
from clubs import actions, shown, tournaments
from clubs.actions import merging
from clubs.models import Membership, Post, Request
from common.times.timestamps import stamp
from tournaments.audience import FollowsTournaments
from tournaments.models import Entry, Tournament


class ClubsOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        merging.signed_up(user)

    def merged(self, guest: User, account: User) -> None:
        """A guest's memberships go to the account."""
        merging.merge(guest, account, timezone.now())

    def leaving(self, user: User) -> None:
        """Leave all clubs; those that they owned go to somebody else, or close."""
        actions.part_for_good(user, timezone.now())

    def deleted(self, user: User) -> None:
        """They leave their clubs, and their announcements go, as their messages do."""
        actions.part(user, timezone.now())
        Post.objects.filter(author=user).delete()

    def on_record(self, user: User) -> dict[str, object]:
        mine = Membership.objects.filter(player=user).select_related("club").order_by("pk")
        asked = Request.objects.filter(player=user).select_related("club").order_by("pk")
        invited = Request.objects.filter(by=user).select_related("club", "player").order_by("pk")
        posts = Post.objects.filter(author=user, removed_at=None).select_related("club").order_by("pk")
        return {
            "clubs": [
                {"id": each.club.public_id, "name": each.club.name, "role": each.role, "since": stamp(each.since)}
                for each in mine
            ],
            "club_requests": [
                {"club": each.club.public_id, "at": stamp(each.at), "invited": each.by_id is not None} for each in asked
            ],
            "club_invitations": [
                {"club": each.club.public_id, "player": each.player.username, "at": stamp(each.at)} for each in invited
            ],
            "club_announcements": [
                {"club": each.club.public_id, "text": each.text, "at": stamp(each.at)} for each in posts
            ],
        }


class ClubsOfTournaments(FollowsTournaments):
    def making(self, tournament: Tournament, maker: User) -> None:
        if tournament.club_id is not None:
            now = timezone.now()
            tournaments.may_make(tournament, maker, now)
            tournaments.tell_members(tournament, tournament.club, maker, now)

    def clubs_of(self, maker: User) -> Sequence[tuple[str, str]]:
        return [(club.public_id, club.name) for club in tournaments.organised_by(maker)]

    def of_club(self, public_id: str, reader: Reader) -> QuerySet[Tournament]:
        here = shown.seen(public_id, reader)
        there = shown.tournaments_of(here).select_related("club")
        return there if here.shows_members else there.none()

    def entering(self, tournament: Tournament, player: User) -> None:
        if tournament.club_id is not None and not player.is_bot:
            tournaments.must_be_member(tournament, player)

    def entered(self, entry: Entry, tournament: Tournament, player: User) -> None:
        if tournament.club_id is not None:
            tournaments.note_team(entry, tournament, player)

    def outsiders(self, tournament: Tournament) -> Collection[int]:
        return tournaments.outsiders(tournament)

    def manages(self, tournament: Tournament, player: User) -> bool:
        return tournament.club_id is not None and tournaments.manages(tournament, player)
