"""Moments of Sausage in words: two lines, and tiles that are inserted or cut them."""

from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook.moments import laid
from rulebook.people import either, name
from rules import Append, Cut, Insert, Lines, Tile


def lines(p: rules.Position) -> Lines:
    return cast(Lines, p.layout)


def start(p: rules.Position) -> Iterator[str]:
    first = lines(p).start
    assert first is not None
    yield _("%(name)s turns over %(tile)s: it is the start.") % {"name": name(cast(int, p.seat)), "tile": first.tile}
    yield _("Line A will grow from its %(a)d, line B from its %(b)d.") % {"a": first.outer, "b": first.inner}


def places(p: rules.Position) -> Iterator[str]:
    tile = rules.conduct_of(p.rules).turned(p)
    yield _("%(name)s has turned over %(tile)s.") % {"name": name(cast(int, p.turn)), "tile": tile}
    yield _("It may go %(places)s.") % {"places": either(place(move) for move in p.legal)}


def place(move: rules.Move) -> str:
    """Where the move places its tile."""
    if isinstance(move, Append):
        return _("on the end of line %(line)s") % {"line": move.line}
    if isinstance(move, Insert):
        return _("into line %(line)s, where two halves show %(n)d") % {"line": move.line, "n": move.tile.high}
    return _("across both lines at joint %(n)d") % {"n": cast(Cut, move).joint}


def insert(p: rules.Position) -> Iterator[str]:
    move = cast(Insert, p.move)
    yield _(
        "%(name)s inserts %(tile)s into line %(line)s, between two halves that show %(n)d. The rest of the line moves"
        " out by one."
    ) % {"name": name(cast(int, p.seat)), "tile": move.tile, "line": move.line, "n": move.tile.high}


def cut(p: rules.Position) -> Iterator[str]:
    move, before = cast(Cut, p.move), p.previous
    assert before is not None
    yield _("%(name)s has turned over %(tile)s. At joint %(n)d line A shows %(a)d and line B %(b)d: it fits both.") % {
        "name": name(cast(int, p.seat)),
        "tile": move.tile,
        "n": move.joint,
        "a": lines(before).joint("A", move.joint),
        "b": lines(before).joint("B", move.joint),
    }
    gone = cut_off(before, move)
    other = name(1 - cast(int, p.seat))
    yield ngettext(
        "The %(n)d tile before it is cut off and goes to the back of the row of %(other)s.",
        "The %(n)d tiles before it are cut off and go to the back of the row of %(other)s.",
        len(gone),
    ) % {"n": len(gone), "other": other}
    yield _("%(tile)s is the new start, and both lines go on from it.") % {"tile": move.tile}


def cut_off(before: rules.Position, move: Cut) -> list[Tile]:
    """The tiles that *move* cuts off: the start, then line A, then line B, inside out."""
    layout = lines(before)
    assert layout.start is not None
    return [each.tile for each in (layout.start, *layout.a[: move.joint], *layout.b[: move.joint])]


def describe(p: rules.Position) -> str:
    tiles = laid(p)
    by_arm = {arm: ", ".join(each.tile for each in tiles if each.arm == arm) for arm in ("lead", "A", "B")}
    nothing = _("no tiles")
    return _("On the table: start %(start)s; line A: %(a)s; line B: %(b)s.") % {
        "start": by_arm["lead"],
        "a": by_arm["A"] or nothing,
        "b": by_arm["B"] or nothing,
    }
