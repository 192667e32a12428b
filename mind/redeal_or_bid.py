"""Decisions that aren't about which tile to play: whether to annul a deal, and what to bid for the last two tiles."""

from itertools import islice
from random import Random

import rules

from .hidden.worlds import World, worlds
from .knowledge import Knowledge
from .levels import Level
from .search.playouts import Playouts, Priorities, Worth
from .seen import Seen

PRICE = 5  # points: we measure how much paying them lowers the chances


def answer(seen: Seen) -> str:
    """`redeal` for a hand that is heavier than the others' are on average."""
    own = sum(rules.tile(text).pips for text in seen.round.hand or ())
    expected = sum(tile.pips for tile in seen.ruleset.tiles) * len(seen.round.hand or ()) / len(seen.ruleset.tiles)
    return "redeal" if own > expected else "keep"


def bid(seen: Seen, known: Knowledge, level: Level, chance: Random) -> str:
    """The bid to make. The last bidder bids the minimum; others go half of the way from there to the tiles' worth."""
    offers = [move for text in seen.legal if isinstance(move := rules.parse_move(text), rules.Bid)]
    if not level.worlds or not offers or not known.layout.ends or known.drawer is None:
        return "pass"
    worth = _worth(seen, known, level, chance)
    lowest = min(offer.points for offer in offers)
    if worth <= lowest:
        return "pass"
    last = len(known.bids) == len(seen.playing) - 1
    points = lowest if last else lowest + int(worth - lowest) // 2
    return max((offer for offer in offers if offer.points <= points), key=lambda offer: offer.points)


def _worth(seen: Seen, known: Knowledge, level: Level, chance: Random) -> float:
    """The worth of the two tiles to the own side, in points, compared with their going to the best bidder so far."""
    playouts, side = Playouts(seen, known), seen.side
    free, priced, without = 0.0, 0.0, 0.0
    for world in islice(worlds(known, seen.seat, seen.ruleset.seats, chance), level.worlds):
        priorities = playouts.priorities(chance)
        free += _sold(playouts, world, (seen.seat, 0), priorities).chances[side]
        priced += _sold(playouts, world, (seen.seat, PRICE), priorities).chances[side]
        without += _sold(playouts, world, known.best_bid, priorities).chances[side]
    return (free - without) * PRICE / max(free - priced, 1e-9)


def _sold(playouts: Playouts, world: World, buyer: tuple[int, int] | None, priorities: Priorities) -> Worth:
    """The outcome if the seat of *buyer* pays its points for the two tiles; None: they stay."""
    line = playouts.begin(world)
    assert playouts.known.drawer is not None
    line.turn = playouts.known.drawer
    if buyer is not None:
        seat, points = buyer
        ruleset = playouts.rules
        line.scored[ruleset.side_of(seat)] -= points if ruleset.goal == "high" else -points
        line.hands[seat] |= sum(line.boneyard[line.taken :])
        line.taken = len(line.boneyard)
    return playouts.value(line, priorities)
