"""The text of a game: a record as a file that people can read, write and comment (docs/formats.md)."""

import re
import textwrap
from itertools import groupby, pairwise
from json import detect_encoding

from ..errors import BrokenRecord, RulesError, phrase
from ..house.chosen import ruleset
from ..house.ruleset import RuleSet
from ..record import FORMAT, Record, parse, record_from_dict
from ..rounds.deal import deal_from_dict
from .parts import deal_text, moves_text, options_text, read_deal, read_moves, read_options, unreadable

_WIDTH = 100
_UNBROKEN = "\xa0"
_BEGINS = re.compile(r"^[ \t]*format[ \t]*:", re.IGNORECASE | re.MULTILINE)  # how the header of a game begins


def game_text(record: Record) -> str:
    """*record* as text: a header, then one block of lines a deal (docs/formats.md). `parse_game` reads it.

    Raises BrokenRecord for a deal that isn't one.
    """
    document = record.as_dict()
    lines = [f"format: {FORMAT}", f"game: {record.rules.key}"]
    if record.rules.options:
        lines.append(f"options: {options_text(record.rules.options)}")
    lines += [f"seat: {' '.join(name.split())}" for name in record.names]
    if "ended" in document:
        lines.append(f"ended: {document['ended']}")
    for entry in record.rounds:
        try:
            deal = deal_from_dict(entry["deal"])
        except RulesError as error:
            raise BrokenRecord(error.phrase) from None
        lines += ["", *_wrapped(deal_text(deal) + " |"), *_wrapped(moves_text(entry["moves"], entry.get("clock", ())))]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    """*text* in lines of at most `_WIDTH` characters; the words of a move stay together."""
    whole = re.sub(r"(?<=\d) (?=[a-z\d])", _UNBROKEN, text) if ";" in text else text
    return [
        line.replace(_UNBROKEN, " ")
        for line in textwrap.wrap(whole, _WIDTH, break_long_words=False, break_on_hyphens=False)
    ]


def parse_game(text: str | bytes) -> Record:
    """The record of the one game in *text*: as `game_text` writes it, or JSON. Bytes are UTF-8 or UTF-16.

    Raises BrokenRecord for anything else. As with `record.parse`, replaying checks its deals and moves.
    """
    text = decoded(text)
    if text.lstrip().startswith(("{", "[")):
        return parse(text)
    lines = [line for line in map(str.strip, text.splitlines()) if not line.startswith("#")]
    name, colon, _ = next(filter(None, lines), "").partition(":")
    if name.strip().lower() != "format" or not colon:
        raise BrokenRecord(phrase("no_record", format=FORMAT))
    header, *deals = [list(block) for full, block in groupby(lines, bool) if full] or [[]]
    try:
        fields, names = _header(header)
        options = read_options(fields.pop("options", "").split())
        rules = ruleset(fields.pop("game", ""), options, len(names))
        rounds = [_entry(" ".join(block), rules) for block in deals]
    except RulesError as error:
        raise BrokenRecord(error.phrase) from None
    return record_from_dict({**fields, "variant": rules.key, "options": options, "seats": names, "rounds": rounds})


def decoded(text: str | bytes) -> str:
    """A file as text: in UTF-8 or UTF-16, with a byte order mark or without."""
    if isinstance(text, bytes):
        text = text.decode(detect_encoding(text), errors="replace")
    return text.removeprefix("\ufeff")


def split_games(text: str) -> list[str]:
    """The games of a file with a record on each line, such as our exports, or with texts of games in a row."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if lines and all(line.startswith("{") and line.endswith("}") for line in lines):
        return lines
    _first, *others = [found.start() for found in _BEGINS.finditer(text)] or [0]
    return [text[begin:end] for begin, end in pairwise([0, *others, len(text)])]


def begins_game(line: str) -> bool:
    """Whether the text of a game may begin with this line."""
    return _BEGINS.match(line) is not None


def _header(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """The header by name, and the names of the seats."""
    fields: dict[str, str] = {}
    names: list[str] = []
    for line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        name = name.lower()
        if not colon or name in fields:
            raise unreadable(line)
        if name == "seat":
            names.append(value)
        else:
            fields[name] = value
    return fields, names


def _entry(text: str, rules: RuleSet) -> dict[str, object]:
    """The entry of a record for one deal, unchecked."""
    deal, bar, played = text.partition("|")
    if not bar:
        raise unreadable(text)
    moves, clock = read_moves(played)
    return {"deal": read_deal(deal, rules), "moves": moves} | ({"clock": clock} if clock else {})
