"""What a seat may know, for learners: as a row of numbers, as the history of its round, and as text.

Seats and sides are counted from the seat's own to the left. The numbers and the history together are an information
state: they say all that the seat has seen in this round, and the standing before it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import rules
from rules import Draw, Ledger, Pass, Queue, TurnOver
from rules.phases.train_turn import TrainTurn
from rules.phases.turn import Turn

from .actions import Actions, Chosen

LARGEST = 1_000_000.0  # no number of an observation is larger
COLUMNS = 3  # of a history
LONGEST_SAUSAGE = 1001  # turns of a round, with the start
WITHOUT_NUMBER = ("wink", "puff", "resign", "timeout")  # moves that no learner can make


class Observer:
    """Says what each seat may know of positions under these *rules*."""

    def __init__(self, ruleset: rules.RuleSet, actions: Actions) -> None:
        self.rules, self.actions = ruleset, actions
        self.values = range(ruleset.set + 1)
        self.fills = ruleset.fill != "none"
        self.signals = rules.conduct_of(ruleset).has_signals(ruleset)
        first = rules.new_game(ruleset)
        self.queue, self.ledger = isinstance(first.memory, Queue), isinstance(first.memory, Ledger)

    @property
    def size(self) -> int:
        """The length of `numbers`."""
        values, tiles, seats, sides = len(self.values), len(self.rules.tiles), self.rules.seats, self.rules.sides
        trains = (seats + 1) * (values + 2) if self.rules.in_trains else 0
        now = tiles * (4 + self.actions.several) + values * (1 + self.fills + seats) + 3 + 3 * seats + sides + trains
        before = 6 + 2 * sides + 5 * seats + 3 * sides * self.queue + (2 * seats + 2) * self.ledger
        return now + before + 2 * seats * self.signals

    @property
    def rows(self) -> int:
        """The most rows that `history` can have.

        Each tile is laid once and drawn once. Behind a tile laid each other seat passes at most once, and behind a draw
        its seat. Each seat answers and bids once, and passes, stops or has chosen its last double as often.
        """
        if self.rules.in_rows:
            return LONGEST_SAUSAGE
        tiles, seats = len(self.rules.tiles), self.rules.seats
        laid = tiles * (seats + self.actions.several)
        return laid + 2 * (tiles - self.rules.dealt_seats * self.rules.hand) + 4 * seats + 2 * seats * self.signals

    def numbers(self, position: rules.Position, seat: int, chosen: Chosen = ()) -> list[int]:
        """What *seat* may know now, as a row of numbers. *chosen* are the doubles it has chosen for this turn.

        First by tile of the set, each 1 or 0: its hand, its hand as dealt, the tiles laid, the one turned over
        (Sausage), and where a turn may have several doubles, those chosen.

        Then: open ends by value · under `fill` the ends that wait until a double is filled, by value · the count of the
        ends · tiles in each hand · tiles in the boneyard · totals by side · by seat and value: 1 if the seat has passed
        while an end of this value was open, and hasn't drawn since · in Mexican Train, for the train of each seat and
        then for the Mexican train: its end by value (all 0 if there is none), whether it is open, whether its double
        must be covered.

        Then: the number of moves · the seat to move · the leader (seats are 1 at the place of the seat, all 0 for
        nobody) · with signals, by seat: 1 if its side saw it wink, and then if it puffed.

        Last the standing before this deal: the round, deals annulled in a row, rounds won and rounds drawn (where they
        pay) · whether a round came before, and whether it was blocked · its leader, winner and last player · by side
        opened, and pips kept · by seat gone, and asked for a new deal · in General by side: 1 if it plays, its place
        among those waiting, rounds lost · in Sea Goat the seat with the right, the debtor, its tries, the eggs.
        """
        view, around = rules.view_for(position, seat), self._around(seat)
        sides, passed = self._sides(seat), self._passed(position)
        ends = [end.value for end in view.ends]
        waiting = Counter(end.value for end in position.layout.ends) - Counter(ends) if self.fills else {}
        dealt = () if self.rules.in_rows else rules.tile_texts(position.table.dealt[seat])
        return [
            *self._tiles(view.hand or ()),
            *self._tiles(dealt),
            *self._tiles([laid.tile for laid in view.layout]),
            *self._tiles([view.turned] if view.turned else ()),
            *(self._tiles([str(tile) for play in chosen for tile in _tiles_of(play)]) if self.actions.several else ()),
            *(ends.count(value) for value in self.values),
            *(waiting[value] for value in self.values if self.fills),
            view.count or 0,
            *(view.hands[other] for other in around),
            view.boneyard,
            *(view.totals[side] for side in sides),
            *(int(value in passed[other]) for other in around for value in self.values),
            *(number for train in self._trains(view, around) for number in train),
            view.ply,
            *_one_of(around, view.turn),
            *_one_of(around, position.table.leader),
            *self._signals(position, seat, around),
            *self._standing(position.game, around, sides),
        ]

    def history(self, position: rules.Position, seat: int, chosen: Chosen = ()) -> list[tuple[int, int, int]]:
        """The moves of this round as *seat* saw them, a row for each action: 1 and the number of the action, 1 and the
        seat, 1 and the place in the set of the tile drawn or turned over (0: none, or hidden).

        Leaving and signals have the numbers after the last action: `WITHOUT_NUMBER`.
        """
        rows = []
        for at in rules.positions_seen(position, seat)[1:]:
            assert at.move is not None
            assert at.seat is not None
            tile = 0
            if isinstance(at.move, TurnOver) or (isinstance(at.move, Draw) and seat == at.seat):
                tile = 1 + self.rules.tiles.index(rules.tile(rules.move_text(at).split()[-1]))
            rows += [(1 + number, self._place(at.seat, seat), tile) for number in self._actions_of(at.move)]
        return rows + [(1 + number, 1, 0) for move in chosen for number in self.actions.of(move)]

    def text(self, position: rules.Position, seat: int, chosen: Chosen = ()) -> str:
        """The same information state in words, as docs/formats.md writes a position, but without hidden tiles."""
        view = rules.view_for(position, seat)
        ruleset, standing, *_ = rules.position_text(position).split(" | ")
        dealt = "" if self.rules.in_rows else f" dealt={','.join(rules.tile_texts(position.table.dealt[seat]))}"
        leader = position.table.leader
        now = {
            "turn": view.turn,
            "leader": leader,
            "hand": ",".join(view.hand or ()),
            "start": view.start,
            "turned": view.turned,
        }
        named = "".join(f" {name}={value}" for name, value in now.items() if value not in (None, ""))
        more = f"; {seat} {','.join(chosen)}…" if chosen else ""
        return f"{ruleset} | {standing} | seat={seat}{dealt}{named} | {'; '.join(view.moves)}{more}"

    def _around(self, seat: int) -> list[int]:
        return [(seat + step) % self.rules.seats for step in range(self.rules.seats)]

    def _sides(self, seat: int) -> list[int]:
        own = self.rules.side_of(seat)
        return [(own + step) % self.rules.sides for step in range(self.rules.sides)]

    def _place(self, other: int, seat: int) -> int:
        return 1 + (other - seat) % self.rules.seats

    def _actions_of(self, move: rules.Move) -> list[int]:
        return [len(self.actions) + WITHOUT_NUMBER.index(move)] if move in WITHOUT_NUMBER else self.actions.of(move)

    def _tiles(self, texts: Iterable[str]) -> list[int]:
        there = set(texts)
        return [int(tile in there) for tile in self.rules.tiles]

    def _signals(self, position: rules.Position, seat: int, around: Sequence[int]) -> list[int]:
        if not self.signals:
            return []
        seen = {(at.seat, str(at.move)) for at in rules.positions_seen(position, seat)}
        return [int((other, signal) in seen) for signal in WITHOUT_NUMBER[:2] for other in around]

    def _standing(self, game: rules.Game, around: Sequence[int], sides: Sequence[int]) -> list[int]:
        last, memory = game.last, game.memory
        numbers = [
            game.round,
            game.annulled,
            game.won,
            game.drawn,
            int(last is not None),
            int(bool(last and last.blocked)),
        ]
        for who in (last.leader, last.winner, last.player) if last else (None,) * 3:
            numbers += _one_of(around, who)
        numbers += [int(game.opened[side]) for side in sides] + [game.kept[side] for side in sides]
        numbers += [int(other in game.gone) for other in around] + [int(other in game.asked) for other in around]
        if isinstance(memory, Queue):
            numbers += [int(side in memory.on) for side in sides]
            numbers += [1 + memory.waiting.index(side) if side in memory.waiting else 0 for side in sides]
            numbers += [memory.lost[memory.on.index(side)] if side in memory.on else 0 for side in sides]
        if isinstance(memory, Ledger):
            numbers += [*_one_of(around, memory.right), *_one_of(around, memory.debtor), memory.tries, memory.eggs]
        return numbers

    def _trains(self, view: rules.View, around: Sequence[int]) -> Iterator[list[int]]:
        """The trains as `numbers` has them."""
        if view.trains is None:
            return
        there = {train.of: train for train in view.trains}
        for name in (*map(rules.train_of, around), rules.MEXICAN):
            train = there.get(name)
            ends = [int(train is not None and train.end == value) for value in self.values]
            yield [*ends, int(train is not None and train.open), int(name == view.cover)]

    def _passed(self, position: rules.Position) -> list[set[int]]:
        """By seat: the values of ends on which it has passed, for want of a tile, since it last drew."""
        found: list[set[int]] = [set() for _ in range(self.rules.seats)]
        for at in position.positions():
            if at.seat is None or at.previous is None:
                continue
            if isinstance(at.move, Draw):
                found[at.seat].clear()
            phase = at.previous.phase
            chosen = isinstance(phase, Turn) and phase.drawn and self.rules.drawn_play == "may"
            if isinstance(at.move, Pass) and isinstance(phase, (Turn, TrainTurn)) and not chosen:
                found[at.seat] |= {end.value for end in rules.conduct_of(self.rules).open_ends(at.previous)}
        return found


def _one_of(around: Sequence[int], seat: int | None) -> list[int]:
    return [int(other == seat) for other in around]


def _tiles_of(move: rules.Move) -> list[rules.Tile]:
    return [move.tile] if isinstance(move, rules.Play) else []
