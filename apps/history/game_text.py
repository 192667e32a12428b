"""A game as plain text: every finished deal move by move in words, and the score sheet.

Each move also has its notation (rules.md 10), so that the text is complete.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

import rules
from rulebook import phrases
from rulebook.notes_in_words import round_in_words
from rulebook.people import all_of
from rulebook.trains import owner_of
from rules import Append, Bid, Cut, Draw, Insert, Lay, OnTrain, Play, move_text, paid_by, scored_by

WIDTH = 16  # of a name's column
ACTIONS = {
    "pass": lambda: _("passes"),
    "redeal": lambda: _("asks for a new deal"),
    "keep": lambda: _("keeps the deal"),
    "wink": lambda: _("winks at the partner: holds the 0-0"),
    "puff": lambda: _("puffs to the partner: holds the 6-6"),
    "stop": lambda: _("leaves their train at that"),
    "resign": lambda: _("resigns"),
    "timeout": lambda: _("runs out of time"),
}


def text(head: Sequence[str], names: Sequence[str], deals: Sequence[rules.Position]) -> str:
    """The text. *head*: its first lines; *names* by seat; *deals*: the last position of each deal."""
    paragraphs = ["\n".join(head)]
    paragraphs += ["\n".join(_deal(position, names)) for position in deals]
    if scored := [position for position in deals if position.over and position.result is not None]:
        paragraphs.append("\n".join(_sheet(scored, names)))
    return "\n\n".join(paragraphs) + "\n"


def ended(outcome: rules.Outcome, names: Sequence[str], ruleset: rules.RuleSet) -> str:
    """“Ada wins, 100 : 45 (by resignation).”"""
    totals = " : ".join(map(str, outcome.totals))
    sides = [side_name(ruleset, side, names) for side in outcome.winners]
    if len(sides) == 1:
        line = _("Won by %(names)s, %(totals)s") % {"names": sides[0], "totals": totals}
    else:
        line = _("Drawn between %(names)s, %(totals)s") % {"names": all_of(sides), "totals": totals}
    why = phrases.reason(outcome.reason)
    return f"{line} ({why})." if why else f"{line}."


def side_name(ruleset: rules.RuleSet, side: int, names: Sequence[str]) -> str:
    return all_of(names[seat] for seat in ruleset.seats_of(side))


def _deal(position: rules.Position, names: Sequence[str]) -> Iterator[str]:
    deal = position.table.deal
    yield (_("Round %(n)d") % {"n": position.game.round}).upper()
    for seat, hand in enumerate(deal.hands):
        yield f"{names[seat][:WIDTH]:{WIDTH}}  {' '.join(map(str, hand))}".rstrip()
    if deal.boneyard:
        yield f"{_('Boneyard')[:WIDTH]:{WIDTH}}  {' '.join(map(str, deal.boneyard))}"
    if deal.start is not None:
        start = _("The station is %(tile)s.") if position.rules.in_trains else _("%(tile)s is turned face up.")
        yield start % {"tile": deal.start}
    yield ""
    for at in position.positions()[1:]:
        assert at.seat is not None
        yield f"{at.ply:3}. {at.move!s:18} {names[at.seat]} {_action(at, names)}{_scored(at)}{_paid(at, names)}"
    yield from _end(position, names)


def _action(at: rules.Position, names: Sequence[str]) -> str:
    move = at.move
    match move:
        case OnTrain():
            return _("plays %(what)s") % {"what": _on_train(move, at, names)}
        case Play(onto=None, tile=tile):
            return _("leads %(tile)s") % {"tile": tile}
        case Lay(plays=plays):
            return _("plays %(what)s") % {"what": all_of(map(_laid, plays))}
        case Draw():
            return _("draws %(tile)s") % {"tile": move_text(at).rpartition(" ")[2]}
        case Bid(points=points):
            return _("bids %(points)s") % {"points": points}
        case Append(tile=tile, line=line):
            return _("plays %(tile)s at the end of line %(line)s") % {"tile": tile, "line": line}
        case Insert(tile=tile, line=line, behind=behind):
            return _("puts %(tile)s into line %(line)s, behind tile %(n)d") % {"tile": tile, "line": line, "n": behind}
        case Cut(tile=tile, joint=joint):
            return _("cuts both lines with %(tile)s at joint %(n)d") % {"tile": tile, "n": joint}
    if move == "pass" and at.rules.in_trains:
        return _("passes: their train is open")
    if move == "turn":
        return _("turns over %(tile)s") % {"tile": move_text(at).rpartition(" ")[2]}
    return ACTIONS[str(move)]() if str(move) in ACTIONS else str(move)


def _on_train(move: OnTrain, at: rules.Position, names: Sequence[str]) -> str:
    owner = owner_of(move.train)
    if owner is None:
        return _("%(tile)s on the Mexican train") % {"tile": move.tile}
    if owner == at.seat:
        return _("%(tile)s on their own train") % {"tile": move.tile}
    return _("%(tile)s on %(name)s’s train") % {"tile": move.tile, "name": names[owner]}


def _laid(play: Play) -> str:
    tiles = {"tile": play.tile, "onto": play.onto}
    if play.style == "x":
        return _("%(tile)s face down on %(onto)s") % tiles
    if play.style == "=":
        return _("%(tile)s lengthwise on %(onto)s") % tiles
    return _("%(tile)s on %(onto)s") % tiles if play.onto else str(play.tile)


def _scored(at: rules.Position) -> str:
    return f" ({scored:+d})" if (scored := scored_by(at)) else ""


def _paid(at: rules.Position, names: Sequence[str]) -> str:
    """The points of a pass that paid another side: “ (+30 for Ben and Dan)”."""
    if (paid := paid_by(at)) is None:
        return ""
    side, points = paid
    return _(" (%(points)s for %(names)s)") % {"points": f"{points:+d}", "names": side_name(at.rules, side, names)}


def _end(position: rules.Position, names: Sequence[str]) -> Iterator[str]:
    if not position.over:
        yield _("The record ends here.")
    elif position.annulled:
        yield _("The deal is annulled.")
    elif position.result is not None:
        yield from round_in_words(position, lambda seat: names[seat])
        for seat, hand in enumerate(rules.view_for(position, None).open or ()):
            if hand:
                yield _("%(name)s is left with %(tiles)s.") % {"name": names[seat], "tiles": " ".join(hand)}


def _sheet(scored: Sequence[rules.Position], names: Sequence[str]) -> Iterator[str]:
    """A line per round: points and totals, by side."""
    ruleset = scored[0].rules
    yield _("Score sheet").upper()
    yield _row("", [side_name(ruleset, side, names) for side in range(ruleset.sides)])
    for position in scored:
        result = position.result
        assert result is not None
        cells = [f"{written:+d} = {total}" for written, total in zip(result.written, result.totals, strict=True)]
        yield _row(str(result.round), cells)


def _row(first: str, cells: Sequence[str]) -> str:
    return f"{first:>3}  " + " ".join(f"{cell[: 2 * WIDTH]:>{max(14, WIDTH)}}" for cell in cells)
