"""Ada plays with computers whose minds think in this process. The child processes have tests of their own."""

from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.core.cache import cache
from django.utils import timezone

import mind
from bots.minds import pool as minds
from bots.thinking import turns
from games import actions
from games.models import Game
from games.positions import memory, tables
from tests import queued


class Minds:
    """Records the questions and answers them as a mind would, or with *say*: a line, or an error."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.owners: list[Hashable] = []  # the owner of each question
        self.say: bytes | Exception | None = None

    def ask(self, question: dict[str, Any], *, owner: Hashable, urgent: bool) -> "Future[bytes]":
        asked = orjson.loads(orjson.dumps(question))
        assert (asked["do"], urgent) == ("choose", True)
        self.asked.append(asked)
        self.owners.append(owner)
        answer: Future[bytes] = Future()
        if isinstance(self.say, Exception):
            answer.set_exception(self.say)
        elif self.say is not None:
            answer.set_result(self.say)
        else:
            view = mind.read_view(asked["view"])
            answer.set_result(orjson.dumps({"move": mind.choose(view, asked["level"], asked["seed"])}))
        return answer


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Minds]:
    found = Minds()
    monkeypatch.setattr(minds, "ask", found.ask)
    monkeypatch.setattr(turns, "_under_way", set())
    cache.clear()
    yield found
    cache.clear()


@pytest.fixture
def later() -> Callable[[], int]:
    """`later()`: computers play all their turns. Returns how many."""

    def later() -> int:
        played = 0
        while done := queued.play_computers(timezone.now() + timedelta(seconds=3)):
            played += done
        return played

    return later


@pytest.fixture
def play_on(later: Callable[[], int]) -> Callable[[str], tables.Table]:
    """`play_on(game)`: play the game to its end; people make the first legal move."""

    def play_on(public_id: str) -> tables.Table:
        later()
        while (table := memory.current(public_id)).status == "playing":
            assert table.turn is not None
            assert table.running is not None
            assert table.computers[table.turn] is None
            text = str(table.running.position.legal_moves()[0])
            actions.play_move(public_id=public_id, seat=table.turn, text=text, version=table.version)
            later()
        return table

    return play_on


@pytest.fixture
def away(game_between: Callable[..., Game]) -> Callable[..., Game]:
    """`away(ada, ben)`: a game in which a computer plays on for players who run out of time; a turn lasts an hour."""

    def start(*players: Any, **settings: Any) -> Game:
        settings = {"variant": "block", "options": {"end": "rounds:1"}, "turn_seconds": 3600} | settings
        return game_between(*players, misses="computer", **settings)

    return start
