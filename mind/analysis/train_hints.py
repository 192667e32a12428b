"""Hints for Mexican Train: what each move leaves outside the longest train in the hand (mind/search/trains.py)."""

from collections.abc import Iterator, Sequence

import rules

from ..levels import LEVELS
from ..search.chances import chances
from ..search.trains import Hand, Weighed, weighed
from ..seen import Seen
from .findings import Reason, WeighedMove

POINTS = 0.15  # what one pip outside the train is worth at the round's end (docs/minds.md)
ERROR = 1.0  # of the worth, in points; smaller differences mean nothing


def train_hints(at: Seen) -> list[WeighedMove]:
    """The moves as in hints, the best first."""
    level = LEVELS["master"]
    moves, hand = weighed(at, level), Hand(at, level)
    return [_line(at, hand, each, POINTS * (moves[0].cost - each.cost)) for each in moves]


def _line(at: Seen, hand: Hand, each: Weighed, worth: float) -> WeighedMove:
    totals = list(map(float, at.round.totals))
    totals[at.side] -= worth  # pips are penalties
    return WeighedMove(
        move=each.text,
        worth=round(worth, 2) + 0.0,
        error=ERROR if worth else 0.0,
        chance=round(chances(at.ruleset).of_totals(totals, at.game.round - 1)[at.side], 4),
        reasons=tuple(_reasons(hand, each)),
    )


def _reasons(hand: Hand, each: Weighed) -> Iterator[Reason]:
    """The facts about a move, weightiest first (docs/minds.md)."""
    move = rules.parse_move(each.text)
    if not isinstance(move, rules.OnTrain):
        yield Reason("stops", {})
        return
    played = [move.tile, *([each.cover] if each.cover else [])]
    if hand.tiles == move.tile.bit and not (hand.owes(move.tile) and hand.asks_last):
        yield Reason("out", {})
        return
    if each.uncovered:
        yield Reason("uncovered", {"value": move.tile.high})
    own = move.train == hand.mine
    whole = {"tiles": tuple(_as_they_lie(hand.line.tiles, hand.places.own))}
    before, kept = _worth(hand, hand.line.tiles), _worth(hand, each.line.tiles)
    if own and kept + _worth(hand, played) >= before:
        yield Reason("goes_on", whole)
    elif kept >= before:
        yield Reason("loose", {"tile": move.tile})
        if hand.line.tiles:
            yield Reason("keeps_train", whole)
    else:
        yield Reason("breaks", whole)
    if each.cover:
        yield Reason("covers", {"tile": each.cover})
    if own and hand.open:
        yield Reason("closes", {})
    yield Reason("pips", {"pips": move.tile.pips})


def _as_they_lie(tiles: Sequence[rules.Tile], end: int) -> Iterator[str]:
    """The *tiles* of a train behind *end*, each turned as it would lie: “5-3”, “3-8”, “8-1”."""
    for tile in tiles:
        yield f"{end}-{tile.other(end)}"
        end = tile.other(end)


def _worth(hand: Hand, tiles: Sequence[rules.Tile]) -> int:
    return sum(map(hand.cost, tiles))
