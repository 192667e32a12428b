"""Keeps for a minute what everybody may see and what needn't be newer, such as the leaders of each game."""

import time
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
MOST = 100  # answers of each function
SECONDS = 60


def kept_for_a_minute(find: Callable[Asked, Found]) -> Callable[Asked, Found]:
    """Decorator: keep what a function finds for its hashable arguments, whoever asks. Callers mustn't change it."""
    answers = lru_cache(MOST)(lambda _minute, args, named: find(*args, **dict(named)))

    @wraps(find)
    def answer(*args: Asked.args, **named: Asked.kwargs) -> Found:
        return answers(this_minute(), args, tuple(named.items()))

    return answer


def this_minute() -> int:
    return int(time.monotonic() // SECONDS)
