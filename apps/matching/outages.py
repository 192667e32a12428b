"""After an outage of the site, wishes last longer, and whoever was called to a live game may still come."""

from django.db.models import F

from games.clocks.lost_time import LostTime
from matching.models import Gathering, Wish
from matching.planning import PRESENT
from matching.pools import Pace
from matching.waiting import GONE


def move_on(lost: LostTime) -> None:
    """Move the times of wishes and gatherings. Nobody who waits for a live game is taken to be there, or to be gone."""
    waiting = Wish.objects.filter(lost.hits("until"))
    waiting.exclude(pace=Pace.LIVE).update(until=F("until") + lost.more)
    if lost.began is None:
        return
    waiting.filter(pace=Pace.LIVE).update(until=F("until") + lost.more_live)
    were_there = Wish.objects.filter(pace=Pace.LIVE, seen_at__range=(lost.began - GONE, lost.ended - PRESENT))
    were_there.update(seen_at=lost.ended - PRESENT)
    Gathering.objects.filter(lost.hits("due")).update(due=F("due") + lost.more_live)
