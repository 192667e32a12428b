"""Changing a name or a weekend is quick, even with a thousand finished or a hundred running games."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from games import actions, queries
from games.models import Game
from games.positions import memory
from tests.games.playing import play_out

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday


@pytest.fixture
def replayed(monkeypatch):
    """The games that were replayed."""
    seen = []

    def noting(game, before=memory.replay):
        seen.append(game.public_id)
        return before(game)

    monkeypatch.setattr(memory, "replay", noting)
    return seen


def renamed(player, name):
    player.nickname = name
    player.save(update_fields=["nickname"])
    actions.show_name(player=player)


def test_a_new_name_changes_no_finished_game(ada, ben, over, game_between):
    over(ada, ben, number=30)
    before = dict(Game.objects.values_list("pk", "version"))
    running = game_between(ada, ben)
    renamed(ada, "Adele")
    assert dict(Game.objects.exclude(pk=running.pk).values_list("pk", "version")) == before
    assert rules.to_json(queries.table(running.public_id, None))["seats"][0]["name"] == "Adele"


@pytest.mark.both_databases
def test_a_finished_game_shows_the_current_names_of_its_players(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    assert rules.to_json(queries.table(game.public_id, None))["seats"][0]["name"] == "Ada"  # and cached from now on
    renamed(ada, "Adele")
    assert rules.to_json(queries.table(game.public_id, None))["seats"][0]["name"] == "Adele"
    assert rules.to_json(queries.table(game.public_id, 1))["seats"][0]["name"] == "Adele"


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [3, 12])
def test_a_new_weekend_needs_few_statements_and_no_replay_for_any_number_of_games(
    ada, ben, game_between, replayed, number, django_capture_on_commit_callbacks
):
    for _ in range(number):
        game_between(ada, ben)
    memory.remembered.forget()
    del replayed[:]
    before = ada.rest
    ada.weekend_pause = True
    ada.save(update_fields=["weekend_pause"])
    with (
        CaptureQueriesContext(
            connection,
        ) as asked,
        django_capture_on_commit_callbacks(execute=True),
    ):
        actions.reschedule(player=ada, before=before, now=NOON)
    assert replayed == []
    assert len(asked) <= 8
