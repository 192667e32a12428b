"""Values positions with all hands open: for luck, and for the curve of a game."""

from collections.abc import Sequence
from random import Random

import rules

from ..hidden.worlds import World
from ..knowledge import knowledge
from ..search import sausage
from ..search.chances import chances
from ..search.playouts import Playouts, Worth, ahead
from ..search.policy import weights
from ..seen import Seen, SeenLine

TIMES = 30  # playouts of a position, each with another order of the boneyard
LUCK = 100  # … where luck is measured: at the deal, before and after a draw


def seen_at(position: rules.Position, seat: int, scores: Sequence[SeenLine]) -> Seen:
    """The view of *seat* at *position*, whether or not it is their turn."""
    view = rules.view_for(position, seat)
    return Seen(position.rules, seat, view, tuple(scores), position.game.gone, signals=())


class OpenHands:
    """Values positions of one deal with the same random numbers, so that only the positions differ."""

    def __init__(self, scores: Sequence[SeenLine], seed: str) -> None:
        self._scores = scores
        self._seed = seed

    def worth(self, position: rules.Position, times: int = TIMES) -> Worth | None:
        """The average outcome of *position*, in which a seat has to move. None before anybody may lead."""
        assert position.turn is not None
        seen = seen_at(position, position.turn, self._scores)
        chance = Random(self._seed)
        if position.rules.in_rows:
            return mean([sausage.open_worth(position, seen, chance) for _ in range(times)])
        known = knowledge(seen)
        if not known.layout.ends and not isinstance(position.legal[0], rules.Lay):
            return None
        playouts = Playouts(seen, known, weights(position.rules))
        if len(position.legal) == 1 and isinstance(position.legal[0], rules.Lay):
            playouts.must_lead = position.legal[0].bits
        bidding = any(isinstance(move, rules.Bid) for move in position.legal)
        boneyard, worths = [tile.bit for tile in position.boneyard], []
        for _ in range(times):
            chance.shuffle(boneyard)
            line = playouts.begin(World(position.hands, tuple(boneyard)))
            if bidding and known.drawer is not None:
                line.turn = known.drawer
            worths.append(playouts.value(line, playouts.priorities(chance)))
        return mean(worths)


def ended(position: rules.Position) -> Worth:
    """The outcome of a finished deal: no estimate."""
    after, before = position.after, position.game.totals
    made = [now - old for now, old in zip(after.totals, before, strict=True)]
    return Worth(chances(position.rules).of_game(after), ahead(position.rules, made))


def mean(worths: Sequence[Worth]) -> Worth:
    """The means by side."""
    number = len(worths)
    return Worth(
        [sum(side) / number for side in zip(*(worth.chances for worth in worths), strict=True)],
        [sum(side) / number for side in zip(*(worth.points for worth in worths), strict=True)],
    )
