"""The refusals of the rules. Each carries a sentence for people; a move's refusal also a code for programs."""

from collections.abc import Mapping


class RulesError(ValueError):
    """Anything the rules refuse. `str(error)` is one sentence for people."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Unreadable(RulesError):
    """The text is no move (rules.md 10)."""


class ImpossibleRules(RulesError):
    """A game nobody can play: the sentence names the options (rules.md 8, house rules)."""


class IllegalDeal(RulesError):
    """A deal that doesn't fit the game it is for."""


class BrokenRecord(RulesError):
    """A record that isn't one, or breaks a rule; the sentence says where (rules.md 10)."""


class IllegalMove(RulesError):
    """A readable move that the rules refuse now.

    *code* is API, e.g. ``not_your_turn``, ``must_draw``, ``not_an_end``. The words may change: *move* and *reason*
    are the halves of the sentence, e.g. ``play 5-3 on 6-5`` and ``6-5 is not an open end``.
    """

    def __init__(self, code: str, seat: int | None, move: str, reason: str) -> None:
        super().__init__(f"{'nobody' if seat is None else f'seat {seat}'} can't {move}: {reason}")
        self.code = code
        self.seat = seat
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self.code, self.seat, self.move, self.reason)


def quoted(value: object) -> str:
    """*value* on one short line, a text in quotes, whatever it holds: for sentences about what others wrote."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"  # not what it holds: that may be nested too deep to write
    text = ascii(str(value) if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:56] + "…" + text[-1]
