"""The limit of rated games between two players: the first three started in a day.

Starts count, because whether a game is rated is decided before anyone sees a tile. Otherwise players could end the
games they win first. Days are in UTC.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import combinations

from django.db.models import Q
from django.utils import timezone

from common.times.timestamps import day_began
from games.models import Game, Seat
from standings.models import ALL

RATED_A_DAY = 3
LOCKS = 16  # for all pairs of opponents together
Pair = tuple[int, int]  # user ids, in order


def have_met_enough(sides: Mapping[int, int], now: datetime | None = None) -> bool:
    """Whether any two opponents among these *sides* (user ids) have started all their rated games of the day. One
    query.
    """
    met = _met_today(sides, now or timezone.now())
    return any(met[pair] >= RATED_A_DAY for pair in _opponents(sides))


def locks(sides: Mapping[int, int]) -> set[str]:
    """What to lock (`standings.rating.hold`) before two opponents of *sides* begin a rated game: other games of these
    two have the same locks, and few games of other people do.
    """
    return {f"{ALL}/{(one + other) % LOCKS}" for one, other in _opponents(sides)}


def _met_today(players: Collection[int], now: datetime) -> Counter[Pair]:
    day = day_began(now)
    seats = Seat.objects.filter(Q(over_at=None) | Q(over_at__gte=day), player__in=list(players))
    counted = [Game.Status.PLAYING, Game.Status.FINISHED]  # aborted games don't count
    rows = seats.filter(game__rated=True, game__started_at__gte=day, game__status__in=counted)
    games: dict[int, dict[int, int]] = {}
    for game, player, side in rows.values_list("game", "player", "side"):
        assert player is not None
        games.setdefault(game, {})[player] = side
    return Counter(pair for sides in games.values() for pair in _opponents(sides))


def _opponents(sides: Mapping[int, int]) -> Iterator[Pair]:
    return ((one, other) for one, other in combinations(sorted(sides), 2) if sides[one] != sides[other])
