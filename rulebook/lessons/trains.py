"""Moves of Mexican Train in a lesson: trains to play on, passes that open one, doubles to cover."""

from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext as _

import rules
from rulebook import play
from rulebook.lessons.prepared import READER, Lesson
from rulebook.moments import left_uncovered, trains_of
from rulebook.people import either
from rulebook.train_words import on, places, train, wanted
from rules import Draw, OnTrain, Pass


def asked(lesson: Lesson, position: rules.Position) -> str:
    """Where the reader may play."""
    layout = trains_of(position)
    if layout.cover is None:
        return _("You can play %(places)s.") % {"places": either(places(position, lesson.names))}
    double = layout.last_tile(layout.cover)
    return _("The %(tile)s %(place)s must be covered: you need a %(n)d.") % {
        "tile": double,
        "place": on(layout.cover, lesson.names),
        "n": double.high,
    }


def made(lesson: Lesson, at: rules.Position) -> Iterator[str]:
    """Describes the play or pass that led to *at*; draws are told like those of other games."""
    before, seat, move = cast(rules.Position, at.previous), cast(int, at.seat), at.move
    name, mine = lesson.names[seat], seat == READER
    if isinstance(move, Pass):
        yield from _passed(name, before, opens=not _own(before, seat).open, mine=mine)
    elif trains_of(before).cover is not None:
        words = {"name": name, "tile": cast(OnTrain, move).tile, "double": cast(OnTrain, left_uncovered(at).move).tile}
        yield (
            _("You cover the %(double)s with %(tile)s.") if mine else _("%(name)s covers the %(double)s with %(tile)s.")
        ) % words
    else:
        tile, of = cast(OnTrain, move).tile, cast(OnTrain, move).train
        words = {"name": name, "tile": tile, "place": on(of, lesson.names), "n": str(_train(at, of).end)}
        if mine and tile.double:
            yield _("You play %(tile)s %(place)s.") % words
        elif mine:
            yield _("You play %(tile)s %(place)s, which now ends in %(n)s.") % words
        elif of == rules.train_of(seat):
            yield _("%(name)s plays %(tile)s on their own train.") % words
        else:
            yield _("%(name)s plays %(tile)s %(place)s.") % words
        if of == rules.train_of(seat) and _own(before, seat).open:
            yield _("Your train is closed again.") if mine else _("That closes %(name)s’s train.") % words


def _own(p: rules.Position, seat: int) -> rules.Train:
    return _train(p, rules.train_of(seat))


def _train(p: rules.Position, of: str) -> rules.Train:
    return cast(rules.Train, trains_of(p).train(of))


def _passed(name: str, before: rules.Position, *, opens: bool, mine: bool) -> Iterator[str]:
    words = {"name": name, "values": wanted(before)}
    if isinstance(before.move, Draw):
        yield _("It doesn’t fit.")
    elif mine:
        yield _("None of your tiles fits %(values)s.") % words
    else:
        yield _("%(name)s has no tile for %(values)s.") % words
    if opens:
        yield (
            _("You pass, and your train is open.") if mine else _("%(name)s passes, and %(name)s’s train is open.")
        ) % words
    else:
        yield _("You pass.") if mine else _("%(name)s passes.") % words


def when_first(at: rules.Position) -> Iterator[str]:
    """Explains the move that led to *at*, if it is the first of its kind."""
    earlier = cast(rules.Position, at.previous).positions()
    if at.seat == READER and isinstance(at.move, Draw) and not any(map(_drew, earlier)):
        yield play.by_itself()
    if isinstance(at.move, Pass) and not any(isinstance(other.move, Pass) for other in earlier):
        yield _("Everyone can play on an open train, until its owner plays on it.")
    if _uncovered(at) and not any(map(_uncovered, earlier)):
        yield _("A double must be covered: nobody can play anywhere else until somebody does.")


def _drew(at: rules.Position) -> bool:
    return isinstance(at.move, Draw) and at.seat == READER


def _uncovered(at: rules.Position) -> bool:
    return trains_of(at).cover is not None


def why_not(lesson: Lesson, position: rules.Position, tile: rules.Tile) -> str:
    """Why the reader can't play *tile*."""
    layout = trains_of(position)
    if layout.cover is not None:
        return _("%(tile)s doesn’t cover the %(double)s: you need a %(n)d.") % {
            "tile": tile,
            "double": layout.last_tile(layout.cover),
            "n": layout.last_tile(layout.cover).high,
        }
    closed = [each for each in layout.trains if not each.open and each.of != rules.train_of(READER)]
    if (fits := next((each for each in closed if each.end in (tile.high, tile.low)), None)) is not None:
        words = {"tile": tile, "train": train(fits.of, lesson.names)}
        return _("%(tile)s fits only %(train)s, which is closed.") % words
    return _("%(tile)s doesn’t fit: you need %(values)s.") % {"tile": tile, "values": wanted(position)}


def left_out(position: rules.Position) -> int:
    """The pips of the reader's tiles outside the dearest train that they can build."""
    hand = position.hands[READER]
    return rules.pips_of(position.rules, hand) - _dearest(position.rules, _own(position, READER).end, hand)


def _dearest(r: rules.RuleSet, end: int, hand: int) -> int:
    """The pips of the dearest train that *hand* (bits) makes from *end*."""
    fitting = rules.tiles_in(hand & rules.suit(end, r.set))
    return max((each.pips + _dearest(r, each.other(end), hand ^ each.bit) for each in fitting), default=0)
