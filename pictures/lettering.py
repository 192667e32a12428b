"""Texts in pictures: an SVG breaks no lines, so what is too long is made smaller, broken into lines and cut here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.html import escape
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
UNKNOWN = 1.1  # em: of letters that our fonts don't have, such as Chinese ones, which are as wide as they are high


@dataclass(frozen=True, slots=True)
class Face:
    file: str
    family: str
    weight: int = 400


SERIF = Face("NotoSerif-Bold.ttf", "Noto Serif", 700)
PLAIN = Face("NotoSans-Regular.ttf", "Noto Sans")
BOLD = Face("NotoSans-Bold.ttf", "Noto Sans", 700)
FACES = (SERIF, PLAIN, BOLD)
FILES = [str(FONTS / face.file) for face in FACES]


@cache
def _widths(face: Face) -> dict[int, float]:
    """By letter, in em."""
    with TTFont(FONTS / face.file, lazy=True) as font:
        em = font["head"].unitsPerEm
        return {code: font["hmtx"][glyph][0] / em for code, glyph in font.getBestCmap().items()}


def has_all(text: str) -> bool:
    """Whether our own fonts have every letter of it."""
    return all(ord(letter) in _widths(PLAIN) for letter in text)


def width(text: str, face: Face, size: float) -> float:
    """How wide it is at most: kerning only takes away."""
    widths = _widths(face)
    return size * sum(widths.get(ord(letter), UNKNOWN) for letter in text)


def cut(text: str, face: Face, size: float, room: float) -> str:
    """As much of it as there is room for; “…” says that there is more."""
    if width(text, face, size) <= room:
        return text
    while text and width(f"{text}…", face, size) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def broken(text: str, face: Face, size: float, room: float) -> list[str]:
    """The text in lines between words; a word that is too long for a line is broken."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width(longer, face, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, face, size) > room:
            fits = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n], face, size) <= room)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def fitted(
    text: str, face: Face, sizes: Sequence[float], room: float, height: float, line: float = 1.2
) -> tuple[float, list[str]]:
    """The largest of *sizes*, from large to small, at which it breaks no word and is no higher, and its lines; *line*:
    from one to the next, for each px of the size. What has no room at the smallest is cut.
    """
    for size in sizes:
        lines, most = broken(text, face, size, room), max(1, int(height / (line * size)))
        if len(lines) <= most and all(width(word, face, size) <= room for word in text.split()):
            return size, lines
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), face, size, room)]
    return size, lines


def written(text: str, x: float, y: float, face: Face, size: float, colour: str, anchor: str = "start") -> str:
    """A line of text whose letters stand on *y*, without signs that no XML can hold."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{face.family}" font-weight="{face.weight}" font-size="{size:g}"'
        f' fill="{colour}" text-anchor="{anchor}">{escape(NO_XML.sub("", text))}</text>'
    )
