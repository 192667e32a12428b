"""Estimates how long a game takes: its usual turns, and the pace of players with their clock.

The turns are measured (`python -m benchmarks.lengths`). The pace is a guess: with a day per move most people take six
hours; with less time, a quarter of it; with more, not quite as much more.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import assert_never

import rules
from rulebook.time_control import DAY, MINUTE, Clock, Speed, TimeControl
from rules import random_rounds

FEW = 5  # games played to estimate one that isn't measured

# The default clocks of the two speeds.
USUAL = {Speed.NOW: TimeControl(Clock.TURN, 2 * MINUTE), Speed.DAYS: TimeControl(Clock.TURN, DAY)}
LIMITS = (MINUTE * 30, MINUTE * 60, MINUTE * 120, 7 * DAY, 14 * DAY, 30 * DAY, 60 * DAY)  # choices for any game
LIMITED = {"general": (MINUTE * 30, MINUTE * 60)}  # by game: time limits that are common for it (rules.md 7)
WITHOUT_CLOCK = DAY // 2  # per turn without a clock
SHARE, SHARE_OVER_A_DAY, SHARE_OF_BANK = 1 / 4, 1 / 8, 1 / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """*turns*: of all players. In seconds: *pace* of a turn, *usual* and *most* of the game (None: no limit)."""

    turns: int
    pace: float
    most: float | None

    @property
    def usual(self) -> float:
        return self.turns * self.pace


@cache
def _measured() -> dict[str, list[float]]:
    table: dict[str, list[float]] = json.loads(Path(__file__).with_suffix(".json").read_text())
    return table


def turns(ruleset: rules.RuleSet) -> int:
    """The usual turns of a game, of all players together. Of the house rules only length, pairs, the offered set and,
    in Mexican Train, what the form offers count. For a target in a game without one we guess fifteen points a round,
    or, where a round counts one, that the winner wins two of three. Under `love`, half the points take about a quarter
    of the rounds.
    """
    a_round, rounds = _measured().get(table_name(ruleset)) or _played(ruleset.key, ruleset.seats)
    kind, number = ruleset.ends_at
    by_set = {"set": ruleset.set} if ruleset.set in ruleset.variant.by_set else {}
    usual_kind, usual_number = rules.ruleset(ruleset.key, by_set, ruleset.seats).ends_at
    if kind == usual_kind:
        return _rounded(a_round * rounds * (number / usual_number) ** (2 if kind == "love" else 1))
    match kind:
        case "rounds":
            return _rounded(a_round * number)
        case "target":
            return _rounded(a_round * max(1, number * (1.5 if ruleset.score_out == "one" else 1 / 15)))
        case "love":
            return _rounded(a_round * number**2)
        case _:
            assert_never(kind)


def table_name(ruleset: rules.RuleSet) -> str:
    """The key in the table of measurements: “draw 4 pairs”, “draw 5 offered”, “mexican_train 4 set 9”,
    “mexican_train 4 opening”; other house rules don't count.
    """
    name = f"{ruleset.key} {ruleset.seats}"
    if ruleset.pairs and "pairs" in ruleset.options:
        name += " pairs"
    if ruleset.variant.by_set:
        of_set = f" set {ruleset.set}" if ruleset.set in ruleset.variant.by_set else ""
        return f"{name}{of_set}{' opening' * (ruleset.opening == 'train')}"
    offered = ruleset.variant.offered.get(ruleset.seats, {})
    return f"{name} offered" if offered and offered.items() <= ruleset.options.items() else name


@cache
def _played(key: str, seats: int) -> list[float]:
    """For a game that isn't measured: the average of a few random games."""
    rounds = [
        position for seed in range(FEW) for position in random_rounds(rules.ruleset(key, {}, seats), Random(seed))
    ]
    return [sum(position.ply for position in rounds) / len(rounds), len(rounds) / FEW]


def _rounded(number: float) -> int:
    """Rounded to the precision of an estimate: 7, 35, 120, 1400."""
    for step, below in ((1, 20), (5, 100), (10, 300), (50, 1_000)):
        if number < below:
            return max(1, round(number / step) * step)
    return round(number / 100) * 100


def pace(control: TimeControl, turns_each: float) -> float:
    """Seconds that a turn usually takes."""
    if control.kind == Clock.BANK:
        assert control.bank is not None
        return min(
            SHARE_OF_BANK * (control.bank / max(1, turns_each) + (control.increment or 0)), _of_turn(control.bank)
        )
    return _of_turn(control.turn) if control.turn else WITHOUT_CLOCK


def _of_turn(seconds: int) -> float:
    if seconds <= DAY:
        return max(10, SHARE * seconds)
    return SHARE * DAY + SHARE_OVER_A_DAY * (seconds - DAY)


def estimate(ruleset: rules.RuleSet, control: TimeControl) -> Estimate:
    number = turns(ruleset)
    each = number / ruleset.seats
    if control.lasts is not None:  # stops in the middle
        number = min(number, _rounded(control.lasts / pace(control, each)))
    if control.kind == Clock.BANK:
        most: float | None = ruleset.seats * ((control.bank or 0) + (control.increment or 0) * each)
    else:
        most = number * control.turn if control.turn else None
    if control.lasts is not None:
        most = min(most or control.lasts, control.lasts)
    return Estimate(number, pace(control, each), most)
