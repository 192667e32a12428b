"""Rounds and games for learners, in numbers. The other files here give them the form that their libraries expect."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Literal

import rules
from mind.seen import SeatView, SeenLine
from mind.table import score_line, view_of
from rules import Draw, Pass
from rules.phases.train_turn import TrainTurn
from rules.phases.turn import Turn

Length = Literal["round", "game"]
LARGEST = 1_000_000.0  # no number of an observation is larger


class Episode:
    """A round or a whole game for learners. Moves are numbers (docs/formats.md, "Numbered moves").

    *game* is a key of `rules.VARIANTS`, *options* are house rules. `position` shows hidden tiles; learners get only
    `observation` and `view`.
    """

    def __init__(
        self, game: str, seats: int = 2, options: Mapping[str, object] | None = None, length: Length = "round"
    ) -> None:
        self.rules = rules.ruleset(game, options, seats)
        self.length = length
        self.moves = rules.numbered_moves(self.rules)
        self.scores: list[SeenLine] = []
        self.position: rules.Position
        self.waits: rules.Game | None = None  # for its next deal
        self.done = False

    def start(self) -> None:
        """A new game, which waits for its first deal."""
        self.scores, self.done = [], False
        self.waits = rules.new_game(self.rules)
        self._before = self.waits.totals

    def deal(self, deal: rules.Deal) -> None:
        """Deal the next round; if that is annulled at once, it waits for another deal."""
        assert self.waits is not None
        self.position = rules.start_round(self.waits, deal)
        self.waits = self.position.after if self.position.over else None

    def move(self, number: int) -> None:
        """Make the move *number* for the seat on turn. Raises IllegalMove or IndexError."""
        self.position = rules.play(self.position, self.moves.move(number))
        if not self.position.over:
            return
        after = self.position.after
        if line := score_line(self.position):
            self.scores.append(line)
        self.done = after.over is not None or (self.length == "round" and not self.position.annulled)
        self.waits = None if self.done else after

    def begin(self, rng: Random, text: str | None = None) -> None:
        """Start and deal by *rng*, or begin at the position *text* (docs/formats.md).

        Raises RulesError where it can't be read, and ValueError if its rules are others or its round has ended.
        """
        self._rng = rng
        self.start()
        if text is None:
            self._shuffle()
            return
        self.position = rules.parse_position(text)
        if self.position.rules != self.rules or self.position.over:
            raise ValueError(f"this isn't a position of this game with a move to make: {text}")
        self.waits, self._before = None, self.position.game.totals

    def play(self, number: int) -> None:
        """`move`, and the next deal where one is due."""
        self.move(number)
        self._shuffle()

    def _shuffle(self) -> None:
        while self.waits is not None:
            self.deal(rules.make_deal(self.waits, lambda _purpose, tiles: self._rng.sample(tiles, len(tiles))))

    @property
    def turn(self) -> int:
        """The seat to move."""
        assert self.position.turn is not None
        return self.position.turn

    def legal(self) -> list[int]:
        """The numbers of the legal moves."""
        return [] if self.done else self.moves.legal(self.position)

    def view(self, seat: int) -> SeatView:
        """Everything that *seat* may know, as computer players get it (`mind.choose`)."""
        return view_of(self.position, seat, self.scores)

    def rewards(self) -> list[float]:
        """By seat, once it is done. A round: the side's points less the average of the others'; a game: 1 for a win,
        -1 for a loss, 0 for a draw between all.
        """
        after, sides = self.position.after, self.rules.sides
        if self.length == "game" and after.over is not None:
            winners = after.over.winners
            by_side = [0.0 if len(winners) == sides else 1.0 if side in winners else -1.0 for side in range(sides)]
        else:
            sign = 1 if self.rules.goal == "high" else -1
            points = [sign * (now - before) for now, before in zip(after.totals, self._before, strict=True)]
            by_side = [each - fmean(points[:side] + points[side + 1 :]) for side, each in enumerate(points)]
        return [by_side[side] for side in self.rules.side_by_seat]

    @property
    def _fills(self) -> bool:
        return self.rules.fill != "none"

    @property
    def size(self) -> int:
        """The length of an observation."""
        values, tiles, seats = self.rules.set + 1, len(self.rules.tiles), self.rules.seats
        trains = (seats + 1) * (values + 2) if self.rules.in_trains else 0
        return 3 * tiles + values * (1 + self._fills + seats) + 1 + seats + 1 + self.rules.sides + trains

    def observation(self, seat: int) -> list[int]:
        """All that *seat* may know, as a row of numbers. Other seats and sides are counted from its own to the left:

        its tiles, those laid, the one turned over (Sausage), each 1 or 0 by tile of the set · open ends by value ·
        under `fill` the ends that wait until a double is filled, by value · the count of the ends · tiles in each hand
        · tiles in the boneyard · totals by side · by seat and value: 1 if the seat has passed while an end of this
        value was open, and hasn't drawn since · in Mexican Train, for the train of each seat and then for the Mexican
        train: its end by value (all 0 if there is none), whether it is open, whether its double must be covered.
        """
        view, ruleset = rules.view_for(self.position, seat), self.rules
        around = [(seat + step) % ruleset.seats for step in range(ruleset.seats)]
        sides = sorted(range(ruleset.sides), key=lambda side: (side - ruleset.side_of(seat)) % ruleset.sides)
        passed = self._passed()
        ends = [end.value for end in view.ends]
        waiting = Counter(end.value for end in self.position.layout.ends) - Counter(ends) if self._fills else {}
        return [
            *self._tiles(view.hand or ()),
            *self._tiles([laid.tile for laid in view.layout]),
            *self._tiles([view.turned] if view.turned else ()),
            *(ends.count(value) for value in range(ruleset.set + 1)),
            *(waiting[value] for value in range(ruleset.set + 1) if self._fills),
            view.count or 0,
            *(view.hands[other] for other in around),
            view.boneyard,
            *(view.totals[side] for side in sides),
            *(int(value in passed[other]) for other in around for value in range(ruleset.set + 1)),
            *(number for train in self._trains(view, around) for number in train),
        ]

    def _trains(self, view: rules.View, around: Sequence[int]) -> Iterator[list[int]]:
        """The trains as `observation` has them."""
        if view.trains is None:
            return
        there = {train.of: train for train in view.trains}
        for name in (*map(rules.train_of, around), rules.MEXICAN):
            train = there.get(name)
            ends = [int(train is not None and train.end == value) for value in range(self.rules.set + 1)]
            yield [*ends, int(train is not None and train.open), int(name == view.cover)]

    def _tiles(self, texts: Sequence[str]) -> list[int]:
        return [int(tile in texts) for tile in self.rules.tiles]

    def _passed(self) -> list[set[int]]:
        """By seat: the values of ends on which it has passed, for want of a tile, since it last drew."""
        found: list[set[int]] = [set() for _ in range(self.rules.seats)]
        for at in self.position.positions():
            if at.seat is None or at.previous is None:
                continue
            if isinstance(at.move, Draw):
                found[at.seat].clear()
            phase = at.previous.phase
            chosen = isinstance(phase, Turn) and phase.drawn and self.rules.drawn_play == "may"
            if isinstance(at.move, Pass) and isinstance(phase, (Turn, TrainTurn)) and not chosen:
                found[at.seat] |= {end.value for end in rules.conduct_of(self.rules).open_ends(at.previous)}
        return found
