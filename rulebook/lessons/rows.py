"""Moves of Sausage, in which tiles are turned over and placed in two lines."""

from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook.lessons.prepared import READER, Lesson
from rulebook.sausage_words import cut_off, lines, place
from rules import Append, Cut, Insert, move_text


def made(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    """Describes the move that led to *at*."""
    before, seat, move = at.previous, cast(int, at.seat), at.move
    assert before is not None
    name, mine = lesson.names[seat], seat == READER
    if isinstance(move, Append):
        words = {"name": name, "tile": move.tile, "line": move.line}
        yield (
            _("You play %(tile)s on the end of line %(line)s.")
            if mine
            else _("%(name)s plays %(tile)s on the end of line %(line)s.")
        ) % words
    elif isinstance(move, Insert):
        words = {"name": name, "tile": move.tile, "line": move.line, "n": str(move.tile.high)}
        yield (
            _("You insert %(tile)s into line %(line)s, between two halves that show %(n)s.")
            if mine
            else _("%(name)s inserts %(tile)s into line %(line)s, between two halves that show %(n)s.")
        ) % words
    elif isinstance(move, Cut):
        yield _cut(lesson, move, len(cut_off(before, move)), mine=mine)
    elif lines(before).start is None:
        start = lines(at).start
        assert start is not None
        words = {"name": name, "tile": start.tile}
        yield (
            _("You turn over %(tile)s: it is the start.")
            if mine
            else _("%(name)s turns over %(tile)s: it is the start.")
        ) % words
        yield _("Line A will grow from its %(a)d, line B from its %(b)d.") % {"a": start.outer, "b": start.inner}
    else:
        words = {"name": name, "tile": move_text(at).partition(" ")[2]}
        yield (
            _("You turn over %(tile)s. It fits nowhere, so it goes to the back of your row.")
            if mine
            else _("%(name)s turns over %(tile)s. It fits nowhere, so it goes to the back of the row.")
        ) % words


def _cut(lesson: Lesson, move: Cut, gone: int, *, mine: bool) -> str:
    (other,) = (name for name in lesson.names if name)
    if mine:
        return ngettext(
            "You cut both lines with %(tile)s. %(n)d tile goes to the back of %(name)s’s row.",
            "You cut both lines with %(tile)s. %(n)d tiles go to the back of %(name)s’s row.",
            gone,
        ) % {"tile": move.tile, "n": gone, "name": other}
    return ngettext(
        "%(name)s cuts both lines with %(tile)s. %(n)d tile goes to the back of your row.",
        "%(name)s cuts both lines with %(tile)s. %(n)d tiles go to the back of your row.",
        gone,
    ) % {"tile": move.tile, "n": gone, "name": other}


def asked(position: rules.Position) -> str:
    """Names the turned tile that the reader must place."""
    return _("You turned over %(tile)s. Where does it go?") % {
        "tile": rules.conduct_of(position.rules).turned(position)
    }


def offered_places(position: rules.Position) -> list[rules.Move]:
    """The places offered: the ends of both lines, and other legal ones."""
    tile = rules.conduct_of(position.rules).turned(position)
    assert tile is not None
    return [Append(tile, "A"), Append(tile, "B"), *(move for move in position.legal if not isinstance(move, Append))]


def place_in_words(move: rules.Move) -> str:
    return place(move)


def move_in_words(move: rules.Move) -> str:
    """“2-0 across both lines”, as it stands in a sentence."""
    return f"{getattr(move, 'tile', '')} {place(move)}"


def place_shown(move: rules.Move) -> str:
    """Says where to place the turned tile."""
    return _("It may go %(places)s.") % {"places": place(move)}


def end_of(position: rules.Position, line: str) -> int:
    """The number at the end of a line."""
    layout = lines(position)
    return layout.joint(line, len(layout.line(line)))
