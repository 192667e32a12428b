"""Plays an imagined deal to its end, quickly, to see what it brings each side.

Everybody plays by the policy, with a little chance in it. In later turns nobody draws without need, passes after a draw
or closes a double; the mind weighs those only for its own move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import rules

from ..hidden.automaton import automaton
from ..hidden.worlds import World
from ..knowledge import Knowledge
from ..seen import Seen
from .chances import chances
from .policy import FIRST_SIGHT, Weights, tile_worth
from .scoring import Scorer


class Worth(NamedTuple):
    """The outcome of a deal by side.

    *chances* are those to win the game. *points* are those of the deal, minus the mean of the others'; more is better,
    even where the lowest score wins.
    """

    chances: Sequence[float]
    points: Sequence[float]


Priorities = Sequence[Mapping[int, float]]
"""By seat, the worth of getting rid of each tile, by its bit, in one playout."""


@dataclass(slots=True)
class Line:
    """The state of an imagined deal, changed in place.

    *hands* by seat as bits; *boneyard* from *taken* on; *scored* by side during play. *lead*, *last* and *straight* are
    turns with their seats: the lead, the last, and the last without a double.
    """

    state: int
    hands: list[int]
    boneyard: tuple[int, ...]
    taken: int
    turn: int
    drawn: int
    scored: list[int]
    lead: tuple[int, int] | None
    last: tuple[int, int] | None
    straight: tuple[int, int] | None


class Playouts:
    """Plays on from the moment of *seen*, all seats *by* the same weights."""

    def __init__(self, seen: Seen, known: Knowledge, by: Weights = FIRST_SIGHT) -> None:
        ruleset = seen.ruleset
        self.seen: Final = seen
        self.known: Final = known
        self.rules: Final = ruleset
        self.automaton: Final = automaton(ruleset)
        self.scorer: Final = Scorer(seen.game)
        self.chances: Final = chances(ruleset)
        playing = seen.playing
        self.left: Final = {seat: playing[(at + 1) % len(playing)] for at, seat in enumerate(playing)}
        self._state: Final = self.automaton.state(known.layout)
        self.must_lead = 0  # the bit of the tile that the rules ask for; 0: none
        self.weights: Sequence[Weights] = [by] * ruleset.seats  # by seat
        self._found: dict[tuple[int, ...], Worth] = {}
        self._together: Final = ruleset.doubles_per_turn > 1
        self._price: Final = ruleset.draw_price * (1 if ruleset.goal == "low" else -1)
        self._doubles: Final = sum(tile.bit for tile in ruleset.tiles if tile.double)
        turns = [(seat, move.bits) for seat, move in known.lays]
        straight = [turn for turn in turns if not turn[1] & self._doubles]
        self._lead: Final = turns[0] if turns else None
        self._last: Final = turns[-1] if turns else None
        self._straight: Final = straight[-1] if straight else None
        self._gone: Final = [side for side in range(ruleset.sides) if side not in seen.game.sides_in]

    def begin(self, world: World, state: int | None = None) -> Line:
        """The moment itself, in *world*. *state*: the layout after the move to be made."""
        return Line(
            state=self._state if state is None else state,
            hands=[hand if seat in self.left else 0 for seat, hand in enumerate(world.hands)],
            boneyard=world.boneyard,
            taken=0,
            turn=self.seen.seat,
            drawn=self.known.drawn,
            scored=list(self.seen.scored),
            lead=self._lead,
            last=self._last,
            straight=self._straight,
        )

    def priorities(self, chance: Random) -> Priorities:
        """The priorities of one playout."""
        random = chance.random
        luck = [random() for _ in self.rules.tiles]
        made: dict[int, Mapping[int, float]] = {}  # by the identity of the weights, because hashing them takes long
        for by in self.weights:
            if id(by) not in made:
                worth, noise = tile_worth(self.rules, by), by.noise
                values = [usual + noise * lucky for usual, lucky in zip(worth.values(), luck, strict=True)]
                made[id(by)] = dict(zip(worth, values, strict=True))
        return [made[id(by)] for by in self.weights]

    def laid(self, line: Line, bits: int, count: int) -> Worth | None:
        """Record that the seat has laid *bits* and the ends now count *count*. Returns the outcome if that ended the
        deal.
        """
        seat = line.turn
        line.last = (seat, bits)
        if line.lead is None:
            line.lead = line.last
        if not bits & self._doubles:
            line.straight = line.last
        rest = line.hands[seat] = line.hands[seat] & ~bits
        ends = self.rules.ends
        if ends and count and not count % ends:
            side = self.rules.side_by_seat[seat]
            line.scored[side] += count if self.rules.ends_pay == "sum" else count // ends
            if self.rules.target_at == "once" and (worth := self._stopped(line)):
                return worth
        line.turn, line.drawn = self.left[seat], 0
        return None if rest else self.ended(line, seat)

    def draw(self, line: Line) -> None:
        """The seat whose turn it is takes the next tile of the boneyard, and pays for it (`draw_price`)."""
        line.hands[line.turn] |= line.boneyard[line.taken]
        line.taken += 1
        line.drawn += 1
        if self._price:
            line.scored[self.rules.side_by_seat[line.turn]] += self._price

    def _stopped(self, line: Line) -> Worth | None:
        """The outcome if points scored during play have ended the game (`target_at: once`)."""
        totals = list(map(sum, zip(self.seen.game.totals, line.scored, strict=True)))
        if self.rules.target is None or max(totals) < self.rules.target:
            return None
        return Worth(self.chances.of_totals(totals, self.seen.game.round, self._gone), self._points(totals))

    def value(self, line: Line, priorities: Priorities) -> Worth:
        """The outcome when *line* is played to its end."""
        ruleset, hands, boneyard = self.rules, line.hands, line.boneyard
        takes, counts = self.automaton.takes, self.automaton.counts
        limit, reserve = ruleset.draw_limit, ruleset.reserve
        dead, at_reserve = ruleset.block == "dead", ruleset.block == "reserve"
        remaining, passes, number = sum(hands) | sum(boneyard[line.taken :]), 0, len(self.left)
        state = line.state
        if not takes[state] and not self.known.layout.ends and line.lead is None:
            state = self._led(line, priorities)
            remaining &= ~(line.lead or (0, 0))[1]
        while True:
            turn = line.turn
            hand = hands[turn]
            fits = hand & takes[state]
            if not fits:
                open_ = len(boneyard) - line.taken > reserve
                if not takes[state] or (dead and not takes[state] & remaining):
                    return self.ended(line, None)
                if open_ and line.drawn < limit:
                    self.draw(line)
                    passes = 0
                    continue
                passes += 1
                if passes >= number or (at_reserve and not open_):
                    return self.ended(line, None)
                line.turn, line.drawn = self.left[turn], 0
                continue
            passes = 0
            bits, state = self._turn(state, hand, remaining & ~hand, hands[self.left[turn]], turn, priorities[turn])
            remaining &= ~bits
            if worth := self.laid(line, bits, counts[state]):
                return worth

    def _turn(
        self, state: int, hand: int, hidden: int, nexts: int, seat: int, priorities: Mapping[int, float]
    ) -> tuple[int, int]:
        """The tiles that *seat* lays, and the state after it. Of the *hidden* tiles as many as *nexts* has are the next
        seat's.
        """
        machine, ends, by = self.automaton, self.rules.ends, self.weights[seat]
        takes, counts, states = machine.takes, machine.counts, machine.after[state]
        follow, unseen, gives = by.follow, by.unseen, 0.0
        if ends and hidden:
            gives = by.gives * nexts.bit_count() / hidden.bit_count()
        best, chosen, then = -1e9, 0, 0
        fits = hand & takes[state]
        sets = machine.sets_of_doubles(fits) if self._together else []
        while fits or sets:
            if fits:
                tiles = fits & -fits
                fits ^= tiles
                rid = priorities[tiles]
            else:
                tiles = sets.pop()
                rid = sum(priorities[tile.bit] for tile in rules.tiles_in(tiles))
            rest = hand ^ tiles
            for after in states[tiles] if tiles in states else machine.play(state, tiles):
                taken = takes[after]
                worth = rid + follow * (rest & taken).bit_count() - unseen * (hidden & taken).bit_count()
                if ends:
                    if (count := counts[after]) and not count % ends:
                        worth += by.points * count
                    if gives:
                        for points, scoring in machine.scoring(after):
                            worth -= gives * points * (hidden & scoring).bit_count()
                if worth > best:
                    best, chosen, then = worth, tiles, after
        return chosen, then

    def _led(self, line: Line, priorities: Priorities) -> int:
        """The state after the seat has led what the rules ask for, or what it likes best."""
        hand = line.hands[line.turn]
        may = self.must_lead & hand or hand
        bit = max((tile.bit for tile in rules.tiles_in(may)), key=lambda bit: priorities[line.turn][bit])
        state = self.automaton.lead(bit)
        self.laid(line, bit, self.automaton.counts[state])
        return state

    def ended(self, line: Line, out: int | None) -> Worth:
        """The outcome of a deal that has ended: *out* went out, or it is blocked."""
        hands, scored = tuple(line.hands), tuple(line.scored)
        if self.scorer.plain and (totals := self.scorer.totals(hands, scored, out)) is not None:
            worth = self._found.get(totals)
            if worth is None:
                by_side = self.chances.of_totals(totals, self.seen.game.round, self._gone)
                worth = self._found[totals] = Worth(by_side, self._points(totals))
            return worth
        turns = dict.fromkeys(turn for turn in (line.lead, line.straight, line.last) if turn is not None)
        lays = [(seat, _lay(bits)) for seat, bits in turns]
        leader = self.known.leader if self.known.leader is not None else self.seen.seat
        game = self.scorer.ending(hands, scored, lays, out, leader)
        return Worth(self.chances.of_game(game), self._points(game.totals))

    def _points(self, totals: Sequence[int]) -> list[float]:
        return ahead(self.rules, [now - before for now, before in zip(totals, self.seen.game.totals, strict=True)])


def ahead(ruleset: rules.RuleSet, made: Sequence[float]) -> list[float]:
    """By side, how much more it *made* in a deal than the others on average; how much less, if the lowest
    score wins.
    """
    sign = 1 if ruleset.goal == "high" else -1
    whole, others = sum(made), max(len(made) - 1, 1)
    return [sign * (points - (whole - points) / others) for points in made]


def _lay(bits: int) -> rules.Lay:
    """A turn of these tiles, wherever they were laid."""
    plays = tuple(rules.Play(tile) for tile in rules.tiles_in(bits))
    return plays[0] if len(plays) == 1 else rules.Doubles(plays)
