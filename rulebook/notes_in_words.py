"""What a round brought besides points, in whole sentences (rules.md 10). Pages with scripts have their own
(static/js/extras/round_notes.js).
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import score_sheet
from rulebook.phrases import number
from rulebook.score_sheet import ScoreLine, SheetFacts


def round_in_words(position: rules.Position, name: Callable[[int], str]) -> Iterator[str]:
    """How the round of *position* ended, and its notes. *name*: of a seat."""
    line, facts = score_sheet.score_line(0, position), score_sheet.sheet_facts(position.rules)
    assert line is not None
    yield _ended(line, position.rules, name)
    worth = line.more or {}
    for note in line.notes:
        match note:
            case "cross" | "blank" | "double" | "both" | "same":
                yield _way(note, worth[note], facts)
            case "bonus":
                yield _("Round bonus: %(points)s.") % {"points": f"+{worth[note]}"}
            case "carried":
                carried = ngettext("Carried over: %(n)d more.", "Carried over: %(n)d more.", worth[note])
                yield carried % {"n": worth[note]}
            case "one-all":
                yield _("The round at one all: 2 for the winner, the others fall to 0.")
            case "broken":
                yield _("The game is broken: all at 0.")
    if "one-all" in (line.next or {}):
        yield _("One all: the next round takes it.")


def _ended(line: ScoreLine, ruleset: rules.RuleSet, name: Callable[[int], str]) -> str:
    if line.by is not None:
        return _("%(name)s is out.") % {"name": name(line.by)}
    match line.compared:
        case [[seat, pips]]:
            return _("Blocked: %(name)s’s hand is the lowest (%(pips)d).") % {"name": name(seat), "pips": pips}
        case [[seat, pips], [other, others]]:
            words = {"name": name(seat), "other": name(other), "pips": pips, "others": others}
            if pips == others and line.winner == ruleset.side_of(seat):
                locked = _("%(name)s locked against %(other)s: %(pips)d to %(others)d, the locker wins.")
            else:
                locked = _("%(name)s locked against %(other)s: %(pips)d to %(others)d.")
            return locked % words
        case _:
            return _("Blocked: no one can play.")


def _way(way: rules.words.FinishWay, worth: int, facts: SheetFacts) -> str:
    words = {"way": capfirst(facts.words.get(way) or _named(way)), "points": _points(worth, facts.finish_pays)}
    return _("%(way)s: %(points)s.") % words


def _named(way: rules.words.FinishWay) -> str:
    match way:
        case "cross":
            return _("The last tile is a double that fits both ends")
        case "blank":
            return _("Out with the 0-0")
        case "double":
            return _("Out with a double")
        case "both":
            return _("The last tile fits both ends")
        case "same":
            return _("Out on two equal ends")
        case _:
            assert_never(way)


def _points(worth: int, pays: rules.words.FinishPays) -> str:
    match pays:
        case "add":
            return f"+{number(worth)}"
        case "instead":
            return ngettext("%(n)d point", "%(n)d points", worth) % {"n": worth}
        case "times":
            return f"× {number(worth)}"
        case _:
            assert_never(pays)
