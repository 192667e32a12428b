"""Draws a card as SVG: 1200 × 630, the size of link previews, or 600 × 720, a frame of a clip."""

from collections.abc import Iterator

from sharing.cards import Card, Fan, Row, Tiles, Trains
from sharing.pictures import lettering, looks
from sharing.pictures.lettering import BOLD, HEAD, PLAIN
from sharing.pictures.table import table
from sharing.pictures.tiles import tile_at, values_of

WIDTH, HEIGHT = 1200, 630
PANEL, MARGIN = 450, 46
ROOM = PANEL - 2 * MARGIN
BRAND = 548  # where the rows end
STRIP = 102  # the words above trains
CLIP_WIDTH, CLIP_HEIGHT, EDGE = 600, 720, 24
CLIP_ROOM = CLIP_WIDTH - 2 * EDGE
PAPER, TEXT, MUTED, ACCENT, SOFT = (
    looks.colour(name) for name in ("surface", "text", "muted", "accent", "accent-soft")
)


def drawn(card: Card) -> str:
    """The picture of a card."""
    if isinstance(card.table, Trains):
        return _with_head(card)
    picture = table(card.table, PANEL + 50, 50, WIDTH - PANEL - 100, HEIGHT - 100)
    paper = f'<rect width="{PANEL}" height="{HEIGHT}" fill="{PAPER}"/>'
    return _whole(f"{picture}{paper}{''.join(_panel(card))}{_brand(MARGIN, 564, 1.1, TEXT, ROOM)}")


def _with_head(card: Card) -> str:
    """The card with its words in a line above its table."""
    paper = f'<rect width="{WIDTH}" height="{STRIP}" fill="{PAPER}"/>'
    room = WIDTH - 2 * MARGIN - 200
    size, (title, *_) = lettering.fitted(card.title, HEAD, (40, 36, 32, 28), room, 40)
    above = lettering.written(lettering.cut(card.above, BOLD, 22, room), MARGIN, 36, BOLD, 22, ACCENT)
    words = lettering.written(lettering.cut(title, HEAD, size, room), MARGIN, 80, HEAD, size, TEXT)
    picture = table(card.table, MARGIN, STRIP + 3, WIDTH - 2 * MARGIN, HEIGHT - STRIP - 6)
    _drawing, wide = looks.brand(150)
    return _whole(f"{picture}{paper}{above}{words}{_brand(WIDTH - MARGIN - 1.2 * wide, 32, 1.2, TEXT, 180)}")


def drawn_frame(card: Card) -> str:
    """The card as a frame of a clip: the words above the table. All frames with as many rows have the same places."""
    rows = () if isinstance(card.table, Trains) else card.rows  # which have them
    foot = EDGE + 46 + len(rows) * (92 if len(rows) <= 2 else 40)
    size, (title, *_) = lettering.fitted(card.title, HEAD, (32, 28, 25, 22, 19), CLIP_ROOM, 32)
    picture = table(card.table, EDGE, foot + 20, CLIP_ROOM, CLIP_HEIGHT - foot - 74)
    paper = f'<rect width="{CLIP_WIDTH}" height="{foot}" fill="{PAPER}"/>'
    words = lettering.written(title, EDGE, EDGE + 24, HEAD, size, TEXT)
    brand = _brand(EDGE, CLIP_HEIGHT - 42, 0.9, looks.colour("felt-text"), CLIP_ROOM, centred=True)
    lines = "".join(_rows(rows, EDGE + 42, foot, EDGE, CLIP_ROOM))
    return _whole(f"{picture}{paper}{words}{lines}{brand}", CLIP_WIDTH, CLIP_HEIGHT)


def drawn_site(hand: tuple[str, ...]) -> str:
    """The picture of the site itself. It has no words, so it fits every language."""
    return _whole(f"{table(Fan(hand), 190, 60, 820, 330)}{_brand(100, 450, 3.75, PAPER, WIDTH - 200, centred=True)}")


def _whole(inside: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>{looks.tile_rules()}{looks.brand_rules()}</style>"
        f'<defs><radialGradient id="felt" cx=".68" cy=".4" r=".8"><stop stop-color="{looks.colour("felt")}"/>'
        f'<stop offset="1" stop-color="{looks.colour("felt-deep")}"/></radialGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#felt)"/>{inside}</svg>'
    )


def _brand(x: float, y: float, size: float, colour: str, room: float, *, centred: bool = False) -> str:
    """Mark and name, from *x* or in the middle of *room*, and not wider than it."""
    drawing, width = looks.brand(room / size)
    x += (room - width * size) / 2 if centred else 0
    return f'<g transform="translate({x:g} {y}) scale({size})" color="{colour}">{drawing}</g>'


def _panel(card: Card) -> Iterator[str]:
    y = 46.0
    if card.above:
        y += 24
        yield lettering.written(lettering.cut(card.above, BOLD, 24, ROOM), MARGIN, y, BOLD, 24, ACCENT)
        y += 18
    high = 64 if lettering.width(card.title, HEAD, 40) <= ROOM else 260 if not card.rows else 150
    size, lines = lettering.fitted(card.title, HEAD, (54, 48, 44, 40, 36, 32, 28), ROOM, high, 1.16)
    for line in lettering.balanced(lines, HEAD, size, ROOM):
        y += size * 1.16
        yield lettering.written(line, MARGIN, y, HEAD, size, TEXT)
    y += 18
    for text in card.lines:
        size, lines = lettering.fitted(text, PLAIN, (27, 24, 22), ROOM, 110, 1.35)
        for line in lines:
            if y + size * 1.35 > BRAND:
                return
            y += size * 1.35
            yield lettering.written(line, MARGIN, y, PLAIN, size, MUTED)
        y += 10
    yield from _rows(card.rows, y + 10, BRAND, MARGIN, ROOM)


def _rows(rows: tuple[Row, ...], y: float, foot: float, left: float, room: float) -> Iterator[str]:
    """From *y* to *foot*, with tiles if they fit."""
    if not rows:
        return
    height = min((foot - y) / len(rows), 112)
    size = min(30.0, height * 0.56)
    tiles = any(any(row.tiles) for row in rows) and height >= 66
    for row in rows:
        if row.won:
            box = f'x="{left - 16}" y="{y:g}" width="{room + 32}" height="{height - 4:g}"'
            yield f'<rect {box} rx="10" fill="{SOFT}"/>'
        number = lettering.width(row.number, BOLD, size) + 16 if row.number else 0
        smaller, lines = _name(row.name, size, room - number, height)
        high = smaller * (1.2 * len(lines) - 0.35)
        baseline = y + (size * 0.3 if tiles else (height - 4 - high) / 2) + smaller * 0.85
        if row.on_turn:
            yield f'<circle cx="{left - 16}" cy="{baseline - smaller * 0.33:g}" r="6.5" fill="{ACCENT}"/>'
        yield lettering.written(row.number, left + room, baseline, BOLD, size, TEXT, "end")
        for line in lines:
            yield lettering.written(line, left, baseline, BOLD, smaller, TEXT)
            baseline += smaller * 1.2
        if tiles:
            top = baseline - smaller * 1.2 + size * 0.4
            yield from _hands(row.tiles, left, top, min(24.0, (y + height - 10 - top) / 2.06), room)
        y += height


def _name(name: str, size: float, room: float, height: float) -> tuple[float, list[str]]:
    """On one line, a little smaller if need be; on two lines if that isn't enough and they fit."""
    if height < 44 or lettering.width(name, BOLD, size * 0.8) <= room:
        return lettering.fitted(name, BOLD, (size, size * 0.9, size * 0.8, size * 0.7), room, size)
    return lettering.fitted(name, BOLD, (size * 0.74, size * 0.66, size * 0.6), room, size * 1.8)


def _hands(hands: tuple[Tiles, ...], x: float, y: float, unit: float, room: float) -> Iterator[str]:
    """Side by side, as large as fits."""
    number = sum(len(hand) for hand in hands)
    unit = min(unit, room / (1.1 * number + 0.7 * (len(hands) - 1))) if number else 0
    yield '<g class="domino-picture">'
    for hand in hands:
        for tile in hand:
            yield tile_at(values_of(tile) if tile else None, x, y, unit)
            x += 1.1 * unit
        x += 0.7 * unit
    yield "</g>"
