"""Views and moves: whole games over the API alone, and every kind of refusal."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import queries
from games.models import Game, Move
from tests.api.conftest import Caller, on_turn, play_out, refused, stored
from tests.games.test_secrets import known_to, told


@pytest.mark.both_databases
def test_two_people_play_a_whole_game_over_the_api_alone(as_ada, as_ben):
    game = as_ada.post("games/", variant="brettspielnetz", options={"end": "rounds:2"}).json()["id"]
    as_ben.post(f"games/{game}/join/")
    end = play_out(game, as_ada, as_ben)
    assert end["status"] == "finished"
    assert end["outcome"]["reason"] == "rounds"
    assert len(end["scores"]) == 2
    assert end["totals"] == end["outcome"]["totals"] == end["scores"][-1]["totals"]
    assert {seat["result"] for seat in end["seats"]} <= {"won", "lost", "drawn"}


def test_a_guest_and_a_program_with_a_token_play_a_whole_game(nobody, by_token, ada):
    program = by_token(ada)
    game = program.post("games/", variant="draw", options={"end": "rounds:1"}).json()["id"]
    nobody.post(f"games/{game}/join/", name="Mo")
    assert play_out(game, nobody, program)["status"] == "finished"


@pytest.mark.parametrize(("variant", "seats"), [("partnership", 4), ("double_nine", 3), ("sausage", 2), ("general", 4)])
def test_games_of_other_kinds_are_played_the_same_way(variant, seats, as_ada):
    game = as_ada.post("games/", variant=variant, seats=seats, options={"end": "rounds:1"}).json()["id"]
    others = [Caller() for _ in range(seats - 1)]
    for other in others:
        other.post(f"games/{game}/join/")
    assert play_out(game, as_ada, *others)["status"] == "finished"


def test_players_see_only_their_own_hand_and_watchers_none(as_ada, as_ben, as_cleo, nobody, game):
    for caller, seat in ((as_ada, 0), (as_ben, 1)):
        view = caller.view(game)
        assert (view["you"], len(view["round"]["hand"])) == (seat, view["round"]["hands"][seat])
    for watcher in (as_cleo, nobody):
        view = watcher.view(game)
        assert (view["you"], view["round"]["hand"], view["round"]["legal"]) == (None, None, [])


def test_no_answer_about_a_running_game_names_a_hidden_tile(as_ada, as_ben, as_cleo, nobody, game):
    for _ in range(12):
        caller, view = on_turn(game, as_ada, as_ben)
        caller.move(game, view["round"]["legal"][0], view["version"])
        row = queries.find_game(game)
        for viewer, seat in ((as_ada, 0), (as_ben, 1), (as_cleo, None), (nobody, None)):
            for path in (f"games/{game}/", "games/?mine=true", f"games/{game}/record/", f"games/{game}/rounds/0/"):
                answer = viewer.client.get(f"/api/v1/{path}")
                if row.rounds.count() == 1:  # later the first deal is public
                    assert set(told(answer.json(), deal=0)) <= known_to(row, seat), path
                assert row.rounds.last().seed.hex() not in answer.text


def test_programs_without_a_socket_see_a_partners_signal_by_polling(as_ada, as_ben, as_cleo):
    game = as_ada.post("games/", variant="general", seats=4).json()["id"]
    players = [as_ada, as_ben, as_cleo, Caller()]
    for other in players[1:]:
        other.post(f"games/{game}/join/")
    hands = [caller.view(game)["round"]["hand"] for caller in players]
    seat, signal = next(
        (n, {"0-0": "wink", "6-6": "puff"}[t]) for n in range(4) for t in ("0-0", "6-6") if t in hands[n]
    )
    version = players[seat].view(game)["version"]
    deadline = Game.objects.get(public_id=game).deadline
    sent = players[seat].post(f"games/{game}/moves/", move=signal, version=version, key="w")
    assert (sent.status_code, sent.json()) == (200, {"version": version})
    assert players[seat].post(f"games/{game}/moves/", move=signal, version=version, key="w").json() == sent.json()
    again = players[seat].move(game, signal, version)
    assert (again.status_code, again.json()["code"]) == (409, "signalled")
    assert Game.objects.get(public_id=game).deadline == deadline
    for number, viewer in enumerate([*players, Caller()]):
        own = number < 4 and number % 2 == seat % 2
        assert viewer.view(game)["signals"] == ([{"seat": seat, "signal": signal}] if own else [])
        assert viewer.get(f"games/{game}/", since=version).status_code == 204
        assert viewer.get(f"games/{game}/", since=version, signals=0).status_code == (200 if own else 204)
        assert viewer.get(f"games/{game}/", since=version, signals=1).status_code == (204 if own else 200)


def test_since_answers_only_after_a_change(as_ada, as_ben, game, nobody):
    caller, view = on_turn(game, as_ada, as_ben)
    nothing = as_ada.get(f"games/{game}/", since=view["version"])
    assert (nothing.status_code, nothing.content) == (204, b"")
    played = caller.move(game, view["round"]["legal"][0], view["version"]).json()["version"]
    assert nobody.get(f"games/{game}/", since=view["version"]).json()["version"] == played
    assert nobody.get(f"games/{game}/", since=played + 5).status_code == 204


@pytest.mark.both_databases
@pytest.mark.parametrize("junk", ["-1", "x", "1.5", str(2**31), "9" * 30, "\0", "null"])
def test_since_must_be_a_version(as_ada, game, junk):
    assert "since" in refused(as_ada.get(f"games/{game}/", since=junk), 400, "invalid")


def test_the_view_says_what_happened_since_the_last_visit(as_ada, as_ben, game):
    caller, view = on_turn(game, as_ada, as_ben)
    other = as_ben if caller is as_ada else as_ada
    assert other.post(f"games/{game}/seen/", version=view["version"]).status_code == 204
    text = view["round"]["legal"][0]
    caller.move(game, text, view["version"])
    seen = other.view(game)
    assert seen["seen"] == view["version"]
    assert seen["since"][0]["move"] == text
    assert [event["version"] for event in seen["since"]] == list(range(view["version"] + 1, seen["version"] + 1))


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "body", [{}, {"version": "1"}, {"version": -1}, {"version": 2**31}, {"version": None}, {"ver": 1}]
)
def test_seen_requires_a_version(as_ada, game, body):
    before = stored(game)
    refused(as_ada.post(f"games/{game}/seen/", body), 400, "invalid")
    assert stored(game) == before


@pytest.mark.both_databases
def test_a_version_that_does_not_exist_yet_is_not_stored_as_seen(as_ada, game):
    assert as_ada.post(f"games/{game}/seen/", version=2**31 - 1).status_code == 204
    assert as_ada.view(game)["seen"] == 0


# ---- Refusals -------------------------------------------------------------------------------


@pytest.fixture
def turn(as_ada, as_ben, game):
    """(the caller on turn, the opponent, the first one's view)"""
    caller, view = on_turn(game, as_ada, as_ben)
    return caller, as_ben if caller is as_ada else as_ada, view


def test_resigning_has_an_address_of_its_own(turn, game):
    caller, _other, view = turn
    refused(caller.move(game, "resign", view["version"]), 400, "unreadable")


@pytest.mark.parametrize(
    ("field", "junk"),
    [("move", None), ("move", 5), ("move", ["draw"]), ("move", ""), ("move", "a\0b"), ("move", "a" * 81), ("move", {}),
     ("version", None), ("version", "7"), ("version", 7.0), ("version", True), ("version", -1), ("version", 2**31),
     ("version", []),
     ("key", 5), ("key", None), ("key", "k" * 65), ("key", "\0"), ("key", []), ("seat", 0), ("by", "clock")],
)  # fmt: skip
def test_each_field_of_a_move_is_checked_and_named(turn, game, field, junk):
    caller, _other, view = turn
    before = stored(game)
    body = {"move": view["round"]["legal"][0], "version": view["version"], field: junk}
    answer = caller.post(f"games/{game}/moves/", body)
    assert field in refused(answer, 400, "invalid")
    assert set(answer.json()["fields"]) == {field}
    assert stored(game) == before


def test_a_move_without_move_or_version_says_what_is_missing(turn, game):
    caller, _other, _view = turn
    answer = caller.post(f"games/{game}/moves/")
    refused(answer, 400, "invalid")
    assert set(answer.json()["fields"]) == {"move", "version"}


def test_moves_against_the_rules_are_refused_and_change_nothing(turn, game):
    caller, _other, view = turn
    before = stored(game)
    hidden = next(
        t for t in (f"{a}-{b}" for a in range(6, -1, -1) for b in range(a + 1)) if t not in view["round"]["hand"]
    )
    answer = caller.move(game, f"{hidden}>{view['round']['start']}", view["version"])
    refused(answer, 409, answer.json()["code"])
    assert answer.json()["code"] not in {"stale", "not_your_turn"}
    assert stored(game) == before


def test_watchers_cannot_move(turn, game, as_cleo, nobody):
    _caller, _other, view = turn
    text = view["round"]["legal"][0]
    before = stored(game)
    refused(as_cleo.move(game, text, view["version"]), 403, "not_seated")
    refused(nobody.move(game, text, view["version"]), 401, "not_authenticated")
    assert stored(game) == before


@pytest.mark.both_databases
def test_a_repeated_key_gets_the_same_answer_and_makes_one_move(turn, game):
    caller, other, view = turn
    text = view["round"]["legal"][0]
    first = caller.move(game, text, view["version"], key="once")
    again = caller.move(game, text, view["version"], key="once")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert Move.objects.filter(game__public_id=game, by="player").count() == 1
    refused(other.move(game, text, view["version"], key="once"), 409, "stale")  # keys belong to their sender


# ---- Queries --------------------------------------------------------------------------------


def test_views_and_moves_need_the_same_queries_early_and_late_in_a_game(
    as_ada, as_ben, ada, ben, game_between, django_assert_num_queries
):
    game = game_between(ada, ben, variant="draw", options={"end": "rounds:9"}).public_id
    moving = set()
    for _ in range(20):
        caller, view = on_turn(game, as_ada, as_ben)
        with django_assert_num_queries(3):  # session and user; version, what they had seen
            caller.view(game)
        with django_assert_num_queries(2):  # session and user; version
            caller.get(f"games/{game}/", since=view["version"])
        with CaptureQueriesContext(connection) as made:
            caller.move(game, view["round"]["legal"][0], view["version"])
        queries_made = len(made)  # the next request must load them
        after = caller.view(game)
        if after["deal"] == view["deal"]:  # a new deal needs more, and a turn that continues checks no plan
            moving.add((queries_made, after["round"]["turn"] != view["round"]["turn"]))
    # session and user; seat; savepoint, game, moves, notice, plans, release
    assert moving == {(8, True), (7, False)}


def test_names_are_sent_unescaped_as_json(by_token, as_ben):
    ada = User.objects.create(username="x", nickname="<b>Ada</b>")
    game = by_token(ada).post("games/", variant="draw").json()["id"]
    answer = as_ben.get(f"games/{game}/")
    assert json.loads(answer.content)["seats"][0]["name"] == "<b>Ada</b>"
    assert answer["Content-Type"] == "application/json"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_answer_to_a_move_carries_the_view_if_it_is_asked_for(game, as_ada, as_ben):
    """One request per move; its view equals that of a GET for this seat."""
    mover, view = on_turn(game, as_ada, as_ben)
    sent = {"move": view["round"]["legal"][0], "version": view["version"], "key": "one"}
    answer = mover.post(f"games/{game}/moves/", sent | {"view": True}).json()
    assert answer["view"]["version"] == answer["version"] > view["version"]
    assert answer["view"]["you"] == view["you"]
    assert answer["view"] | {"now": 0} == mover.view(game) | {"now": 0}
    assert set(mover.post(f"games/{game}/moves/", sent).json()) == {"version"}
    again = mover.post(f"games/{game}/moves/", sent | {"view": True}).json()
    assert (again["version"], again["view"]["you"]) == (answer["version"], view["you"])


def test_a_refused_move_shows_no_view(game, as_ada, as_ben):
    mover, view = on_turn(game, as_ada, as_ben)
    answer = mover.move(game, "9-9", view["version"], view=True)
    assert answer.status_code == 409
    assert "view" not in answer.json()
