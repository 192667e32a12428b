"""The schema is complete, free of warnings and true: real answers are compared with it, field by field."""

import keyword
import random
import re
from typing import Any

import orjson
import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.exceptions import ValidationError

import rules
from common.wishes.reading import Input
from games import actions, queries
from games.positions import memory
from tests.api.conftest import Caller, play_out
from tests.games.playing import play_one, replay
from tests.samples import some_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return strict(SchemaGenerator().get_schema(request=None, public=True))


def strict(schema: Any) -> Any:
    """The schema, forbidding fields it doesn't name."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: strict(each) for name, each in schema.items()}
    return (
        {"additionalProperties": False, **inner} if inner.get("type") == "object" and "properties" in inner else inner
    )


@pytest.fixture
def fits(schema):
    """`fits("GameView", answer)` fails with the places where the answer has another shape."""

    def fits(shape: str, answer: Any) -> None:
        validator = Draft202012Validator(
            {"$ref": f"#/components/schemas/{shape}", "components": schema["components"]},
            format_checker=Draft202012Validator.FORMAT_CHECKER,
        )
        wrong = [
            f"{error.json_path}: {error.message}" for error in validator.iter_errors(orjson.loads(orjson.dumps(answer)))
        ]
        assert not wrong, "\n".join(wrong[:10])

    return fits


def test_the_schema_is_generated_without_warnings(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))


def test_the_schema_is_served_as_json_and_as_yaml(nobody: Caller):
    assert nobody.get("schema/", format="json").json()["openapi"] == "3.1.0"
    assert nobody.get("schema/").content.startswith(b"openapi: 3.1.0")


@pytest.mark.both_databases
def test_every_address_documents_the_shape_of_its_errors(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            assert {"401", "406"} <= set(answers), (path, method)
            assert method == "get" or "403" in answers, (path, method)
            for code, answer in answers.items():
                assert answer.get("description") or code < "400", (path, method, code)
                if code >= "400":
                    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Refusal")


def test_every_operation_has_a_description_and_examples_that_fit(schema):
    """The examples were written down once; the shapes come from the code."""
    assert [server["url"] for server in schema["servers"]] == ["http://localhost:8000"]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description"), (path, method)
            good = [answer for code, answer in operation["responses"].items() if code < "300"]
            for message in [operation.get("requestBody", {}), *good]:
                for content in message.get("content", {}).values():
                    assert "example" in content, (path, method)
                    shape = {**content["schema"], "components": schema["components"]}
                    wrong = [error.message for error in Draft202012Validator(shape).iter_errors(content["example"])]
                    assert not wrong, (path, method, wrong[:3])


OF_EACH_TYPE = [True, False, 0, 1, 1.5, "", "1", "true", "yes", None, {}]
OF_EACH_TYPE += [[each] for each in OF_EACH_TYPE]


def test_bodies_refuse_every_type_that_the_schema_forbids():
    """DRF would read 0 and "yes" as yes or no, "5" as a number, and 5 as a text."""
    generator = SchemaGenerator()
    shapes = generator.get_schema(request=None, public=True)["components"]["schemas"]
    bodies = {name: made.object for (name, _), made in generator.registry._components.items()}
    read, booleans = [], 0
    for name, body in bodies.items():
        if not isinstance(body, Input):  # shapes of answers
            continue
        for field, shape in shapes[name]["properties"].items():
            booleans += shape.get("type") == "boolean"
            allowed = Draft202012Validator(shape | {"components": {"schemas": shapes}})
            wrong = [each for each in OF_EACH_TYPE if not allowed.is_valid(each)]
            read += [f"{name}.{field}: {each!r}" for each in wrong if reads(body.fields[field], each)]
    assert read == []
    assert booleans > 10


def reads(field, value) -> bool:
    try:
        field.run_validation(value)
    except ValidationError:
        return False
    return True


def test_names_of_shapes_are_identifiers_and_differ_in_more_than_case(schema):
    names = list(schema["components"]["schemas"])
    assert all(name.isidentifier() and name.isascii() for name in names)
    assert len({name.lower() for name in names}) == len(names)
    assert not [name for name in names if name[-1].isdigit()]


@pytest.mark.parametrize("key", some_games(12))
def test_views_and_replays_of_every_game_match_the_schema(key, fits, ada, ben, guest, game_between):
    seats = rules.VARIANTS[key].seats[-1]
    others = [ben, *(guest(f"Guest {n}") for n in range(2, seats))]
    game = game_between(ada, *others, variant=key).public_id
    rng = random.Random(3)
    for ply in range(60):
        table = memory.current(game)
        if table.status != "playing" or table.running.index == 2:
            break
        if ply % 9 == 0:
            for seat in (None, 0, seats - 1):
                fits("GameView", rules.to_json(queries.table(game, seat)))
        play_one(game, rng)
    if memory.current(game).status == "playing":
        actions.resign_game(public_id=game, player=ada)
    after = rules.to_json(queries.table(game, 1))
    fits("GameView", after)
    fits("GameRecord", rules.to_json(queries.record(game)))
    for deal in range(after["deal"] + (after["status"] == "finished")):
        fits("Replay", replay(game, deal))


@pytest.mark.both_databases
def test_all_other_answers_match_the_schema(fits, as_ada, as_ben, nobody, game):
    fits("PaginatedGameLineList", as_ada.get("games/", mine="true").json())
    play_out(game, as_ada, as_ben)
    fits("PaginatedGameLineList", as_ada.get("games/", mine="true").json())
    as_ben.post(f"games/{game}/rematch/")
    fits("GameView", as_ada.view(game))
    offer = as_ada.post("games/", variant="draw").json()
    fits("GameView", offer)
    fits("GameView", nobody.view(offer["id"]))
    fits("Me", as_ada.get("me/").json())
    fits("TokenMade", as_ada.post("me/tokens/", name="bot", scopes=["play"]).json())
    for line in as_ada.get("me/tokens/").json():
        fits("Token", line)
    fits("Refusal", as_ada.post("games/").json())
    fits("Refusal", nobody.get("me/").json())
    for line in nobody.get("variants/").json():
        fits("VariantLine", line)
        fits("VariantView", nobody.get(f"variants/{line['key']}/").json())


# Types that TypeScript has everywhere: a generated type of the same name hides them from the code around it.
OF_TYPESCRIPT = {
    *(
        "Array",
        "Date",
        "Error",
        "Event",
        "Exclude",
        "Extract",
        "Function",
        "Map",
        "Node",
        "NonNullable",
        "Notification",
    ),
    *("Object", "Omit", "Parameters", "Partial", "Pick", "Promise", "Range", "Readonly", "Record", "Request"),
    *("Required", "Response", "Selection", "Set", "String", "Symbol", "Text"),
}


def test_generated_clients_can_use_every_name(schema):
    shapes = schema["components"]["schemas"]
    operations = [each for methods in schema["paths"].values() for each in methods.values()]
    names = {*shapes, *(field for shape in shapes.values() for field in shape.get("properties", ()))}
    names |= {each["name"] for operation in operations for each in operation.get("parameters", ())}
    ids = [operation["operationId"] for operation in operations]
    assert [name for name in names | {*ids} if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII)] == []
    assert [name for name in {*shapes, *ids} if keyword.iskeyword(name)] == []
    assert OF_TYPESCRIPT.isdisjoint(shapes)
    for told in ([*shapes], ids):  # a file a shape: RoundLine and round_line would overwrite each other
        files = [name.replace("_", "").lower() for name in told]
        assert len({*files}) == len(files)
