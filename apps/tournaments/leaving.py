"""The games of people who have left a running tournament are resigned, one by one. Killed anywhere, it goes on."""

from contextlib import suppress
from datetime import datetime, timedelta

from common.queues import SOON, Later, Outcome, Queue
from common.refusals import Forbidden, NotNow
from games import actions as games
from games.models import Game
from tournaments.models import Departure, TableOf

LEASE = timedelta(seconds=20)
AGAIN = timedelta(seconds=2)


class Departures(Queue[Departure]):
    name = "tournament departures"
    model = Departure
    lane = SOON
    lease = LEASE

    def work(self, departure: Departure, now: datetime, /) -> Outcome:
        theirs = TableOf.objects.filter(
            pairing__round__tournament=departure.tournament_id, game__status=Game.Status.PLAYING,
            game__seats__player=departure.player_id, game__seats__left=False,
        )  # fmt: skip
        for public_id in list(theirs.values_list("game__public_id", flat=True)):
            with suppress(NotNow, Forbidden):  # it has ended meanwhile, or others were faster: the next look sees it
                games.resign_game(public_id=public_id, player=departure.player)
        if theirs.exists():
            return Later(now + AGAIN)
        self.held(departure).delete()
        return None


departures = Departures()
