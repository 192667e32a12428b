"""The text of a position: one line from which the rules rebuild it (docs/formats.md)."""

from ..errors import phrase
from ..house.chosen import ruleset
from ..house.ruleset import RuleSet
from ..pieces.moves import Move
from ..pieces.reading import parse_move
from ..rounds.deal import deal_from_dict
from ..rounds.position import Position
from ..table.play import replayed
from .parts import deal_text, moves_text, options_text, read_deal, read_moves, read_options, unreadable
from .standing import read_standing, standing_text

_ADJUDICATED = "adjudicated"


def position_text(position: Position) -> str:
    """*position* as one line: the rules, the standing before the deal, the deal, and its moves (docs/formats.md).

    It shows all hands. `parse_position` reads it.
    """
    first, *later = position.positions()
    rules = first.rules
    moves = [f"{at.seat} {at.move}" for at in later] + [_ADJUDICATED] * position.is_adjudicated
    named = f"{rules.key} seats={rules.seats} {options_text(rules.options)}".rstrip()
    parts = (named, standing_text(first.game), deal_text(first.table.deal), moves_text(moves))
    return " | ".join(filter(None, parts))


def parse_position(text: str) -> Position:
    """The position that *text* describes (docs/formats.md), after all its moves.

    Raises Unreadable where the text can't be read, and the other refusals of the rules where they don't allow its game,
    deal or moves.
    """
    parts = [part.strip() for part in text.split("|")]
    if not 3 <= len(parts) <= 4:
        raise unreadable(text, phrase("no_position"))
    rules = _rules(parts[0])
    game = read_standing(parts[1], rules)
    moves, clock = read_moves("".join(parts[3:]))
    adjudicated = moves[-1:] == [_ADJUDICATED]
    if clock:
        raise unreadable(parts[3])
    played = [_move(move, rules) for move in (moves[:-1] if adjudicated else moves)]
    position = replayed(game, deal_from_dict(read_deal(parts[2], rules)), played)
    if adjudicated and position.over:
        raise unreadable(_ADJUDICATED, phrase("round_over"))
    return position.adjudicated() if adjudicated else position


def _rules(text: str) -> RuleSet:
    key, *words = text.split()
    options = read_options(words)
    seats = options.pop("seats", None)
    if not isinstance(seats, int):
        raise unreadable(text, phrase("no_position"))
    return ruleset(key, options, seats)


def _move(text: str, rules: RuleSet) -> tuple[int, Move]:
    seat, space, move = text.partition(" ")
    if not space or seat not in map(str, range(rules.seats)):
        raise unreadable(text)
    return int(seat), parse_move(move)
