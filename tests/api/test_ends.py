"""Resigning, aborting, playing again, and looking back."""

import pytest

from games import actions
from rules import record
from tests.api.conftest import Caller, on_turn, play_out, refused


@pytest.fixture
def finished(game, as_ada, as_ben):
    play_out(game, as_ada, as_ben)
    return game


def test_resigning_loses(as_ada, game):
    view = as_ada.post(f"games/{game}/resign/").json()
    assert (view["status"], view["outcome"]["reason"], view["outcome"]["winners"]) == ("finished", "resigned", [1])
    assert [seat["result"] for seat in view["seats"]] == ["lost", "won"]


def test_with_three_players_the_others_play_on_after_a_resignation(as_ada, as_ben, as_cleo):
    game = as_ada.post("games/", variant="draw", seats=3, options={"end": "rounds:1"}).json()["id"]
    as_ben.post(f"games/{game}/join/")
    as_cleo.post(f"games/{game}/join/")
    view = as_ben.post(f"games/{game}/resign/").json()
    assert (view["status"], [seat["left"] for seat in view["seats"]]) == ("playing", [False, True, False])
    assert play_out(game, as_ada, as_cleo)["status"] == "finished"


def test_aborting_a_new_game_ends_it_without_a_result(as_ben, game):
    view = as_ben.post(f"games/{game}/abort/").json()
    assert (view["status"], view["outcome"], view["round"]["legal"]) == ("aborted", None, [])


def test_an_aborted_game_shows_no_hands(as_ben, game, nobody):
    as_ben.post(f"games/{game}/abort/")
    refused(nobody.get(f"games/{game}/rounds/0/"), 409, "round_running")
    assert nobody.get(f"games/{game}/record/").json()["rounds"] == []


def test_a_rematch_is_asked_for_and_accepted_at_the_same_address(as_ada, as_ben, finished):
    asked = as_ada.post(f"games/{finished}/rematch/").json()
    assert (asked["status"], asked["variant"], asked["options"]) == ("open", "brettspielnetz", {"end": "rounds:2"})
    offer = {"id": asked["id"], "by": "Ada", "host": 0, "status": "open", "accepted": [0], "waiting": [1]}
    assert as_ben.view(finished)["rematch"] == offer
    accepted = as_ben.post(f"games/{finished}/rematch/").json()
    assert (accepted["id"], accepted["status"]) == (asked["id"], "playing")
    assert {accepted["you"], asked["you"]} == {0, 1}


def test_a_rematch_is_withdrawn_or_declined_at_the_same_address(as_ada, as_ben, nobody, finished):
    for caller in (as_ada, as_ben):
        as_ada.post(f"games/{finished}/rematch/")
        refused(nobody.delete(f"games/{finished}/rematch/"), 401, "not_authenticated")
        view = caller.delete(f"games/{finished}/rematch/").json()
        assert (view["id"], view["rematch"]) == (finished, None)
    refused(as_ada.delete(f"games/{finished}/rematch/"), 409, "no_rematch")


# ---- Looking back ---------------------------------------------------------------------------


def test_anyone_can_replay_a_finished_deal_with_open_hands(nobody, finished):
    replay = nobody.get(f"games/{finished}/rounds/0/").json()
    assert (replay["id"], replay["deal"], replay["round"], replay["names"]) == (finished, 0, 1, ["Ada", "Ben"])
    assert [frame["ply"] for frame in replay["frames"]] == list(range(len(replay["by"]) + 1))
    assert len(replay["frames"][0]["hands"][0]) == 7
    assert replay["score"]["totals"] == replay["view"]["totals"]
    assert len(replay["check"]["tiles"]) == 28


def test_a_deal_in_play_is_not_replayed(as_ada, game):
    refused(as_ada.get(f"games/{game}/rounds/0/"), 409, "round_running")


@pytest.mark.both_databases
@pytest.mark.parametrize("deal", ["1", "99", "9" * 30])
def test_a_deal_that_was_never_dealt_is_unknown(as_ada, game, deal):
    refused(as_ada.get(f"games/{game}/rounds/{deal}/"), 404, "unknown_round")


@pytest.mark.both_databases
@pytest.mark.parametrize("deal", ["-1", "x", "1.0", "%00", "9" * 5000])
def test_a_deal_number_must_be_a_number(as_ada, game, deal):
    refused(as_ada.get(f"games/{game}/rounds/{deal}/"), 404, "unknown_address")


def test_the_record_is_a_file_that_replays_to_the_same_totals(nobody, finished):
    answer = nobody.get(f"games/{finished}/record/")
    assert answer["Content-Disposition"] == f'attachment; filename="boneyard-brettspielnetz-{finished}.json"'
    lines = list(record.replay(record.parse(answer.content)))
    assert lines[-1]["totals"] == nobody.view(finished)["totals"]
    assert lines[-1]["over"] is True


def test_the_record_of_a_game_that_was_resigned_replays_too(as_ada, nobody, game):
    as_ada.post(f"games/{game}/resign/")
    lines = list(record.replay(record.parse(nobody.get(f"games/{game}/record/").content)))
    assert (lines[-1]["reason"], lines[-1]["winners"]) == ("resigned", [1])


def test_the_record_of_a_running_game_has_only_finished_deals(nobody, game, as_ada, as_ben):
    assert nobody.get(f"games/{game}/record/").json()["rounds"] == []
    while as_ada.view(game)["deal"] == 0:
        caller, view = on_turn(game, as_ada, as_ben)
        caller.move(game, view["round"]["legal"][0], view["version"])
    assert len(nobody.get(f"games/{game}/record/").json()["rounds"]) == 1


@pytest.mark.parametrize("path", ["", "record/", "rounds/0/"])
def test_requests_for_an_unknown_game_answer_unknown_game(nobody: Caller, path):
    refused(nobody.get(f"games/nosuchgame/{path}"), 404, "unknown_game")


def test_an_offer_has_a_view_and_an_empty_record(as_ada, nobody):
    offer = as_ada.post("games/", variant="draw").json()["id"]
    assert nobody.view(offer)["round"] is None
    assert nobody.get(f"games/{offer}/record/").json()["rounds"] == []
    refused(nobody.get(f"games/{offer}/rounds/0/"), 404, "unknown_round")


def test_a_closed_offer_still_has_a_view(as_ada, ada, nobody):
    offer = as_ada.post("games/", variant="draw").json()["id"]
    actions.cancel_game(public_id=offer, player=ada)
    assert nobody.view(offer)["status"] == "cancelled"
