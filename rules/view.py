"""The view of a position for one viewer. No other part of a position leaves the server."""

from dataclasses import dataclass, field
from typing import Annotated

from .paid import Remark, remarks, scored_by
from .phases.turn import taken
from .pieces.as_json import LaidTile, OpenEnd, Sparse, Train
from .pieces.moves import TURN, Draw, Lay, Move, TurnOver
from .pieces.tiles import Tile, tile_texts
from .rounds.position import Position
from .rounds.round_end import RoundResult
from .rounds.seen import positions_seen
from .table.conducts import conduct_of


@dataclass(frozen=True)
class GameEnd:
    """The end of the game."""

    totals: Annotated[tuple[int, ...], "By side."]
    winners: Annotated[tuple[int, ...], "The winning sides; more than one in a draw."]
    reason: str


@dataclass(frozen=True)
class View:
    """The current deal as you may see it."""

    # It is sent as it is, so no field can hold a tile that is hidden from the viewer. A view that an earlier version
    # stored lacks the fields with a default.

    round: Annotated[int, "From 1."]
    ply: Annotated[int, "The number of moves in this deal."]
    turn: Annotated[int | None, "The seat to move."]
    hand: Annotated[tuple[str, ...] | None, "Your own tiles; null for watchers."]
    hands: Annotated[tuple[int, ...], "The number of tiles in each hand, by seat."]
    boneyard: int
    reserve: Annotated[int, "The number of boneyard tiles that can't be drawn."]
    open: Annotated[tuple[tuple[str, ...], ...] | None, "All hands by seat, once the round has ended."]
    start: str | None
    turned: Annotated[str | None, "Sausage: the turned-over tile that must be placed."]
    layout: tuple[LaidTile, ...]
    ends: tuple[OpenEnd, ...]
    unfilled: Annotated[str | None, "The double that must be filled before anything else, if one must."] = field(
        default=None, kw_only=True
    )
    trains: Annotated[
        tuple[Train, ...] | None, "Mexican Train: the trains in the order of seats, then the Mexican train."
    ] = field(default=None, kw_only=True)
    cover: Annotated[str | None, "Mexican Train: the train with the uncovered double, if one lies."] = field(
        default=None, kw_only=True
    )
    count: Annotated[int | None, "The sum of the open ends, if the game scores it."]
    legal: Annotated[tuple[str, ...], "Your legal moves; empty if it isn't your turn. Send one of them unchanged."]
    legal_counts: Annotated[
        tuple[int | None, ...] | None,
        "For each of these, the sum of the open ends after it, or null if it plays no tile. null if the game"
        " doesn't score the sum.",
    ]
    legal_scores: Annotated[
        tuple[int, ...] | None,
        "For each of these, the points that its ends are worth. null if the game scores no ends.",
    ] = field(default=None, kw_only=True)
    legal_taken: Annotated[
        tuple[int, ...] | None,
        "The same as your side would really get it: nothing that would pass a target which must be reached exactly.",
    ] = field(default=None, kw_only=True)
    moves: Annotated[tuple[str, ...], 'The moves of this deal, each as "SEAT MOVE".']
    remarks: Annotated[tuple[Remark, ...], "What these moves paid besides, or didn't."] = field(
        default=(), kw_only=True
    )
    totals: Annotated[tuple[int, ...], "By side."]
    result: RoundResult | None
    outcome: GameEnd | None


@dataclass(frozen=True)
class Frame(Sparse):
    """The deal after *ply* moves, with all hands shown. The layout is the part of the view's layout up to this ply.
    In Sausage, where a layout can change, each frame has its own."""

    ply: int
    seat: int | None
    move: str | None
    turn: int | None
    hands: Annotated[tuple[tuple[str, ...], ...], "Tiles by seat."]
    boneyard: int
    ends: tuple[OpenEnd, ...]
    count: int | None
    scored: Annotated[int, "Points that the move scored at once for its side."]
    totals: Annotated[tuple[int, ...], "By side."]
    layout: tuple[LaidTile, ...] | None = None
    trains: tuple[Train, ...] | None = None
    cover: str | None = None


def view_for(position: Position, seat: int | None) -> View:
    """The view of *position* for *seat*; None is a watcher, who sees only open tiles.

    Raises ValueError for an unknown seat.
    """
    rules, over = position.rules, position.over
    if seat is not None and not rules.has_seat(seat):
        raise ValueError(f"there is no seat {seat!r}")
    moves = _moves(position, seat)
    conduct = conduct_of(rules)
    ending_game = position.after if over else None
    outcome = ending_game.over if ending_game else None
    legal = position.legal if seat is not None and seat == position.turn else ()
    scores = tuple(_score_of(position, move) for move in legal) if rules.ends else ()
    total = 0 if seat is None else position.totals[rules.side_by_seat[seat]]
    return View(
        round=position.game.round,
        ply=len(moves),
        turn=position.turn,
        hand=tuple(tile_texts(position.hands[seat])) if seat is not None and not rules.in_rows else None,
        hands=tuple(hand.bit_count() for hand in position.hands),
        boneyard=len(position.boneyard),
        reserve=rules.reserve,
        open=open_hands(position) if over else None,
        start=_text(position.table.deal.start),
        turned=_text(conduct.turned(position)) if position.legal != (TURN,) else None,
        layout=conduct.layout_tiles(position, seat),
        ends=conduct.open_ends(position),
        unfilled=_text(position.layout.waiting),
        trains=conduct.trains(position),
        cover=conduct.cover(position),
        count=count_of(position),
        legal=tuple(str(move) for move in legal),
        legal_counts=tuple(_count_after(position, move) for move in legal) if rules.divisors else None,
        legal_scores=scores if rules.ends else None,
        legal_taken=tuple(rules.taken(total, points) for points in scores) if rules.ends else None,
        moves=moves,
        remarks=tuple(remarks(position)),
        totals=ending_game.totals if ending_game else position.totals,
        result=position.result,
        outcome=None if outcome is None else GameEnd(outcome.totals, outcome.winners, outcome.reason),
    )


def open_hands(position: Position) -> tuple[tuple[str, ...], ...]:
    """The tiles in all hands, by seat."""
    return tuple(tuple(tile_texts(hand)) for hand in position.hands)


def _count_after(position: Position, move: Move) -> int | None:
    """The count of the ends after the legal *move*; None if it plays no tile."""
    return position.rules.board.after(position.layout, move).count if isinstance(move, Lay) else None


def _score_of(position: Position, move: Move) -> int:
    """The points for the ends after the legal *move*, whatever the totals are."""
    rules = position.rules
    return rules.ends_score(rules.board.after(position.layout, move)) if isinstance(move, Lay) else 0


def count_of(position: Position) -> int | None:
    """The count of the ends; None where the game doesn't score it."""
    return position.layout.count if position.rules.divisors else None


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def move_text(position: Position) -> str:
    """The move that led to *position*, with the tile it drew or turned (rules.md 10)."""
    previous, move = position.previous, position.move
    if isinstance(move, Draw) and previous is not None:
        return f"{move} {taken(previous.rules, previous.boneyard, position.seat or 0, move)[0]}"
    if isinstance(move, TurnOver) and previous is not None:
        return f"{move} {conduct_of(previous.rules).turned(previous)}"
    return str(move)


def _moves(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The moves of this deal, one per ply; until its end a draw names its tile only for the drawer."""
    over = position.over
    return tuple(_texts(at)[over or viewer == at.seat] for at in positions_seen(position, viewer)[1:])


def _texts(at: Position) -> tuple[str, str]:
    """The move that led there with its seat, as others see it during the deal, and as its player sees it."""
    texts = at.known_texts
    if texts is None:
        named = move_text(at)
        texts = at.known_texts = f"{at.seat} {at.move if isinstance(at.move, Draw) else named}", f"{at.seat} {named}"
    return texts


def frames(position: Position) -> tuple[Frame, ...]:
    """The replay of a finished deal with all hands open, one frame for each ply from 0.

    Raises ValueError during the deal, when hands are hidden.
    """
    if not position.over:
        raise ValueError("the round isn't over: its hands are hidden")
    return open_frames(position)


def open_frames(position: Position) -> tuple[Frame, ...]:
    """The same for a deal from an imported record, which names every tile, finished or not."""
    return tuple(_frame(at, ply) for ply, at in enumerate(positions_seen(position, None)))


def _frame(at: Position, ply: int) -> Frame:
    rules, conduct = at.rules, conduct_of(at.rules)
    return Frame(
        ply=ply,
        seat=at.seat,
        move=None if at.move is None else move_text(at),
        turn=at.turn,
        hands=open_hands(at),
        boneyard=len(at.boneyard),
        ends=conduct.open_ends(at),
        count=count_of(at),
        scored=scored_by(at),
        totals=at.totals,
        layout=conduct.layout_tiles(at) if rules.in_rows else None,
        trains=conduct.trains(at),
        cover=conduct.cover(at),
    )
