"""How often two people play each other for their ratings: three games a day, the first three that begin.

Those that begin: whether a game is rated is known before anybody has seen a tile, so nobody can let the ones they win
end first. Days are UTC's.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import combinations

from django.db.models import Q
from django.utils import timezone

from common.timestamps import day_began
from games.models import Game, Seat

RATED_A_DAY = 3
Pair = tuple[int, int]  # user ids, in order


def have_met_enough(sides: Mapping[int, int], now: datetime | None = None) -> bool:
    """Whether any two who play against each other by these *sides*, by user id, have begun all the rated games of the
    day. One question.
    """
    met = _met_today(sides, now or timezone.now())
    return any(met[pair] >= RATED_A_DAY for pair in _opponents(sides))


def _met_today(players: Collection[int], now: datetime) -> Counter[Pair]:
    day = day_began(now)
    seats = Seat.objects.filter(Q(over_at=None) | Q(over_at__gte=day), player__in=list(players))
    counted = [Game.Status.PLAYING, Game.Status.FINISHED]  # one that is aborted is none
    rows = seats.filter(game__rated=True, game__started_at__gte=day, game__status__in=counted)
    games: dict[int, dict[int, int]] = {}
    for game, player, side in rows.values_list("game", "player", "side"):
        assert player is not None
        games.setdefault(game, {})[player] = side
    return Counter(pair for sides in games.values() for pair in _opponents(sides))


def _opponents(sides: Mapping[int, int]) -> Iterator[Pair]:
    return ((one, other) for one, other in combinations(sorted(sides), 2) if sides[one] != sides[other])
