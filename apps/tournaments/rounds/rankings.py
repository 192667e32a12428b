"""Ranks tournaments in which results have come in, each at most once a minute, evenings at once."""

from datetime import datetime, timedelta

from django.db import transaction

from common.database import tried_again
from common.queues import SLOW, Outcome, Queue
from tournaments import formats
from tournaments.models import Place, Ranking, Tournament
from tournaments.rounds import standing

EVERY = timedelta(minutes=1)
SMALL = 300  # entries of a stage that we rank with all tie-breaks each time; others at the end of a round


def due(tournament: Tournament, now: datetime) -> None:
    """Rank the places of a locked tournament within a minute, as its results have changed. At an evening, everybody
    watches the table: at once.
    """
    wait = timedelta(0) if tournament.is_evening else EVERY
    Ranking.objects.get_or_create(tournament=tournament, defaults={"due": now + wait})


class Rankings(Queue[Ranking]):
    name = "tournament rankings"
    model = Ranking
    lane = SLOW
    lease = EVERY

    @tried_again
    def work(self, ranking: Ranking, _now: datetime, /) -> Outcome:
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=ranking.tournament_id)
            if Place.objects.filter(tournament=tournament, stage=tournament.stage).count() <= SMALL:
                standing.rank(tournament, tournament.stage, formats.of(tournament).tie_breaks)
            else:
                standing.rank_quickly(tournament)
            self.held(ranking).delete()
        return None


rankings = Rankings()
