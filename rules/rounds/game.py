"""The state between rounds: totals, seats that left, the last lead, remembered pips (rules.md 4-7)."""

from dataclasses import dataclass, replace
from typing import Annotated

from ..house.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning sides, why it ended (rules.md 10), the totals by side."""

    winners: Annotated[tuple[int, ...], "The winning sides; more than one in a draw."]
    reason: str
    totals: Annotated[tuple[int, ...], "By side."]

    def as_dict(self) -> dict[str, object]:
        """The last line of a replay."""
        return {"over": True, "totals": list(self.totals), "winners": list(self.winners), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class LastRound:
    """The seats on which the next lead depends; None if there was none.

    There is no *winner* either where the next lead is as in the first round whoever won (`love`: broken, one-all).
    """

    leader: int | None
    winner: int | None
    blocked: bool
    player: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two rounds. *round* numbers the next one from 1; *totals* are by side.

    *gone* are the seats that left; *opened* and *kept* are the sides' opening and remembered pips (rules.md 6);
    *annulled* counts deals annulled in a row, *asked* the seats already asked for a redeal in this round; *won* the
    rounds that somebody won, *drawn* those in a row that nobody won (both only where `round_bonus` or `tie_next` asks);
    *memory* is what a game of its own (Sea Goat, General) remembers.
    """

    rules: RuleSet
    totals: tuple[int, ...]
    opened: tuple[bool, ...]
    kept: tuple[int, ...]
    round: int = 1
    over: Outcome | None = None
    gone: frozenset[int] = frozenset()
    last: LastRound | None = None
    annulled: int = 0
    asked: frozenset[int] = frozenset()
    won: int = 0
    drawn: int = 0
    memory: object = None

    @property
    def sides_in(self) -> tuple[int, ...]:
        """The sides that still play."""
        if not self.gone:
            return self.rules.every_side
        out = {self.rules.side_of(seat) for seat in self.gone}
        return tuple(side for side in self.rules.every_side if side not in out)

    @property
    def bonus(self) -> int:
        """What the winner of the next round writes more because of those won before (`round_bonus`)."""
        bonuses = self.rules.round_bonus
        return bonuses[self.won] if self.won < len(bonuses) else 0

    @property
    def carried(self) -> int:
        """What the winner of the next round writes more because nobody won those before (`tie_next`)."""
        return self.rules.tie_next * self.drawn

    def without(self, seats: tuple[int, ...]) -> "Game":
        """The game after *seats* left."""
        return replace(self, gone=self.gone.union(seats))
