"""Hints: what each move is worth by what the seat can know, why, and what the others can't hold."""

from random import Random

from ..candidates import candidates
from ..knowledge import knowledge
from ..levels import LEVELS
from ..search import sausage
from ..seen import SeatView, Seen, seen
from .findings import Hints, WeighedMove
from .reasons import cannot, reasons
from .train_hints import train_hints
from .weighing import Weighed, weighed

WORLDS = 150


def hints(view: SeatView, seed: str | int = 0) -> Hints:
    """The worth of each move of the seat whose turn it is, and what the others can't hold (docs/minds.md).

    There are no hints for bids, and for whether to deal again: `moves` is empty. Raises NotSeen.
    """
    at = seen(view)
    chance = Random(f"{seed}/{at.round.round}/{at.round.ply}")
    if at.ruleset.in_rows:
        return Hints(tuple(sausages(at, chance)), ())
    known = knowledge(at)
    if at.ruleset.in_trains:
        moves = train_hints(at)
    else:
        options = [] if asks(at) else candidates(at, known)
        moves = [move_line(each) for each in weighed(at, options, WORLDS, chance)] if options else []
    return Hints(tuple(moves), tuple(cannot(known, at.playing, at.ruleset.all_tiles)))


def asks(at: Seen) -> bool:
    """Whether the question is another one than which tile to play."""
    return any(text == "redeal" or text.startswith("bid ") for text in at.legal)


def move_line(each: Weighed) -> WeighedMove:
    """A move as in hints and studies. `worth` and its `error` are in points, 0 for the best."""
    return WeighedMove(
        move=each.option.text,
        worth=round(min(each.worth, 0.0), 2) + 0.0,
        error=round(each.error, 2),
        chance=round(each.chance, 4) + 0.0,
        reasons=tuple(reasons(each.option)),
    )


def sausages(at: Seen, chance: Random) -> list[WeighedMove]:
    """The same for Sausage. It has no hands, and so no reasons."""
    values = sausage.values_by_moves(at, at.legal, LEVELS["strong"], chance)
    point = sausage.point(at)
    best = max(values.values())
    moves = [
        WeighedMove(text, worth=round((value - best) / point, 2), error=0.0, chance=round(value, 4), reasons=())
        for text, value in values.items()
    ]
    return sorted(moves, key=lambda line: -line.worth)
