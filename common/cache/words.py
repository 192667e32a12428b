"""Keeps texts that the same few arguments ask for again and again, such as “3 days ago” or the name of a game."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

Asked = ParamSpec("Asked")
Text = TypeVar("Text")
MOST = 4096  # texts of each function


def kept_by_language(words: Callable[Asked, Text]) -> Callable[Asked, Text]:
    """Decorator: keep the newest answers of a function that depends only on its hashable arguments and the language."""
    kept = lru_cache(MOST)(lambda _language, args, named: words(*args, **dict(named)))

    @wraps(words)
    def answer(*args: Asked.args, **named: Asked.kwargs) -> Text:
        return kept(get_language(), args, tuple(named.items()))

    return answer
