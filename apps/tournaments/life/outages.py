"""After an outage of the site, what falls into it moves on: ends of entries and rounds, and last moments of games.

`Step` needn't move: it looks at these times when it's due, and waits for the later ones.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from games.clocks.lost_time import LEAST, LostTime
from games.models import Game
from tournaments.models import Pairing, Round, Tournament


def move_on(lost: LostTime) -> Collection[int]:
    """Move the times of tournaments. A running one moves as a whole, so that no round loses time to another. An evening
    moves as live games do, and one that begins later keeps its time.

    Returns the keys of all games in play in these.
    """
    evenings = Q(minutes__gt=0)
    return [
        *_move(Tournament.objects.filter(~evenings), lost, lost.more, lost.ended + LEAST),
        *_move(Tournament.objects.filter(evenings), lost, lost.more_live, lost.ended),
    ]


def _move(tournaments: QuerySet[Tournament], lost: LostTime, more: timedelta, until: datetime) -> list[int]:
    """Move these by *more*, with the starts until then. Returns the keys of the games in play in the running ones."""
    if not more:
        return []
    soon = {"entries_end__lte": until}  # others keep their day, also if the host gives time
    tournaments.filter(state=Tournament.State.OPEN, **soon).update(entries_end=F("entries_end") + more)
    ending = Pairing.objects.filter(lost.hits("last_moment"), over=False).values("round__tournament")
    hit = Q(pk__in=ending) | lost.hits("round_ends") | lost.hits("last_day")
    running = list(tournaments.filter(hit, state=Tournament.State.RUNNING).values_list("pk", flat=True))
    here = Tournament.objects.filter(pk__in=running)
    here.update(round_ends=F("round_ends") + more, last_day=F("last_day") + more)
    Round.objects.filter(tournament__in=running, over=False).update(ends=F("ends") + more)
    tables = Pairing.objects.filter(round__tournament__in=running, over=False)
    tables.update(last_moment=F("last_moment") + more)
    games = Game.objects.filter(table_of__pairing__round__tournament__in=running, status=Game.Status.PLAYING)
    return list(games.values_list("pk", flat=True))
