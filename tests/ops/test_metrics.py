"""Prometheus metrics, and their access."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY

from common.refusals import NotNow
from games import actions, queries
from games.clocks import clock
from games.game_refusals import stale
from games.models import Game
from notices.models import Delivery


def value(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0


def page(client=None, **more):
    return (client or Client()).get("/metrics", **more)


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_timed():
    before = value("boneyard_requests_total", view="home", method="GET", status="200")
    Client().get("/")
    assert value("boneyard_requests_total", view="home", method="GET", status="200") == before + 1
    assert value("boneyard_request_seconds_count", view="home") >= 1


@pytest.mark.django_db
def test_unknown_addresses_add_no_new_series():
    for path in ("/nonsense/1/", "/nonsense/2/"):
        Client().get(path)
        Client().generic("NONSENSE", path)
    shown = page().content.decode()
    assert "nonsense" not in shown
    assert 'boneyard_requests_total{method="other",status="404",view="unknown"}' in shown


@pytest.mark.django_db(transaction=True)
def test_moves_refusals_and_sweeps_are_counted(ada, ben, game_between):
    names = {
        "started": ("boneyard_game_changes_total", {"kind": "started"}),
        "finished": ("boneyard_game_changes_total", {"kind": "finished"}),
        "stale": ("boneyard_refusals_total", {"code": "stale"}),
        "sweeps": ("boneyard_sweeps_total", {}),
        "decided": ("boneyard_decided_total", {}),
    }
    before = {key: value(name, **labels) for key, (name, labels) in names.items()}
    game = game_between(ada, ben)
    stale()  # an answer to our own question: nobody hears of it
    with pytest.raises(NotNow) as refused:
        actions.play_move(
            public_id=game.public_id,
            seat=queries.table(game.public_id, None).round.turn,
            text="pass",
            version=0,
        )
    refused.value.counted()  # a player was answered with it
    clock.sweep(game.deadline + timedelta(seconds=1))
    after = {key: value(name, **labels) - before[key] for key, (name, labels) in names.items()}
    assert after == {"started": 1, "finished": 1, "stale": 1, "sweeps": 1, "decided": 1}


@pytest.mark.django_db
def test_an_overdue_turn_shows_how_late_the_clock_is(ada, ben, game_between):
    game = game_between(ada, ben)
    assert value("boneyard_overdue_seconds") == 0
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=90))
    assert 90 <= value("boneyard_overdue_seconds") < 100


@pytest.mark.django_db
def test_queues_are_measured_at_each_scrape(ada):
    names = {"plans", "computers", "ends", "analyses", "notices", "digests", "deliveries", "decisions", "puzzles"}
    assert {value("boneyard_queue_length", queue=name) for name in names} == {0}
    due = timezone.now() - timedelta(minutes=2)
    for _mail in range(2):
        Delivery.objects.create(player=ada, channel="digest", since=due, due=due)
    assert 'boneyard_queue_length{queue="deliveries"} 2.0' in page().content.decode()
    assert 120 <= value("boneyard_queue_age_seconds", queue="deliveries") < 180


@pytest.mark.django_db
def test_a_public_site_shows_metrics_only_with_the_token(settings):
    """A proxy on this machine may forward strangers without adding a header."""
    settings.AT_HOME = False
    assert page().status_code == 404
    settings.AT_HOME, settings.PROXIES = True, 1
    assert page().status_code == 404
    settings.METRICS_TOKEN = "open-sesame"
    assert page(headers={"Authorization": "Bearer open-sesame"}).status_code == 200


@pytest.mark.django_db
def test_metrics_require_this_machine_or_the_token(settings):
    settings.AT_HOME = True
    assert page().status_code == 200
    assert page(REMOTE_ADDR="192.0.2.1").status_code == 404
    assert page(headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 404  # a proxy on this machine
    far = {"REMOTE_ADDR": "192.0.2.1", "headers": {"Authorization": "Bearer open-sesame"}}
    assert page(**far).status_code == 404
    settings.METRICS_TOKEN = "open-sesame"
    assert page(**far).status_code == 200
    assert page(REMOTE_ADDR="192.0.2.1", headers={"Authorization": "Bearer open"}).status_code == 404


@pytest.mark.django_db
def test_metrics_name_no_person_or_game(ada, ben, game_between):
    game = game_between(ada, ben)
    Client().get(f"/g/{game.public_id}/")
    actions.resign_game(public_id=game.public_id, player=ada)
    shown = page().content.decode()
    assert game.public_id not in shown
    assert not re.search(r"\b(ada|ben)\b", shown, re.IGNORECASE)
