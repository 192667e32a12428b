"""A position as SVG: the layout as the pages draw it, and the hands below: `position.svg()`."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Literal

from ..pieces.as_json import LaidTile
from ..pieces.tiles import tile
from ..pieces.trains import MEXICAN
from ..rounds.position import Position
from ..view import View, open_hands, view_for
from .arranged import Joining, arranged
from .tiles import Values, tile_drawing, tile_shadow

WIDTH, HEIGHT = 800, 420  # px of a picture, and at most of its layout
MARGIN, ROW = 24, 48  # px around everything; from row to row
LARGEST, HAND, CAR = 48, 20, 18  # px of a tile's short side in a layout, in a hand, in a train
LABEL = 150  # px before the tiles of a row

# The rules of static/css/tiles.css in the colours that pages have by day.
STYLE = """
.domino-shadow{fill:#000;stroke:#000;stroke-width:.09;fill-opacity:.42;stroke-opacity:.2}
.hub{fill:#eef1fa;fill-opacity:.16;stroke:#eef1fa;stroke-opacity:.5;stroke-width:.04}
.domino-depth{fill:#bbaa80}
.domino-rim{fill:#fffefa}
.domino-body{fill:#f8f1de}
.domino-line,.domino-lip{fill:none;stroke:#bbaa80;stroke-width:.034;stroke-linecap:round}
.domino-lip{stroke:#fffefa}
.domino-pin{fill:#a47c33;stroke:#bbaa80;stroke-width:.02}
.pip,.pip-lip,.pip-floor{fill:none;stroke:#1a2124;stroke-linecap:round}
.pip-lip{stroke:#fffefa}
.pip-floor{stroke:#3c474b}
.pip-10{stroke:#9c2f1c}
.pip-11{stroke:#1f5f8b}
.pip-12{stroke:#2f6b2f}
.pip-13{stroke:#7a2f86}
.pip-14{stroke:#8a5200}
.pip-15{stroke:#00665c}
.pip-16{stroke:#a3154f}
.pip-17{stroke:#34418f}
.pip-18{stroke:#5c4a1e}
.domino-panel{fill:#19254b}
.domino-lozenge{fill:#cbbd9c}
.domino-frame{fill:none;stroke:#a47c33;stroke-width:.035}
.domino-star{fill:#a47c33;stroke:#a47c33;stroke-width:.03;stroke-linejoin:round}
.domino-ring{fill:none;stroke:#eef1fa;stroke-width:.26}
.domino-gap{fill:none;stroke:#19254b;stroke-width:.12}
"""
FELT, TEXT, MUTED, TURN = "#22315f", "#eef1fa", "#b4bedb", "#ffc145"


def svg(position: Position, seat: int | Literal["all"] | None = "all") -> str:
    """*position* as an SVG document, 800 px wide: the layout as the site draws it, and each seat's points and tiles.

    *seat*: `"all"` shows every hand; a number shows what that seat may know (`view_for`), with the others' tiles from
    behind; None shows what a watcher may know. Raises ValueError for an unknown seat.
    """
    view = view_for(position, None if seat == "all" else seat)
    hands: list[Sequence[str | None]] = [[None] * number for number in view.hands]
    if seat == "all" or view.open is not None:
        hands = [*open_hands(position)]
    elif seat is not None and view.hand is not None:
        hands[seat] = view.hand
    head = str(position).partition("\n")[0]
    if view.trains is not None:
        table, height = _trains(view)
    else:
        table, height = _layout(position, view)
    y, rows = MARGIN + 20 + height, list[str]()
    for number, hand in enumerate(hands):
        points = view.totals[position.rules.side_of(number)]
        rows += _row(f"seat {number}", f"{points}", [_face(each) for each in hand], y, turn=number == view.turn)
        y += ROW * max(1, -(-len(hand) // _fitting()))
    rows.append(_text(f"boneyard {view.boneyard}", MARGIN, y + 14, MUTED, 14))
    style = re.sub(r"(^|,)\.", r"\1.boneyard .", STYLE.strip(), flags=re.MULTILINE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="boneyard" viewBox="0 0 {WIDTH} {y + 32:g}" width="{WIDTH}"'
        f' height="{y + 32:g}" role="img"><title>{escape(head)}</title><style>{style}</style>'
        f'<rect width="{WIDTH}" height="{y + 32:g}" rx="10" fill="{FELT}"/>'
        f"{_text(head, MARGIN, MARGIN + 4, TEXT, 16)}{table}{''.join(rows)}</svg>"
    )


def _layout(position: Position, view: View) -> tuple[str, float]:
    """The tiles of a line, of branches or of Sausage, and their height."""
    rules = position.rules
    joining = Joining(None if rules.in_rows else rules.board.total, rules.arms, rules.in_rows)
    room = WIDTH - 2 * MARGIN
    found = arranged(view.layout, room, HEIGHT, joining, view.ends)
    if not found.tiles:
        return "", 0
    unit = min(found.unit(room, HEIGHT), LARGEST)
    left, top = (WIDTH - unit * found.w) / 2 - unit * found.x, MARGIN + 20 - unit * found.y
    newest = max(laid.ply for laid in found.tiles)
    shadows, tiles = [], []
    for laid in found.tiles:
        x, y = left + unit * laid.x, top + unit * laid.y
        shadows.append(_at(x, y, unit, tile_shadow(vertical=laid.vertical, halo=laid.ply == newest, hub=laid.hub)))
        tiles.append(_at(x, y, unit, tile_drawing(laid.values, vertical=laid.vertical, spinner=laid.spinner)))
    return "".join([*shadows, *tiles]), unit * found.h + MARGIN


def _trains(view: View) -> tuple[str, float]:
    """The station; for each train its name, its tiles from the station on and its end. And their height."""
    station, *cars = view.layout
    newest = max(each.ply for each in view.layout)
    y, left, right = MARGIN + 20.0, MARGIN + LABEL + 30, WIDTH - MARGIN - 40
    drawn = [_lying(station, MARGIN, y + 2 * HAND, 2 * HAND)]
    for train in view.trains or ():
        words = ("Mexican" if train.of == MEXICAN else train.of + " open" * train.open) + " cover!" * (
            train.of == view.cover
        )
        drawn.append(_text(words, left - 12, y + HAND + 5, TURN if train.of == view.cover else TEXT, 14, "end"))
        x = float(left)
        for each in cars:
            if each.arm != train.of:
                continue
            wide = CAR * (1 if tile(each.tile).double else 2) + 1
            if x + wide > right:
                x, y = left, y + ROW
            drawn.append(_lying(each, x, y + HAND, CAR, halo=each.ply == newest))
            x += wide
        drawn.append(_text(f"{train.end}", WIDTH - MARGIN, y + HAND + 6, TEXT, 18, "end"))
        y += ROW
    return "".join(drawn), y - MARGIN


def _lying(laid: LaidTile, x: float, middle: float, unit: float, *, halo: bool = False) -> str:
    """A tile of a train that grows to the right; doubles lie across."""
    its = tile(laid.tile)
    inner = its.high if laid.at is None else laid.at
    drawing = tile_drawing((inner, its.other(inner)), vertical=its.double)
    y = middle - unit * (1 if its.double else 0.5)
    return _at(x, y, unit, tile_shadow(vertical=its.double, halo=halo) + drawing)


def _fitting() -> int:
    """How many tiles of a hand lie side by side."""
    return int((WIDTH - 2 * MARGIN - LABEL) / (1.15 * HAND))


def _row(name: str, points: str, faces: Sequence[Values | None], y: float, *, turn: bool) -> Iterator[str]:
    if turn:
        yield f'<circle cx="{MARGIN + 4}" cy="{y + 16:g}" r="5" fill="{TURN}"/>'
    yield _text(name, MARGIN + 16, y + 21, TEXT, 15)
    yield _text(points, MARGIN + LABEL - 24, y + 21, MUTED, 15, "end")
    for number, face in enumerate(faces):
        line, place = divmod(number, _fitting())
        x = MARGIN + LABEL + 1.15 * HAND * place
        yield _at(x, y + ROW * line, HAND, tile_shadow() + tile_drawing(face))


def _face(text: str | None) -> Values | None:
    return None if text is None else (tile(text).high, tile(text).low)


def _at(x: float, y: float, unit: float, drawn: str) -> str:
    return f'<g transform="translate({x:.6g} {y:.6g}) scale({unit:.6g})">{drawn}</g>'


def _text(text: str, x: float, y: float, colour: str, size: float, anchor: str = "start") -> str:
    font = f'font-family="Rubik,system-ui,sans-serif" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}" {font}>{escape(text)}</text>'


# Positions come before pictures, so they can't import this themselves.
Position.svg = Position._repr_svg_ = svg  # type: ignore[method-assign,assignment]
