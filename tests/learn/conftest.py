"""A finished game of Ada and Ben, and minds that compute in this process, with few worlds."""

import math
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.utils import timezone

from bots.minds import pool as minds
from games import actions
from games.models import Game
from games.positions import memory
from learn.analysis import actions as learning
from mind.serving import answer
from tests import queued
from tests.api.conftest import as_ada, nobody
from tests.mind.quick import quick_studies
from tests.pages.conftest import browser_of, stranger


class Minds:
    """Their questions, and what they return instead of an answer (*say*: None, or an error)."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.say: Exception | None = None

    def ask(
        self, question: dict[str, Any], *, owner: Hashable, urgent: bool, patience: float | None = None
    ) -> "Future[bytes]":
        asked = orjson.loads(orjson.dumps(question))
        self.asked.append(asked)
        said: Future[bytes] = Future()
        if self.say is not None:
            said.set_exception(self.say)
        else:
            said.set_result(orjson.dumps(answer(asked)))
        return said


@pytest.fixture(autouse=True)
def few_worlds(quick_studies: None) -> None:
    pass


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Minds:
    found = Minds()
    monkeypatch.setattr(minds, "ask", found.ask)
    return found


@pytest.fixture
def played(game_between: Callable[..., Game]) -> Callable[..., Game]:
    """`played(ada, ben, variant="draw")`: a short finished game in which everyone made the first legal move."""

    def play(*people: Any, variant: str = "brettspielnetz", end: str = "rounds:1", **settings: Any) -> Game:
        game = game_between(*people, variant=variant, options={"end": end}, **settings)
        while (table := memory.current(game.public_id)).status == Game.Status.PLAYING:
            assert table.turn is not None
            assert table.running is not None
            text = str(table.running.position.legal_moves()[0])
            actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
        game.refresh_from_db()
        return game

    return play


@pytest.fixture
def worked_out() -> Callable[..., int]:
    """`worked_out()`: computes all waiting analyses at once, turn by turn; returns the number of turns."""

    def work(later: timedelta = timedelta()) -> int:
        turns = 0
        while taken := queued.analyse(timezone.now() + later):
            turns += taken
        return turns

    return work


@pytest.fixture
def analysed(played: Callable[..., Game], worked_out: Callable[..., int]) -> Callable[..., Game]:
    """`analysed(ada, ben, …)`: like `played`, with a finished analysis."""

    def analyse(*people: Any, **settings: Any) -> Game:
        game = played(*people, **settings)
        learning.analyse(public_id=game.public_id, person=people[0])
        worked_out()
        return game

    return analyse


def lost_in_words(found: dict[str, Any], seat: dict[str, Any]) -> str:
    """“21 points lost in 9 moves”, with no digit below the margin of error of the seat's choices."""
    errors = [made["error"] for deal in found["deals"] for made in deal["choices"] if made["seat"] == seat["seat"]]
    error = math.hypot(*errors)
    known = "0.1" if error < 0.5 else "1" if error < 5 else "10" if error < 50 else "100"
    loss = seat["loss"] if error < 0.5 else round(seat["loss"] / int(known)) * int(known)
    return f"{loss:.1f} points lost in" if error < 0.5 else f"{loss:g} points lost in"
