"""Callers of the API: each is a program with its own cookies, logged in or not."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import Token, User
from games.models import Game
from games.positions import memory


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Schemathesis's plugin costs seconds, so only its own tests load it."""
    if file_path.name == "test_fuzz.py":
        parent.config.pluginmanager.import_plugin("schemathesis", consider_entry_points=True)


class Caller:
    """`ada.get("games/")`, `ada.post("games/", variant="draw")` return Django's responses (`.json()` reads them). If
    the server raises, so does the call.
    """

    def __init__(self, user: User | None = None, token: str = "", **more: Any) -> None:
        self.client = Client(headers={"Authorization": f"Token {token}"} if token else None, **more)
        self.user = user
        if user is not None and not token:
            self.client.force_login(user)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, /, *args: Any, **body: Any) -> Any:
        """The body is the keywords, or the one JSON value given."""
        sent = args[0] if args else body
        return self.client.post(f"/api/v1/{path}", json.dumps(sent), content_type="application/json")

    def put(self, path: str, /, *args: Any, **body: Any) -> Any:
        """The body is the keywords, or the one JSON value given."""
        sent = args[0] if args else body
        return self.client.put(f"/api/v1/{path}", json.dumps(sent), content_type="application/json")

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api/v1/{path}")

    def view(self, game: str) -> dict[str, Any]:
        return self.get(f"games/{game}/").json()

    def move(self, game: str, text: str, version: int, **more: Any) -> Any:
        return self.post(f"games/{game}/moves/", move=text, version=version, **more)


def token_of(user: User, *scopes: str, days: int | None = None) -> str:
    """A token of the user, with all scopes or these."""
    return tokens.make(user=user, name="bot", scopes=scopes or Token.Scope.values, days=days, now=timezone.now())[1]


@pytest.fixture
def nobody(db: None) -> Caller:
    return Caller()


@pytest.fixture
def as_ada(ada: User) -> Caller:
    return Caller(ada)


@pytest.fixture
def as_ben(ben: User) -> Caller:
    return Caller(ben)


@pytest.fixture
def as_cleo(cleo: User) -> Caller:
    return Caller(cleo)


@pytest.fixture
def by_token(db: None) -> Callable[[User], Caller]:
    return lambda user, *scopes: Caller(user, token_of(user, *scopes))


@pytest.fixture
def game(ada: User, ben: User, game_between: Callable[..., Game]) -> str:
    """The id of a game of Ada (seat 0) and Ben (seat 1) that has just been dealt."""
    return game_between(ada, ben, options={"end": "rounds:2"}).public_id


def on_turn(game: str, *callers: Caller) -> tuple[Caller, dict[str, Any]]:
    """The caller whose turn it is, and their view."""
    for caller in callers:
        view = caller.view(game)
        if view["round"]["legal"]:
            return caller, view
    raise AssertionError("it is nobody's turn")


def play_out(game: str, *callers: Caller, seed: int = 1) -> dict[str, Any]:
    """Random legal moves over the API to the end; the last view of the first caller."""
    rng = random.Random(seed)
    while (view := callers[0].view(game))["status"] == "playing":
        caller, view = on_turn(game, *callers)
        answer = caller.move(game, rng.choice(view["round"]["legal"]), view["version"])
        assert answer.status_code == 200, answer.json()
    return view


def refused(answer: Any, status: int, code: str) -> str:
    """Assert that the answer is a refusal in the documented shape; return its message."""
    said = answer.json()
    assert (answer.status_code, said["code"]) == (status, code), said
    assert set(said) <= {"code", "message", "fields", "reason", "values"}
    assert ("reason" in said) == ("values" in said)
    assert not said["message"][0].islower() or said.get("fields"), said
    assert said["message"].endswith("."), said
    return said["message"]


def stored(game: str) -> dict[str, Any]:
    """Everything a move could change, for comparison."""
    row = Game.objects.get(public_id=game)
    return {
        "game": {name: value for name, value in vars(row).items() if name != "_state"},
        "moves": list(row.moves.values()),
        "seats": list(row.seats.values()),
        "rounds": list(row.rounds.values()),
        "remembered": memory.current(game).version,
    }
