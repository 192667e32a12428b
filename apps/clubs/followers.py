"""How clubs react to people, and to tournaments."""

from accounts.followers import FollowsPeople
from tournaments.audience import FollowsTournaments


class ClubsOfPeople(FollowsPeople):
    pass


class ClubsOfTournaments(FollowsTournaments):
    pass
