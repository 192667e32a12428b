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

from ..candidates import Candidate, candidates
from ..choosing import number_of_worlds
from ..hidden.inference import imagined_worlds
from ..hidden.worlds import World
from ..knowledge import knowledge
from ..levels import like_level
from ..search import sausage
from ..search.chances import chances
from ..search.playouts import Worth
from ..seen import Seen
from ..table import FinishedDeal, finished_deals
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
from .hints import asks, move_line, sausages
from .open_hands import LUCK, TIMES, OpenHands, ended, seen_at
from .reasons import habit_of
from .weighing import JUDGE, POLICIES, Values, extended, loss_of, point_of, ranked, solved, values_in

EVALUATOR = 3  # its version; estimates of different versions can't be compared
PARTS = 4  # we look at a quarter of the best level's worlds at a time: twice for the best move …
VALUED = 4  # … and then four times for its value and that of the move made, unless one is surely better before
AGAIN = 8  # … or twice as often if the loss is large, but uncertain
KEPT = 2  # moves that we look at a second time, or half of all, unless they are surely worse
SURE = 2.5  # a loss of at least this many standard errors is a mistake
STEPS = (0.08, 0.16, 0.32)  # in spreads of a round's points: a small mistake, a mistake, a blunder
COSTLIEST = 2  # choices listed for each seat


def can_study(ruleset: rules.RuleSet) -> bool:
    """Whether we know how to study games of these rules: not yet where trains are built."""
    return not ruleset.in_trains


def study(document: object, seed: str | int = 0, only: Collection[int] | None = None) -> Study:
    """The study of a record (`dominoes/1`, decoded from JSON), as in docs/minds.md; `Record.as_dict` gives one.

    Losses and luck are in points. *only*: of these deals, by number from 0. The same seed gives the same study. Raises
    rules.BrokenRecord, and ValueError if any deal of the game hasn't ended, or if it is of a game that we can't
    study.
    """
    ruleset, deals = finished_deals(document)
    if not can_study(ruleset):
        raise ValueError("we can't study this game yet")
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


def choices_of(deal: FinishedDeal, number: int, seat: int, seed: str | int = 0) -> Iterator[ChoiceMade]:
    """The choices of one seat, as in the study of the game with this seed."""
    return _Deal(number, deal, f"{seed}/{number}").choices(seat)


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
            choices=tuple(self.choices()),
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

    def choices(self, only: int | None = None) -> Iterator[ChoiceMade]:
        """All choices, or those of *only* one seat."""
        for before, after in zip(self.positions, self.positions[1:], strict=False):
            if before.turn is None or after.seat != before.turn or not _chosen(before, after.move):
                continue
            if only not in (None, before.turn):
                continue
            at = seen_at(before, before.turn, self.scores)
            if asks(at):
                continue
            line = self._sausage(at, after) if at.ruleset.in_rows else self._choice(at, before, after)
            if line is not None:
                yield line

    def _choice(self, at: Seen, before: rules.Position, after: rules.Position) -> ChoiceMade | None:
        options = candidates(at, knowledge(at))
        made = next((option for option in options if option.text == after.move), None)
        if len(options) < 2 or made is None:
            return None
        best, loss, error, moves = self._loss(at, options, made, after.ply)
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
            moves=tuple(moves),
        )

    def _loss(
        self, at: Seen, options: list[Candidate], made: Candidate, ply: int
    ) -> tuple[Candidate, float, float, list[WeighedMove]]:
        """The best move; the loss of *made* and its error; all moves."""
        if ranking := solved(at, options):
            own = next(each for each in ranking if each.option is made)
            best = made if not own.worth else ranking[0].option
            return best, -own.worth, 0.0, [move_line(each) for each in ranking]
        return self._estimated(at, options, made, ply)

    def _estimated(
        self, at: Seen, options: list[Candidate], made: Candidate, ply: int
    ) -> tuple[Candidate, float, float, list[WeighedMove]]:
        """The same where the moves can't be solved: the best by some worlds, and its value by others."""
        chance = Random(f"{self.seed}/{ply}")
        known, number = options[0].playouts.known, number_of_worlds(JUDGE, at.ruleset)
        part = POLICIES * max(number // PARTS // POLICIES, 2)  # so that parts put together still alternate policies
        imagined = imagined_worlds(at, known, chance, part)
        point, spread = point_of(at, options), chances(at.ruleset).spread

        def look(among: Sequence[Candidate], values: Values) -> Values:
            return extended(values, values_in(islice(imagined, part), among, at.side, chance))

        first = look(options, {})
        ranking = ranked(first, options, point)
        near = [each.option for each in ranking[: max(KEPT, len(ranking) // 2)] if -each.worth <= SURE * each.error]
        best = near[0] if len(near) == 1 else ranked(look(near, first), near, point)[0].option
        own = next(each for each in ranking if each.option is made)
        apart: Values = {}
        loss, error = 0.0, 0.0
        if best is not made and (own.worth or own.error):  # not as good in every world
            for times in range(1, AGAIN + 1):
                apart = look([best, made], apart)
                loss, error = loss_of(apart, made.text, best.text, point)
                sure = loss > SURE * error or loss + SURE * error < STEPS[0] * spread
                if sure or (times >= VALUED and loss < STEPS[1] * spread):
                    break
        if loss <= 0:
            return made, 0.0, error, [move_line(each) for each in ranking]
        corrected = [replace(each, worth=-loss, error=error) if each is own else each for each in ranking]
        return best, loss, error, [move_line(each) for each in corrected]

    def _as_it_lay(self, at: Seen, before: rules.Position, best: Candidate, made: Candidate) -> float:
        """How much less *made* was worth than *best* with the actual hands, in points."""
        if best is made:
            return 0.0
        chance = Random(self.seed)
        boneyard, imagined = [tile.bit for tile in before.boneyard], []
        for _ in range(20):
            chance.shuffle(boneyard)
            imagined.append(World(before.hands, tuple(boneyard)))
        values = values_in(imagined, [best, made], at.side, chance)
        return loss_of(values, made.text, best.text, point_of(at, [made]))[0]

    def _sausage(self, at: Seen, after: rules.Position) -> ChoiceMade | None:
        moves = sausages(at, Random(f"{self.seed}/{after.ply}"))
        made = next(line for line in moves if line.move == after.move)
        error = sausage.ERROR * chances(at.ruleset).spread
        loss = -made.worth
        return ChoiceMade(
            ply=after.ply,
            seat=at.seat,
            move=made.move,
            best=moves[0].move,
            loss=loss,
            error=round(error, 2),
            step=_step(loss, error, chances(at.ruleset).spread),
            open_loss=0.0,
            habit=None,
            moves=tuple(moves),
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
