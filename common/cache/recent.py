"""Keeps the newest answers of functions that are asked the same again and again, such as “3 days ago”."""

import time
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def kept_by(what: Callable[[], Hashable], most: int) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]:
    """Decorator of a function whose answer depends only on its hashable arguments and on *what*. Callers mustn't change
    the answer. *most*: the number of answers to keep.
    """

    def keeping(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
        kept = lru_cache(most)(lambda _what, args, named: function(*args, **dict(named)))

        @wraps(function)
        def answer(*args: Asked.args, **named: Asked.kwargs) -> Answer:
            return kept(what(), args, tuple(named.items()))

        return answer

    return keeping


def tick(seconds: int) -> int:
    """A number that changes each time so many seconds have passed."""
    return int(time.monotonic() // seconds)


def kept_for(seconds: int, most: int = 100) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]:
    """`kept_by` for what everybody may see and what may be so many seconds old."""
    return kept_by(lambda: tick(seconds), most)


kept_by_language = kept_by(get_language, 4096)
