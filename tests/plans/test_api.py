"""Plans over the API."""

import json

import pytest

from plans.models import PlannedMove
from tests.api.conftest import Caller, refused, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def caller(at, people):
    return Caller(people[at.planner])


def address(at) -> str:
    return f"games/{at.game.public_id}/plan/"


def put(caller: Caller, at, *lines: dict):
    return caller.client.put(
        f"/api/v1/{address(at)}", json.dumps({"lines": list(lines)}), content_type="application/json"
    )


def as_json(line) -> dict:
    return {"tile": line.tile, "end": line.end}


def test_a_plan_is_saved_read_changed_and_dropped(at, caller):
    assert caller.get(address(at)).json() == {"version": at.version, "lines": []}
    saved = put(caller, at, as_json(at.answer), as_json(at.misfit))
    assert (saved.status_code, saved.json()["lines"]) == (200, [as_json(at.answer), as_json(at.misfit)])
    assert put(caller, at, {"tile": at.misfit.tile}).json()["lines"] == [{"tile": at.misfit.tile, "end": None}]
    assert caller.get(address(at)).json()["lines"] == [{"tile": at.misfit.tile, "end": None}]
    assert caller.delete(address(at)).status_code == 204
    assert caller.get(address(at)).json()["lines"] == []


def test_a_plan_saved_on_the_players_turn_is_played_at_once(at, caller, play):
    version = play(at).version
    answer = put(caller, at, as_json(at.answer)).json()
    assert answer["lines"] == []
    assert answer["version"] > version


def test_an_invalid_plan_is_refused_with_its_error_code(at, caller):
    strange = next(end for end in range(7) if str(end) not in at.answer.tile)
    refused(put(caller, at, {"tile": at.answer.tile, "end": strange}), 409, "no_such_end")
    refused(put(caller, at, {"tile": "9-9"}), 409, "not_your_tile")
    refused(put(caller, at, {"tile": at.answer.tile, "ende": 1}), 400, "invalid")
    refused(caller.client.put(f"/api/v1/{address(at)}", "[]", content_type="application/json"), 400, "invalid")
    assert not PlannedMove.objects.exists()


def test_only_its_player_reads_and_writes_a_plan(at, caller, people, cleo):
    put(caller, at, as_json(at.misfit))
    refused(Caller(cleo).get(address(at)), 403, "not_seated")
    refused(put(Caller(cleo), at), 403, "not_seated")
    refused(Caller().get(address(at)), 401, "not_authenticated")
    assert Caller(people[at.mover]).get(address(at)).json()["lines"] == []
    refused(caller.get("games/nosuchgame/plan/"), 404, "unknown_game")


def test_read_only_tokens_cant_save_plans(at, people):
    reader = Caller(people[at.planner], token_of(people[at.planner], "read"))
    assert reader.get(address(at)).status_code == 200
    refused(put(reader, at, as_json(at.misfit)), 403, "scope")


def test_answers_match_the_schema(at, caller):
    from drf_spectacular.generators import SchemaGenerator
    from jsonschema import Draft202012Validator

    schema = SchemaGenerator().get_schema(request=None, public=True)
    shape = {"$ref": "#/components/schemas/PlanShown", "components": schema["components"]}
    Draft202012Validator(shape).validate(put(caller, at, as_json(at.misfit)).json())


def test_query_count_doesnt_grow_with_lines(at, caller, people, connection_queries):
    caller.get(address(at))
    with connection_queries() as few:
        caller.get(address(at))
    tile = {"tile": at.misfit.tile, "end": at.misfit.end}
    put(caller, at, tile, *({"tile": tile["tile"]},))
    with connection_queries() as many:
        caller.get(address(at))
    assert len(many) == len(few)
