"""The minds: children that answer what they are asked (`python -m mind serve`): shown what a seat sees, they say what
they would play.
"""

import sys
from collections.abc import Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson
from django.conf import settings

from common import database
from common.answering import Children, Unanswered

PATIENCE = 4.0  # seconds for a move; a good one takes a tenth of one


class NoMove(Exception):
    """What a mind said instead of a move."""


_number: int | None = None  # what `with_minds` has said


def number() -> int:
    """How many children of this process think for computers. 0: it leaves that to other processes."""
    return settings.MINDS if _number is None else _number


@contextmanager
def with_minds(number: int) -> Iterator[None]:
    """Within the block this process has *number* of them, not `settings.MINDS`: `manage.py worker --minds` says it."""
    global _number
    before, _number = _number, number
    try:
        yield
    finally:
        _number = before


@cache
def children() -> Children:
    """Those of this process; `number()` of them, or one where it only takes up what others have left."""
    command = [sys.executable, "-m", "mind", "serve"]
    return Children(
        command, settings.BASE_DIR, most=max(1, number()), patience=PATIENCE, niceness=settings.MINDS_NICENESS
    )


def ask(question: dict[str, Any], *, owner: Hashable, urgent: bool, patience: float | None = None) -> "Future[bytes]":
    """The answer, as JSON, or `Unanswered`. *owner*: for whom it is; their questions wait for each other. *urgent*: at
    a table somebody waits for it. *patience*: seconds that it may take, if they are more than for a move.
    """
    return children().ask(orjson.dumps(question), owner=owner, urgent=urgent, patience=patience)


def answered(
    question: dict[str, Any], *, owner: Hashable, urgent: bool, patience: float | None = None, wait: float | None = None
) -> dict[str, Any]:
    """What a mind says to the question, waited for at most *wait* seconds; `Unanswered` if it says nothing or can't."""
    asked = ask(question, owner=owner, urgent=urgent, patience=patience)
    database.let_go()
    try:
        said: dict[str, Any] = orjson.loads(asked.result(timeout=wait))
    except TimeoutError:
        raise Unanswered(f"there was no answer for {wait} seconds") from None
    if "error" in said:
        raise Unanswered(said["error"])
    return said


def ask_for_a_move(view: dict[str, Any], *, level: str, seed: str, owner: Hashable) -> "Future[bytes]":
    """What somebody at that level would play who sees the *view*; `move_of` reads the answer."""
    return ask({"do": "choose", "view": view, "level": level, "seed": seed}, owner=owner, urgent=True)


def move_of(answer: bytes) -> str:
    """The move's text. Raises `NoMove`."""
    try:
        said = orjson.loads(answer)
        return str(said["move"])
    except (ValueError, KeyError, TypeError):
        raise NoMove(answer[:200].decode(errors="replace")) from None
