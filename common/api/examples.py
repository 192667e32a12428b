"""Examples of requests and answers, for readers of the schema.

`examples.json` has them by the name of their shape; `[Token]` is a list. Most are real answers with long lists cut.
`tests/api/test_schema.py` checks that they fit.
"""

from functools import cache
from pathlib import Path
from typing import Any

import orjson

FILE = Path(__file__).with_name("examples.json")
EVENTS = 'retry: 3000\n\nid: 18\nevent: view\ndata: {"type": "view", "version": 18, "events": [], "view": {}}\n\n'
RECORDS = '{"format": "dominoes/1", "variant": "block", "options": {}, "seats": ["Ada", "Ben"], "rounds": []}\n'
TEXTS = {"text/event-stream": EVENTS, "application/x-ndjson": RECORDS}  # by the type of answers that aren't JSON


@cache
def examples() -> dict[str, Any]:
    by_name: dict[str, Any] = orjson.loads(FILE.read_bytes())
    return by_name


def add_to(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001
    """A hook of drf-spectacular: the schema *result* with the examples."""
    for methods in result["paths"].values():
        for operation in methods.values():
            good = [answer for code, answer in operation["responses"].items() if code < "300"]
            for message in [operation.get("requestBody", {}), *good]:
                for kind, content in message.get("content", {}).items():
                    example = TEXTS.get(kind) or examples().get(name_of(content["schema"]))
                    if example is not None:
                        content["example"] = example
    return result


def name_of(schema: dict[str, Any]) -> str:
    """The name of a shape, in brackets for a list of it; empty if it has none."""
    if schema.get("type") == "array":
        return f"[{name_of(schema['items'])}]"
    return str(schema.get("$ref", "")).rpartition("/")[2]
