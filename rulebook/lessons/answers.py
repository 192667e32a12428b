"""The question at a step of a lesson, and the answer to the tile or move that the reader tries."""

from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import train_words
from rulebook.captions import ends_in_words
from rulebook.lessons import rows, stronger, trains
from rulebook.lessons.course import Placed, Step, asides, asked_values, placings, tiles_of
from rulebook.lessons.happenings import after_move
from rulebook.lessons.ideas import Idea, idea_of, passed_on
from rulebook.lessons.prepared import READER
from rulebook.people import all_of, either
from rules import Append, Draw, Lay, OnTrain, Pass, tile_texts, tiles_in

SHOW = "show"  # instead of a tile: shows the solution


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the reader's try. *right*: the lesson goes on. *places*: moves offered next, in words.

    *made*: the position after another legal move, which the reader may take back; *judged*: how good it was.
    """

    right: bool
    sentences: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    judged: tuple[str, ...] = ()
    made: rules.Position | None = None


def question(step: Step) -> list[str]:
    """The open ends, and a tip."""
    position, move = step.position, step.move
    if move is None:
        return []
    idea = idea_of(step)
    match position.rules.layout_kind:
        case "lines":
            return [rows.asked(position), *([_tip(step, idea)] if idea is Idea.CUTS else [])]
        case "trains":
            return [trains.asked(step.lesson, position), _tip(step, idea)]
        case "board":
            return _question_of_ends(step, idea, move)
        case _:
            assert_never(position.rules.layout_kind)


def _question_of_ends(step: Step, idea: Idea | None, move: Placed) -> list[str]:
    position = step.position
    if position.layout.ends:
        return [ends_in_words(position), *_sum_asked(position), _tip(step, idea)]
    if idea is Idea.ONLY:
        return [_("You have %(tile)s, so you lead it.") % {"tile": tiles_of(move)[0]}]
    return [_("You lead, and you can play any tile."), _tip(step, idea)]


def _sum_asked(position: rules.Position) -> list[str]:
    """Where halves must add up: what fits."""
    if (made := position.rules.board.total) is None:
        return []
    return [
        _("Touching halves must add up to %(n)d, so you need %(values)s.") % {"n": made, "values": _asked(position)}
    ]


def _asked(position: rules.Position) -> str:
    """What fits the open ends, such as “3 or 5”."""
    matador = [_("a matador")] if position.rules.matching == "matador" else []
    return either([*sorted(asked_values(position)), *matador])


def _tip(step: Step, idea: Idea | None) -> str:
    position = step.position
    if idea is None:
        return _("More than one play is good here. Choose one.")
    if idea is Idea.STOPS:
        after = rules.play(position, step.move or "")
        assert after.turn is not None
        return _(
            "%(name)s passed, and so has none of these: %(values)s. Leave only such ends, and %(name)s must pass again."
        ) % {"name": step.lesson.names[after.turn], "values": all_of(sorted(passed_on(position, after.turn)))}
    last = position.hands[READER].bit_count()
    return {
        Idea.OUT: ngettext("Your last tile fits: go out.", "Your last tiles fit: go out.", last),
        Idea.SCORES: _("Count what the open ends would add up to: which play scores most?")
        if position.rules.divisors
        else _("Which play leaves the same number at all open ends?"),
        Idea.CUTS: _("Laid across both lines, it cuts off tiles, and the other player gets them."),
        Idea.ONLY: _("Which of your tiles fits?"),
        Idea.TOGETHER: _("In this game you can play several doubles in one turn, each on a different end."),
        Idea.TRAIN: _train_tip(step),
        Idea.KEEP: _("A matador fits every end: keep it while another tile fits."),
        Idea.DOUBLE: _("You must cover a double with your next tile. Play one while you have a tile for that.")
        if position.rules.in_trains
        else _("A double fits only one number, so it’s hard to get rid of. Play one while you can."),
        Idea.HEAVY: _("The pips left in your hand count at the end, so play your heaviest tile."),
        Idea.FOLLOW: _("Leave ends that your other tiles fit."),
        Idea.UNSEEN: _("Leave ends that few of the tiles you don’t see fit."),
    }[idea]


def _train_tip(step: Step) -> str:
    if isinstance(step.move, OnTrain) and step.move.train == rules.train_of(READER):
        return _("Line up the tiles that can follow each other on your train, and play the first.")
    return _("Line up the tiles that can follow each other on your train. Which one isn’t among them?")


def choices(step: Step) -> list[tuple[str, str]]:
    """The reader's choices: their tiles, or in Sausage the places for the turned tile. Places have words."""
    position = step.position
    if step.move is None:
        return []
    if position.rules.in_rows:
        return [(str(move), rows.place_in_words(move)) for move in rows.offered_places(position)]
    tiles = sorted(tile_texts(position.hands[READER]), key=_highest_first, reverse=True)
    return [(tile, "") for tile in tiles]


def others(step: Step) -> list[tuple[str, str]]:
    """The moves besides playing a tile, in words."""
    return [] if step.move is None else [(str(move), _aside(move)) for move in asides(step.position)]


def _aside(move: Draw | Pass) -> str:
    return _("Draw a tile") if isinstance(move, Draw) else _("Pass")


def _highest_first(tile: str) -> tuple[int, ...]:
    return tuple(int(half) for half in tile.split("-"))


def answer(step: Step, tried: str) -> Answer | None:
    """The answer to a tile, a move, or `SHOW`; None for impossible tries."""
    position, move = step.position, step.move
    if move is None:
        return None
    if tried == SHOW:
        return Answer(right=False, sentences=(stronger.shown(step, move),))
    legal = placings(position)
    if (chosen := next((each for each in [*legal, *asides(position)] if each == tried), None)) is not None:
        return _to_move(step, chosen)
    if position.rules.in_rows:
        place = next((place for place in rows.offered_places(position) if place == tried), None)
        return None if place is None else Answer(right=False, sentences=(_wrong_place(position, place),))
    tile = next((each for each in tiles_in(position.hands[READER]) if str(each) == tried), None)
    return None if tile is None else _to_tile(step, tile, [each for each in legal if tile in tiles_of(each)])


def _to_tile(step: Step, tile: rules.Tile, moves: list[Placed]) -> Answer:
    if not moves:
        return Answer(right=False, sentences=(_why_not(step, tile),))
    if len(moves) == 1:
        return _to_move(step, moves[0])
    words = _("%(tile)s fits in more than one place. Where does it go?") % {"tile": tile}
    places = tuple((str(move), place_in_words(step, move)) for move in moves)
    return Answer(right=False, sentences=(words,), places=places)


def _to_move(step: Step, chosen: rules.Move) -> Answer:
    if chosen == step.move:
        return Answer(right=True)
    made = rules.play(step.position, chosen)
    sentences, judged = after_move(step.lesson, made), stronger.judged(step, chosen)
    return Answer(right=False, sentences=tuple(sentences), judged=tuple(judged), made=made)


def _wrong_place(position: rules.Position, place: rules.Move) -> str:
    """Where the turned tile of Sausage doesn't fit."""
    assert isinstance(place, Append)
    return _("%(tile)s doesn’t fit there: the end of line %(line)s shows %(value)d.") % {
        "tile": place.tile,
        "line": place.line,
        "value": rows.end_of(position, place.line),
    }


def _why_not(step: Step, tile: rules.Tile) -> str:
    position = step.position
    if position.rules.in_trains:
        return trains.why_not(step.lesson, position, tile)
    if not position.layout.ends:
        return _("%(tile)s can’t lead: this round begins with %(lead)s.") % {
            "tile": tile,
            "lead": either({tiles_of(move)[0] for move in placings(position)}),
        }
    if (double := position.layout.waiting) is not None:
        return _("You can’t play %(tile)s yet: %(double)s must be filled first.") % {"tile": tile, "double": double}
    return _("%(tile)s doesn’t fit: the open ends ask for %(values)s.") % {"tile": tile, "values": _asked(position)}


def place_in_words(step: Step, move: Placed) -> str:
    """The label of a button, such as “on the 6-5”."""
    if not isinstance(move, Lay):
        return rows.place_in_words(move)
    if isinstance(move, OnTrain):
        return train_words.on(move.train, step.lesson.names)
    if len(move.plays) > 1:
        return all_of(_("%(tile)s on the %(onto)s") % {"tile": laid.tile, "onto": laid.onto} for laid in move.plays)
    (laid,) = move.plays
    words = {
        "": _("on the %(onto)s"),
        "=": _("lengthwise on the %(onto)s"),
        "x": _("face down on the %(onto)s"),
    }[laid.style] % {"onto": laid.onto}
    return stronger.placed(words, laid)


def marked(step: Step, tried: str) -> str:
    """The tile to point out in the hand: the solution shown, or the tile that needs a place."""
    if step.move is None or step.position.rules.in_rows:
        return ""
    tile = str(tiles_of(step.move)[0])
    return tile if tried == SHOW else tried
