"""The history by API: the same filters, pages and studies as on the pages."""

import json

import pytest

from games import actions
from history import studies
from history.models import Study
from tests.api.conftest import refused
from tests.games.playing import play_out
from tests.history.test_studies import example
from tests.standings.conftest import finish

HISTORY = "me/history/"


@pytest.fixture
def played(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    return game.public_id


def ids(answer):
    assert answer.status_code == 200, answer.json()
    return [line["id"] for line in answer.json()["results"]]


def test_past_games_have_the_documented_shape(as_ada, as_ben, played, fits):
    for caller in (as_ada, as_ben):
        answer = caller.get(HISTORY)
        assert ids(answer) == [played]
        fits("PastGames", answer.json())
    mine, his = (caller.get(HISTORY).json()["results"][0] for caller in (as_ada, as_ben))
    assert {mine["result"], his["result"]} in ({"won", "lost"}, {"drawn"})
    assert (mine["you"], his["you"]) == (0, 1)


def test_the_filters_are_those_of_the_page(as_ada, over, ada, ben, cleo):
    (wanted,) = over(ada, ben, "won", variant="muggins", rated=False)
    over(ada, cleo, "lost")
    for query in (
        {"opponent": "be"}, {"player": "ben"}, {"variant": "muggins"}, {"result": "won"}, {"rated": "false"},
        {"opponent": "ben", "since": "2026-11-21", "until": "2026-11-21", "variant": "muggins"},
    ):  # fmt: skip
        assert ids(as_ada.get(HISTORY, **query)) == [wanted.public_id], query
    assert len(ids(as_ada.get(HISTORY, rated="true"))) == 1
    assert ids(as_ada.get(HISTORY, since="2026-11-22")) == []


def test_pages_lead_on_with_their_filters_and_back(as_ada, over, ada, ben):
    over(ada, ben, number=60)
    first = as_ada.get(HISTORY, result="won")
    second = as_ada.client.get(first.json()["next"])
    assert (len(ids(first)), len(ids(second)), second.json()["next"]) == (50, 10, None)
    assert "result=won" in first.json()["next"]
    assert ids(as_ada.client.get(second.json()["previous"])) == ids(first)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "query", [{"result": "glorious"}, {"since": "x"}, {"variant": "chess"}, {"opponent": "\0"}, {"oponent": "ben"}]
)
def test_an_invalid_filter_is_refused_by_name(as_ada, query):
    answer = as_ada.get(HISTORY, **query)
    refused(answer, 400, "invalid")
    assert set(answer.json()["fields"]) == set(query)


def test_strangers_have_no_history(nobody):
    for path in (
        HISTORY,
        "me/history/results/",
        "me/history/opponents/",
        "me/history/export/",
        "studies/",
        "people/ada/head-to-head/",
    ):
        assert nobody.get(path).status_code in {401, 404}, path


def test_head_to_head_has_the_documented_shape(as_ada, over, ada, ben, fits):
    over(ada, ben, "won", number=2)
    answer = as_ada.get("people/ben/head-to-head/")
    fits("HeadToHead", answer.json())
    assert answer.json()["against"] == {"games": 2, "won": 2, "lost": 0, "drawn": 0, "otherwise": 0}
    assert answer.json()["now"] == {"length": 2, "mine": True}
    refused(as_ada.get("people/nobody/head-to-head/"), 404, "unknown_person")


@pytest.mark.both_databases
def test_results_have_the_documented_shape(as_ada, as_ben, fits, ada, ben):
    game = finish(ada, ben)
    answer = as_ada.get("me/history/results/")
    fits("Results", answer.json())
    found = answer.json()
    assert found["ever"] == {"games": 1, "won": 1, "lost": 0, "drawn": 0}
    assert (found["computers"], found["streak"], found["longest_streak"]) == (False, 1, 1)
    assert (found["best_win"]["id"], found["best_win"]["rating"]) == (game.public_id, 1500)
    assert found["months"] == [{"month": f"{game.finished_at:%Y-%m}", "games": 1, "won": 1, "lost": 0, "drawn": 0}]
    assert [(line["variant"], line["won"], line["margin"]) for line in found["variants"]] == [("draw", 1, 60.0)]
    assert as_ben.get("me/history/results/").json()["best_win"] is None
    assert as_ada.get("me/history/results/", computers="true").json()["ever"]["games"] == 0


@pytest.mark.both_databases
def test_each_game_has_its_rating_change(as_ada, as_ben, fits, ada, ben):
    finish(ada, ben)
    answer = as_ben.get(HISTORY)
    fits("PastGames", answer.json())
    assert answer.json()["results"][0]["change"] == {"before": 1500, "after": 1477, "difference": -23}
    assert as_ada.get("people/ben/head-to-head/").json()["last"][0]["change"]["difference"] == 23


@pytest.mark.both_databases
def test_pages_from_a_given_day_lead_both_ways(as_ada, over, ada, ben):
    over(ada, ben, number=120)  # one per hour, back from noon of the 21st
    page = as_ada.get(HISTORY, on="2026-11-18")
    newer = as_ada.client.get(page.json()["previous"])
    assert page.json()["results"][0]["finished"].startswith("2026-11-18T23:")
    assert newer.json()["results"][-1]["finished"].startswith("2026-11-19T00:")
    assert not set(ids(page)) & set(ids(newer))


@pytest.mark.both_databases
def test_opponents_have_the_documented_shape(as_ada, over, ada, ben, cleo, fits):
    over(ada, ben, "won", number=2)
    over(ada, cleo, "drawn")
    answer = as_ada.get("me/history/opponents/")
    fits("Opponents", answer.json())
    assert [(line["username"], line["games"], line["won"]) for line in answer.json()["results"]] == [
        ("ben", 2, 2),
        ("cleo", 1, 0),
    ]
    assert [line["username"] for line in as_ada.get("me/history/opponents/", opponent="cl").json()["results"]] == [
        "cleo"
    ]
    refused(as_ada.get("me/history/opponents/", cursor="x"), 404, "not_found")


def test_the_export_has_one_record_per_line(as_ada, played):
    answer = as_ada.get("me/history/export/")
    (line,) = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert line["game"]["id"] == played
    assert studies.play_record(json.dumps(line)).outcome is not None


def test_a_study_is_added_shared_read_and_deleted(as_ada, as_ben, nobody, fits):
    added = as_ada.post("studies/", record=json.loads(example()), title="Mine")
    assert added.status_code == 201
    fits("StudyWhole", added.json())
    address = f"studies/{added.json()['id']}/"
    fits("Studies", as_ada.get("studies/").json())
    fits("StudyDeal", as_ada.get(f"{address}rounds/0/").json())
    for stranger in (as_ben, nobody):
        refused(stranger.get(address), 404, "unknown_study")
        refused(stranger.get(f"{address}rounds/0/"), 404, "unknown_study")
    change(as_ada, address, shared=True)
    assert nobody.get(address).json()["title"] == "Mine"
    assert change(as_ada, address, title="Better").json()["title"] == "Better"
    assert change(as_ben, address, shared=False).status_code == 404
    assert as_ben.delete(address).status_code == 404
    assert as_ada.delete(address).status_code == 204
    assert not Study.objects.exists()


def change(caller, address, **body):
    return caller.client.patch(f"/api/v1/{address}", json.dumps(body), content_type="application/json")


def test_a_broken_record_is_refused_with_the_place_of_the_error(as_ada):
    record = json.loads(example())
    record["rounds"][0]["moves"][0] = "7 pass"
    assert refused(as_ada.post("studies/", record=record), 400, "broken_record").startswith("Round 1, move 1: ")
    refused(as_ada.post("studies/", record={}), 400, "broken_record")
    refused(as_ada.post("studies/", record={"x": "y" * studies.LARGEST}), 413, "too_large")
    refused(as_ada.get("studies/nosuch/rounds/99/"), 404, "unknown_study")


def test_an_unknown_deal_is_not_found(as_ada):
    study = as_ada.post("studies/", record=json.loads(example())).json()["id"]
    refused(as_ada.get(f"studies/{study}/rounds/99/"), 404, "unknown_round")


def test_head_to_head_ignores_annulled_games(as_ada, played):
    from django.utils import timezone

    actions.annul_game(public_id=played, now=timezone.now())
    assert as_ada.get("people/ben/head-to-head/").json()["against"]["games"] == 0
    assert ids(as_ada.get(HISTORY, result="annulled")) == [played]
