"""The pages of clubs: what they say, what they cost, and that nobody learns more than they may."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User, new_guest
from clubs import actions
from clubs.models import Club, Membership, Request
from people.actions import block
from standings.models import Rating
from tests.clubs.conftest import NOW, browser_of, confirm, roles, stranger
from tests.conftest import person

PARTS = ("club", "club_members", "club_standings", "club_calendar")
ORGANISERS = ("club_requests", "club_settings")


def page(client: Client, name: str, *arguments: str, **asked: str) -> str:
    answer = client.get(reverse(name, args=arguments), asked)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def press(client: Client, name: str, club: Club, status: int = 302, **sent: str) -> str:
    answer = client.post(reverse(name, args=[club.public_id]), sent)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def statements(client: Client, name: str, club: Club) -> int:
    """How many statements a second visit takes, without those for the session and its user."""
    page(client, name, club.public_id)
    with CaptureQueriesContext(connection, ) as asked:
        page(client, name, club.public_id)
    return len([each for each in asked if "django_session" not in each["sql"] and "FROM \"accounts_user\" WHERE" not in each["sql"]])


def test_costs(ada, ben, cleo, club, rf):
    made = club(ada, ben, joining="request")
    for name in (*PARTS, *ORGANISERS):
        print(name, statements(browser_of(ada), name, made), statements(browser_of(cleo), name, made) if name in PARTS else "")
