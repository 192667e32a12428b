"""Draws a card as SVG, 1200 × 630, the size of link previews."""

from collections.abc import Iterator

from pictures import lettering, looks
from pictures.cards import Card, Fan, Row, Tiles
from pictures.lettering import BOLD, PLAIN, SERIF
from pictures.table import table, tile_at, values_of

WIDTH, HEIGHT = 1200, 630
PANEL, MARGIN = 450, 46
ROOM = PANEL - 2 * MARGIN
BRAND = 548  # where the rows end
# The light colours of static/css/tokens.css; a picture has no theme.
PAPER, TEXT, MUTED, LINE, ACCENT, SOFT = "#fbf8f1", "#1a2124", "#596062", "#dcd3c1", "#ab3c18", "#f6e1d3"
STYLE = """
.domino-depth{fill:#cbbd9c}.domino-body{fill:#faf4e2;stroke:#cbbd9c;stroke-width:.018}
.domino-line{stroke:#cbbd9c;stroke-width:.035;stroke-linecap:round}
.domino-pin{fill:#cbbd9c;stroke:#faf4e2;stroke-width:.022}.pip{fill:#1a2124}
.domino-back .domino-body{fill:#dfe0cd}.domino-inlay{fill:none;stroke:#cbbd9c;stroke-width:.05}
.newest .domino-body{stroke:#ffb869;stroke-width:.09}.small .domino-body{stroke:#8d8672;stroke-width:.06}
.pip-10{fill:#9c2f1c}.pip-11{fill:#1f5f8b}.pip-12{fill:#2f6b2f}.pip-13{fill:#7a2f86}.pip-14{fill:#8a5200}
.pip-15{fill:#00665c}.pip-16{fill:#a3154f}.pip-17{fill:#34418f}.pip-18{fill:#5c4a1e}
.wordmark{fill:none;stroke:currentColor;stroke-width:5.6;stroke-linecap:round;stroke-linejoin:round}
"""
# As in templates/_brand.html.
BRAND_DRAWING = (
    '<rect x="1" y="1" width="20" height="36" rx="5" fill="#faf4e2" stroke="currentColor" stroke-width="2"/>'
    '<path d="M5 19h12" stroke="#1a2124" stroke-width="1.6"/><circle cx="11" cy="10" r="3.2" fill="#ab3c18"/>'
    '<path d="M6.2 24.2h0M11 28h0M15.8 31.8h0" stroke="#1a2124" stroke-width="4.2" stroke-linecap="round"/>'
    '<g transform="translate(33 3.5) scale(.73)"><path class="wordmark" d="M3 4v29M3 4h9a7 7 0 0 1 0 14H3M12.5 18a7.5'
    " 7.5 0 0 1 0 15H3M28 23a10 10 0 1 1 20 0a10 10 0 1 1 -20 0M56 33V13M56 22.5a8.5 8.5 0 0 1 17 0V33M81 23h20a10 10 0"
    " 1 0-3.6 7.7M108 13v10.5a8.5 8.5 0 0 0 17 0V13M125 23.5v9a8.5 8.5 0 0 1-8.5 8.5h-4.5M133 23a10 10 0 1 1 20 0a10 10"
    " 0 1 1 -20 0M153 13v20M161 33V13M161 22a9 9 0 0 1 9-9h1.5M176.5 23a10 10 0 1 1 20 0a10 10 0 1 1 -20 0M196.5"
    ' 3.2v29.8"/><circle cx="38" cy="23" r="3.4" fill="#ab3c18"/></g>'
)


def drawn(card: Card) -> str:
    """The picture of a card."""
    shown = table(card.table, PANEL + 50, 50, WIDTH - PANEL - 100, HEIGHT - 100)
    paper = f'<rect width="{PANEL}" height="{HEIGHT}" fill="{PAPER}"/>'
    return _whole(f"{shown}{paper}{''.join(_panel(card))}{_brand(MARGIN, 567, 0.9, TEXT)}")


def drawn_site(hand: tuple[str, ...]) -> str:
    """The picture of the site itself. It has no words, so it fits every language."""
    return _whole(f"{table(Fan(hand), 190, 60, 820, 330)}{_brand(330, 440, 3, PAPER)}")


def _whole(inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<style>{STYLE}</style>"
        '<defs><radialGradient id="felt" cx=".68" cy=".4" r=".8"><stop stop-color="#175452"/>'
        '<stop offset="1" stop-color="#0b3130"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#felt)"/>{inside}</svg>'
    )


def _brand(x: float, y: float, size: float, colour: str) -> str:
    """Mark and name."""
    return f'<g transform="translate({x} {y}) scale({size})" color="{colour}">{BRAND_DRAWING}</g>'


def _panel(card: Card) -> Iterator[str]:
    y = 46.0
    if card.above:
        y += 24
        yield lettering.written(lettering.cut(card.above, BOLD, 24, ROOM), MARGIN, y, BOLD, 24, ACCENT)
        y += 18
    high = 64 if lettering.width(card.title, SERIF, 40) <= ROOM else 260 if not card.rows else 150
    size, lines = lettering.fitted(card.title, SERIF, (54, 48, 44, 40, 36, 32, 28), ROOM, high, 1.16)
    for line in lines:
        y += size * 1.16
        yield lettering.written(line, MARGIN, y, SERIF, size, TEXT)
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
    for hand in hands:
        for tile in hand:
            yield tile_at(values_of(tile) if tile else None, x, y, unit, classes="small")
            x += 1.1 * unit
        x += 0.7 * unit
