"""docs/asyncapi.yaml, with which every test compares all messages that it makes sockets send."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import orjson
import pytest
import yaml
from jsonschema import Draft202012Validator

from games.sockets.base import Socket
from games.viewers import live
from tests.live.server import ROOT

SENDERS = {"TableSocket": "follow", "EventSocket": "hear", "DeskSocket": "count"}  # operation by class


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docs/asyncapi.yaml").read_text())
    return found


def at(reference: str) -> Any:
    """What "#/components/…" names, through all further references."""
    found: Any = document()
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return at(found["$ref"]) if "$ref" in found else found


@cache
def validators(operation: str) -> dict[str, Draft202012Validator]:
    """By the type of the message; those that only streams send have none."""
    messages = [at(each["$ref"])["payload"] for each in document()["operations"][operation]["messages"]]
    components = {"components": document()["components"]}
    return {
        each["properties"]["type"]["const"]: Draft202012Validator({**each, **components})
        for each in messages
        if "type" in each["properties"]
    }


def faults(operation: str, message: dict[str, Any]) -> list[str]:
    if (validator := validators(operation).get(message["type"])) is None:
        return [f"{operation}: no {message['type']}"]
    return [f"{operation}: {message['type']}: {error.message}" for error in validator.iter_errors(message)]


def compare_all(patch: pytest.MonkeyPatch, found: list[str]) -> None:
    """Collect in *found* how the messages of sockets, and events that no socket waits for, differ from the document."""
    send, tell = Socket.send, live.tell_programs

    async def sent(self: Socket, text_data: str | None = None, *args: Any, **more: Any) -> None:
        if text_data is not None:
            found.extend(faults(SENDERS[type(self).__name__], orjson.loads(text_data)))
        await send(self, text_data, *args, **more)

    def told(events: Collection[tuple[int, Mapping[str, object]]]) -> None:
        found.extend(fault for _user, event in events for fault in faults("hear", dict(event)))
        tell(events)

    patch.setattr(Socket, "send", sent)
    patch.setattr(live, "tell_programs", told)
