"""The parts that texts of positions and of games share: rules, deals and moves (docs/formats.md)."""

import json
import re
from collections.abc import Iterable, Mapping

from ..errors import Phrase, Unreadable, phrase, quoted
from ..house.ruleset import RuleSet
from ..rounds.deal import Deal

_PLAIN = re.compile(r"[A-Za-z0-9_:-]+")
_EMPTY = "-"  # a hand without tiles


def unreadable(text: str, reason: Phrase | None = None) -> Unreadable:
    """The refusal of *text*; *reason* says more than that it can't be read."""
    return Unreadable(phrase("in_place", place=quoted(text), reason=reason or phrase("no_part")))


def options_text(options: Mapping[str, object]) -> str:
    """House rules: ``end=target:100 lone={"0-0":25}``. Values are plain words, or JSON without a space."""
    return " ".join(f"{name}={_value_text(value)}" for name, value in options.items())


def _value_text(value: object) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, separators=(",", ":")).replace(" ", r"\u0020")


def read_options(words: Iterable[str]) -> dict[str, object]:
    """The house rules in *words*, each ``name=value``; nobody has checked them yet."""
    options: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in options:
            raise unreadable(word)
        options[name] = _read_value(value)
    return options


def _read_value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def deal_text(deal: Deal) -> str:
    """A deal: the hands by seat with ``/`` between them, ``+`` and the boneyard, ``start=`` and ``lead=``."""
    words = " / ".join(" ".join(hand) or _EMPTY for hand in deal.hands).split()
    if deal.boneyard:
        words += ["+", *deal.boneyard]
    if deal.start is not None:
        words.append(f"start={deal.start}")
    if deal.lead is not None:
        words.append(f"lead={deal.lead}")
    return " ".join(words)


def read_deal(text: str, rules: RuleSet) -> dict[str, object]:
    """The deal in *text* as records write it, unchecked."""
    named = [word for word in text.split() if "=" in word]
    tiles = " ".join(word for word in text.split() if "=" not in word)
    dealt, _, boneyard = tiles.partition("+")
    hands = [[word for word in hand.split() if word != _EMPTY] for hand in dealt.split("/", rules.seats)]
    return {"rows" if rules.in_rows else "hands": hands, "boneyard": boneyard.split(), **read_options(named)}


def moves_text(moves: Iterable[str], clock: Iterable[int] = ()) -> str:
    """Moves, each with its seat: ``0 6-5; 1 draw; 1 5-3>6-5``.

    *clock* are the numbers, from 1, of those that the clock made: they end with ``*``.
    """
    made = set(clock)
    return "; ".join(f"{move}*" if number in made else move for number, move in enumerate(moves, 1))


def read_moves(text: str) -> tuple[list[str], list[int]]:
    """The moves in *text* with their seats, unchecked, and the numbers of those that the clock made."""
    if not text.strip():
        return [], []
    moves = [" ".join(move.split()) for move in text.split(";")]
    clock = [number for number, move in enumerate(moves, 1) if move.endswith("*")]
    return [move.removesuffix("*") for move in moves], clock
