"""Matches of two players on duplicate deals: each deal is played twice, with seats swapped."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pstdev

import rules

from ..choosing import choose
from ..levels import LEVELS
from ..search.playouts import ahead
from ..seen import SeatView, SeenLine
from ..table import Player, play_deal
from .engines import PATIENCE, Engine, running
from .introduction import Introduction, Setting


@dataclass(slots=True)
class Contender:
    """A player in all seats of one half of the table. Counts *moves*, and *seconds* of CPU time."""

    player: Player
    seconds: float = 0.0
    moves: int = 0
    longest: list[float] = field(default_factory=list)

    @property
    def introduced(self) -> Introduction | None:
        """What an engine said about itself with its first answer; None for levels, and engines that don't."""
        return self.player.introduced if isinstance(self.player, Engine) else None

    def move(self, view: SeatView) -> str:
        """Their move, timed if there is a choice."""
        if len(view.round.legal) == 1:
            return view.round.legal[0]
        begun = time.process_time()
        text = self.player(view)
        spent = time.process_time() - begun
        self.seconds += spent
        self.moves += 1
        self.longest.append(spent)
        return text


def level(key: str, seed: str) -> Player:
    """A player of this level."""
    return lambda view: choose(view, key, seed)


@contextmanager
def contender(
    name: str, seed: str, patience: float = PATIENCE, settings: Mapping[str, Setting] | None = None
) -> Iterator[Contender]:
    """The player *name*: a level, or an engine by its command. An engine may have *settings*, and its CPU time is known
    when it has ended.
    """
    if name in LEVELS:
        yield Contender(level(name, seed))
        return
    with running(name, seed, patience, settings) as engine:
        player = Contender(engine)
        yield player
    player.seconds = engine.seconds


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a deal or game for the first: the *share* of the win, from 0 to 1, and the lead in *points*."""

    share: float
    points: float

    @property
    def turned(self) -> "Score":
        """The same for the second."""
        return Score(1 - self.share, -self.points)


@dataclass(frozen=True, slots=True)
class Summary:
    """The average *share* and *points* of scores, and the standard *error* of the share."""

    share: float
    error: float
    points: float


def average(scores: Sequence[Score]) -> Score:
    """The means of both figures."""
    return Score(fmean(score.share for score in scores), fmean(score.points for score in scores))


Halves = tuple[Contender, Contender]


def summary(scores: Sequence[Score]) -> Summary:
    """The figures of a match, from one score a deal."""
    mean = average(scores)
    error = pstdev(score.share for score in scores) / len(scores) ** 0.5
    return Summary(round(mean.share, 4), round(error, 4), round(mean.points, 3) + 0.0)  # never -0.0


def duplicates(
    ruleset: rules.RuleSet, halves: Halves, *, deals: Iterable[int], whole_games: bool, seed: str
) -> list[Score]:
    """The first's score on each of the *deals*, which are numbers: the average of both ways to sit."""
    scores = []
    for number in deals:
        there = _play(ruleset, halves, whole_games, f"{seed}/{number}")
        back = _play(ruleset, halves[::-1], whole_games, f"{seed}/{number}")
        scores.append(average((there, back.turned)))
    return scores


def match(ruleset: rules.RuleSet, halves: Halves, *, deals: int, whole_games: bool, seed: str) -> dict[str, float]:
    """The result: `share` of wins with its standard `error`, `points` per deal or game, `cpu_ms` per move of the first
    (where there was a choice), and its 99th percentile.
    """
    result, first = (
        summary(duplicates(ruleset, halves, deals=range(deals), whole_games=whole_games, seed=seed)),
        halves[0],
    )
    return {
        "share": result.share,
        "error": result.error,
        "deals": deals,
        "points": result.points,
        "cpu_ms": round(1000 * first.seconds / max(first.moves, 1), 3),
        "cpu_ms_p99": round(1000 * sorted(first.longest)[int(len(first.longest) * 0.99)], 1) if first.longest else 0,
    }


def half_of(ruleset: rules.RuleSet, seat: int) -> int:
    """0 or 1: partners sit in the same half, players without partners alternate."""
    return ruleset.side_of(seat) % 2


def _play(ruleset: rules.RuleSet, halves: Halves, whole_game: bool, seed: str) -> Score:
    players = [halves[half_of(ruleset, seat)].move for seat in range(ruleset.seats)]
    game, scores, points = rules.new_game(ruleset), list[SeenLine](), 0.0
    while True:
        # Seeded by round, so that both get the same deals however they play.
        chance = Random(f"{seed}/{game.round}/{game.annulled}/{len(scores)}")
        before = game.totals
        game = play_deal(game, players, scores, chance).after
        made = [now - old for now, old in zip(game.totals, before, strict=True)]
        points += fmean(ahead(ruleset, made)[0::2])
        if game.over is not None:
            return Score(_share(game.over.winners), points)
        if not whole_game and scores:
            return Score(_share(_best(ruleset, made)), points)


def _best(ruleset: rules.RuleSet, made: Sequence[int]) -> tuple[int, ...]:
    best = (max if ruleset.goal == "high" else min)(made)
    return tuple(side for side, points in enumerate(made) if points == best)


def _share(winners: tuple[int, ...]) -> float:
    """The first half's share of a win."""
    return sum(1 - side % 2 for side in winners) / len(winners)
