"""A game of the catalogue: a row of rules.md 8."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..words import LayoutKind

Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of the table of games.

    *seats* are the allowed numbers of seats; *options* what the row sets; *at* what it sets besides at a number
    of seats, *by_set* with a set of that size, *in_pairs* with partners. *changeable* names the options a house rule
    may change (None: all). *conduct* names what data can't say; `rules.table.conducts` finds it. *offered*: by number
    of seats, the options a table is offered in place of the game's own (rules.md 8); `ruleset` takes no notice of them.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    options: Options
    at: Mapping[int, Options] = field(default_factory=dict)
    by_set: Mapping[int, Options] = field(default_factory=dict)
    in_pairs: Options = field(default_factory=dict)
    changeable: frozenset[str] | None = None
    conduct: str = "ordinary"
    offered: Mapping[int, Options] = field(default_factory=dict)

    @property
    def layout_kind(self) -> LayoutKind:
        """How the tiles lie: on a board with ends, in the two lines of Sausage, or in trains."""
        kinds: Mapping[str, LayoutKind] = {"sausage": "lines", "mexican_train": "trains"}
        return kinds.get(self.conduct, "board")

    @property
    def in_rows(self) -> bool:
        """Whether hands are dealt as face-down rows (rules.md 9.6)."""
        return self.layout_kind == "lines"

    @property
    def in_queue(self) -> bool:
        """Whether two pairs play at a time and others wait (rules.md 9.3)."""
        return self.conduct == "general"

    @property
    def pairs_at(self) -> tuple[int, ...]:
        """The numbers of seats at which partners are possible."""
        if self.changeable is not None:
            return tuple(n for n in self.seats if self.options_at(n).get("pairs"))
        return tuple(n for n in self.seats if n >= 4 and n % 2 == 0)

    def options_at(self, seats: int) -> Options:
        """The game's options at *seats* seats, before those for partners."""
        return {**self.options, **self.at.get(seats, {})}
