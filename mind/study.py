"""Analyses a finished game: what each choice cost by what its player could know, and what was luck.

Result = luck of the deal + luck of each draw + what the moves did. The sum is exact, because one evaluator computes all
of it. Losses are estimates with standard errors.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import rules

from . import sausage
from .candidates import Candidate, candidates
from .chances import chances
from .choosing import number_of_worlds
from .findings import (
    ChancesAt,
    ChoiceMade,
    ChoicePlace,
    DrawnTile,
    LevelKey,
    Luck,
    StudiedDeal,
    StudiedSeat,
    Study,
    WeighedMove,
)
from .habits import habit_of
from .hints import asks, sausages
from .inference import imagined_worlds
from .knowledge import Knowledge, knowledge
from .levels import LEVELS, like_level
from .open_hands import LUCK, TIMES, OpenHands, ended, seen_at
from .playouts import Worth
from .reasons import reasons
from .seen import Seen
from .table import FinishedDeal, finished_deals
from .weighing import best_of, loss_of, point_of, values_in
from .worlds import World

EVALUATOR = 1  # its version; estimates of different versions can't be compared
FOUND = 0.25  # the share of the best level's worlds in which we look for the best move
VALUED = 0.8  # … and in which we then value it and the move made
SURE = 2.5  # a loss of at least this many standard errors is a mistake
STEPS = (0.08, 0.16, 0.32)  # in spreads of a round's points: a small mistake, a mistake, a blunder
COSTLIEST = 2  # choices listed for each seat


def study(found: object, seed: str | int = 0, only: Collection[int] | None = None) -> Study:
    """The study of a record (`dominoes/1`), as in docs/minds.md. *only*: of these deals, by number from 0.

    Raises rules.BrokenRecord, and ValueError if any deal of the game hasn't ended.
    """
    ruleset, deals = finished_deals(found)
    studied = [
        _Deal(number, deal, f"{seed}/{number}").studied()
        for number, deal in enumerate(deals)
        if only is None or number in only
    ]
    return summed(ruleset, studied)


def summed(ruleset: rules.RuleSet, studied: Sequence[StudiedDeal]) -> Study:
    """The study of a game from its deals, *studied* one by one or together."""
    choices = [(deal.deal, choice) for deal in studied for choice in deal.choices]
    seats = range(ruleset.seats)
    return Study(
        evaluator=EVALUATOR,
        spread=round(chances(ruleset).spread, 2),
        deals=tuple(studied),
        seats=tuple(_seat(ruleset, seat, [made for _deal, made in choices if made.seat == seat]) for seat in seats),
        costliest=tuple(_costliest(seat, choices) for seat in seats),
    )


def _seat(ruleset: rules.RuleSet, seat: int, choices: Sequence[ChoiceMade]) -> StudiedSeat:
    loss = sum(made.loss for made in choices)
    habits: dict[str, float] = defaultdict(float)
    for made in choices:
        if made.habit is not None:
            habits[made.habit] += made.loss
    spread = chances(ruleset).spread
    like = like_level(loss / len(choices) / spread, pairs=ruleset.pairs) if choices else None
    return StudiedSeat(
        seat=seat,
        choices=len(choices),
        loss=round(loss, 2),
        a_choice=round(loss / len(choices), 3) if choices else 0.0,
        level=None if like is None else LevelKey(like.key),
        habits={name: round(lost, 2) for name, lost in sorted(habits.items())},
    )


def _costliest(seat: int, choices: Sequence[tuple[int, ChoiceMade]]) -> tuple[ChoicePlace, ...]:
    costly = [(deal, made) for deal, made in choices if made.seat == seat and made.step]
    costly.sort(key=lambda each: -each[1].loss)
    return tuple(ChoicePlace(deal, made.ply) for deal, made in costly[:COSTLIEST])


class _Deal:
    """One deal being studied."""

    def __init__(self, number: int, deal: FinishedDeal, seed: str) -> None:
        self.number = number
        self.positions = deal.positions
        self.scores = scores = deal.scores
        self.seed = seed
        self.open_hands = OpenHands(scores, seed)

    def studied(self) -> StudiedDeal:
        nexts = [*self.positions[1:], None]
        worths = [self._worth(position, then) for position, then in zip(self.positions, nexts, strict=True)]
        last = worths[-1]
        assert last is not None
        luck, result = self._luck(worths), _rounded(last.points)
        return StudiedDeal(
            deal=self.number,
            round=self.positions[0].game.round,
            result=result,
            luck=luck[0],
            without_luck=_rounded([made - lucky for made, lucky in zip(result, luck[1], strict=True)]),
            curve=tuple(
                ChancesAt(ply, tuple(round(chance, 4) for chance in worth.chances))
                for ply, worth in enumerate(worths)
                if worth is not None
            ),
            choices=tuple(self._choices()),
        )

    def _worth(self, position: rules.Position, then: rules.Position | None) -> Worth | None:
        if position.over:
            return ended(position)
        drawn = any(at is not None and isinstance(at.move, rules.Draw) for at in (position, then))
        return self.open_hands.worth(position, LUCK if drawn or position.ply == 0 else TIMES)

    def _luck(self, worths: Sequence[Worth | None]) -> tuple[Luck, list[float]]:
        """The luck by side, and its total before rounding. Draws to find out who leads belong to the deal."""
        first = next((ply for ply, worth in enumerate(worths) if worth is not None), len(worths) - 1)
        there = worths[first]
        assert there is not None
        deal, draws = _rounded(there.points), list[DrawnTile]()
        before = there
        for ply, (position, worth) in enumerate(zip(self.positions, worths, strict=True)):
            if ply > first and worth is not None:
                if isinstance(position.move, rules.Draw) and position.seat is not None:
                    luck = _rounded([now - old for now, old in zip(worth.points, before.points, strict=True)])
                    draws.append(DrawnTile(ply, position.seat, _drawn(position), luck))
                before = worth
        total = [sum(side) for side in zip(deal, *(draw.luck for draw in draws), strict=True)]
        return Luck(deal, tuple(draws), _rounded(total)), total

    def _choices(self) -> Iterator[ChoiceMade]:
        for before, after in zip(self.positions, self.positions[1:], strict=False):
            if before.turn is None or after.seat != before.turn or not _chosen(before, after.move):
                continue
            at = seen_at(before, before.turn, self.scores)
            if asks(at):
                continue
            line = self._sausage(at, after) if at.ruleset.in_rows else self._choice(at, before, after)
            if line is not None:
                yield line

    def _choice(self, at: Seen, before: rules.Position, after: rules.Position) -> ChoiceMade | None:
        known = knowledge(at)
        options = candidates(at, known)
        made = next((option for option in options if option.text == after.move), None)
        if len(options) < 2 or made is None:
            return None
        best, loss, error, lines = self._loss(at, known, options, made, after.ply)
        step = _step(loss, error, chances(at.ruleset).spread)
        return ChoiceMade(
            ply=after.ply,
            seat=at.seat,
            move=made.text,
            best=best.text,
            loss=round(max(loss, 0.0), 2),
            error=round(error, 2),
            step=step,
            open_loss=round(self._as_it_lay(at, before, best, made), 2),
            habit=habit_of(best, made) if step else None,
            moves=tuple(lines),
        )

    def _loss(
        self, at: Seen, known: Knowledge, options: list[Candidate], made: Candidate, ply: int
    ) -> tuple[Candidate, float, float, list[WeighedMove]]:
        """The best move, by one part of the worlds; by the rest the loss of *made*, its error, and all moves."""
        chance = Random(f"{self.seed}/{ply}")  # noqa: S311 - imagining, not dealing
        number = number_of_worlds(LEVELS["strong"], at.ruleset)
        found, valued = int(FOUND * number), int(VALUED * number)
        imagined = iter(imagined_worlds(at, known, chance, found + valued))
        point = point_of(at, options)
        first = values_in(islice(imagined, found), options, at.side, chance)
        text = best_of(first)
        best = next(option for option in options if option.text == text)
        lines = []
        for option in options:
            loss, error = loss_of(first, option.text, text, point)
            mean = sum(first[option.text]) / len(first[option.text])
            weighed = WeighedMove(
                option.text, round(0.0 - loss, 2), round(error, 2), round(mean, 4), tuple(reasons(option))
            )
            lines.append(weighed)
        lines.sort(key=lambda line: -line.worth)
        if best is made:
            return best, 0.0, 0.0, lines
        second = values_in(islice(imagined, valued), [best, made], at.side, chance)
        loss, error = loss_of(second, made.text, best.text, point)
        if STEPS[1] * chances(at.ruleset).spread <= loss <= SURE * error:  # large, but uncertain: look once more
            more = values_in(imagined_worlds(at, known, chance, number), [best, made], at.side, chance)
            second = {text: values + more[text] for text, values in second.items()}
            loss, error = loss_of(second, made.text, best.text, point)
        worth, spread = round(min(0.0 - loss, 0.0), 2), round(error, 2)
        lines = [replace(line, worth=worth, error=spread) if line.move == made.text else line for line in lines]
        return best, loss, error, lines

    def _as_it_lay(self, at: Seen, before: rules.Position, best: Candidate, made: Candidate) -> float:
        """How much less *made* was worth than *best* with the actual hands, in points."""
        if best is made:
            return 0.0
        chance = Random(self.seed)  # noqa: S311 - imagining, not dealing
        boneyard, imagined = [tile.bit for tile in before.boneyard], []
        for _ in range(20):
            chance.shuffle(boneyard)
            imagined.append(World(before.hands, tuple(boneyard)))
        values = values_in(imagined, [best, made], at.side, chance)
        return loss_of(values, made.text, best.text, point_of(at, [made]))[0]

    def _sausage(self, at: Seen, after: rules.Position) -> ChoiceMade | None:
        lines = sausages(at, Random(f"{self.seed}/{after.ply}"))  # noqa: S311 - imagining, not dealing
        made = next(line for line in lines if line.move == after.move)
        error = sausage.ERROR * chances(at.ruleset).spread
        loss = -made.worth
        return ChoiceMade(
            ply=after.ply,
            seat=at.seat,
            move=made.move,
            best=lines[0].move,
            loss=loss,
            error=round(error, 2),
            step=_step(loss, error, chances(at.ruleset).spread),
            open_loss=0.0,
            habit=None,
            moves=tuple(lines),
        )


def _chosen(before: rules.Position, move: rules.Move | None) -> bool:
    """Whether the seat could choose *move* among others."""
    return len(before.legal) > 1 and move in before.legal


def _step(loss: float, error: float, spread: float) -> int:
    """0: no certain mistake; else 1 to 3."""
    return sum(loss >= step * spread for step in STEPS) if loss > SURE * error else 0


def _drawn(position: rules.Position) -> str:
    """The tile that the last move drew."""
    return rules.move_text(position).rpartition(" ")[2]


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    """To hundredths, as the figures are shown, so that the shown ones add up."""
    return tuple(round(number, 2) + 0.0 for number in numbers)
