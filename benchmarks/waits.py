"""How long people wait for a game and how even games are, by simulation, with possible numbers of `pairing/nearest.py`.

    python -m benchmarks.waits             # two minutes; the same figures every time
    python -m benchmarks.waits --runs 100  # finer: this many weeks of the small site

People visit a *small* site (30 people, 5 pools) and a *large* one (10,000 people, 100 pools). While they have fewer
daily games than they want, half of their visits end with *Find a game*. Such a wish stands for 14 days. One visit in
ten asks for a live game, as long as the page is open. One week fills the site with games, and we measure the next one.

at once    share of the wishes that found a game when they were made, in percent
quarter, half, most  hours until a quarter, a half and three quarters of the wishes had a game; inf: they never had
never      share of the wishes without a game after a week, or (live) when the page was closed, in percent
near       of two people at one table: the share within 100 points, in percent
again      of two people at one table: the share who had also met in the week before, in percent
games      started in the week, for each person
"""

import argparse
import gc
import heapq
import importlib
import math
import random
import statistics
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, count, product
from typing import Any, NamedTuple

from common.progress import Progress
from pairing import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, may_meet, nearest

MINUTE, HOUR, DAY = 60, 3_600, 86_400
WEEK = 7 * DAY
STANDS = 14 * DAY  # a wish for a daily game
PAGE_OPEN = 5 * MINUTE, 10 * MINUTE  # a wish for a live game
GAME = 4 * DAY, 0.6  # a daily game: the median, and the spread of its logarithm
ASKS, ASKS_LIVE = 0.5, 0.1  # the chance that a visit ends with a wish
RATINGS, NEWCOMERS = 200, 0.3  # the spread of ratings; the share of provisional ones
ZONES = 0, -6  # hours
BY_HOUR = [1, 0, 0, 0, 0, 0, 1, 3, 4, 3, 2, 2, 5, 5, 3, 2, 2, 3, 4, 5, 7, 8, 7, 4]  # visits, in local time
LIKES = 3  # pools, for each person
RUNS, NEAR = 40, 100  # weeks of the small site; points


class Site(NamedTuple):
    people: int
    seats: Sequence[int]  # of each pool; the n-th most popular has 1/n of the wishes of the first


SMALL, LARGE = Site(30, (2, 2, 4, 2, 2)), Site(10_000, (2, 2, 4, 2, 2) * 20)


class Numbers(NamedTuple):
    """Our choice: the constants of `pairing/nearest.py`, and how many last opponents are apart."""

    settled: float = SETTLED
    provisional: float = PROVISIONAL
    wider: float = WIDER
    hours: float = EVERY / HOUR
    patience: float = PATIENCE / HOUR  # hours
    apart: int = 3

    def use(self) -> None:
        module: Any = importlib.import_module("pairing.nearest")
        module.WIDER, module.EVERY, module.PATIENCE = self.wider, self.hours * HOUR, self.patience * HOUR


CHOSEN = Numbers()
ON_BOTH = {
    "chosen": CHOSEN,
    "50 more every hour": CHOSEN._replace(wider=50),
    "50 more every 3 hours": CHOSEN._replace(wider=50, hours=3),
    "150, 100 more every hour": CHOSEN._replace(settled=150, wider=100),
    "150, 50 more every 6 hours, a day": CHOSEN._replace(settled=150, wider=50, hours=6, patience=24),
    "300": CHOSEN._replace(settled=300),
}
ON_SMALL = {
    "anybody": CHOSEN._replace(settled=10_000, provisional=10_000),
    "newcomers as others": CHOSEN._replace(provisional=SETTLED),
    "last opponents at once": CHOSEN._replace(apart=0),
    "last opponents after a day": CHOSEN._replace(patience=24),
    "last opponents never": CHOSEN._replace(patience=1_000),
}


@dataclass(eq=False)
class Person:
    number: int
    rating: float
    is_new: bool
    zone: int
    visits: int  # a day
    wants: int  # daily games at the same time
    likes: Sequence[int]  # pools
    opponents: deque[int]  # the last ones
    games: int = 0
    wishes: set[int] = field(default_factory=set)  # pools in which they wait for a daily game


class Place(NamedTuple):
    pool: int
    is_live: bool


class Wish(NamedTuple):
    place: Place
    since: float
    wait: float  # infinite without a game


class Meeting(NamedTuple):
    """Two people at one table."""

    place: Place
    at: float
    gap: float
    is_again: bool


class Weeks:
    """Three weeks of a site: one to fill it, one to measure, one to follow the wishes of that one."""

    def __init__(self, site: Site, numbers: Numbers, chance: random.Random) -> None:
        self.site, self.numbers, self.chance = site, numbers, chance
        self.people = list(map(self.person, range(site.people)))
        self.waiting: dict[Place, dict[int, Waiting]] = defaultdict(dict)  # by their number
        self.wishes: list[Wish] = []  # that are fulfilled or given up
        self.meetings: list[Meeting] = []
        self.last_met: dict[tuple[int, int], float] = {}
        self.now, self.number = 0.0, count()
        self.todo: list[tuple[float, int, Callable[[], None]]] = []

    def person(self, number: int) -> Person:
        chance, pools = self.chance, range(len(self.site.seats))
        return Person(
            number,
            rating=chance.gauss(1500, RATINGS),
            is_new=chance.random() < NEWCOMERS,
            zone=chance.choice(ZONES),
            visits=chance.randint(1, 6),
            wants=chance.randint(1, 4),
            likes=sorted(set(chance.choices(pools, [1 / (1 + n) for n in pools], k=LIKES))),
            opponents=deque(maxlen=self.numbers.apart),
        )

    def run(self) -> None:
        self.numbers.use()
        for day in range(21):
            for person in self.people:
                for hour in self.chance.choices(range(24), BY_HOUR, k=person.visits):
                    self.later(day * DAY + (hour - person.zone + self.chance.random()) * HOUR, self.visit, person)
            while self.todo and self.todo[0][0] < (day + 1) * DAY:
                self.now, _number, action = heapq.heappop(self.todo)
                action()
        for place, waiting in self.waiting.items():
            for one in list(waiting.values()):
                self.leave(place, one)

    def later(self, at: float, action: Callable[..., None], *about: Any) -> None:
        todo: Callable[[], None] = partial(action, *about)
        heapq.heappush(self.todo, (at, next(self.number), todo))

    def visit(self, person: Person) -> None:
        chance = self.chance
        pools = [pool for pool in person.likes if pool not in person.wishes]
        if pools and person.games + len(person.wishes) < person.wants and chance.random() < ASKS:
            place = Place(chance.choice(pools), is_live=False)
            person.wishes.add(place.pool)
            self.wish(place, person)
        pools = [pool for pool in person.likes if self.site.seats[pool] == 2]
        if pools and chance.random() < ASKS_LIVE:
            place = Place(chance.choice(pools), is_live=True)
            if person.number not in self.waiting[place]:
                self.wish(place, person)

    def wish(self, place: Place, person: Person) -> None:
        first = self.numbers.provisional if person.is_new else self.numbers.settled
        one = Waiting(person.number, person.rating, first, self.now, met=frozenset(person.opponents))
        self.waiting[place][one.person] = one
        if place.is_live:
            self.pair(place, one)
            self.later(self.now + self.chance.uniform(*PAGE_OPEN), self.leave, place, one)
        else:
            self.look(place, one)
            self.later(self.now + self.numbers.patience * HOUR, self.pair, place, one)
            self.later(self.now + STANDS, self.leave, place, one)

    def is_waiting(self, place: Place, one: Waiting) -> bool:
        found = self.waiting[place].get(one.person)
        return found is not None and found.since == one.since

    def look(self, place: Place, one: Waiting) -> None:
        """Now, and whenever their window widens."""
        self.pair(place, one)
        if self.is_waiting(place, one):
            self.later(self.now + self.numbers.hours * HOUR, self.look, place, one)

    def pair(self, place: Place, one: Waiting) -> None:
        """Start the game that *one* makes possible: nothing has changed for the others."""
        if self.is_waiting(place, one):
            one = self.waiting[place][one.person]
            near = [other for other in self.waiting[place].values() if may_meet(one, other, self.now)]
            for table in nearest([one, *near], self.site.seats[place.pool], self.now):
                self.start(place, table)

    def start(self, place: Place, table: Sequence[Waiting]) -> None:
        for one in table:
            self.leave(place, one, self.now - one.since)
        people = [self.people[one.person] for one in table]
        for a, b in combinations(sorted(table, key=lambda one: one.person), 2):
            is_again = self.now - self.last_met.get((a.person, b.person), -math.inf) <= WEEK
            self.last_met[a.person, b.person] = self.now
            self.meetings.append(Meeting(place, self.now, abs(a.rating - b.rating), is_again))
        for person in people:
            self.meet(person, [other.number for other in people if other is not person])
        if not place.is_live:
            median, spread = GAME
            end = self.now + self.chance.lognormvariate(math.log(median), spread)
            for person in people:
                person.games += 1
                self.later(end, self.end_game, person)

    def meet(self, person: Person, others: Sequence[int]) -> None:
        person.opponents.extend(others)
        for place in product(person.likes, (False, True)):
            waiting = self.waiting[Place(*place)]
            if person.number in waiting:
                waiting[person.number] = replace(waiting[person.number], met=frozenset(person.opponents))

    def leave(self, place: Place, one: Waiting, wait: float = math.inf) -> None:
        if self.is_waiting(place, one):
            del self.waiting[place][one.person]
            self.wishes.append(Wish(place, one.since, wait))
            if not place.is_live:
                self.people[one.person].wishes.remove(place.pool)

    def end_game(self, person: Person) -> None:
        person.games -= 1


class Figures:
    """Of the measured week: of daily or live games with so many seats."""

    def __init__(self, runs: Sequence[Weeks], seats: int, is_live: bool) -> None:
        def counts(place: Place, at: float) -> bool:
            return WEEK <= at < 2 * WEEK and place.is_live == is_live and runs[0].site.seats[place.pool] == seats

        self.waits = sorted(one.wait for each in runs for one in each.wishes if counts(one.place, one.since))
        self.meetings = [one for each in runs for one in each.meetings if counts(one.place, one.at)]
        self.games = len(self.meetings) / (seats - 1) * 2 / sum(len(each.people) for each in runs)

    def __str__(self) -> str:
        quarter, half, most = (self.waits[n * len(self.waits) // 4] / HOUR for n in (1, 2, 3))
        at_once, never = share(wait == 0 for wait in self.waits), share(wait > WEEK for wait in self.waits)
        near, again = share(one.gap <= NEAR for one in self.meetings), share(one.is_again for one in self.meetings)
        waits = f"{at_once:>9.0f}{quarter:>9.1f}{half:>6.1f}{most:>6.1f}{never:>7.0f}"
        return f"{waits}{near:>6.0f}{again:>7.0f}{self.games:>7.2f}"


def share(found: Iterable[bool]) -> float:
    """In percent."""
    return 100 * statistics.fmean(list(found) or [math.nan])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS)
    small = parser.parse_args().runs
    gc.disable()  # it doubles the time, and there are no cycles to speak of
    for name, site, runs, candidates in (("small", SMALL, small, ON_BOTH | ON_SMALL), ("large", LARGE, 1, ON_BOTH)):
        print(f"{name + ' site':<52}  at once  quarter  half  most  never  near  again  games")
        for candidate, numbers in candidates.items():
            weeks = [Weeks(site, numbers, random.Random(seed)) for seed in range(runs)]
            for each in Progress(f"Weeks of {candidate}", runs).along(weeks):
                each.run()
            for kind, seats, is_live in (("daily, 2 seats", 2, False), ("daily, 4 seats", 4, False), ("live", 2, True)):
                print(f"{candidate:<38}{kind:<14}  {Figures(weeks, seats, is_live)}", flush=True)


if __name__ == "__main__":
    main()
