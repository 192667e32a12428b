from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import queries
from talk import actions
from talk.models import Message
from tests.api.conftest import Caller
from tests.pages.conftest import browser_of, english_again, stranger

__all__ = ["browser_of", "english_again", "stranger"]


@pytest.fixture
def game(ada: User, ben: User, game_between: Callable[..., Any]) -> str:
    """The id of a game of Ada and Ben that has just been dealt."""
    return game_between(ada, ben).public_id


@pytest.fixture
def say() -> Callable[..., Message]:
    """`say(game, ada, "Hello")`, a minute after whatever was said before."""

    def say(game: str, author: User, text: str = "", **more: Any) -> Message:
        now = more.pop("now", timezone.now())
        return actions.say(game=queries.find_game(game), author=author, text=text, now=now, **more)

    return say


def heard(caller: Caller, game: str) -> list[str]:
    """What somebody reads of the talk, by the API."""
    answer = caller.get(f"games/{game}/talk/")
    return [message["text"] for message in answer.json()["messages"]] if answer.status_code == 200 else []
