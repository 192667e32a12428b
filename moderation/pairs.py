"""Pairs of players that moderators should look at: nobody else to play with, one network, games given up at once.

Found anew for whoever looks, from the newest rated games alone (`NEWEST`), by a fixed number of queries. A network is
what `accounts.browsers` keeps of an address anyway; nobody reads which one it is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Browser, Token, User
from games.models import Game, Round, Seat

NEWEST = 2_000  # rated games that are looked at …
AMONG = 20_000  # … of so many of any kind
FEWEST = 5  # games of a pair who meet hardly anybody else
SHARE = 80  # per cent of somebody's games
FEWEST_QUICK = 3  # games that were over in the first round, as one of the two gave up or ran out of time
FEWEST_OF_A_NETWORK = 3
GIVEN_UP = ("resigned", "timeout")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who have played against each other *games* times. *shares*: of all games of each, in per cent; *won*:
    by each; *quick*: lost at once by each.
    """

    people: tuple[User, User]
    games: int
    shares: tuple[int, int]
    won: tuple[int, int]
    quick: tuple[int, int]
    one_network: bool

    @property
    def alone(self) -> bool:
        """Whether one of them meets hardly anybody else."""
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
    """Those with most reasons first, then with most games; none of the reader's own."""
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
    people, networks = User.objects.filter(deleted_at=None).in_bulk(of), _networks(of)
    found = [
        Pair(
            (people[one], people[other]), met[one, other],
            (100 * met[one, other] // played[one], 100 * met[one, other] // played[other]),
            (won[one, other], won[other, one]), (quick[one, other], quick[other, one]),
            bool(networks[one] & networks[other]),
        )
        for one, other in often if one in people and other in people
    ]  # fmt: skip
    found = [pair for pair in found if pair.reasons]
    return sorted(found, key=lambda pair: (-pair.reasons, -pair.games, pair.people[0].pk, pair.people[1].pk))


def between(one: User, other: User) -> QuerySet[Game]:
    """The newest rated games in which they were opponents, as far as they are looked at; the newest first."""
    seats = [Seat.objects.filter(game=OuterRef("pk"), player=player) for player in (one, other)]
    return _rated().filter(Exists(seats[0]), Exists(seats[1]))


def _rated() -> QuerySet[Game]:
    """The newest first."""
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    rated = Game.objects.filter(pk__gt=newest - AMONG, status=Game.Status.FINISHED, rated=True, annulled_at=None)
    return rated.order_by("-pk")


Place = tuple[int, int, bool, bool]  # who sat there; on which side; have they won; have they given up at once


def _tables(rated: QuerySet[Game]) -> Iterable[list[Place]]:
    second = Round.objects.filter(game=OuterRef("pk"), index__gte=1)
    newest = rated.annotate(long=Exists(second))[:NEWEST]
    quick = {pk: reason in GIVEN_UP and not long for pk, reason, long in newest.values_list("pk", "reason", "long")}
    tables: dict[int, list[Place]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=list(quick), player__isnull=False)
    for game, player, side, left, result in seats.values_list("game", "player", "side", "left", "result"):
        tables[game].append((player, side, result == Seat.Result.WON, left and quick[game]))
    return tables.values()


def _networks(people: Iterable[int]) -> Mapping[int, set[str]]:
    """Where each of them was last, by browsers that are logged in and by tokens."""
    found: dict[int, set[str]] = defaultdict(set)
    for rows in (
        Browser.objects.filter(user__in=people).values_list("user", "place"),
        Token.objects.filter(user__in=people).values_list("user", "last_place"),
    ):
        for user, place in rows:
            if place:
                found[user].add(place)
    return found
