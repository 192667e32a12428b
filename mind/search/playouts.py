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
from .policy import FIRST_SIGHT, Weights, tile_worth, worth_of_a_point
from .scoring import Scorer

A_POINT = 1e-12  # of a game: so little that points decide only between equal chances


class Worth(NamedTuple):
    """The outcome of a deal by side.

    *chances* are those to win the game. *points* are those of the deal, minus the mean of the others'; more is better,
    even where the lowest score wins.
    """

    chances: Sequence[float]
    points: Sequence[float]

    def to(self, side: int) -> float:
        """The worth to *side*: its chance to win the game; between equal chances, more points are better."""
        return self.chances[side] + A_POINT * self.points[side]


UNBOUNDED = 1 << 30  # points that a side may score without passing an exact target
PASSING_ROUND = 3  # seats that must be in for a round of passes to pay (rules.md 6)

Priorities = Sequence[Mapping[int, float]]
"""By seat, the worth of getting rid of each tile, by its bit, in one playout."""


@dataclass(slots=True)
class Line:
    """The state of an imagined deal, changed in place.

    *hands* by seat as bits; *boneyard* from *taken* on; *scored* by side during play. *lead*, *last* and *straight* are
    turns with their seats: the lead, the last, and the last without a double. *passed* are the seats that passed since
    the last one, as bits.
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
    passed: int


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
        self._fills: Final = ruleset.fill != "none"
        self._skips: Final = ruleset.out_by == "side" and ruleset.pairs  # seats that are out while their partner isn't
        self.plain_turns: Final = not self._skips and not ruleset.passes  # a pass only hands on the turn
        self._from_ends: Final = ruleset.pick == "ends"
        self._exact: Final = ruleset.target_at == "exact"
        self._of_a_point: Final = worth_of_a_point(ruleset)
        self._started: Final = seen.round.start is not None
        self._price: Final = ruleset.draw_price * (1 if ruleset.goal == "low" else -1)
        self.doubles: Final = sum(tile.bit for tile in ruleset.tiles if tile.double)
        turns = [(seat, move.bits) for seat, move in known.lays]
        straight = [turn for turn in turns if not turn[1] & self.doubles]
        self._lead: Final = turns[0] if turns else None
        self._last: Final = turns[-1] if turns else None
        self._straight: Final = straight[-1] if straight else None
        self._partners: Final = [ruleset.seats_of(side) for side in ruleset.side_by_seat]
        self._gone: Final = [side for side in range(ruleset.sides) if side not in seen.game.sides_in]

    def begin(self, world: World) -> Line:
        """The moment itself, in *world*."""
        return Line(
            state=self._state,
            hands=[hand if seat in self.left else 0 for seat, hand in enumerate(world.hands)],
            boneyard=world.boneyard,
            taken=0,
            turn=self.seen.seat,
            drawn=self.known.drawn,
            scored=list(self.seen.scored),
            lead=self._lead,
            last=self._last,
            straight=self._straight,
            passed=self.known.passed,
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

    def laid(self, line: Line, bits: int, state: int) -> Worth | None:
        """Record that the seat has laid *bits*, which led to *state*. Returns the outcome if that ended the deal."""
        seat, before = line.turn, line.state
        line.state, line.last, line.passed = state, (seat, bits), 0
        if line.lead is None:
            line.lead = line.last
        if not bits & self.doubles:
            line.straight = line.last
        rest = line.hands[seat] = line.hands[seat] & ~bits
        if (points := self.automaton.points[state]) and (worth := self._scored(line, seat, points)):
            return worth
        if rest or (self._skips and any(line.hands[other] for other in self._partners[seat])):
            line.turn, line.drawn = self.left[seat] if self.plain_turns else self._next(line, seat), 0
            return None
        return self.ended(line, seat, before)

    def draw(self, line: Line) -> Worth | None:
        """The seat whose turn it is takes the next tile of the boneyard, and pays for it (`draw_price`). Returns the
        outcome if that ended the game.
        """
        if self._from_ends and line.turn:
            line.hands[line.turn] |= line.boneyard[-1]
            line.boneyard = line.boneyard[:-1]
        else:
            line.hands[line.turn] |= line.boneyard[line.taken]
            line.taken += 1
        line.drawn += 1
        return self._scored(line, line.turn, self._price) if self._price else None

    def passed(self, line: Line) -> Worth | None:
        """The seat whose turn it is passes, which may pay (`passes`). Returns the outcome if that ended the game."""
        seat = line.turn
        line.turn, line.drawn = self._next(line, seat), 0
        return self._paid_for_pass(line, seat) if self.rules.passes else None

    def _paid_for_pass(self, line: Line, seat: int) -> Worth | None:
        """Pay the side that played last for the pass that *seat* has just made."""
        passes, already = self.rules.passes, line.passed
        line.passed |= 1 << seat
        if line.last is None or line.last[0] in self.seen.gone:
            return None
        player, points = line.last[0], 0
        if line.last == line.lead and not already and not self._started:
            points = passes.get("lead_double" if line.last[1] & self.doubles else "lead_single", 0)
        comes_back = line.turn == player and not already >> player & 1
        if not points and comes_back and sum(map(bool, line.hands)) >= PASSING_ROUND:
            points = passes.get("round", 0)
        total = self._total(line, player)
        return self._scored(line, player, points) if points and total < passes.get("below", total + 1) else None

    def _next(self, line: Line, seat: int) -> int:
        """The next seat; under `out_by: side` one with tiles."""
        turn = self.left[seat]
        while self._skips and not line.hands[turn]:
            turn = self.left[turn]
        return turn

    def _total(self, line: Line, seat: int) -> int:
        """The points of the side of *seat*, with what it scored during this deal."""
        side = self.rules.side_by_seat[seat]
        return self.seen.game.totals[side] + line.scored[side]

    def _scored(self, line: Line, seat: int, points: int) -> Worth | None:
        """The side of *seat* scores *points*, if it takes them. Returns the outcome if that ended the game."""
        if self._exact:
            points = self.rules.taken(self._total(line, seat), points)
        line.scored[self.rules.side_by_seat[seat]] += points
        return None if self.rules.target_at == "round" else self._stopped(line)

    def _stopped(self, line: Line) -> Worth | None:
        """The outcome if points scored during play have ended the game (`target_at: once`, `exact`)."""
        totals = list(map(sum, zip(self.seen.game.totals, line.scored, strict=True)))
        there = [totals[side] for side in self.seen.game.sides_in]
        if self.rules.target is None or max(there) < self.rules.target:
            return None
        if self.rules.goal == "high" and self.rules.tie_end == "play_on" and there.count(max(there)) > 1:
            return None
        return Worth(self.chances.of_totals(totals, self.seen.game.round, self._gone), self._points(totals))

    def value(self, line: Line, priorities: Priorities) -> Worth:
        """The outcome when *line* is played to its end."""
        ruleset, hands = self.rules, line.hands
        takes = self.automaton.takes
        limit, reserve = ruleset.draw_limit, ruleset.reserve
        dead, at_reserve = ruleset.block == "dead", ruleset.block == "reserve"
        remaining, passes, number = sum(hands) | sum(line.boneyard[line.taken :]), 0, len(self.left)
        absent = ruleset.all_tiles & ~(remaining | self.known.laid | (line.last or (0, 0))[1])  # of seats that left
        room = UNBOUNDED
        if not takes[line.state] and not self.known.layout.ends and line.lead is None:
            if worth := self._led(line, priorities):
                return worth
            remaining &= ~(line.lead or (0, 0))[1]
        while True:
            if self._fills:
                line.state = self.automaton.released(line.state, remaining | absent)
            turn, state = line.turn, line.state
            hand = hands[turn]
            fits = hand & takes[state]
            if not fits:
                open_ = len(line.boneyard) - line.taken > reserve
                if not takes[state] or (dead and not takes[state] & remaining):
                    return self.ended(line, None)
                if open_ and line.drawn < limit:
                    if worth := self.draw(line):
                        return worth
                    passes = 0
                    continue
                passes += 1
                if passes >= number or (at_reserve and not open_):
                    return self.ended(line, None)
                if ruleset.passes and not (open_ and limit) and not any(hand & takes[state] for hand in hands):
                    return self.ended(line, None)  # a block is found before anybody passes
                if self.plain_turns:
                    line.turn, line.drawn = self.left[turn], 0
                elif worth := self.passed(line):
                    return worth
                continue
            passes = 0
            nexts, hidden = hands[self.left[turn]], remaining & ~hand
            if self._exact and ruleset.target is not None:
                room = ruleset.target - self._total(line, turn)
            bits, state = self._turn(state, hand, hidden, nexts, turn, priorities[turn], room)
            remaining &= ~bits
            if worth := self.laid(line, bits, state):
                return worth

    def _turn(
        self,
        state: int,
        hand: int,
        hidden: int,
        nexts: int,
        seat: int,
        priorities: Mapping[int, float],
        room: int,
    ) -> tuple[int, int]:
        """The tiles that *seat* lays, and the state after it. Of the *hidden* tiles as many as *nexts* has are the next
        seat's. Its side takes *room* points at most.
        """
        machine, ends, by = self.automaton, self.rules.ends, self.weights[seat]
        takes, paid, states = machine.takes, machine.points, machine.after[state]
        follow, unseen, gives = by.follow, by.unseen, 0.0
        if ends and hidden:
            gives = by.gives * self._of_a_point * nexts.bit_count() / hidden.bit_count()
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
                    if (points := paid[after]) and points <= room:
                        worth += by.points * self._of_a_point * points
                    if gives:
                        for points, scoring in machine.scoring(after):
                            worth -= gives * points * (hidden & scoring).bit_count()
                if worth > best:
                    best, chosen, then = worth, tiles, after
        return chosen, then

    def _led(self, line: Line, priorities: Priorities) -> Worth | None:
        """The seat leads what the rules ask for, or what it likes best. Returns the outcome if that ended the deal."""
        hand = line.hands[line.turn]
        may = self.must_lead & hand or hand
        bit = max((tile.bit for tile in rules.tiles_in(may)), key=lambda bit: priorities[line.turn][bit])
        return self.laid(line, bit, self.automaton.lead(bit))

    def ended(self, line: Line, out: int | None, before: int = 0) -> Worth:
        """The outcome of a deal that has ended: *out* went out onto the state *before*, or it is blocked."""
        hands, scored, last = tuple(line.hands), tuple(line.scored), line.last
        ends = self.automaton.values(before) if out is not None and self.rules.finish else ()
        if self.scorer.plain:
            way = self._way(last[1], ends) if ends and last is not None else None
            totals = self.scorer.totals(hands, scored, out, None if last is None else last[0], way)
        else:
            totals = None
        if totals is not None:
            worth = self._found.get(totals)
            if worth is None:
                by_side = self.chances.of_totals(totals, self.seen.game.round, self._gone)
                worth = self._found[totals] = Worth(by_side, self._points(totals))
            return worth
        turns = dict.fromkeys(turn for turn in (line.lead, line.straight, line.last) if turn is not None)
        lays = [(seat, _lay(bits)) for seat, bits in turns]
        leader = self.known.leader if self.known.leader is not None else self.seen.seat
        game = self.scorer.ending(hands, scored, lays, out, leader, ends)
        return Worth(self.chances.of_game(game), self._points(game.totals))

    def _way(self, bits: int, ends: tuple[int, ...]) -> rules.words.FinishWay | None:
        """The way that pays in which the tile of *bits* went out onto a line with these *ends*."""
        (tile,), (one, other) = rules.tiles_in(bits), ends
        return rules.paid_way(self.rules, tile, one, other)

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
