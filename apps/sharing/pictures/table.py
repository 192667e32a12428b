"""The right side of a picture: the table."""

import math
from collections.abc import Iterable, Sequence

import rules
from rulebook.tile_drawing import tile_drawing, tile_shadow
from sharing.cards import Fan, Layout, Months, Sentences, Table, Trains, WholeTrain
from sharing.pictures import lettering, trains
from sharing.pictures.looks import colour
from sharing.pictures.tiles import placed, tile_at, values_of

LARGEST = 66  # px of a tile's short side
SIZES = (22, 20, 18, 16, 14)  # px of the letters below columns


def table(content: Table, x: float, y: float, w: float, h: float) -> str:
    """As SVG, in the box that begins at *x*, *y*."""
    match content:
        case Layout():
            return _layout(content, x, y, w, h)
        case Trains():
            return trains.rows(content, x, y, w, h)
        case WholeTrain():
            return trains.whole(content, x, y, w, h)
        case Fan():
            return _fan(content.tiles, x, y, w, h)
        case Sentences():
            return _sentences(content, x, y, w, h)
        case Months():
            return _months(content, x, y, w, h)


def _layout(layout: Layout, x: float, y: float, w: float, h: float) -> str:
    joining = rules.Joining(layout.sum, layout.arms, layout.in_rows)
    arrangement = rules.arranged(layout.tiles, w, h, joining, layout.ends)
    if not arrangement.tiles:
        return ""
    unit = min(w / arrangement.w, h / arrangement.h, LARGEST)
    left, top = x + (w - unit * arrangement.w) / 2, y + (h - unit * arrangement.h) / 2
    shadows, tiles = [], []
    for laid in arrangement.tiles:
        if layout.until is not None and laid.ply > layout.until:
            continue
        place = left + unit * (laid.x - arrangement.x), top + unit * (laid.y - arrangement.y), unit
        shadows.append(
            placed(*place, tile_shadow(vertical=laid.vertical, halo=laid.ply == layout.newest, hub=laid.hub))
        )
        tiles.append(placed(*place, tile_drawing(laid.values, vertical=laid.vertical, spinner=laid.spinner)))
    return "".join([*shadows, *tiles])


def _fan(tiles: Sequence[str], x: float, y: float, w: float, h: float) -> str:
    """Slightly fanned, the middle highest; "" is a tile's back."""
    unit = min(128.0, w / (1.13 * len(tiles) + 0.3), h / 3)
    step, middle = unit * 1.1, (len(tiles) - 1) / 2
    drawn = []
    for number, tile in enumerate(tiles):
        off = number - middle
        cx, cy = x + w / 2 + step * off, y + h / 2 + unit * 0.09 * off * off
        turned = f"rotate({4.5 * off if middle else -7:g} {cx:.6g} {cy:.6g})"
        values = values_of(tile) if tile else None
        drawn.append(f'<g transform="{turned}">{tile_at(values, cx - unit / 2, cy - unit, unit)}</g>')
    return "".join(drawn)


def _sentences(sentences: Sentences, x: float, y: float, w: float, h: float) -> str:
    unit, gap = 58, 26
    texts = _broken(sentences.texts, w, h - 2 * unit - 60, gap)
    size, height = texts[0], texts[2]
    top = y + (h - height - 2 * unit - 50) / 2
    drawn = [tile_at(values_of(sentences.emblem), x, top, unit)]
    baseline = top + 2 * unit + 50 + size * 0.8
    for lines in texts[1]:
        for line in lines:
            drawn.append(lettering.written(line, x, baseline, lettering.PLAIN, size, colour("felt-text")))
            baseline += size * 1.35
        baseline += gap
    return "".join(drawn)


def _months(months: Months, x: float, y: float, w: float, h: float) -> str:
    """A tile lying crosswise, and below it a column for each month; the part that was won is solid."""
    unit = 116.0
    left, middle = x + w / 2 - unit, y + unit / 2
    lying = tile_at(months.tile, left, y, unit, vertical=False)
    drawn = [f'<g transform="rotate(-4 {x + w / 2:g} {middle:g})">{lying}</g>']
    step, foot = w / len(months.months), y + h - 40
    most, high = max(month.games for month in months.months) or 1, foot - y - unit - 76
    names, numbers = [month.name for month in months.months], [str(month.games or "") for month in months.months]
    size = min(lettering.fitted(text, lettering.BOLD, SIZES, step - 8, 30)[0] for text in [*names, *numbers])
    for n, month in enumerate(months.months):
        centre, top = x + step * (n + 0.5), foot - high * month.games / most
        for games, opacity in ((month.games, 0.36), (month.won, 1)):
            tall = high * games / most
            box = f'x="{centre - step * 0.36:.6g}" y="{foot - tall:.6g}" width="{step * 0.72:.6g}" height="{tall:.6g}"'
            drawn.append(f'<rect {box} rx="5" fill="{colour("tile")}" fill-opacity="{opacity}"/>' if games else "")
        drawn.append(
            lettering.written(numbers[n], centre, top - 12, lettering.BOLD, size, colour("felt-text"), "middle")
        )
        drawn.append(
            lettering.written(names[n], centre, foot + 32, lettering.BOLD, size, colour("felt-muted"), "middle")
        )
    return "".join(drawn)


def _broken(texts: Iterable[str], w: float, h: float, gap: float) -> tuple[float, list[list[str]], float]:
    """The largest size at which all texts fit, their lines and total height. Texts that never fit are left out."""
    for size in range(36, 21, -2):
        paragraphs = [lettering.broken(text, lettering.PLAIN, size, w) for text in texts]
        if (height := _height(paragraphs, size, gap)) <= h:
            return size, paragraphs, height
    while paragraphs and _height(paragraphs, size, gap) > h:
        paragraphs.pop()
    return size, paragraphs, _height(paragraphs, size, gap)


def _height(texts: list[list[str]], size: float, gap: float) -> float:
    return math.fsum(len(lines) * size * 1.35 + gap for lines in texts) - gap
