"""Asks minds what to play. They are child processes (`python -m mind serve`) that see what one seat sees."""

import sys
from collections.abc import Hashable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson
from django.conf import settings

from bots.minds.children import Children, Unanswered
from common import database

Question = Mapping[str, object]
PATIENCE = 4.0  # seconds for a move; level “master” takes a tenth of one; in some games, much more at first


class NoMove(Exception):
    """A mind's answer that contains no move."""


_number: int | None = None  # set by `with_minds`


def number() -> int:
    """How many children of this process think for computers. 0: other processes do that."""
    return settings.MINDS if _number is None else _number


@contextmanager
def with_minds(number: int) -> Iterator[None]:
    """Use *number* children within the block instead of `settings.MINDS`, for `manage.py worker --minds`."""
    global _number
    before, _number = _number, number
    try:
        yield
    finally:
        _number = before


@cache
def children() -> Children:
    """The children of this process: `number()` of them, or one if it only plays turns that others left."""
    command = [sys.executable, "-m", "mind", "serve"]
    return Children(
        command, settings.BASE_DIR, most=max(1, number()), patience=PATIENCE, niceness=settings.MINDS_NICENESS
    )


def ask(question: Question, *, owner: Hashable, urgent: bool, patience: float | None = None) -> "Future[bytes]":
    """The answer, as JSON, or `Unanswered`. Questions of the same *owner* wait for each other. *urgent*: a player waits
    for it in a game. *patience*: seconds it may take, if more than for a move.
    """
    return children().ask(orjson.dumps(question), owner=owner, urgent=urgent, patience=patience)


def answered(
    question: Question,
    *,
    owner: Hashable,
    urgent: bool,
    patience: float | None = None,
    wait: float | None = None,
) -> dict[str, object]:
    """A mind's answer, after at most *wait* seconds. Raises `Unanswered` if there is none, or an error."""
    asked = ask(question, owner=owner, urgent=urgent, patience=patience)
    database.let_go()
    try:
        return answer_of(asked.result(timeout=wait))
    except TimeoutError:
        raise Unanswered(f"there was no answer for {wait} seconds") from None


def answer_of(line: bytes) -> dict[str, Any]:
    """A mind's answer. Raises `Unanswered` if it's an error."""
    answer: dict[str, Any] = orjson.loads(line)
    if "error" in answer:
        raise Unanswered(answer["error"])
    return answer


def ask_for_a_move(view: object, *, level: str, seed: str, owner: Hashable) -> "Future[bytes]":
    """Ask for the move of that level at this *view*; `move_of` reads the answer."""
    return ask({"do": "choose", "view": view, "level": level, "seed": seed}, owner=owner, urgent=True)


def move_of(answer: bytes) -> str:
    """The move's text. Raises `NoMove`."""
    try:
        said = orjson.loads(answer)
        return str(said["move"])
    except (ValueError, KeyError, TypeError):
        raise NoMove(answer[:200].decode(errors="replace")) from None
