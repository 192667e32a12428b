"""Records: a whole game as one JSON object, `dominoes/1` (rules.md 10), and what replaying one prints."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .errors import BrokenRecord, IllegalDeal, IllegalMove, ImpossibleRules, Phrase, Unreadable, phrase, quoted
from .house.chosen import ruleset
from .house.ruleset import RuleSet
from .paid import paid_by, scored_by
from .pieces.as_json import to_json
from .pieces.moves import Leave
from .pieces.reading import parse_move
from .rounds.deal import deal_from_dict
from .rounds.game import Game, Outcome
from .rounds.game_end import adjudicated, best_sides
from .rounds.position import Position
from .table.conducts import conduct_of
from .table.play import play
from .table.start import new_game, start_round
from .view import count_of, move_text

FORMAT = "dominoes/1"
_LEAVING = ("resigned", "timeout")
_ADJUDICATED = "adjudicated"

Entry = Mapping[str, Any]  # a round as it was read; nobody has checked its deal and moves


@dataclass(frozen=True, slots=True)
class Record:
    """A record after reading: its rules are possible; `replay` checks its deals and moves.

    *names* are the seats'; *rounds* the raw entries; *ended*, if present: the reason and the seat that left, None for
    an adjudicated game.
    """

    rules: RuleSet
    names: tuple[str, ...]
    rounds: tuple[Entry, ...]
    ended: tuple[str, int | None] | None = None

    def as_dict(self) -> dict[str, object]:
        """The JSON object."""
        document: dict[str, object] = {
            "format": FORMAT,
            "variant": self.rules.key,
            "options": dict(self.rules.options),
            "seats": list(self.names),
            "rounds": [dict(entry) for entry in self.rounds],
        }
        if self.ended is not None:
            reason, seat = self.ended
            document["ended"] = reason if seat is None else f"{reason}:{seat}"
        return document


def parse(text: str | bytes) -> Record:
    """The record in *text*, which is JSON. Raises BrokenRecord for anything else."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenRecord(phrase("no_json_at", line=error.lineno, column=error.colno)) from None
    except (ValueError, RecursionError):
        raise BrokenRecord(phrase("no_json")) from None
    return record_from_dict(document)


def record_from_dict(document: object) -> Record:
    """The record in the JSON value *document*. Raises BrokenRecord with the missing or wrong part."""
    if not isinstance(document, Mapping):
        raise BrokenRecord(phrase("no_object"))
    if document.get("format") != FORMAT:
        raise BrokenRecord(phrase("no_format", format=FORMAT))
    names = document.get("seats")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BrokenRecord(phrase("no_seats"))
    entries = document.get("rounds")
    if not isinstance(entries, list):
        raise BrokenRecord(phrase("no_rounds"))
    variant, options = document.get("variant"), document.get("options", {})
    if not isinstance(variant, str):
        raise BrokenRecord(phrase("no_variant"))
    if not isinstance(options, Mapping):
        raise BrokenRecord(phrase("no_options"))
    try:
        rules = ruleset(variant, options, len(names))
    except ImpossibleRules as error:
        raise BrokenRecord(error.phrase) from None
    return Record(rules, tuple(names), tuple(_entries(entries)), _ended(document.get("ended"), len(names)))


def _entries(entries: list[object]) -> Iterator[Entry]:
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, Mapping) or "deal" not in entry:
            raise BrokenRecord(phrase("entry_without_deal", entry=number))
        if not isinstance(entry.get("moves"), list):
            raise BrokenRecord(phrase("entry_without_moves", entry=number))
        yield entry


def _ended(ending: object, seats: int) -> tuple[str, int | None] | None:
    if ending is None:
        return None
    if ending == _ADJUDICATED:
        return _ADJUDICATED, None
    reason, _, seat = ending.partition(":") if isinstance(ending, str) else ("", "", "")
    if reason not in _LEAVING or seat not in map(str, range(seats)):
        raise BrokenRecord(phrase("wrong_ended", found=quoted(ending)))
    return reason, int(seat)


def compose(rules: RuleSet, names: Iterable[str], played: Iterable[Position]) -> Record:
    """The record of a game from the last position of each of its deals, in order."""
    entries: list[Entry] = []
    ended: tuple[str, int | None] | None = None
    for position in played:
        moves = [f"{at.seat} {at.move}" for at in position.positions() if at.move is not None]
        entries.append({"deal": position.table.deal.as_dict(), "moves": moves})
        if position.over and position.result is None and (outcome := position.after.over) is not None:
            if outcome.reason == _ADJUDICATED:
                ended = _ADJUDICATED, None
            else:
                ended = (outcome.reason, position.seat or 0) if outcome.reason in _LEAVING else None
    return Record(rules, tuple(names), tuple(entries), ended)


def walk(record: Record) -> Iterator[Position]:
    """Every position of the record in order: each deal, and after each of its moves. If the game was adjudicated during
    a deal, the last position has ended. Raises BrokenRecord at the first error.
    """
    last: Position | None = None
    for position in _steps(record):
        if last is not None:
            yield last
        last = position
    if last is not None:
        yield last.adjudicated() if record.ended == (_ADJUDICATED, None) and not last.over else last


def _steps(record: Record) -> Iterator[Position]:
    """The same as played: an adjudicated game as it was before its end."""
    game = new_game(record.rules)
    position: Position | None = None
    for entry in record.rounds:
        if position is not None and not position.over:
            raise _in_deal(game, phrase("round_before"))
        if game.over is not None:
            raise _in_deal(game, phrase("game_over"))
        position = _begun(game, entry["deal"])
        yield position
        for number, text in enumerate(entry["moves"], 1):
            position = _moved(position, text, number)
            yield position
        if position.over:
            game = position.after


def replay(record: Record) -> Iterator[dict[str, object]]:
    """The lines printed by `python -m rules replay`, as plain JSON values. Raises BrokenRecord at the first error."""
    position: Position | None = None
    for position in _steps(record):
        yield replay_line(position)
        if position.over and position.result is not None:
            yield cast(dict[str, object], to_json(position.result))
    outcome = outcome_of(record, position)
    if outcome is not None:
        yield outcome.as_dict()


def _in_deal(game: Game, reason: Phrase) -> BrokenRecord:
    return BrokenRecord(phrase("in_deal", round=game.round, reason=reason))


def _begun(game: Game, deal: object) -> Position:
    try:
        return start_round(game, deal_from_dict(deal))
    except IllegalDeal as error:
        raise _in_deal(game, error.phrase) from None


def _moved(position: Position, text: object, number: int) -> Position:
    def broken(reason: Phrase) -> BrokenRecord:
        return BrokenRecord(phrase("in_move", round=position.game.round, number=number, reason=reason))

    if not isinstance(text, str):
        raise broken(phrase("not_seat_and_text", text=quoted(text)))
    seat, space, move = text.partition(" ")
    if not space or seat not in map(str, range(position.rules.seats)):
        raise broken(phrase("not_of_a_seat", text=quoted(text)))
    try:
        return play(position, parse_move(move), int(seat))
    except (Unreadable, IllegalMove) as error:
        raise broken(error.phrase) from None


def outcome_of(record: Record, position: Position | None) -> Outcome | None:
    """The outcome of the game with this last *position* (None: no deal): by the rules, or by `ended`, if a seat left
    between two moves or the game was adjudicated. None if the record is incomplete. Raises BrokenRecord if that seat
    can't leave, or the game had already ended.
    """
    game = new_game(record.rules) if position is None else position.after if position.over else position.game
    over = game.over
    if record.ended is None:
        return over
    reason, seat = record.ended
    totals = game.totals if position is None or position.over else position.totals
    if seat is None:
        if over is not None and not (position is not None and position.is_adjudicated):
            raise BrokenRecord(phrase("adjudicated_after_end"))
        return over or adjudicated(game, totals)
    if over is not None:
        move = None if position is None else position.move
        if position is None or not isinstance(move, Leave) or (move.reason, position.seat) != record.ended:
            raise BrokenRecord(phrase("left_after_end", seat=seat, how=reason))
        return over
    if seat in game.gone:
        raise BrokenRecord(phrase("left_twice", seat=seat, how=reason))
    return Outcome(best_sides(game, totals, game.without((seat,)).sides_in), reason, totals)


def replay_line(position: Position) -> dict[str, object]:
    """The line a replay prints for the deal, or for the move that led to *position* (rules.md 10)."""
    conduct = conduct_of(position.rules)
    line: dict[str, object] = {
        "round": position.game.round,
        "ply": position.ply,
        "seat": position.seat,
        "move": None if position.move is None else move_text(position),
        "turn": position.turn,
        "ends": sorted(end.value for end in conduct.open_ends(position)),
        "count": count_of(position),
        "scored": scored_by(position),
        "totals": list(position.totals),
        "legal": [str(move) for move in position.legal],
        "hands": [hand.bit_count() for hand in position.hands],
        "boneyard": len(position.boneyard),
    }
    if (trains := conduct.trains(position)) is not None:
        line |= {"trains": to_json(trains), "cover": conduct.cover(position)}
    if (paid := paid_by(position)) is not None:
        line["paid"] = list(paid)
    return line
