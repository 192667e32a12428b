"""Describes the moves between two choices of the reader, and explains each kind of move at its first use."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from rulebook import endings, play, score, train_words
from rulebook.captions import ends_in_words, scored, sum_of_ends
from rulebook.lessons import rows, trains
from rulebook.lessons.course import Step, end_values, fitting, is_matador, tiles_of
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
            yield from _moved(lesson, at)
            yield from _when_first(at)
    if step.move is None:
        yield from _end(lesson, position)


def _moved(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    match at.rules.layout_kind:
        case "lines":
            return rows.made(lesson, at)
        case "trains":
            return trains.made(lesson, at)
        case "board":
            return _made(lesson, at)
        case _:
            assert_never(at.rules.layout_kind)


def _beginning(lesson: Lesson, position: rules.Position) -> Iterator[str]:
    r = position.rules
    yield rulebook.three_sentences(r)[0]
    if r.matching == "matador":
        yield from play.matadors(r)
    if r.ends:
        yield next(score.scoring(r))
    if r.in_trains:
        yield next(train_words.station(position))
    elif (start := position.table.deal.start) is not None:
        yield _("%(tile)s is the start tile.") % {"tile": start}
    elif tells_lead(r):
        yield next(play.lead(r))
    if len(lesson.names) > r.sides:
        yield _("%(name)s, opposite you, is your partner.") % {"name": lesson.names[2]}


def tells_lead(r: rules.RuleSet) -> bool:
    """Whether the first step tells who leads: where a tile decides it, and there are no ends to learn to count."""
    return r.layout_kind == "board" and not r.ends and lead_parts(r.lead_first)[0] in play.DOUBLES | play.DRAWN_FOR


def after_move(lesson: Lesson, at: rules.Position) -> list[str]:
    """Sentences on the reader's move to *at*, and what it leads to."""
    if at.rules.layout_kind != "board":
        return [*_moved(lesson, at), *(_end(lesson, at) if at.over else ())]
    if isinstance(at.move, Draw):
        return [_("You draw %(tile)s.") % {"tile": _drawn_tile(at)}]
    sentences = [_("You pass.")] if isinstance(at.move, Pass) else list(_made(lesson, at))
    if at.over:
        return [*sentences, *_end(lesson, at)]
    sentences.append(ends_in_words(at))
    if at.rules.divisors and at.totals == _before(at).totals:
        sentences.append(_("They count %(sum)s.") % {"sum": sum_of_ends(at.layout)})
    n = fitting(at)
    fits = ngettext("%(n)d of your tiles fits then.", "%(n)d of your tiles fit then.", n) % {"n": n}
    return [*sentences, fits if n else _("None of your tiles fits then.")]


def _searches(at: rules.Position) -> bool:
    """Whether *at* follows a draw to find out who leads."""
    return isinstance(at.move, Draw) and not at.layout.ends and at.rules.layout_kind == "board"


def _searched(positions: list[rules.Position]) -> Iterator[str]:
    yield _("Nobody was dealt %(tile)s.") % {"tile": _lead_tile(positions[0].rules)}
    if mine := [_drawn_tile(at) for at in positions if at.seat == READER]:
        yield _("You draw %(tile)s.") % {"tile": ", ".join(mine)}


def _lead_tile(r: rules.RuleSet) -> str:
    """The tile that all draw for in the first round."""
    word, named = lead_parts(r.lead_first)
    return f"{r.set}-{r.set}" if word == "down" else named


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
        yield from _paid(lesson, at)
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
    if not at.hands[seat] and not at.over:
        yield from _plays_on(lesson, at)


def _paid(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    """The points for a pass (`passes`)."""
    if (paid := rules.paid_by(at)) is not None:
        side, n = paid
        yield ngettext("That pass pays %(n)d point to %(side)s.", "That pass pays %(n)d points to %(side)s.", n) % {
            "n": n,
            "side": _side(lesson, at.rules, side),
        }


def _side(lesson: Lesson, r: rules.RuleSet, side: int) -> str:
    """A side in a sentence; the reader comes first."""
    return all_of(lesson.names[seat] or _("you") for seat in r.seats_of(side))


def _plays_on(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    """One partner has no tiles left, and the other plays on (`out_by: side`)."""
    seat = cast(int, at.seat)
    partner = next(each for each in at.rules.seats_of(at.rules.side_of(seat)) if each != seat)
    if seat == READER:
        yield _("You have no tiles left. %(partner)s plays on for you both.") % {"partner": lesson.names[partner]}
    elif partner == READER:
        yield _("%(name)s has no tiles left. You play on for you both.") % {"name": lesson.names[seat]}
    else:
        yield _("%(name)s has no tiles left. %(partner)s plays on for them both.") % {
            "name": lesson.names[seat],
            "partner": lesson.names[partner],
        }


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
    if is_matador(at.rules, laid.tile):
        return (
            _("You play %(tile)s on the %(onto)s: a matador fits every end.")
            if mine
            else _("%(name)s plays %(tile)s on the %(onto)s: a matador fits every end.")
        ) % words
    if not mine:
        return _("%(name)s plays %(tile)s on the %(onto)s.") % words
    value, total = _before(at).layout.end_for(laid).value, at.rules.board.total
    if total is not None:
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
    if at.rules.in_trains:
        yield from trains.when_first(at)
    if at.rules.layout_kind != "board":
        return
    earlier = [other for other in _before(at).positions() if not _searches(other)]
    if isinstance(at.move, Draw | Pass) and at.seat == READER:
        if not any(isinstance(other.move, Draw | Pass) and other.seat == READER for other in earlier):
            yield play.by_itself()
    elif _has_double(at) and not any(map(_has_double, earlier)):
        yield from play.doubles(at.rules)
        yield from play.filling(at.rules)
        if at.rules.divisors and at.rules.spinner in ("first", "all"):
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
    yield from _finished(position.rules, result.notes)
    if "general" in result.notes:
        yield from _generals(lesson, position, result.written)
    yield _winner(lesson, position, result.winner)


def _finished(r: rules.RuleSet, notes: Sequence[str]) -> Iterator[str]:
    """What the round pays besides pips: the way of the last tile, and the bonus of the first round."""
    for way, n in r.finish.items():
        if way in notes:
            yield _way_out(way)
            match r.finish_pays:
                case "add":
                    yield ngettext("That pays %(n)d point more.", "That pays %(n)d points more.", n) % {"n": n}
                case "instead":
                    yield ngettext("That pays %(n)d point in all.", "That pays %(n)d points in all.", n) % {"n": n}
                case "times":
                    yield _("That multiplies the score by %(n)d.") % {"n": n}
                case _:
                    assert_never(r.finish_pays)
    if "bonus" in notes:
        n = r.round_bonus[0]
        yield ngettext(
            "The first round that somebody wins pays %(n)d point more.",
            "The first round that somebody wins pays %(n)d points more.",
            n,
        ) % {"n": n}


def _way_out(way: rules.words.FinishWay) -> str:
    match way:
        case "cross":
            return _("The last tile was a double that fitted both ends.")
        case "blank":
            return _("The last tile was the 0-0.")
        case "double":
            return _("The last tile was a double.")
        case "both":
            return _("The last tile fitted both ends, one with each half.")
        case "same":
            return _("The last tile fitted both ends, which showed the same number.")
        case _:
            assert_never(way)


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
