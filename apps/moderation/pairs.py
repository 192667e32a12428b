"""Suspicious pairs for moderators: players who meet hardly anybody else, share a network or resign quickly.

Each view computes them from the newest rated games (`NEWEST`) with a fixed number of queries. The network is the part
of an address that `accounts.browsers` stores anyway; no page shows it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Exists, OuterRef, QuerySet

from accounts.common_traces import networks
from accounts.models import User
from games.models import Game, Round, Seat

NEWEST = 2_000  # rated games to check …
AMONG = 20_000  # … among this many of all games
FEWEST = 5  # games of a pair who meet hardly anybody else
SHARE = 80  # percent of a player's games
FEWEST_QUICK = 3  # games that one of the pair lost in round 1 by resigning or timeout
FEWEST_OF_A_NETWORK = 3
GIVEN_UP = ("resigned", "timeout")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players with *games* games against each other. The other tuples follow the order of *people*.

    *shares*: percent of their checked games against each other; *won*: their wins; *quick*: their losses in round 1 by
    resigning or timeout.
    """

    people: tuple[User, User]
    games: int
    shares: tuple[int, int]
    won: tuple[int, int]
    quick: tuple[int, int]
    one_network: bool

    @property
    def alone(self) -> bool:
        """Whether one of them plays hardly anybody else."""
        return self.games >= FEWEST and max(self.shares) >= SHARE

    @property
    def often_quick(self) -> bool:
        return sum(self.quick) >= FEWEST_QUICK

    @property
    def neighbours(self) -> bool:
        return self.one_network and self.games >= FEWEST_OF_A_NETWORK

    @property
    def reasons(self) -> int:
        return self.alone + self.often_quick + self.neighbours


def conspicuous(reader: User) -> list[Pair]:
    """Suspicious pairs without *reader*: those with most reasons first, then those with most games."""
    met, won, quick = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    played = Counter[int]()
    for table in _tables(_rated()):
        played.update(player for player, *_rest in table)
        for one, other in combinations(sorted(table), 2):
            if one[1] == other[1]:
                continue
            pair = one[0], other[0]
            met[pair] += 1
            for mine, theirs in ((one, other), (other, one)):
                won[mine[0], theirs[0]] += mine[2]
                quick[mine[0], theirs[0]] += mine[3]
    fewest = min(FEWEST, FEWEST_QUICK, FEWEST_OF_A_NETWORK)
    often = [pair for pair, games in met.items() if games >= fewest and reader.pk not in pair]
    of = {player for pair in often for player in pair}
    people, places = User.objects.filter(deleted_at=None).in_bulk(of), networks(of)
    pairs = [
        Pair(
            (people[one], people[other]),
            met[one, other],
            (100 * met[one, other] // played[one], 100 * met[one, other] // played[other]),
            (won[one, other], won[other, one]),
            (quick[one, other], quick[other, one]),
            bool(places[one] & places[other]),
        )
        for one, other in often
        if one in people and other in people
    ]
    pairs = [pair for pair in pairs if pair.reasons]
    return sorted(pairs, key=lambda pair: (-pair.reasons, -pair.games, pair.people[0].pk, pair.people[1].pk))


def between(one: User, other: User) -> QuerySet[Game]:
    """Their rated games among the newest `AMONG` games, newest first."""
    seats = [Seat.objects.filter(game=OuterRef("pk"), player=player) for player in (one, other)]
    return _rated().filter(Exists(seats[0]), Exists(seats[1]))


def _rated() -> QuerySet[Game]:
    """Rated games among the newest `AMONG` games, newest first."""
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    rated = Game.objects.filter(pk__gt=newest - AMONG, status=Game.Status.FINISHED, rated=True, annulled_at=None)
    return rated.order_by("-pk")


Place = tuple[int, int, bool, bool]  # player, side, won, quit in round 1


def _tables(rated: QuerySet[Game]) -> Iterable[list[Place]]:
    second = Round.objects.filter(game=OuterRef("pk"), index__gte=1)
    newest = rated.annotate(long=Exists(second))[:NEWEST]
    quick = {pk: reason in GIVEN_UP and not long for pk, reason, long in newest.values_list("pk", "reason", "long")}
    tables: dict[int, list[Place]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=list(quick), player__isnull=False)
    for game, player, side, left, result in seats.values_list("game", "player", "side", "left", "result"):
        tables[game].append((player, side, result == Seat.Result.WON, left and quick[game]))
    return tables.values()
