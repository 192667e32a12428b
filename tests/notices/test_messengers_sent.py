"""Messengers get each notification once, and their players see when it fails."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from common.refusals import NotNow
from notices import actions as telling
from notices import destinations
from notices.models import Delivery, Messenger, Notice
from tests import queued
from tests.notices.conftest import SOON, look, on_turn, sweep_soon
from tests.notices.gotify import KEY

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}


def add(player, server, **more) -> Messenger:
    return Messenger.objects.create(
        player=player, service="Gotify", address=server.address, created_at=timezone.now(), **more
    )


def test_a_turn_is_sent_with_its_link_once_and_not_if_it_was_seen(ada, ben, game_between, server, settings):
    games = [game_between(ada, ben, **LONG) for _ in range(2)]
    mover = on_turn(games[0])
    add(mover, server)
    mine = [game for game in games if on_turn(game) == mover]
    look(mine[0], mover)
    for _sweep in range(3):
        sweep_soon()
    sent = [json.loads(body)["message"] for _path, _headers, body in server.asked]
    assert sorted(text.splitlines()[-1] for text in sent if "block" in text or "/g/" in text) == sorted(
        f"{settings.SITE_URL}/g/{game.public_id}/" for game in mine[1:]
    )
    assert not Delivery.objects.filter(channel="messenger").exists()


def test_a_failure_is_shown_and_cleared(ada, ben, game_between, server, client):
    game = game_between(ada, ben, **LONG)
    mover = on_turn(game)
    messenger = add(mover, server)
    server.status = 401
    sweep_soon()
    messenger.refresh_from_db()
    assert (messenger.wrong, messenger.failed_at is not None, messenger.off_at) == ("401", True, None)
    client.force_login(mover)
    page = client.get("/settings/notices/").content.decode()
    assert "Check the key or token in the address." in page
    assert KEY not in page
    server.status = 200
    sweep_soon(timedelta(minutes=5))
    messenger.refresh_from_db()
    assert (messenger.wrong, messenger.failed_at) == ("", None)


def test_it_is_switched_off_after_a_day_of_failures_and_its_player_told(ada, ben, game_between, server):
    game = game_between(ada, ben, clock="none", **LONG)
    mover = on_turn(game)
    messenger = add(mover, server)
    server.status = 500
    begun = timezone.now() + SOON
    for minute in range(0, 26 * 60, 10):
        queued.sweep(begun + timedelta(minutes=minute))
    messenger.refresh_from_db()
    assert messenger.off_at is not None
    assert not Delivery.objects.filter(channel="messenger").exists()
    told = Notice.objects.get(player=mover, event="site")
    assert told.words == {"about": "messenger", "service": "Gotify"}
    tries = len(server.asked)
    telling.try_out(player=mover, now=timezone.now())
    sweep_soon()
    assert len(server.asked) == tries
    destinations.turn_on(player=mover, pk=messenger.pk)
    server.status = 200
    telling.try_out(player=mover, now=timezone.now())
    sweep_soon()
    assert b"It works" in server.asked[-1][2]


def test_an_address_that_is_gone_is_switched_off_at_once(ada, server):
    messenger = add(ada, server)
    server.status = 404
    telling.try_out(player=ada, now=timezone.now())
    sweep_soon()
    messenger.refresh_from_db()
    assert messenger.off_at is not None


def test_a_service_that_the_host_no_longer_offers_is_switched_off(ada, server, settings):
    messenger = add(ada, server)
    settings.NOTICE_SERVICES = "discord"
    telling.try_out(player=ada, now=timezone.now())
    sweep_soon()
    messenger.refresh_from_db()
    assert messenger.off_at is not None
    assert server.asked == []


def test_a_player_has_five_at_most_and_each_once(ada):
    now = timezone.now()
    for number in range(5):
        destinations.add_messenger(player=ada, typed=f"ntfys://topic-{number}", now=now)
    destinations.add_messenger(player=ada, typed="ntfys://topic-1", now=now)
    assert ada.messengers.count() == 5
    with pytest.raises(NotNow):
        destinations.add_messenger(player=ada, typed="ntfys://topic-6", now=now)
