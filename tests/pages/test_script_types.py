"""The types of the scripts (static/js/types.d.ts) name the fields of the view that the server sends."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

INTERFACE = re.compile(r"^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)\??: (.*);$", re.MULTILINE)
SHAPES = [
    "GameView", "LaidTile", "Ledger", "MoveEvent", "OpenEnd", "Outcome", "PartnerSignal", "Rematch", "RoundEvent",
    "RoundLine", "RoundView", "Rules", "RunningClock", "ScoreLine", "SeatLine", "Sheet",
]  # fmt: skip
NAMES = {"GameView": "AnyGameView"}  # GameView is one of two: before and after the start


def interfaces() -> dict[str, dict[str, bool]]:
    """By interface: its fields, and whether each may be null."""
    text = Path(settings.BASE_DIR, "static", "js", "types.d.ts").read_text()
    found: dict[str, dict[str, bool]] = {}
    for name, base, body in INTERFACE.findall(text):
        fields = {field: kind.endswith("| null") for field, kind in FIELD.findall(body) if kind != "undefined"}
        found[name] = found.get(base, {}) | fields
    return found


def may_be_null(field: dict[str, Any]) -> bool:
    options = field.get("oneOf", ())
    return "null" in field.get("type", ()) or {"type": "null"} in options or any("NullEnum" in str(o) for o in options)


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    return SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]


@pytest.mark.parametrize("shape", SHAPES)
def test_an_interface_has_the_fields_of_the_api(schemas, shape):
    of_api = {name: may_be_null(field) for name, field in schemas[shape]["properties"].items()}
    assert interfaces()[NAMES.get(shape, shape)] == of_api
