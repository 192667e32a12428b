"""Describes the moves between two choices of the reader, and explains each kind of move at its first use."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from rulebook import endings, play, score
from rulebook.captions import ends_in_words, scored, sum_of_ends
from rulebook.facts import facts
from rulebook.lessons import rows
from rulebook.lessons.course import Step, end_values, fitting, tiles_of
from rulebook.lessons.prepared import READER, Lesson
from rulebook.people import all_of, either
from rules import Draw, Lay, Pass, move_text
from rules.words import lead_parts


def happenings(step: Step) -> list[str]:
    """Sentences on the moves from the reader's last choice, or the deal, to *step*."""
    return list(_sentences(step))


def _sentences(step: Step) -> Iterator[str]:
    position, lesson = step.position, step.lesson
    if step.number == 1:
        yield from _beginning(lesson, position)
    searching = [at for at in step.since if _searches(at)]
    if searching:
        yield from _searched(searching)
    later = step.since[len(searching) :]
    for drawing, several in groupby(later, key=lambda at: (at.seat, isinstance(at.move, Draw))):
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
    elif tells_lead(r):
        yield next(play.lead(r))
    if len(lesson.names) > r.sides:
        yield _("%(name)s, opposite you, is your partner.") % {"name": lesson.names[2]}


def tells_lead(r: rules.RuleSet) -> bool:
    """Whether the first step tells who leads: where a tile decides it, and there are no ends to learn to count."""
    return not r.in_rows and not r.ends and lead_parts(r.lead_first)[0] in play.DOUBLES | play.DRAWN_FOR


def after_move(lesson: Lesson, at: rules.Position) -> list[str]:
    """Sentences on the reader's move to *at*, and what it leads to."""
    if at.rules.in_rows:
        return [*rows.made(lesson, at), *(_end(lesson, at) if at.over else ())]
    if isinstance(at.move, Draw):
        return [_("You draw %(tile)s.") % {"tile": _drawn_tile(at)}]
    sentences = [_("You pass.")] if isinstance(at.move, Pass) else list(_made(lesson, at))
    if at.over:
        return [*sentences, *_end(lesson, at)]
    sentences.append(ends_in_words(at))
    if at.rules.ends and at.totals == _before(at).totals:
        sentences.append(_("They count %(sum)s.") % {"sum": sum_of_ends(at.layout)})
    n = fitting(at)
    fits = ngettext("%(n)d of your tiles fits then.", "%(n)d of your tiles fit then.", n) % {"n": n}
    return [*sentences, fits if n else _("None of your tiles fits then.")]


def _searches(at: rules.Position) -> bool:
    """Whether *at* follows a draw to find out who leads."""
    return isinstance(at.move, Draw) and not at.layout.ends and not at.rules.in_rows


def _searched(positions: list[rules.Position]) -> Iterator[str]:
    yield _("Nobody was dealt %(tile)s.") % {"tile": positions[0].rules.lead_first.partition(":")[2]}
    if mine := [_drawn_tile(at) for at in positions if at.seat == READER]:
        yield _("You draw %(tile)s.") % {"tile": ", ".join(mine)}


def _drawn_tile(at: rules.Position) -> str:
    return move_text(at).partition(" ")[2]


def _before(at: rules.Position) -> rules.Position:
    assert at.previous is not None
    return at.previous


def _wanted(at: rules.Position) -> str:
    """The numbers that would have fitted before the move."""
    return either(sorted(end_values(_before(at))))


def _drawn(lesson: Lesson, positions: list[rules.Position]) -> str:
    first, n = positions[0], len(positions)
    if first.seat == READER:
        tiles = map(_drawn_tile, positions)
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
    plays = cast(Lay, move).plays
    if len(plays) > 1:
        yield (_("You play %(tiles)s in one turn.") if mine else _("%(name)s plays %(tiles)s in one turn.")) % {
            "name": name,
            "tiles": all_of(_("%(tile)s on the %(onto)s") % {"tile": laid.tile, "onto": laid.onto} for laid in plays),
        }
    else:
        yield _laid(name, at, plays[0], mine=mine)
    if at.totals != _before(at).totals:
        yield from scored(at)


def _laid(name: str, at: rules.Position, laid: rules.Play, *, mine: bool) -> str:
    words = {"name": name, "tile": laid.tile, "onto": laid.onto, "half": laid.tile.high, "whole": laid.tile.pips}
    if laid.onto is None:
        return (_("You lead %(tile)s.") if mine else _("%(name)s leads %(tile)s.")) % words
    if laid.style == "=":
        return (
            _("You play %(tile)s lengthwise, so it counts %(half)d instead of %(whole)d.")
            if mine
            else _("%(name)s plays %(tile)s lengthwise, so it counts %(half)d instead of %(whole)d.")
        ) % words
    if laid.style == "x":
        return (
            _("You play %(tile)s face down on %(onto)s, which closes that end.")
            if mine
            else _("%(name)s plays %(tile)s face down on %(onto)s, which closes that end.")
        ) % words
    if not mine:
        return _("%(name)s plays %(tile)s on the %(onto)s.") % words
    value = _before(at).layout.end_for(laid).value
    if (total := facts(at.rules).sum) is not None:
        return _("You play %(tile)s on the %(onto)s: %(one)d and %(other)d make %(total)d.") % {
            **words,
            "one": total - value,
            "other": value,
            "total": total,
        }
    return _("You play %(tile)s on the %(onto)s: both show %(value)d.") % {**words, "value": value}


def _passed(name: str, at: rules.Position, *, mine: bool) -> str:
    if mine:
        return _("None of your tiles fits %(values)s, so you pass.") % {"values": _wanted(at)}
    if isinstance(_before(at).move, Draw):  # a drawn tile that fits may be kept
        return _("%(name)s passes.") % {"name": name}
    return _("%(name)s has no tile for %(values)s, and passes.") % {"name": name, "values": _wanted(at)}


def _when_first(at: rules.Position) -> Iterator[str]:
    """Explains the move that led to *at*, if it is the first of its kind."""
    if at.rules.in_rows:
        return
    earlier = [other for other in _before(at).positions() if not _searches(other)]
    if isinstance(at.move, Draw | Pass) and at.seat == READER:
        if not any(isinstance(other.move, Draw | Pass) and other.seat == READER for other in earlier):
            yield play.by_itself()
    elif _has_double(at) and not any(map(_has_double, earlier)):
        yield from play.doubles(at.rules)
        if at.rules.ends and at.rules.spinner in ("first", "all"):
            yield score.spinner_counted()


def _has_double(at: rules.Position) -> bool:
    return isinstance(at.move, Lay) and at.move.plays[0].tile.double


def _end(lesson: Lesson, position: rules.Position) -> Iterator[str]:
    result = position.result
    assert result is not None
    if result.over == "blocked":
        yield endings.why_blocked(position)
    elif result.by == READER:
        yield ngettext(
            "That was your last tile. You go out, and the round ends.",
            "Those were your last tiles. You go out, and the round ends.",
            len(tiles_of(position.move)) if isinstance(position.move, Lay) else 1,
        )
    if "general" in result.notes:
        yield from _generals(lesson, position, result.written)
    yield _winner(lesson, position, result.winner)


def _generals(lesson: Lesson, position: rules.Position, written: Sequence[int]) -> Iterator[str]:
    for side, n in enumerate(written):
        names = all_of(lesson.names[seat] or _("You") for seat in position.rules.seats_of(side))
        if n:
            yield ngettext("%(n)d General for %(side)s.", "%(n)d Generals for %(side)s.", n) % {"n": n, "side": names}


def _winner(lesson: Lesson, position: rules.Position, side: int | None) -> str:
    r = position.rules
    if side is None:
        return _("No one wins the round.")
    others = [lesson.names[seat] for seat in r.seats_of(side) if seat != READER]
    if side == r.side_of(READER):
        return _("You and %(name)s win the round.") % {"name": others[0]} if others else _("You win the round.")
    return _("The round goes to %(side)s.") % {"side": all_of(others)}
