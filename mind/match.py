"""Matches of two players on duplicate deals: each deal is played twice, with seats swapped."""

import json
import shlex
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pstdev

import rules

from .choosing import choose
from .playouts import ahead
from .seen import SeatView, SeenLine
from .table import Player, play_deal


@dataclass(slots=True)
class Contender:
    """A player in all seats of one half of the table. Counts *moves*, and *seconds* of CPU time."""

    player: Player
    seconds: float = 0.0
    moves: int = 0
    longest: list[float] = field(default_factory=list)

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
def outside(command: str | None) -> Iterator[Player | None]:
    """A player that asks a program with the protocol of `choose`; None without a *command*."""
    if command is None:
        yield None
        return
    words = shlex.split(command)
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:  # noqa: S603

        def ask(view: SeatView) -> str:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(json.dumps(rules.to_json(view)) + "\n")
            program.stdin.flush()
            return str(json.loads(program.stdout.readline())["move"])

        yield ask
        program.terminate()


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a deal or game for the first: the *share* of the win, from 0 to 1, and the lead in *points*."""

    share: float
    points: float


def match(
    ruleset: rules.RuleSet, first: Contender, second: Contender, *, deals: int, whole_games: bool, seed: str
) -> dict[str, float]:
    """The result: `share` of wins with its standard `error`, `points` per deal or game, `cpu_ms` per move of *first*
    (where there was a choice), and its 99th percentile.
    """
    pairs = []
    for number in range(deals):
        both = [
            _play(ruleset, halves, whole_games, f"{seed}/{number}") for halves in ((first, second), (second, first))
        ]
        there, back = both[0], Score(1 - both[1].share, -both[1].points)
        pairs.append(Score((there.share + back.share) / 2, (there.points + back.points) / 2))
    shares = [score.share for score in pairs]
    return {
        "share": round(fmean(shares), 4),
        "error": round(pstdev(shares) / len(shares) ** 0.5, 4),
        "deals": deals,
        "points": round(fmean(score.points for score in pairs), 3),
        "cpu_ms": round(1000 * first.seconds / max(first.moves, 1), 3),
        "cpu_ms_p99": round(1000 * sorted(first.longest)[int(len(first.longest) * 0.99)], 1) if first.longest else 0,
    }


def half_of(ruleset: rules.RuleSet, seat: int) -> int:
    """0 or 1: partners sit in the same half, players without partners alternate."""
    return ruleset.side_of(seat) % 2


def _play(ruleset: rules.RuleSet, halves: tuple[Contender, Contender], whole_game: bool, seed: str) -> Score:
    players = [halves[half_of(ruleset, seat)].move for seat in range(ruleset.seats)]
    game, scores, points = rules.new_game(ruleset), list[SeenLine](), 0.0
    while True:
        # Seeded by round, so that both get the same deals however they play.
        chance = Random(f"{seed}/{game.round}/{game.annulled}/{len(scores)}")  # noqa: S311 - dealing to minds
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
