"""The moves that a seat can choose from, and what each leads to."""

from dataclasses import dataclass
from functools import cached_property

import rules

from .hidden.worlds import World
from .knowledge import Knowledge
from .levels import Level
from .search.playouts import Line, Playouts, Priorities, Worth
from .search.policy import FIRST_SIGHT, NEVER, OUT, Weights, tile_worth, worth_of_a_point
from .search.solver import Solver, Values
from .seen import Seen


@dataclass(frozen=True)
class Candidate:
    """One move. Draws from different places of the boneyard count as one, because nobody can tell them apart."""

    text: str
    move: rules.Move
    playouts: Playouts

    @cached_property
    def layout(self) -> rules.Layout:
        assert isinstance(self.move, rules.Lay)
        return self.playouts.rules.board.after(self.playouts.known.layout, self.move)

    @cached_property
    def bits(self) -> int:
        """The tiles it lays."""
        return self.move.bits if isinstance(self.move, rules.Lay) else 0

    @cached_property
    def state(self) -> int:
        """The automaton's state after it."""
        return self.playouts.automaton.state(self.layout)

    @cached_property
    def points(self) -> int:
        """The points for the ends after it."""
        return self.playouts.rules.ends_score(self.layout) if self.bits and self.playouts.rules.ends else 0

    @cached_property
    def taken(self) -> int:
        """The points that the side really gets for them (`target_at: exact`)."""
        seen = self.playouts.seen
        return seen.ruleset.taken(seen.round.totals[seen.side], self.points)

    def after(self, world: World) -> Line | Worth:
        """The line after this move in *world*; the outcome if the move ends the deal."""
        playouts, line = self.playouts, self.playouts.begin(world)
        if self.bits:
            return playouts.laid(line, self.bits, self.state) or line
        return (playouts.draw(line) if isinstance(self.move, rules.Draw) else playouts.passed(line)) or line

    def value(self, world: World, priorities: Priorities) -> Worth:
        """The outcome of this move in *world*, if all then play by the policy."""
        after = self.after(world)
        return after if isinstance(after, Worth) else self.playouts.value(after, priorities)

    def solved(self, world: World, solver: Solver) -> Values:
        """The values after this move in *world*, if all then play their best. Raises TooLarge."""
        after = self.after(world)
        return solver.of(after) if isinstance(after, Worth) else solver.value(after)

    def at_first_sight(self, level: Level) -> float:
        """Its worth to a level that imagines no worlds."""
        playouts, known = self.playouts, self.playouts.known
        if not self.bits:
            return NEVER
        rest = known.own & ~self.bits
        worth = OUT if not rest else 0.0
        by_tile = tile_worth(playouts.rules, doubles=level.doubles)
        worth += sum(by_tile[tile.bit] for tile in rules.tiles_in(self.bits))
        worth += FIRST_SIGHT.points * worth_of_a_point(playouts.rules) * self.taken
        takes = playouts.automaton.takes[self.state]
        if level.follow:
            worth += FIRST_SIGHT.follow * (rest & takes).bit_count()
        if level.unseen:
            worth -= FIRST_SIGHT.unseen * (known.hidden(playouts.rules.all_tiles) & takes).bit_count()
        return worth


def candidates(seen: Seen, known: Knowledge, by: Weights = FIRST_SIGHT) -> list[Candidate]:
    """All candidates, in the order of the legal moves. Playouts after them go *by* these weights."""
    playouts, options, drawn = Playouts(seen, known, by), [], False
    for text in seen.legal:
        move = rules.parse_move(text)
        if isinstance(move, rules.Draw):
            if drawn:
                continue
            drawn = True
        options.append(Candidate(text, move, playouts))
    return options
