"""What a round brought besides points, in whole sentences (rules.md 10). Pages with scripts have their own
(static/js/extras/round_notes.js).
"""

from collections.abc import Callable, Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import score_sheet
from rulebook.phrases import number
from rulebook.score_sheet import ScoreLine, SheetFacts

WAYS: dict[str, Callable[[], str]] = {
    "cross": lambda: _("The last tile is a double that fits both ends"),
    "blank": lambda: _("Out with the 0-0"),
    "double": lambda: _("Out with a double"),
    "both": lambda: _("The last tile fits both ends"),
    "same": lambda: _("Out on two equal ends"),
}


def round_in_words(position: rules.Position, name: Callable[[int], str]) -> Iterator[str]:
    """How the round of *position* ended, and its notes. *name*: of a seat."""
    line, facts = score_sheet.score_line(0, position), score_sheet.sheet_facts(position.rules)
    assert line is not None
    yield _ended(line, position.rules, name)
    worth = line.more or {}
    for note in line.notes:
        if note in WAYS:
            yield _way(note, worth[note], facts)
        elif note == "bonus":
            yield _("Round bonus: %(points)s.") % {"points": f"+{worth[note]}"}
        elif note == "carried":
            carried = ngettext("Carried over: %(n)d more.", "Carried over: %(n)d more.", worth[note])
            yield carried % {"n": worth[note]}
        elif note == "one-all":
            yield _("The round at one all: 2 for the winner, the others fall to 0.")
        elif note == "broken":
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


def _way(way: str, worth: int, facts: SheetFacts) -> str:
    points = {
        "add": f"+{number(worth)}",
        "instead": ngettext("%(n)d point", "%(n)d points", worth) % {"n": worth},
        "times": f"× {number(worth)}",
    }[facts.finish_pays]
    return _("%(way)s: %(points)s.") % {"way": capfirst(facts.words.get(way) or WAYS[way]()), "points": points}
