"""Computers by API: added, removed, shown, exported."""

import orjson
import pytest
from django.utils import timezone

from bots import actions as bots
from bots.thinking import turns
from games import actions
from games.models import Game
from tests.api.conftest import Caller, refused

pytestmark = pytest.mark.django_db(transaction=True)
SHORT = {"variant": "block", "options": {"end": "rounds:1"}, "clock": "none", "turn_seconds": None}


def computers(view: dict) -> list[str | None]:
    return [seat["computer"] for seat in view["seats"]]


def test_a_game_against_computers_begins_at_once(as_ada: Caller):
    made = as_ada.post("games/", seats=4, computers={"1": "strong", "2": "beginner", "3": "master"}, **SHORT)
    view = made.json()
    assert (made.status_code, view["status"], view["rated"]) == (201, "playing", False)
    assert computers(view) == [None, "strong", "beginner", "master"]
    assert [seat["program"] for seat in view["seats"]] == [False, True, True, True]
    listed = as_ada.get("games/", mine=True).json()["results"][0]
    assert computers(listed) == [None, "strong", "beginner", "master"]


def test_guests_play_the_computer(nobody: Caller):
    view = nobody.post("games/", name="Cleo", computers={"1": "casual"}, **SHORT).json()
    assert (view["status"], view["you"]) == ("playing", 0)


@pytest.mark.parametrize(
    "wanted", [{"0": "strong"}, {"8": "strong"}, {"one": "strong"}, {"1": "divine"}, ["strong"], {"01": "good"}]
)
def test_unknown_seats_and_levels_are_refused(as_ada: Caller, wanted):
    answer = as_ada.post("games/", computers=wanted, **SHORT)
    assert answer.status_code == 400
    assert all(field.startswith("computers") for field in answer.json()["fields"])
    assert not Game.objects.exists()


def test_a_seat_number_that_does_not_exist_is_refused_and_creates_nothing(as_ada: Caller):
    refused(as_ada.post("games/", computers={"1": "good", "2": "good"}, **SHORT), 409, "full")
    assert not Game.objects.exists()


def test_the_host_adds_and_removes_computers(as_ada: Caller, as_ben: Caller):
    game = as_ada.post("games/", seats=4, **SHORT).json()["id"]
    refused(as_ben.post(f"games/{game}/computers/", level="good"), 403, "not_host")
    assert computers(as_ada.post(f"games/{game}/computers/", level="good", seat=2).json()) == [None, None, "good", None]
    refused(as_ada.post(f"games/{game}/computers/", level="good", seat=2), 409, "taken")
    assert as_ada.delete(f"games/{game}/computers/2/").json()["seats"][2]["computer"] is None
    refused(as_ada.delete(f"games/{game}/computers/0/"), 409, "no_computer")
    refused(as_ada.delete(f"games/{game}/computers/99999999999999999999/"), 409, "no_computer")
    full = as_ada.post(f"games/{game}/computers/", level="solid").json()
    assert (full["status"], computers(full)) == ("playing", [None, "solid", "solid", "solid"])


def test_too_many_games_with_computers_are_refused_with_a_clear_code(as_ada: Caller, settings):
    settings.COMPUTER_GAMES = 1
    assert as_ada.post("games/", computers={"1": "good"}, **SHORT).status_code == 201
    said = refused(as_ada.post("games/", computers={"1": "good"}, **SHORT), 409, "too_many_bot_games")
    assert "1" in said
    assert as_ada.post("games/", **SHORT).status_code == 201


def test_the_move_of_a_computer_is_marked(as_ada: Caller, ada):
    game = bots.play_computer(player=ada, level="solid", variant="block")
    view = as_ada.view(game.public_id)
    if view["round"]["turn"] == 0:
        as_ada.move(game.public_id, view["round"]["legal"][0], view["version"])
    (turn,) = turns.claim(timezone.now())
    turns.give_up(turn, timezone.now())  # the plain mind plays, which needs no child
    turns.let_go(turn)
    assert "bot" in as_ada.view(game.public_id)["by"]


def test_the_export_says_which_level_played(as_ada: Caller, ada):
    game = bots.play_computer(player=ada, level="strong", variant="block")
    actions.resign_game(public_id=game.public_id, player=ada)
    (line,) = b"".join(as_ada.get("me/history/export/").streaming_content).splitlines()
    record = orjson.loads(line)
    assert record["game"]["computers"] == [None, "strong"]
    past = as_ada.get("me/history/").json()["results"][0]
    assert computers(past) == [None, "strong"]


def test_accounts_see_their_record_against_computers_and_their_limit(as_ada: Caller, ada, nobody: Caller):
    game = bots.play_computer(player=ada, level="strong", variant="block")
    bots.play_computer(player=ada, level="good", variant="block")
    actions.resign_game(public_id=game.public_id, player=ada)
    assert as_ada.get("me/computers/").json() == {
        "running": 1,
        "most": 10,
        "fared": [{"variant": "block", "level": "strong", "games": 1, "won": 0, "lost": 1, "drawn": 0}],
    }
    refused(nobody.get("me/computers/"), 401, "not_authenticated")
