"""Tournaments played by dice, for tests: the stronger win more often. We count here what happened, round by round."""

from collections import Counter
from random import Random

from pairing import Entrant, Kind, pair_round

PLACES2 = {3: (6, 3, 0), 4: (6, 4, 2, 0)}  # points × 2 at a table of single players


class Swiss:
    """Entries 0 to count - 1, the strongest first. *playing* are those who take part in the next round."""

    def __init__(self, count, chance, kind=Kind.DUEL, seats=4):
        self.count, self.chance, self.kind, self.seats = count, chance, kind, seats
        self.playing = set(range(count))
        self.half_points = [0] * count
        self.met = [Counter() for _ in range(count)]
        self.partners = [Counter() for _ in range(count)]
        self.byes = [0] * count
        self.threes = [0] * count
        self.gaps = []  # in points, of each two at a table

    def entrants(self):
        return [
            Entrant(n, self.half_points[n], n + 1, self.met[n], self.partners[n], self.byes[n], self.threes[n])
            for n in sorted(self.playing)
        ]

    def play(self):
        """Pair a round, play it, and say how it was paired."""
        paired = pair_round(self.entrants(), self.kind, self.seats)
        for table in paired.tables:
            self.gaps += [abs(self.half_points[a] - self.half_points[b]) / 2 for a in table for b in table if a < b]
        for table in paired.tables:
            for n in table:
                self.met[n].update(other for other in table if other != n)
                self.threes[n] += self.seats == 4 and len(table) == 3
            self._score(table)
        for n in paired.byes:
            self.byes[n] += 1
            self.half_points[n] += 2
        return paired

    def _score(self, table):
        luck = {n: self.chance.gauss(-4 * n / self.count, 1) for n in table}
        if self.kind is Kind.POD:
            for n, half_points in zip(sorted(table, key=luck.get, reverse=True), PLACES2[len(table)], strict=True):
                self.half_points[n] += half_points
            return
        sides = [table[::2], table[1::2]]
        ahead = sum(luck[n] for n in sides[0]) - sum(luck[n] for n in sides[1])
        won = 1 if abs(ahead) < 0.2 else 2 * (ahead > 0)
        for side, half_points in zip(sides, (won, 2 - won), strict=True):
            for n in side:
                self.half_points[n] += half_points
                self.partners[n].update(other for other in side if other != n)


def random_entrants(count, seed, rounds=4, apart=0.0):
    """Entries whose past was diced: points, who met whom, byes, and pairs that must stay apart."""
    chance = Random(seed)
    met, partners, never = ([Counter() for _ in range(count)] for _ in range(3))
    for _ in range(rounds):
        order = chance.sample(range(count), count)
        for a, b in zip(order[::2], order[1::2], strict=False):
            for counted in (met, partners):
                counted[a][b] += 1
                counted[b][a] += 1
    for a in range(count):
        never[a].update(b for b in range(a) if chance.random() < apart)
    past = [(chance.randrange(2 * rounds + 1), chance.randrange(2), chance.randrange(2)) for _ in range(count)]
    return [
        Entrant(n, half_points, n + 1, met[n], partners[n], byes, threes, frozenset(never[n]))
        for n, (half_points, byes, threes) in enumerate(past)
    ]
