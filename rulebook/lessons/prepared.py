"""The deals and moves of the lessons: rounds.json, which `python -m benchmarks.lessons` finds and judges."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict, assert_never

import rules
from accounts.reserved import OF_COMPUTERS

READER = 0  # the seat
# By seat, for the seats there are; "" is the reader.
NAMES = ("", *(OF_COMPUTERS[level][0] for level in ("casual", "solid", "good")))
ROUNDS = Path(__file__).with_name("rounds.json")


class Round(TypedDict):
    """A lesson in rounds.json. *deal* as in a record; *even*: by step, the moves as good as the one shown."""

    seats: int
    options: dict[str, object]
    deal: dict[str, object]
    moves: str
    even: dict[str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A round of the game *key*, with *options*. *moves* follow its deal; *even*: by step, the moves that the computer
    finds about as good as the reader's.
    """

    key: str
    seats: int
    options: Mapping[str, object]
    deal: rules.Deal
    moves: Sequence[str]
    even: Mapping[int, frozenset[str]]

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]


def lesson_of(key: str, stored: Round) -> Lesson:
    even = {int(step): frozenset(moves.split()) for step, moves in stored["even"].items()}
    deal = rules.deal_from_dict(stored["deal"])
    return Lesson(key, stored["seats"], stored["options"], deal, stored["moves"].split(), even)


def _prepared() -> dict[str, Lesson]:
    rounds: dict[str, Round] = json.loads(ROUNDS.read_text())
    return {key: lesson_of(key, rounds[key]) for key in rules.VARIANTS if key in rounds}


_OF_GAMES = _prepared()
LESSONS = tuple(_OF_GAMES.values())


@cache
def by_game() -> dict[str, Lesson]:
    """The lesson of each game. A new game without one shares that of the game whose rules are most like its own."""
    return {key: _OF_GAMES.get(key) or _OF_GAMES[_like(game)] for key, game in rules.VARIANTS.items()}


def games_of(lesson: Lesson) -> list[str]:
    """The new games that share the lesson of another."""
    return [key for key, other in by_game().items() if other is lesson and key != lesson.key]


def _like(game: rules.Variant) -> str:
    """The game whose lesson teaches most about these rules."""
    ruleset = rules.ruleset(game.key, {}, game.seats[0])
    match game.layout_kind:
        case "lines":
            return "sausage"
        case "trains":
            return "mexican_train"
        case "board":
            return _like_on_a_board(ruleset)
        case _:
            assert_never(game.layout_kind)


def _like_on_a_board(ruleset: rules.RuleSet) -> str:
    if ruleset.ends:
        return "muggins"
    if ruleset.pairs:
        return "partnership"
    if ruleset.draw == "none":
        return "block"
    return "draw"
