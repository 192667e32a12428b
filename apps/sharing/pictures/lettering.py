"""Fits texts into pictures. SVG doesn't wrap lines, so we shrink, wrap and cut long texts here."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.html import escape

FONTS = Path(__file__).parent / "fonts"  # deploy/fonts.py makes those of the site's own typefaces, and widths.json
NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
UNKNOWN = 1.1  # em: the assumed width of letters that our fonts lack, such as Chinese ones


@dataclass(frozen=True, slots=True)
class Face:
    """*others*: the file of the letters that *file* lacks, such as Greek ones."""

    file: str
    family: str
    weight: int
    others: str


HEAD = Face("Rubik-SemiBold.ttf", "Rubik", 600, "NotoSans-Bold.ttf")
PLAIN = Face("GolosText-Regular.ttf", "Golos Text", 400, "NotoSans-Regular.ttf")
BOLD = Face("GolosText-SemiBold.ttf", "Golos Text", 600, "NotoSans-Bold.ttf")
FACES = (HEAD, PLAIN, BOLD)
FILES = [str(FONTS / file) for file in sorted({face.file for face in FACES} | {face.others for face in FACES})]


@cache
def _widths(face: Face) -> dict[int, float]:
    """By letter, in em."""
    widths: dict[int, float] = {}
    fonts = json.loads((FONTS / "widths.json").read_text())
    for font in (fonts[face.others], fonts[face.file]):
        for first, run in font["runs"].items():
            widths |= {code: width / font["em"] for code, width in enumerate(run, int(first))}
    return widths


def has_all(text: str) -> bool:
    """Whether our own fonts have every letter of the text."""
    return all(ord(letter) in _widths(PLAIN) for letter in text)


def width(text: str, face: Face, size: float) -> float:
    """The width at most; kerning only reduces it."""
    widths = _widths(face)
    return size * sum(widths.get(ord(letter), UNKNOWN) for letter in text)


def cut(text: str, face: Face, size: float, room: float) -> str:
    """As much of the text as fits, with “…” if it was cut."""
    if width(text, face, size) <= room:
        return text
    while text and width(f"{text}…", face, size) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def broken(text: str, face: Face, size: float, room: float) -> list[str]:
    """The text wrapped between words. A word that is too long for a line is broken."""
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
    """The largest of *sizes* (from large to small) at which no word breaks and the lines fit into *height*; and the
    lines.

    *line* is the line height, as a multiple of the size. At the smallest size, what doesn't fit is cut.
    """
    for size in sizes:
        lines, most = broken(text, face, size, room), max(1, int(height / (line * size)))
        if len(lines) <= most and all(width(word, face, size) <= room for word in text.split()):
            return size, lines
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), face, size, room)]
    return size, lines


def balanced(lines: list[str], face: Face, size: float, room: float) -> list[str]:
    """The same text in as many lines, as narrow as possible without breaking a word."""
    words = " ".join(lines).split()
    least = max(width(word, face, size) for word in words) if words else room
    while room - 2 > least and len(narrower := broken(" ".join(words), face, size, room - 2)) == len(lines):
        lines, room = narrower, room - 2
    return lines


def written(text: str, x: float, y: float, face: Face, size: float, colour: str, anchor: str = "start") -> str:
    """A line of text with its baseline at *y*, without the signs that XML forbids."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{face.family}" font-weight="{face.weight}" font-size="{size:g}"'
        f' fill="{colour}" text-anchor="{anchor}">{escape(NO_XML.sub("", text))}</text>'
    )
