"""Describes the moves between two choices of the reader, and explains each kind of move at its first use."""

from collections.abc import Iterator
from itertools import groupby
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from rulebook import endings, play, score
from rulebook.captions import scored
from rulebook.lessons import rows
from rulebook.lessons.course import Step, end_values
from rulebook.lessons.prepared import READER, Lesson
from rulebook.people import either
from rules import Draw, Lay, Pass, move_text


def happenings(step: Step) -> list[str]:
    """Sentences on the moves from the reader's last choice, or the deal, to *step*."""
    return list(_sentences(step))


def _sentences(step: Step) -> Iterator[str]:
    position, lesson = step.position, step.lesson
    if step.number == 1:
        yield from _beginning(lesson, position)
    for drawing, several in groupby(step.since, key=lambda at: (at.seat, isinstance(at.move, Draw))):
        positions = list(several)
        if drawing[1]:
            yield _drawn(lesson, positions)
            yield from _when_first(positions[0])
            continue
        for at in positions:
            yield from rows.made(lesson, at) if at.rules.in_rows else _made(lesson, at)
            yield from _when_first(at)
    if step.move is None:
        yield from _end(lesson, position)


def _beginning(lesson: Lesson, position: rules.Position) -> Iterator[str]:
    r = position.rules
    yield rulebook.three_sentences(r)[0]
    if r.ends:
        yield next(score.scoring(r))
    if (start := position.table.deal.start) is not None:
        yield _("%(tile)s is the start tile.") % {"tile": start}
    elif position.table.deal.lead is None:  # decided by the rules, not by chance
        yield next(play.lead(r))
    if len(lesson.names) > r.sides:
        yield _("%(name)s, opposite you, is your partner.") % {"name": lesson.names[2]}


def _before(at: rules.Position) -> rules.Position:
    assert at.previous is not None
    return at.previous


def _wanted(at: rules.Position) -> str:
    """The numbers that would have fitted before the move."""
    return either(sorted(end_values(_before(at))))


def _drawn(lesson: Lesson, positions: list[rules.Position]) -> str:
    first, n = positions[0], len(positions)
    if first.seat == READER:
        tiles = [move_text(at).partition(" ")[2] for at in positions]
        return _("None of your tiles fits %(values)s, so you draw %(tiles)s.") % {
            "values": _wanted(first),
            "tiles": ", ".join(tiles),
        }
    return ngettext(
        "%(name)s has no tile for %(values)s, and draws %(n)d tile.",
        "%(name)s has no tile for %(values)s, and draws %(n)d tiles.",
        n,
    ) % {"name": lesson.names[cast(int, first.seat)], "values": _wanted(first), "n": n}


def _made(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    seat, move = cast(int, at.seat), at.move
    name, mine = lesson.names[seat], seat == READER
    if isinstance(move, Pass):
        yield _passed(name, at, mine=mine)
        return
    (laid,) = cast(Lay, move).plays
    told = {"name": name, "tile": laid.tile, "onto": laid.onto, "half": laid.tile.high, "whole": laid.tile.pips}
    if laid.onto is None:
        yield (_("You lead %(tile)s.") if mine else _("%(name)s leads %(tile)s.")) % told
    elif laid.style == "=":
        yield _("%(name)s plays %(tile)s lengthwise, so it counts %(half)d instead of %(whole)d.") % told
    elif mine:
        end = _before(at).layout.end_for(laid)
        yield _("You play %(tile)s on the %(onto)s: both show %(value)d.") % {**told, "value": end.value}
    else:
        yield _("%(name)s plays %(tile)s on the %(onto)s.") % told
    if at.totals != _before(at).totals:
        yield from scored(at)


def _passed(name: str, at: rules.Position, *, mine: bool) -> str:
    if mine:
        return _("None of your tiles fits %(values)s, so you pass.") % {"values": _wanted(at)}
    if isinstance(_before(at).move, Draw):  # a drawn tile that fits may be kept
        return _("%(name)s passes.") % {"name": name}
    return _("%(name)s has no tile for %(values)s, and passes.") % {"name": name, "values": _wanted(at)}


def _when_first(at: rules.Position) -> Iterator[str]:
    """Explains the move that led to *at*, if it is the first of its kind."""
    r, earlier = at.rules, _before(at).positions()
    if isinstance(at.move, Draw | Pass) and at.seat == READER:
        if not any(isinstance(other.move, Draw | Pass) and other.seat == READER for other in earlier):
            yield play.by_itself()
    elif isinstance(at.move, Lay) and at.move.plays[0].tile.double and not at.rules.in_rows:
        if any(isinstance(other.move, Lay) and other.move.plays[0].tile.double for other in earlier):
            return
        yield _("Doubles lie across the line.")
        if r.spinner == "all":
            yield _("Every double is a spinner: you can play on all four of its sides.")
        elif r.spinner == "first":
            yield _("The first double played face up is the spinner: you can play on all four of its sides.")


def _end(lesson: Lesson, position: rules.Position) -> Iterator[str]:
    result = position.result
    assert result is not None
    if result.over == "blocked":
        yield endings.why_blocked(position)
    elif result.by == READER:
        yield _("That was your last tile. You go out, and the round ends.")
    if len(lesson.names) > position.rules.sides:
        yield _("You and %(name)s win the round.") % {"name": lesson.names[2]}
    else:
        yield _("You win the round.")
