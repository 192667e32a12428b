"""Analyses and hints by API."""

import pytest

import rules
from bots.actions import play_computer
from games import queries
from learn.analysis import actions
from tests import queued
from tests.api.conftest import *  # noqa: F403 - its callers
from tests.api.conftest import refused

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_analysis_can_be_requested_and_read(played, ada, ben, as_ada, nobody):
    game = played(ada, ben)
    address = f"games/{game.public_id}/analysis/"
    refused(nobody.get(address), 404, "no_analysis")
    refused(nobody.post(address), 401, "not_authenticated")
    assert as_ada.post(address).json() == {"state": "waiting", "deals": 1, "studied": 0, "found": None}
    queued.analyse(actions.timezone.now())
    told = nobody.get(address).json()
    assert told["state"] == "done"
    assert len(told["found"]["seats"]) == 2


def test_running_games_are_not_analysed(game_between, ada, ben, as_ada):
    refused(as_ada.post(f"games/{game_between(ada, ben).public_id}/analysis/"), 409, "not_finished")


def test_hints_can_be_read_on_the_players_own_turn(ada, as_ada, nobody):
    while True:
        game = play_computer(player=ada, variant="draw", level="solid", options={"lead_first": "host"})
        view = rules.to_json(queries.table_for(game.public_id, ada))
        if view["round"]["turn"] == 0:
            break
    told = as_ada.get(f"games/{game.public_id}/hints/").json()
    assert {line["move"] for line in told["moves"]} == set(view["round"]["legal"])
    refused(nobody.get(f"games/{game.public_id}/hints/"), 403, "no_hints")


def test_a_puzzle_can_be_read_and_tried_once_and_then_explains_its_solution(as_ada, nobody):
    queued.find_puzzles(actions.timezone.now())
    asked = nobody.get("puzzles/today/").json()
    assert asked["solution"] is asked["margin"] is asked["moves"] is None
    assert "solution" not in asked["view"]
    move = asked["view"]["round"]["legal"][0]
    refused(nobody.post(f"puzzles/{asked['id']}/", move=move), 401, "not_authenticated")
    refused(as_ada.post(f"puzzles/{asked['id']}/", move="9-9"), 400, "no_such_move")
    told = as_ada.post(f"puzzles/{asked['id']}/", move=move).json()
    assert told["tried"] == move
    assert told["moves"][0]["move"] == told["solution"]
    assert as_ada.get("puzzles/next/", variant="draw").json()["variant"] == "draw"
    refused(nobody.get("puzzles/nothing/"), 404, "unknown_puzzle")
