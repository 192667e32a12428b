"""Browsers of people, and the text of a page."""

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games import queries
from games.models import Game, Seat
from tests.creating import create_game


def words_of(response: HttpResponse) -> str:
    """The page as a person reads it: no markup, single spaces, and tiles as texts have them."""
    page = re.sub(r"<(script|style|title)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page))).replace("\u2060", "")
    return text.replace(" ,", ",").replace(" .", ".")


def html_of(response: HttpResponse) -> str:
    """The HTML of a page, with single spaces: a template may break a line anywhere."""
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A request leaves its language active in the thread."""
    yield
    translation.deactivate()


@pytest.fixture
def stranger(db: None) -> Client:
    return Client()


@pytest.fixture
def browser_of(db: None) -> Callable[[User], Client]:
    def browser(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return browser


@pytest.fixture
def offer(db: None) -> Callable[..., Game]:
    """`offer(ada, variant="muggins", …)`: an open game."""

    def make(host: User, variant: str = "muggins", **settings: Any) -> Game:
        game = create_game(creator=host, variant=variant, **settings)
        return queries.find_game(game.public_id)

    return make


@pytest.fixture
def finished(db: None) -> Callable[..., list[Game]]:
    """`finished(ada, ben, 500)`: so many games that Ada won, written straight to the database."""
    from datetime import timedelta

    def make(winner: User, loser: User, number: int = 1, variant: str = "draw") -> list[Game]:
        now = timezone.now()
        games = Game.objects.bulk_create(
            Game(
                variant=variant, seats_number=2, clock="none", status=Game.Status.FINISHED, creator=winner,
                totals=[100, 40 + n % 50], winners=[0], reason="target", started_at=now - timedelta(hours=n),
                finished_at=now - timedelta(hours=n // 2),
            )
            for n in range(number)
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(game=game, number=side, side=side, player=player, result=result, points=game.totals[side],
                 over_at=game.finished_at)
            for game in games
            for side, player, result in ((0, winner, "won"), (1, loser, "lost"))
        )  # fmt: skip
        return games

    return make


@pytest.fixture
def in_play(db: None) -> Callable[..., list[Game]]:
    """`in_play(ada, ben, 500)`: running games, the first player's turn, written straight to the database."""

    def make(first: User, second: User, number: int = 1) -> list[Game]:
        games = Game.objects.bulk_create(
            Game(
                variant="draw", seats_number=2, clock="none", rated=False, status=Game.Status.PLAYING, creator=first,
                totals=[0, 0], turn=0, started_at=timezone.now(),
            )
            for _ in range(number)
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(game=game, number=side, side=side, player=player)
            for game in games
            for side, player in enumerate((first, second))
        )
        return games

    return make
