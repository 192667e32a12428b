"""Limits hold in races: of twice as many simultaneous requests, no more succeed.

Most useful on PostgreSQL, because SQLite runs one write after the other anyway.
"""

from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import User
from common import refusals
from games.models import Game
from games.pages.house_rules import pages as house_rules
from history import studies
from notices.actions import add_device
from notices.models import Device
from people.actions import ask_friend, block, invite
from people.models import Block, Friendship, Invitation
from rulebook.models import SavedRules
from tests.creating import create_game
from tests.games.test_races import at_once, codes
from tests.history.test_studies import example

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NOW = timezone.now()
MOST, TRIED = 2, 6


def people(number: int) -> list[User]:
    return [User.objects.create_user(username=f"p{n}", nickname=f"P{n}") for n in range(number)]


def race(*calls):
    refused = codes(at_once(*calls))
    assert len(refused) == TRIED - MOST
    [code] = set(refused)
    return code


def test_concurrent_offers_stay_within_the_limit(ada):
    with patch("games.actions.offer.OPEN_OFFERS", MOST):
        assert race(*[lambda: create_game(creator=ada, variant="draw")] * TRIED) == "too_many_offers"
    assert Game.objects.count() == MOST


def test_concurrent_tokens_stay_within_the_limit(ada):
    def make():
        try:
            tokens.make(user=ada, name="bot", scopes=["play"], days=None, now=NOW)
        except tokens.TooManyTokens:
            raise refusals.NotNow("too_many_tokens", "") from None

    with patch("accounts.tokens.MOST", MOST):
        assert race(*[make] * TRIED) == "too_many_tokens"
    assert ada.tokens.count() == MOST


def test_concurrent_push_browsers_stay_within_the_limit(ada, monkeypatch):
    monkeypatch.setattr("notices.outside.must_be_allowed", lambda _address: None)

    def add(n):
        add_device(
            player=ada, endpoint=f"https://push.example/{n}", p256dh="a", auth="b", name="x", browser="y", now=NOW
        )

    with patch("notices.actions.MOST_DEVICES", MOST):
        assert race(*[lambda n=n: add(n) for n in range(TRIED)]) == "too_many_devices"
    assert Device.objects.filter(player=ada).count() == MOST


def test_concurrent_studies_stay_within_the_limit(ada):
    found = studies.play_record(example())
    with patch("history.studies.MOST_STUDIES", MOST):
        keep = [lambda: studies.keep(owner=ada, found=found, title="", now=NOW)] * TRIED
        assert race(*keep) == "too_many_studies"


def test_concurrent_blocks_stay_within_the_limit(ada):
    them = people(TRIED)
    with patch("people.actions.blocks.MOST_BLOCKED", MOST):
        assert race(*[lambda who=who: block(user=ada, person=who, now=NOW) for who in them]) == "too_many_blocked"
    assert Block.objects.count() == MOST


def test_concurrent_friend_requests_stay_within_the_limit(ada):
    them = people(TRIED)
    with patch("people.actions.friends.MOST_ASKED", MOST):
        asked = race(*[lambda who=who: ask_friend(user=ada, person=who, now=NOW) for who in them])
    assert asked == "too_many_requests"
    assert Friendship.objects.count() == MOST


def test_concurrent_invitations_to_several_games_stay_within_the_limit(ada):
    them = people(TRIED)
    games = [create_game(creator=ada, variant="draw") for _ in them]
    calls = [
        lambda game=game, who=who: invite(public_id=game.public_id, by=ada, players=[who], now=NOW)
        for game, who in zip(games, them, strict=True)
    ]
    with patch("people.actions.invitations.MOST_PENDING", MOST):
        assert race(*calls) == "too_many_invitations"
    assert Invitation.objects.count() == MOST


def test_concurrent_saved_rules_stay_within_the_limit(ada):
    def save():
        client = Client()
        client.force_login(ada)
        return client.post("/house-rules/change/draw/", {"do": "save", "title": "Ours"}).status_code

    with patch.object(house_rules, "MOST_SAVED", MOST):
        answers = at_once(*[save] * TRIED)
    assert SavedRules.objects.count() == MOST, answers
    assert sorted(answers) == [302] * MOST + [422] * (TRIED - MOST)
