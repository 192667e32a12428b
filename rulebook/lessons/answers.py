"""The question at a step of a lesson, and the answer to the tile or place that the reader tries."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from rulebook.captions import ends_in_words
from rulebook.lessons import rows
from rulebook.lessons.course import Placed, Step, end_values, placings, tiles_of
from rulebook.lessons.ideas import OF_PLACES, Idea, idea_of, passed_on
from rulebook.lessons.prepared import READER
from rulebook.people import all_of, either
from rules import Append, Lay, tile_texts, tiles_in

SHOW = "show"  # instead of a tile: shows the solution


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the reader's try. *right*: the lesson goes on. *places*: moves offered next, in words."""

    right: bool
    sentences: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()


def question(step: Step) -> list[str]:
    """The open ends, and a tip."""
    position, move = step.position, step.move
    if move is None:
        return []
    idea = idea_of(step)
    if position.rules.in_rows:
        return [rows.asked(position), *([_tip(step, idea)] if idea is Idea.CUTS else [])]
    if position.layout.ends:
        return [ends_in_words(position), _tip(step, idea)]
    if idea is Idea.ONLY:
        return [_("You have %(tile)s, so you lead it.") % {"tile": tiles_of(move)[0]}]
    return [_("You lead, and you can play any tile."), _tip(step, idea)]


def _tip(step: Step, idea: Idea) -> str:
    position = step.position
    if idea is Idea.STOPS:
        after = rules.play(position, step.move or "")
        assert after.turn is not None
        return _(
            "%(name)s passed, and so has none of these: %(values)s. Leave only such ends, and %(name)s must pass again."
        ) % {"name": step.lesson.names[after.turn], "values": all_of(sorted(passed_on(position, after.turn)))}
    return {
        Idea.OUT: _("Your last tile fits: go out."),
        Idea.SCORES: _("Count what the open ends would add up to: which play scores most?"),
        Idea.CUTS: _("Laid across both lines, it cuts off tiles, and the other player gets them."),
        Idea.ONLY: _("Which of your tiles fits?"),
        Idea.DOUBLE: _("A double fits only one number, so it’s hard to get rid of. Play one while you can."),
        Idea.HEAVY: _("The pips left in your hand count at the end, so play your heaviest tile."),
        Idea.FOLLOW: _("Leave ends that your other tiles fit."),
    }[idea]


def choices(step: Step) -> list[tuple[str, str]]:
    """The reader's choices: their tiles, or in Sausage the places for the turned tile. Places have words."""
    position = step.position
    if step.move is None:
        return []
    if position.rules.in_rows:
        return [(str(move), rows.place_in_words(move)) for move in rows.offered_places(position)]
    return [(tile, "") for tile in sorted(tile_texts(position.hands[READER]), key=_highest_first, reverse=True)]


def _highest_first(tile: str) -> tuple[int, ...]:
    return tuple(int(half) for half in tile.split("-"))


def answer(step: Step, tried: str) -> Answer | None:
    """The answer to a tile, a move, or `SHOW`; None for impossible tries."""
    position, move = step.position, step.move
    if move is None:
        return None
    if tried == SHOW:
        return Answer(right=False, sentences=(_shown(move),))
    if position.rules.in_rows:
        place = next((place for place in rows.offered_places(position) if str(place) == tried), None)
        return None if place is None else _to_place(step, place)
    legal = placings(position)
    if (chosen := next((each for each in legal if str(each) == tried), None)) is not None:
        return _to_move(step, chosen)
    tile = next((each for each in tiles_in(position.hands[READER]) if each == tried), None)
    return None if tile is None else _to_tile(step, tile, [each for each in legal if tiles_of(each) == (tile,)])


def _to_tile(step: Step, tile: rules.Tile, moves: list[Placed]) -> Answer:
    if not moves:
        return Answer(right=False, sentences=(_why_not(step, tile),))
    if step.move not in moves:
        return Answer(right=False, sentences=tuple(_too(step)))
    if len(moves) > 1 and idea_of(step) in OF_PLACES:
        said = _("%(tile)s fits in more than one place. Where does it go?") % {"tile": tile}
        return Answer(right=False, sentences=(said,), places=tuple((str(move), place_in_words(move)) for move in moves))
    return Answer(right=True)


def _to_move(step: Step, chosen: Placed) -> Answer:
    assert step.move is not None
    if chosen == step.move:
        return Answer(right=True)
    if tiles_of(chosen) != tiles_of(step.move):
        return Answer(right=False, sentences=tuple(_too(step)))
    return Answer(right=False, sentences=(_other_place(), _tip(step, idea_of(step))))


def _to_place(step: Step, place: rules.Move) -> Answer:
    """The answer to a place for the turned tile of Sausage."""
    if place == step.move:
        return Answer(right=True)
    if place in step.position.legal:
        return Answer(right=False, sentences=(_other_place(), _tip(step, idea_of(step))))
    assert isinstance(place, Append)
    said = _("%(tile)s doesn’t fit there: the end of line %(line)s shows %(value)d.") % {
        "tile": place.tile, "line": place.line, "value": rows.end_of(step.position, place.line)}  # fmt: skip
    return Answer(right=False, sentences=(said,))


def _why_not(step: Step, tile: rules.Tile) -> str:
    position = step.position
    if not position.layout.ends:
        return _("%(tile)s can’t lead: this round begins with %(lead)s.") % {
            "tile": tile, "lead": either({tiles_of(move)[0] for move in placings(position)})}  # fmt: skip
    return _("%(tile)s doesn’t fit: the open ends ask for %(values)s.") % {
        "tile": tile, "values": either(sorted(end_values(position)))}  # fmt: skip


def _too(step: Step) -> Iterator[str]:
    yield _("That’s legal, but there’s a better move.")
    yield _tip(step, idea_of(step))


def _other_place() -> str:
    return _("That’s legal, but there’s a better place.")


def _shown(move: Placed) -> str:
    if not isinstance(move, Lay):
        return rows.place_shown(move)
    (laid,) = move.plays
    told = {"tile": laid.tile, "onto": laid.onto}
    return (_("Play %(tile)s.") if laid.onto is None else _("Play %(tile)s on the %(onto)s.")) % told


def place_in_words(move: Placed) -> str:
    """The label of a button, such as “on the 6-5”."""
    if not isinstance(move, Lay):
        return rows.place_in_words(move)
    (laid,) = move.plays
    return (_("lengthwise on the %(onto)s") if laid.style == "=" else _("on the %(onto)s")) % {"onto": laid.onto}


def marked(step: Step, tried: str) -> str:
    """The tile to point out in the hand: the solution shown, or the tile that needs a place."""
    if step.move is None or step.position.rules.in_rows:
        return ""
    tile = tiles_of(step.move)[0]
    return str(tile) if tried in (SHOW, tile) else ""
