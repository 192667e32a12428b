"""How ladders react to games and to people."""

from accounts.followers import FollowsPeople
from games.after_move import FollowsGames


class LaddersAfterMove(FollowsGames):
    pass


class LaddersOfPeople(FollowsPeople):
    pass
