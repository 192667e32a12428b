"""Rounds and games for learners, in numbers. The other files here give them the form that their libraries expect."""

from collections.abc import Mapping
from random import Random
from typing import Literal, get_args

import rules
from mind.seen import SeatView, SeenLine
from mind.table import score_line, view_of

from .actions import Actions, Chosen
from .observations import Observer
from .rewards import Reward, check_reward, lead_over_others, on_scale, spread

Length = Literal["round", "game"]


class Episode:
    """A round or a whole game for learners. A move is one action, or several (`Actions`).

    *game* is a key of `rules.VARIANTS`; *options* are house rules, as a mapping or as text ("hand=5 end=target:150",
    docs/formats.md). `position` shows hidden tiles; learners get only what `observer` says, and `view`. Raises
    RulesError for an impossible game, and ValueError for an unknown length or reward.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, object] | str | None = None,
        length: Length = "round",
        reward: Reward = "scaled",
    ) -> None:
        check_reward(reward)
        if length not in get_args(Length):
            raise ValueError(f"there is no length {length!r}, but: {', '.join(get_args(Length))}")
        chosen = rules.read_options(options.split()) if isinstance(options, str) else options
        self.rules = rules.ruleset(game, chosen, seats)
        self.length = length
        self.reward = reward
        self.actions = Actions(self.rules)
        self.observer = Observer(self.rules, self.actions)
        self.scores: list[SeenLine] = []
        self.ended: list[rules.Position] = []  # the last positions of earlier deals
        self._texts: dict[tuple[int, int], str] = {}  # of these, by number and seat
        self.position: rules.Position
        self.chosen: Chosen = ()  # the doubles of a turn that isn't complete
        self.waits: rules.Game | None = None  # for its next deal
        self.done = False

    def start(self) -> None:
        """A new game, which waits for its first deal."""
        self.scores, self.ended, self._texts, self.chosen, self.done = [], [], {}, (), False
        self.waits = rules.new_game(self.rules)
        self._before = self.waits.totals

    def deal(self, deal: rules.Deal) -> None:
        """Deal the next round; if that is annulled at once, it waits for another deal."""
        assert self.waits is not None
        self.position = rules.start_round(self.waits, deal)
        self.waits = self.position.after if self.position.over else None

    def act(self, action: int) -> None:
        """Let the seat to move do *action*. Raises IllegalMove if it isn't legal, and IndexError if there is none."""
        if action not in self.legal():
            raise self._refusal(action)
        self.chosen, move = self.actions.after(self.position, self.chosen, action)
        if move is not None:
            self.move(move)

    def _refusal(self, action: int) -> Exception:
        text = self.actions.text(action)
        if self.chosen:
            return ValueError(f"{text!r} can't follow {', '.join(self.chosen)} in the same turn")
        try:
            rules.play(self.position, text)
        except rules.RulesError as refused:
            return refused
        return ValueError(f"the episode has ended before {text!r}")

    def move(self, move: rules.Move) -> None:
        """Make *move* for the seat to move. Raises IllegalMove."""
        self.position, self.chosen = rules.play(self.position, move), ()
        if not self.position.over:
            return
        after = self.position.after
        if line := score_line(self.position):
            self.scores.append(line)
        self.done = after.over is not None or (self.length == "round" and not self.position.annulled)
        if not self.done:
            self.ended.append(self.position)
            self.waits = after

    def begin(self, rng: Random, text: str | None = None) -> None:
        """Start and deal by *rng*, or begin at the position *text* (docs/formats.md).

        Raises RulesError where it can't be read, and ValueError if its rules are others or its round has ended.
        """
        self._rng = rng
        self.start()
        if text is None:
            self.shuffle()
            return
        self.position = rules.parse_position(text)
        if self.position.rules != self.rules or self.position.over:
            raise ValueError(f"this isn't a position of this game with a move to make: {text}")
        self.waits, self._before = None, self.position.game.totals

    def play(self, action: int) -> None:
        """`act`, and the next deal where one is due."""
        self.act(action)
        self.shuffle()

    def shuffle(self) -> None:
        """Deal where a deal is due."""
        while self.waits is not None:
            self.deal(rules.make_deal(self.waits, lambda _purpose, tiles: self._rng.sample(tiles, len(tiles))))

    @property
    def turn(self) -> int:
        """The seat to move."""
        assert self.position.turn is not None
        return self.position.turn

    def legal(self) -> list[int]:
        """The legal actions."""
        return [] if self.done else self.actions.legal(self.position, self.chosen)

    def view(self, seat: int) -> SeatView:
        """Everything that *seat* may know, as computer players get it (`mind.choose`)."""
        return view_of(self.position, seat, self.scores)

    def observation(self, seat: int) -> list[int]:
        """What *seat* may know now (`Observer.numbers`)."""
        return self.observer.numbers(self.position, seat, self._chosen_by(seat))

    def history(self, seat: int) -> list[tuple[int, int, int]]:
        """The actions of this round as *seat* saw them (`Observer.history`)."""
        return self.observer.history(self.position, seat, self._chosen_by(seat))

    def text(self, seat: int) -> str:
        """All that *seat* has seen, as text: a line for each earlier deal, whose hands are open, and one for this."""
        for number, at in enumerate(self.ended):
            if (number, seat) not in self._texts:
                hands = " / ".join(" ".join(hand) for hand in rules.open_hands(at))
                self._texts[number, seat] = f"{self.observer.text(at, seat)} | {hands}"
        earlier = [self._texts[number, seat] for number in range(len(self.ended))]
        return "\n".join([*earlier, self.observer.text(self.position, seat, self._chosen_by(seat))])

    def _chosen_by(self, seat: int) -> Chosen:
        return self.chosen if seat == self.position.turn else ()

    def rewards(self) -> list[float]:
        """By seat, once it is done. "points": the side's points in this episode, less the average of the others'.

        "scaled" (to no more than 1 or -1) and "sign" are the same on other scales (`on_scale`); but a whole game is won
        or lost: 1 for a win, -1 for a loss, 0 for a draw between all.
        """
        after, sides = self.position.after, self.rules.sides
        if self.length == "game" and self.reward != "points" and after.over is not None:
            winners = after.over.winners
            by_side = [0.0 if len(winners) == sides else 1.0 if side in winners else -1.0 for side in range(sides)]
        else:
            sign = 1 if self.rules.goal == "high" else -1
            points = [sign * (now - before) for now, before in zip(after.totals, self._before, strict=True)]
            by_side = on_scale(lead_over_others(points), self.reward, spread(self.rules))
        return [by_side[side] for side in self.rules.side_by_seat]
