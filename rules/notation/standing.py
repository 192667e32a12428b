"""The standing in the text of a position: the game between two rounds, as named lists of numbers (docs/formats.md)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from typing import Any

from ..conduct.general import LOST_AND_OFF, Queue
from ..conduct.sea_goat import LONGEST_DEBT, ROTTEN_EGGS, Ledger
from ..house.ruleset import RuleSet
from ..rounds.game import Game, LastRound
from ..rounds.game_end import LONGEST_GAME, after_round
from ..rounds.lead import LONGEST_ROW_OF_DEALS
from ..table.start import new_game
from .parts import unreadable

_NOBODY = "-"
_NUMBER = re.compile(r"-|-?[0-9]{1,9}")
Numbers = tuple[int | None, ...]


def standing_text(game: Game) -> str:
    """The differences from the beginning of the game: ``round=3 totals=45,60 last=0,1,0,-``."""
    first = _numbers(new_game(game.rules))
    changed = {name: numbers for name, numbers in _numbers(game).items() if name == "round" or numbers != first[name]}
    return " ".join(
        f"{name}={','.join(_NOBODY if number is None else str(number) for number in numbers)}"
        for name, numbers in changed.items()
    )


def _numbers(game: Game) -> dict[str, Numbers]:
    """The state of *game* by name. *opened* has sides, *gone* and *asked* have seats."""
    numbers: dict[str, Numbers] = {
        "round": (game.round,),
        "totals": game.totals,
        "opened": tuple(side for side, opened in enumerate(game.opened) if opened),
        "kept": game.kept,
        "gone": tuple(sorted(game.gone)),
        "last": () if game.last is None else tuple(map(_number, astuple(game.last))),
        "annulled": (game.annulled,),
        "asked": tuple(sorted(game.asked)),
        "won": (game.won,),
        "drawn": (game.drawn,),
    }
    if isinstance(game.memory, Queue):
        numbers |= {"on": game.memory.on, "waiting": game.memory.waiting, "lost": game.memory.lost}
    if isinstance(game.memory, Ledger):
        numbers["ledger"] = astuple(game.memory)
    return numbers


def _number(value: int | None) -> int | None:
    return None if value is None else int(value)


def read_standing(text: str, rules: RuleSet) -> Game:
    """The game in *text* between two rounds. Raises Unreadable for a standing that no game of these rules has."""
    game = new_game(rules)
    standing = _numbers(game)
    for word in text.split():
        name, _, written = word.partition("=")
        if name not in standing or (numbers := _read(written)) is None or not _CHECKS[name](rules, numbers):
            raise unreadable(word)
        standing[name] = numbers
    game = _game(game, standing)
    if not _goes_on(game):
        raise unreadable(text)
    return game


def _read(text: str) -> Numbers | None:
    words = text.split(",") if text else []
    if not all(_NUMBER.fullmatch(word) for word in words):
        return None
    return tuple(None if word == _NOBODY else int(word) for word in words)


def _within(number: int | None, highest: int, lowest: int = 0) -> bool:
    return number is not None and lowest <= number <= highest


def _one(number: Numbers, highest: int, lowest: int = 0) -> bool:
    return len(number) == 1 and _within(number[0], highest, lowest)


def _some(numbers: Numbers, of: int) -> bool:
    """Whether *numbers* are different ones below *of*."""
    return all(_within(number, of - 1) for number in numbers) and len(set(numbers)) == len(numbers)


def _seat(rules: RuleSet, number: int | None) -> bool:
    return number is None or rules.has_seat(number)


def _last(rules: RuleSet, numbers: Numbers) -> bool:
    if len(numbers) != 4:
        return not numbers
    leader, winner, blocked, player = numbers
    return _within(blocked, 1) and all(_seat(rules, seat) for seat in (leader, winner, player))


def _ledger(rules: RuleSet, numbers: Numbers) -> bool:
    if len(numbers) != 4:
        return False
    right, debtor, tries, eggs = numbers
    seats = _seat(rules, right) and _seat(rules, debtor)
    return seats and _within(tries, LONGEST_DEBT - 1) and _within(eggs, ROTTEN_EGGS - 1)


_CHECKS: Mapping[str, Callable[[RuleSet, Numbers], bool]] = {
    "round": lambda rules, numbers: _one(numbers, rules.rounds or LONGEST_GAME, 1),
    "totals": lambda rules, numbers: len(numbers) == rules.sides and None not in numbers,
    "opened": lambda rules, numbers: _some(numbers, rules.sides),
    "kept": lambda rules, numbers: len(numbers) == rules.sides and None not in numbers,
    "gone": lambda rules, numbers: _some(numbers, rules.seats),
    "last": _last,
    "annulled": lambda _rules, numbers: _one(numbers, LONGEST_ROW_OF_DEALS),
    "asked": lambda rules, numbers: _some(numbers, rules.seats),
    "won": lambda rules, numbers: _one(numbers, (rules.rounds or LONGEST_GAME) if rules.round_bonus else 0),
    "drawn": lambda rules, numbers: _one(numbers, (rules.rounds or LONGEST_GAME) if rules.tie_next else 0),
    "on": lambda rules, numbers: len(numbers) == 2 and _some(numbers, rules.sides),
    "waiting": lambda rules, numbers: _some(numbers, rules.sides),
    "lost": lambda _rules, numbers: len(numbers) == 2 and all(_within(lost, LOST_AND_OFF - 1) for lost in numbers),
    "ledger": _ledger,
}


def _game(first: Game, numbers: Mapping[str, Any]) -> Game:
    """*first* with the checked numbers *numbers*."""
    memory = first.memory
    if isinstance(memory, Queue):
        memory = Queue(numbers["on"], numbers["waiting"], numbers["lost"])
    if isinstance(memory, Ledger):
        memory = Ledger(*numbers["ledger"])
    last = None
    if numbers["last"]:
        leader, winner, blocked, player = numbers["last"]
        last = LastRound(leader, winner, bool(blocked), player)
    return replace(
        first,
        totals=numbers["totals"],
        opened=tuple(side in numbers["opened"] for side in first.rules.every_side),
        kept=numbers["kept"],
        round=numbers["round"][0],
        gone=frozenset(numbers["gone"]),
        last=last,
        annulled=numbers["annulled"][0],
        asked=frozenset(numbers["asked"]),
        won=numbers["won"][0],
        drawn=numbers["drawn"][0],
        memory=memory,
    )


def _goes_on(game: Game) -> bool:
    """Whether *game* has another round: at least two whole sides are in, all of them queue, and nobody has won."""
    rules = game.rules
    out = {seat for side in rules.every_side if side not in game.sides_in for seat in rules.seats_of(side)}
    if len(game.sides_in) < 2 or out != game.gone:
        return False
    if isinstance(game.memory, Queue) and sorted(game.memory.on + game.memory.waiting) != list(game.sides_in):
        return False
    if game.round > 1 and game.last is None:
        return False
    return after_round(game, game.totals, game.round - 1) is None
