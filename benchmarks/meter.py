"""The CPU time of work in this process beside that of a fixed loop."""

import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Taken:
    result: Any
    us: float
    loop_us: float  # of the fixed loop, right before


class Meter:
    def __init__(self) -> None:
        self.timed: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)  # µs of the work, and of the loop

    def take(self, act: Callable[[], object]) -> Taken:
        """Measures *act* in all threads of the process."""
        loop_us = _us(_loop)
        began = time.process_time_ns()
        result = act()
        return Taken(result, (time.process_time_ns() - began) / 1000, loop_us)

    def keep(self, kind: str, taken: Taken, times: int = 1) -> None:
        """*times*: how often one *taken* did the work."""
        self.timed[kind].append((taken.us / times, taken.loop_us))


def _us(act: Callable[[], object]) -> float:
    began = time.process_time_ns()
    act()
    return (time.process_time_ns() - began) / 1000


def _loop() -> int:
    """A bit of everything that Python does for a move. Never change it, or old and new figures don't compare."""
    words = {}
    for number in range(200):
        words[f"{number}-{number % 7}"] = (number, str(number * number).partition("1"))
    return len(json.dumps(sorted(words.items(), key=lambda item: item[1][1])))
