"""The schema is complete, free of warnings and true: real answers are compared with it, field by field."""

import json
import keyword
import random
import re
from datetime import date
from typing import Any

import orjson
import pytest
from django import urls
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

import rules
from common.api.documented import Ends, endpoint, nothing
from common.wishes.reading import Input
from games import actions, queries
from games.api.variants import OneVariant
from games.listed import listed
from games.positions import memory
from games.shown.rows import Row
from notices import webhook
from notices.choices import Event
from notices.models import Delivery, Notice, Wishes
from people import open_games
from tests.api.conftest import Caller, play_out
from tests.creating import create_game
from tests.games.playing import play_one, replay
from tests.live.server import ROOT
from tests.samples import ALL, some, some_games

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


def test_every_operation_says_since_when_it_is_there(schema):
    """Before a release, its operations go into since.json. They stay, or programs would break without notice."""
    operations = {each["operationId"]: each for methods in schema["paths"].values() for each in methods.values()}
    known = json.loads((ROOT / "common/api/since.json").read_text())
    older = re.findall(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1:]
    assert list(known) == older[::-1]
    assert {each: version for version, names in known.items() for each in names}.items() <= {
        name: each["x-since"] for name, each in operations.items()
    }.items()
    assert (operations["games_move"]["x-since"], operations["clubs_list"]["x-since"]) == ("0.1.0", "0.3.0")


def test_a_deprecated_address_says_since_when_and_until_when(nobody, monkeypatch):
    monkeypatch.setattr(
        OneVariant,
        "get",
        endpoint("old", "Old", nothing("Gone."), ends=Ends(date(2027, 1, 1), date(2027, 7, 1)))(found),
    )
    answer = nobody.get("variants/draw/")
    assert (answer.status_code, answer["Deprecation"]) == (204, "@1798761600")
    assert answer["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    operation = SchemaGenerator(patterns=[urls.path("api/v1/old/", OneVariant.as_view())]).get_schema(None, public=True)
    assert operation["paths"]["/api/v1/old/"]["get"]["deprecated"] is True


def found(view, key: str = "") -> Response:
    return Response(status=204)


def test_webhooks_send_what_the_schema_says(schema, fits, ada, monkeypatch):
    assert schema["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    assert schema["info"]["contact"]["url"].startswith("http")
    sent = []
    monkeypatch.setattr("notices.outside.post", lambda _address, **more: sent.append(more))
    now = timezone.now()
    body = webhook.body_of(Delivery(pk=1), Notice(event=Event.SITE, at=now), "It works", "/")
    webhook.send(Wishes(webhook="https://b.example/", webhook_secret="secret"), "1", body, now)
    opened = create_game(creator=ada, variant="draw", visibility="public")
    with override_settings(OPEN_GAMES_WEBHOOK_SECRET=webhook.standard_secret("secret")):
        open_games._post("open_1", open_games.body_of(Row(listed([opened.pk])[0], now)), now)
    shapes = {}
    for name, of in zip(("notified", "gameOpened"), sent, strict=True):
        described = schema["webhooks"][name]["post"]
        shape = described["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        fits(shape, json.loads(of["body"]))
        assert {each["name"] for each in described["parameters"]} <= set(of["headers"])
        shapes[name] = shape
    assert shapes == {"notified": "NoticeSent", "gameOpened": "GameOpened"}


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


JSON = "application/json"
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


# Python's names, and a quote that begins a word: what `repr` and REST framework's own sentences would say.
PYTHON = re.compile(
    r"\b(dict\w*|array|str|string|int|float|bool|boolean|tuple|None|True|False|datetime|valid choice|got type|"
    r"object at|[A-Za-z]*(Error|Exception|Field|Type)|Decimal|uuuuuu)\b|(?<![\w’])['\"`]\w"
)


def in_our_words(text: str) -> str:
    """The text, without JSON's quotes in what it quotes."""
    return re.sub("“[^”]*”", lambda quoted: quoted[0].replace('"', ""), text)


WRONG = ["strange", ["strange"], {"1": "strange"}, [[None]], {"": {"x": [True]}}, -1.5, True, None]


def wrongly_chosen(shape: dict[str, Any], schemas: dict[str, Any]) -> tuple[Any, list[Any]]:
    """A value with a wrong choice where the shape has choices, and these choices; else none."""
    shape = schemas.get(str(shape.get("$ref")).rpartition("/")[2], shape)
    if "enum" in shape:
        return "strange", [each for each in shape["enum"] if each]
    for inner in (*shape.get("oneOf", ()), *shape.get("allOf", ())):
        if (found := wrongly_chosen(inner, schemas))[1]:
            return found
    for key in ("items", "additionalProperties"):
        value, choices = wrongly_chosen(inner, schemas) if isinstance(inner := shape.get(key), dict) else (None, [])
        if choices:
            return [value] if key == "items" else {"1": value}, choices
    return None, []


def sent_wrongly(body: bool, fields: dict[str, Any], choices: dict[str, Any]) -> list[Any]:
    """The wrong choices alone; then a wrong value for every field, of all types in turn."""
    turns = range(len(WRONG) if ALL else 2)
    mixed = [{name: WRONG[(turn + n) % len(WRONG)] for n, name in enumerate(fields)} for turn in turns]
    return [choices, *mixed, ["strange"]] if body else [choices, dict.fromkeys(fields, "strange")]


def test_refusals_name_the_choices_and_nothing_of_python(schema, as_ada):
    """Operations are sent values of every wrong type, and a wrong one wherever the schema lists the right ones."""
    schemas, listed = schema["components"]["schemas"], 0
    of_python, unnamed = {}, {}
    operations = [(path, method) for path, methods in schema["paths"].items() for method in methods]
    for path, method in some(operations, 100):
        operation = schema["paths"][path][method]
        body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
        fields = {each["name"]: each["schema"] for each in operation.get("parameters", ()) if each["in"] == "query"}
        if body is not None:
            fields = schemas[body["$ref"].rpartition("/")[2]]["properties"]
        found = {name: wrongly_chosen(shape, schemas) for name, shape in fields.items()}
        wrong = {name: value for name, (value, choices) in found.items() if choices}
        for number, values in enumerate(sent_wrongly(body is not None, fields, wrong) if fields or body else ()):
            send, address = getattr(as_ada.client, method), re.sub(r"{\w+}", "1", path)
            answer = send(address, values) if method == "get" else send(address, orjson.dumps(values), JSON)
            if answer.status_code < 400:
                continue
            refusal = answer.json()
            texts = [refusal["message"], *refusal.get("fields", {}).values()]
            of_python |= {text: (method, path, values) for text in texts if PYTHON.search(in_our_words(text))}
            for name in wrong if number == 0 else ():
                sentence = "".join(text for key, text in refusal["fields"].items() if key.split(".")[0] == name)
                listed += 1
                if not all(each in sentence for each in found[name][1][:12]):
                    unnamed[method, path, name] = sentence
    assert of_python == {}
    assert unnamed == {}
    assert listed > 10


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
