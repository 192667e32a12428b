"""General (rules.md 9.3): titles instead of points, fish that don't count, signals, pairs in a queue."""

from dataclasses import dataclass, replace
from typing import cast

from ..house.ruleset import RuleSet
from ..pieces.moves import PUFF, WINK, Lay, Leave, Signal
from ..pieces.refused import refused
from ..pieces.tiles import double
from ..rounds.by_seat import changed
from ..rounds.game import Game
from ..rounds.position import Position
from ..rounds.round_end import Ending, How, Over
from ..scoring.result import next_round, result_of
from ..scoring.tally import Tally
from .ordinary import Ordinary, last_left

BALD, SIX = double(0), double(6)
LOST_AND_OFF = 2  # rounds a pair has lost since it joined


@dataclass(frozen=True, slots=True)
class Queue:
    """The two pairs *on*, the pairs *waiting*, next first, and the rounds each pair on has *lost* since it joined."""

    on: tuple[int, ...]
    waiting: tuple[int, ...]
    lost: tuple[int, ...]

    def relieved(self, pair: int) -> "Queue":
        """The queue after *pair* went to its back and the next one joined."""
        if not self.waiting:
            return self
        return replace(self, waiting=(*self.waiting, pair)).without(pair, keep=True)

    def without(self, pair: int, keep: bool = False) -> "Queue":
        """The queue after *pair* left: the next one joins for it. *keep*: it stays among those that wait."""
        waiting = self.waiting if keep else tuple(other for other in self.waiting if other != pair)
        if pair not in self.on:
            return replace(self, waiting=waiting)
        place = self.on.index(pair)
        return Queue(changed(self.on, place, waiting[0]), waiting[1:], changed(self.lost, place, 0))


class General(Ordinary):
    """Two pairs play for titles that nobody wants."""

    def first_memory(self, rules: RuleSet) -> object:
        return Queue((0, 1), tuple(range(2, rules.sides)), (0, 0))

    def dealt_seats(self, game: Game) -> tuple[int, ...]:
        on = _queue(game).on
        return tuple(seat for seat, pair in enumerate(game.rules.side_by_seat) if pair in on)

    def has_signals(self, rules: RuleSet) -> bool:
        return rules.signals and rules.titles not in ("bald", "bald_both")

    def may_signal(self, position: Position, seat: int, signal: Signal) -> bool:
        held = {WINK: BALD, PUFF: SIX}[signal]
        return self.has_signals(position.rules) and bool(position.hands[seat] & held.bit)

    def score(self, tally: Tally) -> Ending:
        game = tally.position.game
        seat = tally.over.by
        if seat is None:
            fish = result_of(tally, None, (0,) * tally.rules.sides, ("fish",))
            return Ending(fish, replace(next_round(tally, fish), round=game.round, over=None))
        titles = _titles(tally.rules, cast(Lay, tally.position.move))
        loser = tally.rules.side_of(tally.position.table.left[seat])
        points = changed((0,) * tally.rules.sides, loser, titles)
        result = result_of(tally, tally.rules.side_of(seat), points, ("general",) if titles else ())
        after = replace(next_round(tally, result), memory=_after_loss(_queue(game), loser, titles))
        return Ending(result, after)

    def leave(self, position: Position, seat: int, move: Leave) -> Position:
        game = position.game
        if seat in game.gone:
            raise refused("already_left", seat, move)
        pair = game.rules.side_of(seat)
        queue = _queue(game)
        game = game.without(game.rules.seats_of(pair))
        if len(game.sides_in) == 1:
            return last_left(position, seat, move, game)
        game = replace(game, memory=queue.without(pair))
        table = replace(position.table, game=game)
        if pair in queue.on:
            hands = changed(position.hands, seat, 0)
            return position.next(seat, move, turn=None, phase=Over(How.ANNULLED, seat), table=table, hands=hands)
        return position.next(seat, move, turn=position.turn, phase=position.phase, table=table)


def _queue(game: Game) -> Queue:
    return cast(Queue, game.memory)


def _titles(rules: RuleSet, last: Lay) -> int:
    """How many titles going out with *last* gives."""
    bald, six = bool(last.bits & BALD.bit), bool(last.bits & SIX.bit)
    given = {"any": bald + six, "bald": int(bald), "bald_both": bald and bald + six, "both": int(bald and six)}
    return int(given[rules.titles])


def _after_loss(queue: Queue, loser: int, titles: int) -> Queue:
    """The queue after the pair *loser* lost a round and took *titles*."""
    place = queue.on.index(loser)
    lost = queue.lost[place] + 1
    if titles or lost >= LOST_AND_OFF:
        return queue.relieved(loser)
    return replace(queue, lost=changed(queue.lost, place, lost))
