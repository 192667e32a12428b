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
    """The id of a new game of Ada and Ben."""
    return game_between(ada, ben).public_id


@pytest.fixture
def say() -> Callable[..., Message]:
    """`say(game, ada, "Hello")` sends a message now, or at the time *now*."""

    def say(game: str, author: User, text: str = "", **more: Any) -> Message:
        now = more.pop("now", timezone.now())
        return actions.say(game=queries.find_game(game), author=author, text=text, now=now, **more)

    return say


def heard(caller: Caller, game: str) -> list[str]:
    """The messages that *caller* reads over the API; none if they may not read the chat."""
    answer = caller.get(f"games/{game}/talk/")
    return [message["text"] for message in answer.json()["messages"]] if answer.status_code == 200 else []
