"""The browsers and offers of `tests.pages`, and people, friends and invitations."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.models import Game
from people import actions
from people.models import Invitation
from tests.api.test_schema import fits, schema
from tests.common.conftest import rates
from tests.pages.conftest import browser_of, english_again, finished, in_play, offer, stranger, words_of

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def invited(offer) -> Callable[..., Game]:
    """`invited(ada, ben, …)`: an open game of Ada's with a reserved seat for each of the others."""

    def make(host: User, *players: User, **settings) -> Game:
        game = offer(host, **({"seats": 1 + len(players), "variant": "draw"} | settings))
        actions.invite(public_id=game.public_id, by=host, players=players, now=NOW)
        return game

    return make


@pytest.fixture
def befriend(db) -> Callable[[User, User], None]:
    def make(one: User, other: User) -> None:
        actions.ask_friend(user=one, person=other, now=NOW)
        actions.ask_friend(user=other, person=one, now=NOW)

    return make


@pytest.fixture
def people(db) -> Callable[[int], list[User]]:
    """`people(30)`: accounts named Mo 1, Mo 2 …"""

    def make(number: int) -> list[User]:
        return [User.objects.create_user(username=f"mo{n}", nickname=f"Mo {n}") for n in range(1, number + 1)]

    return make


def state(game: Game, player: User) -> str:
    return Invitation.objects.get(game=game, player=player).state
