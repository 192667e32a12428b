"""Examples as the page draws them: plain values, in the shapes that the modules in static/js know."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, cast

import rules
from rulebook import score_sheet as sheet
from rulebook.captions import many
from rulebook.examples import Example, Played
from rulebook.facts import facts
from rulebook.moments import drawn
from rulebook.people import NAMES, name
from rules import Cut, Insert, LaidTile, Lay, OpenEnd, Sparse, Train, tile_texts, tiles_in
from rules.words import redeal_parts

_BEFORE_A_MOVE = {"turn", "draw", "pass", "block", "trains", "station"}  # what was played last isn't the point


@dataclass(frozen=True)
class HandShown(Sparse):
    """A hand beside the table, with the tiles to point out. *drawn*: these are drawn tiles."""

    name: str
    tiles: tuple[str, ...]
    marked: tuple[str, ...]
    drawn: bool = False


@dataclass(frozen=True)
class TrainsShown(Sparse):
    """The trains beside the tiles of a layout, for static/js/board/train_rows.js: *trains* and *cover* as in the view;
    *set*: the highest number; by seat, the *names* and how many tiles a hand *counts*; *you*: the viewer's seat.
    """

    trains: tuple[Train, ...]
    cover: str | None
    set: int
    names: tuple[str, ...]
    counts: tuple[int, ...]
    turn: int | None = None
    you: int | None = None


@dataclass(frozen=True)
class Picture(Sparse):
    """A board to draw. *layout*, *ends*, *sum*, *arms* as in the view; *fresh*: plies to point out; *ghosts*: moves
    that could be made; *bright*: the open ends; *lines*: those of Sausage, with *before*, the lines before a cut, and
    *change*; *trains*: those of Mexican Train.

    *size* (s, m or l) and *text* are those of its figure.
    """

    kind: str
    layout: tuple[LaidTile, ...]
    ends: tuple[OpenEnd, ...]
    sum: int | None
    arms: int
    fresh: tuple[int, ...]
    ghosts: tuple[str, ...]
    bright: bool
    hands: tuple[HandShown, ...]
    lines: bool = False
    before: tuple[LaidTile, ...] | None = None
    change: str | None = None
    trains: TrainsShown | None = None
    size: str | None = None
    text: str | None = None


@dataclass(frozen=True)
class SheetSeat:
    seat: int
    side: int
    name: str


@dataclass(frozen=True)
class SheetPicture:
    """The parts of a view that static/js/sheet.js needs."""

    kind: Literal["sheet"]
    you: None
    seats: tuple[SheetSeat, ...]
    scores: tuple[sheet.ScoreLine, ...]
    sheet: sheet.SheetFacts
    totals: tuple[int, ...]


def picture(example: Example) -> Picture:
    """The drawing of an example."""
    p = example.position
    kind = example.kind.name
    view = rules.view_for(p, None)
    cut = isinstance(p.move, Cut) and p.previous is not None
    return Picture(
        kind=kind,
        layout=view.layout,
        ends=() if p.over else view.ends,
        sum=facts(p.rules).sum,
        arms=facts(p.rules).arms,
        fresh=(p.ply,) if isinstance(p.move, Lay) and kind not in _BEFORE_A_MOVE else (),
        ghosts=tuple(str(move) for move in p.legal if str(move)[0].isdigit()) if kind in {"turn", "places"} else (),
        bright=kind
        in {"count", "filling", "matador", "lengthwise", "sum", "spinner", "house", "spinners", "lead", "trains"},
        hands=tuple(_hands(example)),
        lines=p.rules.in_rows,
        before=rules.conduct_of(p.rules).layout_tiles(p.previous) if cut and p.previous is not None else None,
        change=str(p.move) if cut or isinstance(p.move, Insert) else None,
        trains=trains_shown(p, NAMES[: p.rules.seats], turn=view.turn if kind == "trains" else None),
    )


def trains_shown(
    p: rules.Position, names: tuple[str, ...], *, turn: int | None = None, you: int | None = None
) -> TrainsShown | None:
    """The trains at *p*; None in other games."""
    conduct = rules.conduct_of(p.rules)
    if (trains := conduct.trains(p)) is None:
        return None
    counts = tuple(hand.bit_count() for hand in p.hands)
    return TrainsShown(trains, conduct.cover(p), p.rules.set, names, counts, turn, you)


def _hands(example: Example) -> list[HandShown]:
    p, kind = example.position, example.kind.name
    if p.rules.in_rows:
        turned = rules.conduct_of(p.rules).turned(p) if kind == "places" else None
        return [_hand(cast(int, p.turn), [str(turned)], [])] if turned else []
    if kind == "lead":
        assert isinstance(p.move, Lay)
        assert p.previous is not None
        return [_hand(cast(int, p.seat), tile_texts(p.previous.hands[cast(int, p.seat)]), [p.move.plays[0].tile])]
    if kind in {"turn", "draw", "pass", "trains"}:
        seat = cast(int, p.turn)
        playable = {play.tile for move in p.legal if isinstance(move, Lay) for play in move.plays}
        hands = [_hand(seat, tile_texts(p.hands[seat]), playable)]
        return [*hands, replace(_hand(seat, drawn(p), drawn(p)[-1:]), drawn=True)] if kind == "draw" else hands
    if kind == "annulled":
        seat, tiles = many(p, redeal_parts(p.rules.redeal)[0])
        return [_hand(seat, tile_texts(p.hands[seat]), tiles)]
    if kind == "auction":
        assert p.previous is not None
        seat, taken = next(
            (seat, tiles_in(new & ~old))
            for seat, (new, old) in enumerate(zip(p.hands, p.previous.hands, strict=True))
            if new != old
        )
        return [_hand(seat, tile_texts(p.hands[seat]), taken)]
    if p.over:
        return [_hand(seat, tile_texts(hand), []) for seat, hand in enumerate(p.hands)]
    return []


def _hand(seat: int, tiles: Iterable[object], marked: Iterable[object]) -> HandShown:
    return HandShown(name(seat), tuple(map(str, tiles)), tuple(sorted(map(str, marked))))


def score_sheet(played: Played) -> SheetPicture:
    """The parts of a view that static/js/table/score_sheet.js needs."""
    r = played.ruleset
    return SheetPicture(
        kind="sheet",
        you=None,
        seats=tuple(SheetSeat(seat, r.side_of(seat), NAMES[seat]) for seat in range(r.seats)),
        scores=played.lines,
        sheet=sheet.sheet_facts(r),
        totals=played.totals,
    )
