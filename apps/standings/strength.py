"""A player's strength at one game, from their rated games: a rating, counts, streaks. Pure: no rows, no clock.

The rating is a Plackett-Luce model (openskill): it takes any number of sides, of any size, in any order with ties.
Sides are rated as a whole; each member moves by their own uncertainty.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from openskill.models import PlackettLuce


def full_gamma(*_of_a_side: object) -> float:
    """Each result makes a rating certain at the full rate; openskill's default is a third of that."""
    return 1.0


# Points are Elo's: 100 more win 64 %. Chosen by simulation (docs/ratings.md). `beta`
# says how much chance spreads results, `sigma` how much players differ, `tau` how fast strength may change: less of it
# means smaller swings for steady players, and later discovery of improvement.
MODEL = PlackettLuce(mu=1500, sigma=100, beta=120, tau=4, gamma=full_gamma)
SETTLED_GAMES, SETTLED_SIGMA = 10, 90  # with fewer games, or less certain, a rating is provisional
SETTLED_OPPONENTS = 5  # different ones; with fewer there is no place (`standings.models.Rating`)
SETTLED_DAYS = timedelta(days=3)  # between the first and the last of these games; nobody makes a place in an hour

BELOW = 100_000  # more than any two ratings differ
LOWEST_SETTLED = -BELOW // 2  # in `Strength.order`: the provisional ones are below it


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's results in their rated games so far. *peak*: the highest settled rating; None before the first."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    won: int = 0
    drawn: int = 0
    streak: int = 0  # games won in a row, up to now
    best_streak: int = 0
    peak: int | None = None

    @property
    def shown(self) -> int:
        """The rating as shown; everyone starts at 1500."""
        return round(self.mu)

    @property
    def doubt(self) -> int:
        """The margin of error in points: two times of three the strength is within it."""
        return round(self.sigma)

    @property
    def provisional(self) -> bool:
        return self.games < SETTLED_GAMES or self.sigma > SETTLED_SIGMA

    @property
    def order(self) -> int:
        """The sort key of lists: provisional ratings come below all settled ones."""
        return order_of(self.shown, provisional=self.provisional)


def order_of(points: int, *, provisional: bool) -> int:
    return points - BELOW if provisional else points


Sides = Sequence[Sequence[Strength]]


def rated(sides: Sides, places: Sequence[int]) -> list[list[Strength]]:
    """All strengths after one more game; *places* by side from 1, ties share one."""
    teams = [[MODEL.rating(mu=player.mu, sigma=player.sigma) for player in side] for side in sides]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    first = places.count(1)
    return [
        [
            _counted(player, rating.mu, rating.sigma, won=place == 1 == first, drawn=place == 1 < first)
            for player, rating in zip(side, ratings, strict=True)
        ]
        for side, ratings, place in zip(sides, after, places, strict=True)
    ]


def counted_only(before: Strength, *, won: bool, drawn: bool) -> Strength:
    """After a game that counts without changing strength. Such a win doesn't lengthen a streak."""
    after = _counted(before, before.mu, before.sigma, won=won, drawn=drawn)
    return replace(after, streak=before.streak, best_streak=before.best_streak) if won else after


def _counted(before: Strength, mu: float, sigma: float, *, won: bool, drawn: bool) -> Strength:
    streak = before.streak + 1 if won else 0
    after = replace(
        before,
        mu=mu,
        sigma=sigma,
        games=before.games + 1,
        won=before.won + won,
        drawn=before.drawn + drawn,
        streak=streak,
        best_streak=max(before.best_streak, streak),
    )
    if after.provisional:
        return after
    return replace(after, peak=max(after.shown, before.peak or after.shown))


def overall(strengths: Sequence[Strength]) -> Strength:
    """One strength made from those in several kinds of game: a more certain rating counts for more, and a kind of game
    hardly played for almost nothing. Streaks and peaks exist only for each kind of game.
    """
    start = MODEL.sigma**-2
    learnt = [max(each.sigma**-2 - start, 0) for each in strengths]
    surer = start + sum(learnt)
    gained = sum((each.mu - MODEL.mu) * (more + start) for each, more in zip(strengths, learnt, strict=True))
    return Strength(
        mu=MODEL.mu + gained / surer,
        sigma=surer**-0.5,
        games=sum(each.games for each in strengths),
        won=sum(each.won for each in strengths),
        drawn=sum(each.drawn for each in strengths),
    )


def beaten(sides: Sides, places: Sequence[int]) -> int | None:
    """The rating of the strongest side that the winner beat; None if nobody won alone."""
    if places.count(1) != 1:
        return None
    others = [side for side, place in zip(sides, places, strict=True) if place > 1]
    return round(max(sum(player.mu for player in side) / len(side) for side in others))
