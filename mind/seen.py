"""The view of a seat, as the API gives it, parsed once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile

import rules
from rules import Ledger, Sparse


class NotSeen(ValueError):
    """The input isn't the view of a seat whose turn it is. The message says why."""


@dataclass(frozen=True)
class SeenSeat:
    seat: int
    left: bool = False


@dataclass(frozen=True)
class SeenSignal:
    seat: int
    signal: str


@dataclass(frozen=True)
class SeenLine(Sparse, rules.RoundResult):
    """A line of the score sheet."""

    kept: tuple[int, ...] | None = None
    ledger: Ledger | None = None


@dataclass(frozen=True)
class SeatView(Sparse):
    """The part of the API's view (docs/api.md, `GET games/<id>/`) that minds read.

    *round* is the running deal, *scores* the score sheet so far, *signals* those of the own side.
    """

    variant: str
    options: Mapping[str, object]
    seats: tuple[SeenSeat, ...]
    you: int
    round: rules.View
    scores: tuple[SeenLine, ...] = field(default_factory=tuple)
    signals: tuple[SeenSignal, ...] | None = None


@dataclass(frozen=True)
class Seen:
    """The view of *seat*, whose turn it is.

    *round* is the running deal as `rules.view_for` shows it. *scores* is the score sheet so far, by line. *gone* are
    the seats that left. *signals* are those of the own side, each with its seat.
    """

    ruleset: rules.RuleSet
    seat: int
    round: rules.View
    scores: tuple[SeenLine, ...]
    gone: frozenset[int]
    signals: tuple[tuple[int, str], ...]

    @property
    def legal(self) -> tuple[str, ...]:
        """The texts of the legal moves."""
        return self.round.legal

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that play this deal, without those that left and pairs that wait (General)."""
        return tuple(seat for seat, tiles in enumerate(self.round.hands) if tiles)

    @cached_property
    def side(self) -> int:
        return self.ruleset.side_of(self.seat)

    @cached_property
    def game(self) -> rules.Game:
        """The game before this deal, as far as the score sheet says: it doesn't say who led the last round."""
        sides = self.ruleset.sides
        last = self.scores[-1] if self.scores else None
        memory = rules.new_game(self.ruleset).memory
        if isinstance(memory, Ledger) and last and last.ledger:
            memory = last.ledger
        if isinstance(memory, rules.Queue):
            on = tuple(sorted({self.ruleset.side_of(seat) for seat in self.playing}))
            memory = rules.Queue(on, tuple(side for side in range(sides) if side not in on), (0, 0))
        return rules.Game(
            self.ruleset,
            totals=last.totals if last else (0,) * sides,
            opened=tuple(any(line.written[side] for line in self.scores) for side in range(sides)),
            kept=(last and last.kept) or (0,) * sides,
            round=self.round.round,
            gone=self.gone,
            last=_last_round(rules.new_game(self.ruleset).without(tuple(self.gone)), last) if last else None,
            won=sum(line.winner is not None for line in self.scores) if self.ruleset.round_bonus else 0,
            drawn=self._drawn if self.ruleset.tie_next else 0,
            memory=memory,
        )

    @property
    def _drawn(self) -> int:
        """How many rounds in a row nobody has won."""
        return sum(1 for _ in takewhile(lambda line: line.winner is None, reversed(self.scores)))

    @cached_property
    def scored(self) -> tuple[int, ...]:
        """By side: what was scored or paid during this deal."""
        return tuple(now - before for now, before in zip(self.round.totals, self.game.totals, strict=True))

    @cached_property
    def lead_rule(self) -> str:
        """The rule that decided who leads this deal (rules.md 4). “none” if somebody had the right to, or has left."""
        memory = self.game.memory
        owed = isinstance(memory, Ledger) and (memory.right is not None or memory.debtor is not None)
        return "none" if owed or self.gone else rules.lead_rule(self.game)

    @property
    def lead_tile(self) -> rules.Tile | None:
        """The tile that the rule names; None if it names none."""
        return None if self.lead_rule == "none" else rules.tile_asked(self.game)


def _last_round(game: rules.Game, line: SeenLine) -> rules.LastRound:
    """As much of the last round as the lead rule needs; a score sheet doesn't name the seats."""
    winner = None if line.winner is None or rules.is_level(game, line.totals) else 0
    return rules.LastRound(leader=0, winner=winner, blocked=line.by is None, player=0)


def read_view(document: object) -> SeatView:
    """The view in JSON. Raises NotSeen."""
    try:
        return rules.from_json(SeatView, document)
    except (KeyError, TypeError) as error:
        raise NotSeen(f"this isn't the view of a seat: {error}") from None


def seen(view: SeatView) -> Seen:
    """Parse *view*. Raises NotSeen if there is nothing to choose."""
    try:
        chosen = rules.ruleset(view.variant, view.options, len(view.seats))
    except rules.ImpossibleRules as error:
        raise NotSeen(f"impossible rules: {error}") from None
    if not chosen.has_seat(view.you) or not view.round.legal:
        raise NotSeen("it isn't this seat's turn")
    return Seen(
        ruleset=chosen,
        seat=view.you,
        round=view.round,
        scores=view.scores,
        gone=frozenset(place.seat for place in view.seats if place.left),
        signals=tuple((each.seat, each.signal) for each in view.signals or ()),
    )
