"""How clubs react to people, and to tournaments."""

from collections.abc import Collection

from accounts.followers import FollowsPeople
from accounts.models import User
from clubs import tournaments
from tournaments.audience import FollowsTournaments
from tournaments.models import Entry, Tournament


class ClubsOfPeople(FollowsPeople):
    pass


class ClubsOfTournaments(FollowsTournaments):
    def making(self, tournament: Tournament, maker: User) -> None:
        if tournament.club_id is not None:
            tournaments.may_make(tournament, maker)

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
