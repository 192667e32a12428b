from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import Token, User
from tests.conftest import person
from tests.moderation.conftest import reported
from tests.pages.conftest import browser_of, english_again, stranger
from tests.talk.conftest import game, say
from tests.tournaments.world import CUP
from tournaments.entries import entering
from tournaments.life import making
from tournaments.models import Entry, Tournament

__all__ = ["browser_of", "english_again", "game", "reported", "say", "stranger"]


@pytest.fixture
def hedy(db: None) -> User:
    """An administrator."""
    hedy = person("Hedy")
    hedy.is_staff = hedy.is_superuser = True
    hedy.save()
    return hedy


@pytest.fixture
def hosts(hedy: User, browser_of: Callable[[User], Client]) -> Client:
    """Hedy's browser."""
    return browser_of(hedy)


@pytest.fixture
def do(hosts: Client) -> Callable[..., HttpResponse]:
    """`do("accounts/user", "close", ben, reason="Spam")`: Hedy chooses the action and confirms it."""

    def do(table: str, deed: str, *rows: User, **more: str) -> HttpResponse:
        chosen = {"action": deed, "_selected_action": [row.pk for row in rows], **more}
        return hosts.post(f"/admin/{table}/", {**chosen, "sure": "yes"}, follow=True)

    return do


@pytest.fixture
def token_of(db: None) -> Callable[[User], tuple[Token, str]]:
    def make(user: User) -> tuple[Token, str]:
        return tokens.make(user=user, name="Bot", scopes=["play"], days=None, now=timezone.now())

    return make


def entered(player: User) -> Entry:
    """The player's entry in a tournament that they made."""
    now = timezone.now()
    cup = making.store(Tournament(**CUP, entries_end=now + timedelta(days=1), made_by=player), now)
    return entering.enter(public_id=cup.public_id, player=player, now=now)
