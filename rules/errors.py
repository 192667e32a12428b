"""The refusals of the rules: a key with values, so that each place can phrase it in its own language."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Union

from .sentences import SENTENCES

Value = Union[str, int, tuple[str, ...], "Phrase"]


def _unchanged(text: str) -> str:
    return text


def _as_named(_kind: str, name: str) -> str:
    return name


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence not yet formatted: the *key* of its template in `SENTENCES`, and the *values* for its placeholders.

    A value is plain (a tile or a move as text, the number of a seat, the name of an option, a list of texts) or another
    phrase.
    """

    key: str
    values: Mapping[str, Value] = field(hash=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _phrase, (self.key, dict(self.values))

    def written(
        self, translated: Callable[[str], str] = _unchanged, called: Callable[[str, str], str] = _as_named
    ) -> str:
        """The sentence; in English, unless *translated* finds a template for the English one.

        ``called(placeholder, text)`` is how a text is shown there: for ``options``, for example, their labels.
        """

        def shown(name: str, value: Value) -> str:
            if isinstance(value, Phrase):
                return value.written(translated, called)
            if isinstance(value, tuple):
                return ", ".join(called(name, each) for each in value)
            return called(name, str(value))

        return translated(SENTENCES[self.key]) % {name: shown(name, value) for name, value in self.values.items()}

    @property
    def plain_values(self) -> dict[str, str | int | tuple[str, ...]]:
        """All plain values, including those of inner phrases."""
        values: dict[str, str | int | tuple[str, ...]] = {}
        for name, value in self.values.items():
            values |= value.plain_values if isinstance(value, Phrase) else {name: value}
        return values


def phrase(key: str, **values: Value) -> Phrase:
    """The phrase of *key* with *values*."""
    return _phrase(key, values)


def _phrase(key: str, values: Mapping[str, Value]) -> Phrase:
    return Phrase(key, MappingProxyType(dict(values)))


class RulesError(ValueError):
    """Any refusal of the rules. *code* is part of the API, *phrase* is the message; `str(error)` is English."""

    code = "refused"

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.phrase = phrase

    def __str__(self) -> str:
        return self.phrase.written()

    @property
    def bare(self) -> Phrase:
        """The reason alone, without the place and the move tried."""
        inner = self.phrase
        while isinstance(reason := inner.values.get("reason"), Phrase):
            inner = reason
        return inner

    @property
    def key(self) -> str:
        """The reason for programs, more specific than *code*; part of the API."""
        return self.bare.key

    @property
    def values(self) -> Mapping[str, str | int | tuple[str, ...]]:
        """The plain values in the sentence: tiles and moves as text, seats as numbers, options by name."""
        return MappingProxyType(self.phrase.plain_values)


class Unreadable(RulesError):
    """The text isn't a move (rules.md 10)."""

    code = "unreadable"


class ImpossibleRules(RulesError):
    """Rules that can't be played because of these *options* (rules.md 8, house rules); empty if the reason isn't an
    option.
    """

    code = "impossible_rules"

    def __init__(self, reason: Phrase, *options: str) -> None:
        super().__init__(phrase("about_options", options=options, reason=reason) if options else reason)
        self.options = options

    def __reduce__(self) -> tuple[object, ...]:
        return ImpossibleRules, (self.bare, *self.options)


class IllegalDeal(RulesError):
    """A deal that doesn't match its game."""

    code = "illegal_deal"


class BrokenRecord(RulesError):
    """A record that is malformed or breaks a rule; the message says where (rules.md 10)."""

    code = "broken_record"


class IllegalMove(RulesError):
    """A readable move that the rules refuse now.

    *code* is API, e.g. ``not_your_turn``, ``must_draw``, ``not_an_end``; *text* is the move's. *tried* and *bare* are
    the halves of the sentence, e.g. ``play 5-3 on 6-5`` and ``6-5 is not an open end``.
    """

    def __init__(self, code: str, seat: int | None, text: str, tried: Phrase, reason: Phrase) -> None:
        if seat is None:
            super().__init__(phrase("nobody_can", tried=tried, reason=reason))
        else:
            super().__init__(phrase("seat_cant", seat=seat, tried=tried, reason=reason))
        self.code = code
        self.seat = seat
        self.text = text
        self.tried = tried

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self.code, self.seat, self.text, self.tried, self.bare)

    @property
    def move(self) -> str:
        """The move that was tried, in English."""
        return self.tried.written()

    @property
    def reason(self) -> str:
        """Why it is refused, in English."""
        return self.bare.written()

    @property
    def values(self) -> Mapping[str, str | int | tuple[str, ...]]:
        return MappingProxyType({"move": self.text, **self.phrase.plain_values})


def quoted(value: object) -> str | Phrase:
    """*value* on one short line, as in JSON, for messages about other people's input."""
    if isinstance(value, Mapping):
        return phrase("an_object")
    if isinstance(value, list):
        return phrase("a_list")  # not its contents, which may be nested too deeply
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:56] + "…" + text[-1]
