"""Draws a card as SVG, 1200 × 630, the size of link previews."""

from collections.abc import Iterator

from sharing.cards import Card, Fan, Row, Tiles
from sharing.pictures import lettering, looks
from sharing.pictures.lettering import BOLD, HEAD, PLAIN
from sharing.pictures.table import table, tile_at, values_of

WIDTH, HEIGHT = 1200, 630
PANEL, MARGIN = 450, 46
ROOM = PANEL - 2 * MARGIN
BRAND = 548  # where the rows end
PAPER, TEXT, MUTED, ACCENT, SOFT = (
    looks.colour(name) for name in ("surface", "text", "muted", "accent", "accent-soft")
)


def drawn(card: Card) -> str:
    """The picture of a card."""
    picture = table(card.table, PANEL + 50, 50, WIDTH - PANEL - 100, HEIGHT - 100)
    paper = f'<rect width="{PANEL}" height="{HEIGHT}" fill="{PAPER}"/>'
    return _whole(f"{picture}{paper}{''.join(_panel(card))}{_brand(MARGIN, 564, 1.1, TEXT, ROOM)}")


def drawn_site(hand: tuple[str, ...]) -> str:
    """The picture of the site itself. It has no words, so it fits every language."""
    return _whole(f"{table(Fan(hand), 190, 60, 820, 330)}{_brand(None, 450, 3.75, PAPER, WIDTH - 200)}")


def _whole(inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<style>{looks.tile_rules()}{looks.brand_rules()}</style>"
        f'<defs><radialGradient id="felt" cx=".68" cy=".4" r=".8"><stop stop-color="{looks.colour("felt")}"/>'
        f'<stop offset="1" stop-color="{looks.colour("felt-deep")}"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#felt)"/>{inside}</svg>'
    )


def _brand(x: float | None, y: float, size: float, colour: str, room: float) -> str:
    """Mark and name, from *x* or in the middle, not wider than *room*."""
    drawing, width = looks.brand(room / size)
    x = (WIDTH - width * size) / 2 if x is None else x
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
    yield from _rows(card.rows, y + 10)


def _rows(rows: tuple[Row, ...], y: float) -> Iterator[str]:
    """From *y* to the foot of the panel, with tiles if they fit."""
    if not rows:
        return
    height = min((BRAND - y) / len(rows), 112)
    size = min(30.0, height * 0.56)
    tiles = any(any(row.tiles) for row in rows) and height >= 66
    for row in rows:
        if row.won:
            box = f'x="{MARGIN - 16}" y="{y:g}" width="{ROOM + 32}" height="{height - 4:g}"'
            yield f'<rect {box} rx="10" fill="{SOFT}"/>'
        number = lettering.width(row.number, BOLD, size) + 16 if row.number else 0
        smaller, lines = _name(row.name, size, ROOM - number, height)
        high = smaller * (1.2 * len(lines) - 0.35)
        baseline = y + (size * 0.3 if tiles else (height - 4 - high) / 2) + smaller * 0.85
        if row.on_turn:
            yield f'<circle cx="{MARGIN - 16}" cy="{baseline - smaller * 0.33:g}" r="6.5" fill="{ACCENT}"/>'
        yield lettering.written(row.number, PANEL - MARGIN, baseline, BOLD, size, TEXT, "end")
        for line in lines:
            yield lettering.written(line, MARGIN, baseline, BOLD, smaller, TEXT)
            baseline += smaller * 1.2
        if tiles:
            top = baseline - smaller * 1.2 + size * 0.4
            yield from _hands(row.tiles, top, min(24.0, (y + height - 10 - top) / 2.06))
        y += height


def _name(name: str, size: float, room: float, height: float) -> tuple[float, list[str]]:
    """On one line, a little smaller if need be; on two lines if that isn't enough and they fit."""
    if height < 44 or lettering.width(name, BOLD, size * 0.8) <= room:
        return lettering.fitted(name, BOLD, (size, size * 0.9, size * 0.8, size * 0.7), room, size)
    return lettering.fitted(name, BOLD, (size * 0.74, size * 0.66, size * 0.6), room, size * 1.8)


def _hands(hands: tuple[Tiles, ...], y: float, unit: float) -> Iterator[str]:
    """Side by side, as large as fits."""
    number = sum(len(hand) for hand in hands)
    unit = min(unit, ROOM / (1.1 * number + 0.7 * (len(hands) - 1))) if number else 0
    x = float(MARGIN)
    yield '<g class="domino-picture">'
    for hand in hands:
        for tile in hand:
            yield tile_at(values_of(tile) if tile else None, x, y, unit)
            x += 1.1 * unit
        x += 0.7 * unit
    yield "</g>"
