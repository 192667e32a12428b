"""A league: all players against all others, each two on the same duplicate deals."""

import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import get_context
from multiprocessing.util import Finalize

import rules

from .introduction import Introduction, Setting
from .match import Score, Summary, average, contender, duplicates, summary

DEALS_OF_A_PART = 25  # fixed, so that the result doesn't depend on the number of processes

Pair = tuple[int, int]
"""Two players, by their places in the plan. Scores are those of the first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A league to play. *players* are levels, or commands of engines, which have *patience* seconds a move. *settings*
    are those of some engines, by place.
    """

    ruleset: rules.RuleSet
    players: tuple[str, ...]
    deals: int
    whole_games: bool
    seed: str
    patience: float
    settings: Mapping[int, Mapping[str, Setting]] = field(default_factory=dict, hash=False)

    def parts(self) -> list["Part"]:
        cuts = range(0, self.deals, DEALS_OF_A_PART)
        some = [range(cut, min(cut + DEALS_OF_A_PART, self.deals)) for cut in cuts]
        return [Part(self, pair, deals) for pair in combinations(range(len(self.players)), 2) for deals in some]


@dataclass(frozen=True, slots=True)
class Part:
    """Some deals of a pair. Engines start anew for each part."""

    plan: Plan
    pair: Pair
    deals: range

    def play(self) -> "Played":
        plan = self.plan
        # Both get the same seed, so a player against itself has exactly a half.
        one, two = (
            contender(plan.players[place], plan.seed, plan.patience, plan.settings.get(place)) for place in self.pair
        )
        with one as first, two as second:
            scores = duplicates(
                plan.ruleset, (first, second), deals=self.deals, whole_games=plan.whole_games, seed=plan.seed
            )
        return Played(
            self.pair, self.deals, scores, (first.seconds, second.seconds), (first.moves, second.moves),
            (first.introduced, second.introduced),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a part: a score for each of its deals; the CPU seconds and moves of both players, and what engines
    said about themselves.
    """

    pair: Pair
    deals: range
    scores: list[Score]
    seconds: tuple[float, float]
    moves: tuple[int, int]
    introduced: tuple[Introduction | None, Introduction | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. *player* is a level or a command, *name* what the engine calls itself. *against* has the
    results against the player of each row; None for its own.
    """

    player: str
    name: str | None
    author: str | None
    share: float
    error: float
    points: float
    cpu_ms: float
    against: tuple[Summary | None, ...]


def play(parts: Sequence[Part], processes: int) -> Iterator[Played]:
    """Play the parts, in any order."""
    if processes == 1:
        yield from map(Part.play, parts)
        return
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the processes leave Ctrl-C to us
    with get_context("spawn").Pool(processes, initializer=_end_engines_when_ended) as pool:
        signal.signal(signal.SIGINT, ours)
        yield from pool.imap_unordered(Part.play, parts)


def _end_engines_when_ended() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    # Once this process ends by itself, no engine runs, and the handler would interrupt Python's own shutdown.
    Finalize(None, signal.signal, (signal.SIGTERM, signal.SIG_DFL), exitpriority=0)


def table(players: Sequence[str], played: Iterable[Played]) -> list[Row]:
    """The result of a league whose parts were all played, in any order."""
    scores: dict[Pair, list[Score]] = defaultdict(list)
    seconds, moves = [0.0] * len(players), [0] * len(players)
    known: list[Introduction | None] = [None] * len(players)
    for part in sorted(played, key=lambda part: (part.pair, part.deals.start)):
        scores[part.pair] += part.scores
        for place, spent, number, said in zip(part.pair, part.seconds, part.moves, part.introduced, strict=True):
            seconds[place] += spent
            moves[place] += number
            known[place] = said or known[place]
    cpu_ms = [round(1000 * spent / max(number, 1), 3) for spent, number in zip(seconds, moves, strict=True)]
    return rows(players, scores, cpu_ms, known)


def rows(
    players: Sequence[str],
    scores: Mapping[Pair, Sequence[Score]],
    cpu_ms: Sequence[float],
    known: Sequence[Introduction | None] = (),
) -> list[Row]:
    """The players, best first. *scores* has one a deal for each pair; *known* is what each engine said about itself."""
    both = {**scores, **{(two, one): [score.turned for score in its] for (one, two), its in scores.items()}}
    places = range(len(players))

    def total(one: int) -> Summary:
        """All pairs have the same deals and so the same luck: we average each deal first, then take the error."""
        deals = zip(*(both[one, two] for two in places if two != one), strict=True)
        return summary([average(deal) for deal in deals])

    totals = [total(place) for place in places]
    order = sorted(places, key=lambda place: -totals[place].share)
    return [
        Row(
            player=players[one],
            name=said.name if (said := (known or [None] * len(players))[one]) else None,
            author=said.author if said else None,
            share=totals[one].share,
            error=totals[one].error,
            points=totals[one].points,
            cpu_ms=cpu_ms[one],
            against=tuple(None if two == one else summary(both[one, two]) for two in order),
        )
        for one in order
    ]


def as_text(ranking: Sequence[Row]) -> str:
    """Aligned columns, with shares in percent. Each numbered column has the shares against the player of that row."""
    names = [row.name or row.player for row in ranking]
    cells = [["", "player", "share", "points", "CPU ms", *(str(number + 1) for number in range(len(ranking)))]]
    for number, row in enumerate(ranking, 1):
        share = f"{100 * row.share:.1f} ± {100 * row.error:.1f}"
        against = ("–" if each is None else f"{100 * each.share:.1f}" for each in row.against)
        # Two engines, or two versions of one, may have the same name.
        name = names[number - 1]
        named = f"{name}: {row.player}" if row.name and names.count(name) > 1 else name
        cells.append([str(number), named, share, f"{row.points:+.2f}", f"{row.cpu_ms:.2f}", *against])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
