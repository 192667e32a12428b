from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from family import actions, dealing, hosting
from family.models import Family, Member
from family.sheet import Sheet
from games.models import Game
from tests.games.playing import play_out
from tests.pages.conftest import browser_of, english_again, stranger

__all__ = ["browser_of", "english_again", "stranger"]
TERMS = {"title": "Kitchen", "variant": "draw", "length": "one", "clock": "none"}


@pytest.fixture
def kitchen(ada: User) -> Family:
    """Ada's table, with free names for Granny and Tom."""
    return hosting.create(host=ada, names=["Ada", "Granny", "Tom"], now=timezone.now(), **TERMS)


@pytest.fixture
def phone(kitchen: Family) -> Callable[[str], Client]:
    """`phone("Granny")`: a new browser that opens the link and takes this name."""

    def take(name: str) -> Client:
        client = Client()
        take_name(client, kitchen, name)
        return client

    return take


def named(family: Family, name: str) -> Member:
    return family.members.select_related("person", "family").get(name=name)


def take_name(client: Client, family: Family, name: str) -> Any:
    return client.post(f"{family.get_absolute_url()}name/", {"name": named(family, name).pk}, follow=True)


def tap(client: Client, family: Family, do: str) -> Any:
    """Press a button below *The next game*."""
    return client.post(f"{family.get_absolute_url()}next/", {"do": do}, follow=True)


def play(family: Family, *names: str, seed: int = 1) -> Game:
    """A whole game of these names, without others who are ready."""
    now = timezone.now()
    for each in family.members.select_related("person", "family").filter(person__isnull=False):
        actions.be_ready(member=each, ready=each.name in names, now=now)
    change = dealing.deal(member=named(family, names[0]), now=now)
    play_out(change.public_id, seed)
    return Game.objects.get(pk=change.game_id)


def sheet(family: Family, year: int | None = None, variant: str = "") -> Sheet:
    return Sheet(family, list(family.members.all()), year, variant)


def sums(family: Family, year: int | None = None) -> dict[str, tuple[int, int]]:
    """Games and wins by name."""
    return {line.member.name: (line.games, line.won) for line in sheet(family, year).lines}
