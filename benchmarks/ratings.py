"""How steady, fast and accurate ratings are with possible constants (`standings/strength.py`), by simulation.

    python -m benchmarks.ratings            # half a minute; the same figures every time
    python -m benchmarks.ratings --runs 200 # finer

A player who wins 65 % (or 50 %) against equals plays RUNS times GAMES games with opponents rated 1500. After that they
play as if 100 points of Elo stronger, where 50 % become 64 %. Accuracy is measured in a pool of players; their real
strengths are as far apart as those of people at dominoes, where luck matters.

steady  spread (standard deviation) of a rating over games 100-500, in points and in percent of winning a game, and half
        of the distance between its lowest and highest value
found   games until a newcomer who wins 65 % is typically (the median) within 50 points of their mean
jump    games until the rating has covered three quarters of the way to a new strength, on average
lost    log loss of the predictions before each game, minus that of an observer who knows the real strengths; in
        thousandths, over the later half of the games: for two players, 2 + 2 partners, 4 alone (who is first), and for
        two players who play four games of one round in a row, as in tournaments, where luck decides twice as much
"""

import argparse
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce

from common.progress import Progress
from standings.strength import MODEL, full_gamma

RUNS, GAMES, STEADY_FROM, AFTER = 40, 500, 100, 500
JUMP = math.log(10) / 4  # in logits: 100 points of Elo
POOL, SPREAD, POOL_GAMES = 32, 0.45, 1_600  # players; standard deviation of their strengths in logits; games
DEALS, OF_ONE_ROUND = 4, 0.5  # games of a match in a tournament; how much strength shows in each
Side = Sequence[Any]  # of openskill's ratings


@dataclass(frozen=True)
class Figures:
    """The printed figures; *spread* and *swing* are in points, *chance* in percent."""

    spread: float
    chance: float
    swing: float
    even_spread: float
    found: int | None
    jump: int | None
    lost: list[float]


def chances(model: Any, sides: Sequence[Side]) -> list[float]:
    """The probability of each side to be first, according to the model."""
    c = math.sqrt(sum(sum(player.sigma**2 for player in side) + model.beta**2 for side in sides))
    weights = [math.exp((sum(player.mu for player in side) - len(side) * model.mu) / c) for side in sides]
    return [weight / sum(weights) for weight in weights]


def settled(model: Any) -> Any:
    """A rating of 1500 after hundreds of games."""
    one = other = model.rating()
    for n in range(GAMES):
        [[one], [other]] = model.rate([[one], [other]], ranks=[n % 2, 1 - n % 2])
    return model.rating(mu=model.mu, sigma=one.sigma)


def way(model: Any, rng: random.Random, opponent: Any, logits: float) -> list[float]:
    """The ratings after each of GAMES games at one strength, and of AFTER games at a higher one."""
    player, found = model.rating(), []
    for n in range(GAMES + AFTER):
        chance = 1 / (1 + math.exp(-logits - (JUMP if n >= GAMES else 0)))
        won = rng.random() < chance
        [[player], _] = model.rate([[player], [opponent]], ranks=[0, 1] if won else [1, 0])
        found.append(player.mu)
    return found


def pool(model: Any, rng: random.Random, sides: int, size: int, deals: int = 1) -> float:
    """The average loss per game from not knowing the real strengths. *deals*: games in a row between the same people,
    each of one round.
    """
    spread = SPREAD * OF_ONE_ROUND if deals > 1 else SPREAD
    truth = [rng.gauss(0, spread) for _ in range(POOL)]
    sat: list[int] = []
    known = [model.rating() for _ in range(POOL)]
    lost = []
    for n in range(POOL_GAMES):
        sat = rng.sample(range(POOL), sides * size) if n % deals == 0 else sat
        teams = [sat[side * size : (side + 1) * size] for side in range(sides)]
        strength = [math.exp(sum(truth[player] for player in team) / math.sqrt(size)) for team in teams]
        order = sorted(range(sides), key=lambda side: -math.log(1 - rng.random()) / strength[side])
        rated = [[known[player] for player in team] for team in teams]
        told, real = chances(model, rated)[order[0]], strength[order[0]] / sum(strength)
        if n >= POOL_GAMES / 2:
            lost.append(math.log(real) - math.log(told))
        after = model.rate(rated, ranks=[float(order.index(side)) for side in range(sides)])
        for team, ratings in zip(teams, after, strict=True):
            for player, rating in zip(team, ratings, strict=True):
                known[player] = rating
    return 1_000 * statistics.fmean(lost)


def figures(model: Any, runs: int) -> Figures:
    opponent = settled(model)
    ways = {
        chance: [way(model, random.Random(run), opponent, math.log(chance / (1 - chance))) for run in range(runs)]
        for chance in (0.65, 0.5)
    }
    steady = {chance: [each[STEADY_FROM:GAMES] for each in found] for chance, found in ways.items()}
    level = {chance: statistics.fmean(map(statistics.fmean, each)) for chance, each in steady.items()}
    spread = {
        chance: math.sqrt(statistics.fmean((mu - level[chance]) ** 2 for each in rows for mu in each))
        for chance, rows in steady.items()
    }
    average = [statistics.fmean(each[n] for each in ways[0.5]) for n in range(GAMES + AFTER)]
    a_point = 0.65 * 0.35 / math.sqrt(2 * (opponent.sigma**2 + model.beta**2))
    newcomer = [statistics.median(abs(each[n] - level[0.65]) for each in ways[0.65]) for n in range(GAMES)]
    goal = level[0.5] + 0.75 * (JUMP / a_point * 0.65 * 0.35)
    return Figures(
        spread=spread[0.65],
        chance=100 * spread[0.65] * a_point,
        swing=statistics.fmean((max(each) - min(each)) / 2 for each in steady[0.65]),
        even_spread=spread[0.5],
        found=next((n + 1 for n, distance in enumerate(newcomer) if distance <= 50), None),
        jump=next((n + 1 for n, mu in enumerate(average[GAMES:]) if mu >= goal), None),
        lost=[
            statistics.fmean(pool(model, random.Random(seed), *kind) for seed in range(max(2, runs // 10)))
            for kind in ((2, 1), (2, 2), (4, 1), (2, 1, DEALS))
        ],
    )


def candidates() -> dict[str, Any]:
    def model(beta: float, sigma: float, tau: float, **options: Any) -> Any:
        return PlackettLuce(mu=1500, sigma=sigma, beta=beta, tau=tau, **options)

    found = {"200 200 3, before": model(200, 200, 3)}
    for beta, sigma, tau in ((120, 120, 1.8), (120, 120, 1)):
        found[f"{beta} {sigma} {tau:g}"] = model(beta, sigma, tau)
    for beta, sigma, tau in ((120, 120, 4), (120, 100, 3), (120, 100, 2)):
        found[f"{beta} {sigma} {tau:g}, full gamma"] = model(beta, sigma, tau, gamma=full_gamma)
    return found | {f"{MODEL.beta:g} {MODEL.sigma:g} {MODEL.tau:g}, chosen": MODEL}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS)
    runs = parser.parse_args().runs
    print(
        f"{'beta sigma tau':<26}{'steady 65 %':>20}{'50 %':>7}{'found':>7}{'jump':>6}{'lost 1+1':>10}{'2+2':>6}{'4':>6}"
        f"{'match':>7}"
    )
    tried = candidates()
    for name, model in Progress("Simulating", len(tried)).along(tried.items()):
        it = figures(model, runs)
        print(
            f"{name:<25}{it.spread:>5.0f} {it.chance:>4.1f} %, ±{it.swing:>4.0f}{it.even_spread:>7.0f}"
            f"{it.found or '-':>7}{it.jump or '-':>6}{it.lost[0]:>7.1f}{it.lost[1]:>6.1f}{it.lost[2]:>6.1f}"
            f"{it.lost[3]:>7.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
