"""docs/asyncapi.yaml has every message of our sockets. `tests.messages` compares those that tests cause with it."""

import inspect
import json
import re

import pytest
from django.conf import settings

from games.changes import Kind
from games.sockets.boards import DeskSocket, TableSocket
from games.sockets.programs import EventSocket
from tests.api.test_docs import GUIDE, SOURCES
from tests.live.server import ROOT
from tests.messages import SENDERS, at, document, faults, validators

SENT_TO = {"play": TableSocket, "ask": EventSocket, "stayHere": DeskSocket}
# Of schemas, forms, oEmbed and ASGI, and what a stream asks its own socket.
OTHERS = {"array", "null", "string", "object", "http", "date", "time", "rich", "websocket", "ping"}


def test_the_document_has_every_type_that_the_code_sends():
    text = "\n".join(path.read_text() for path in SOURCES)
    written = set(re.findall(r'"type": "([a-z]+)"', text)) - OTHERS
    assert written == {kind for operation in SENDERS.values() for kind in validators(operation)}


@pytest.mark.parametrize("operation", SENT_TO)
def test_the_document_has_every_type_that_a_socket_understands(operation):
    code = inspect.getsource(SENT_TO[operation])
    understood = set(re.findall(r'case "(\w+)":|\["type"\] != "(\w+)"', code))
    assert {kind for pair in understood for kind in pair if kind} == set(validators(operation))


def test_the_document_names_all_kinds_that_there_are():
    """Kinds of game events, panels and news of tournaments, as the code writes them."""
    messages = document()["components"]["messages"]

    def named(message: str, field: str) -> set[str]:
        return set(messages[message]["payload"]["properties"][field]["enum"])

    text = "\n".join(path.read_text() for path in SOURCES)
    assert named("game", "kind") == {"your_turn", *(kind.value for kind in Kind)}
    assert named("panel", "name") == set(re.findall(r'show_panel\([^,\n]+, "(\w+)"', text))
    (listed,) = re.findall(r"^- `tournament`: .*?\n(  - .*?)^- `", GUIDE, re.MULTILINE | re.DOTALL)
    assert named("tournament", "about") == set(re.findall(r"^  - `(\w+)`:", listed, re.MULTILINE))


def test_the_examples_of_the_guide_fit():
    about = GUIDE[GUIDE.index("### One socket for all your games") : GUIDE.index("### Close codes")]
    examples = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", about, re.DOTALL) for line in block.splitlines()
    ]
    assert len(examples) >= 8
    for each in examples:
        assert faults("follow" if each["type"] == "view" else "hear", each) == []
    assert faults("hear", examples[0] | {"hand": []}) != []


def test_all_references_lead_somewhere():
    text = (ROOT / "docs/asyncapi.yaml").read_text()
    references = set(re.findall(r'\$ref: "(#/[^"]+)"', text))
    assert len(references) > 50
    assert document()["info"]["version"] == settings.VERSION
    assert [each for each in references if not at(each)] == []
    used = {each for each in references if each.startswith("#/components/messages/")}
    assert {each.rpartition("/")[2] for each in used} == set(document()["components"]["messages"])
