"""Other worlds: deals that a viewer can't tell from the one that was dealt. For tests of the rules and of the server.

    for deal in worlds(game, deal, ["0 6-5", "1 draw"], viewer, rng=Random(1)): ...

A viewer's answers must be the same in all of them, or they reveal hidden tiles.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import rules
from rules.phases.turn import taken
from rules.pieces.moves import TURN, Draw, Signal


def worlds(
    game: rules.Game,
    deal: rules.Deal | Mapping[str, object],
    moves: Sequence[str],
    viewer: int | None,
    *,
    rng: Random,
    tries: int = 60,
) -> Iterator[rules.Deal]:
    """Deals in which the same *moves* (each "SEAT TEXT") can be made and *viewer* has by right been told the same.

    *game* is the game before the deal, which may be given as records have it. Signals of another side are left out:
    a world without them is one more that the viewer can't tell. The search is a walk: each of *tries* steps changes
    two tiles for each other, and is taken where nobody could tell.
    """
    dealt = deal if isinstance(deal, rules.Deal) else rules.deal_from_dict(deal)
    moves = [move for move in moves if not secret(game.rules, move, viewer)]
    known = list(told(game, dealt, moves, viewer))
    here = dealt
    for _ in range(tries):
        other = with_two_changed(here, viewer, rng)
        if other is not None and same(known, told(game, other, moves, viewer)):
            here = other
            if without_order(here) != without_order(dealt):
                yield here


def secret(ruleset: rules.RuleSet, move: str, viewer: int | None) -> bool:
    """Whether *move* is a signal of the opponents."""
    seat, _, text = move.partition(" ")
    if not isinstance(rules.parse_move(text), Signal):
        return False
    return viewer is None or ruleset.side_of(viewer) != ruleset.side_of(int(seat))


def positions(game: rules.Game, deal: rules.Deal, moves: Iterable[str]) -> Iterator[rules.Position]:
    """The deal and the position after each move."""
    position = rules.start_round(game, deal)
    yield position
    for move in moves:
        seat, _, text = move.partition(" ")
        position = rules.play(position, text, int(seat))
        yield position


def told(game: rules.Game, deal: rules.Deal, moves: Iterable[str], viewer: int | None) -> Iterator[tuple[Any, ...]]:
    """At the deal and after each move what *viewer* has by right been told, worked out from the rules alone:

    whose turn it is and what is asked, the numbers of tiles, the own hand, tiles drawn by the viewer or turned over for
    all to see; every hand once the deal is over.
    """
    for at in positions(game, deal, moves):
        phase = at.phase
        own_lead = getattr(phase, "tile", None) if at.turn == viewer else None
        public = (at.turn, type(phase), own_lead, [hand.bit_count() for hand in at.hands], len(at.boneyard), at.totals)
        private = None if viewer is None or game.rules.in_rows else at.hands[viewer]
        revealed = [(past.hands, drawn(past)) for past in at.positions()] if at.over else None
        yield public, private, drawn(at) if at.seat == viewer else None, turned_over(at), revealed


def drawn(at: rules.Position) -> rules.Tile | None:
    """The tile drawn by the move before *at*."""
    if not at.previous or not isinstance(at.move, Draw):
        return None
    return taken(at.rules, at.previous.boneyard, at.seat, at.move)[0]


def turned_over(at: rules.Position) -> list[rules.Tile]:
    """Sausage: the tiles turned over by the move before *at*, and after it; with the place of a start tile."""
    if not at.rules.in_rows:
        return []
    before, layout = at.previous, at.layout
    tiles = [before.layout.rows[at.seat][0]] if before and at.move == TURN else []
    return [*tiles, layout.rows[at.turn][0]] if layout.start and at.turn is not None else tiles


def same(known: Sequence[object], other: Iterator[object]) -> bool:
    """Whether *viewer* sees the same in *other*; no if a move is illegal there."""
    try:
        return all(one == another for one, another in zip(known, other, strict=True))
    except (rules.IllegalDeal, rules.IllegalMove, ValueError):
        return False


def with_two_changed(deal: rules.Deal, viewer: int | None, rng: Random) -> rules.Deal | None:
    """*deal* with two tiles outside the viewer's hand swapped; None if nothing would change."""
    piles = [*map(list, deal.hands), list(deal.boneyard)]
    hidden = [pile for pile in range(len(piles)) if pile != viewer or deal.rows is not None]
    places = [(pile, place) for pile in hidden for place in range(len(piles[pile]))]
    (pile, place), (other, there) = rng.sample(places, 2)
    if pile == other != len(deal.hands) and deal.rows is None:
        return None  # the order within a hand has no meaning
    piles[pile][place], piles[other][there] = piles[other][there], piles[pile][place]
    *hands, boneyard = map(tuple, piles)
    return replace(deal, hands=tuple(hands), boneyard=boneyard, rows=tuple(hands) if deal.rows is not None else None)


def without_order(deal: rules.Deal) -> tuple[object, ...]:
    """*deal* for comparison: hands without order."""
    return (deal.hand_bits if deal.rows is None else deal.rows), deal.boneyard
