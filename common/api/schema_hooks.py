"""Hooks of drf-spectacular, which write into the schema what views don't say: one word for ids, and versions."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings

# Parts of addresses that code names by what they are, and docs/api.md by one word.
SAME = dict.fromkeys(("public_id", "tournament", "club", "match", "ladder", "study", "token_id", "vacation_id"), "id")
SAME["key"] = "variant"
FILE = Path(__file__).with_name("since.json")
# Of our webhooks: those of https://www.standardwebhooks.com
HEADERS = {
    "webhook-id": "The same if we send it again.",
    "webhook-timestamp": "When we sent it, in seconds since 1970.",
    "webhook-signature": "“v1,” and the HMAC-SHA256, in base64, of the id, a full stop, the timestamp, a full stop and "
    "the body. Its key is the secret without “whsec_”, decoded from base64.",
}
Schema = dict[str, Any]


@cache
def released() -> dict[str, list[str]]:
    """The operations that each released version added."""
    by_version: dict[str, list[str]] = orjson.loads(FILE.read_bytes())
    return by_version


def documented(path: str) -> str:
    """The address as it is in docs/api.md."""
    return re.sub(r"{(\w+)}", lambda name: f"{{{SAME.get(name[1], name[1])}}}", path)


def with_one_word_for_ids(result: Schema, **_more: object) -> Schema:
    """The schema *result* with addresses as in docs/api.md."""
    for path in [*result["paths"]]:
        methods = result["paths"].pop(path)
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["name"] = SAME.get(parameter["name"], parameter["name"])
        result["paths"][documented(path)] = methods
    return result


def with_versions(result: Schema, **_more: object) -> Schema:
    """The schema *result*, in which `x-since` is the first version that had an operation."""
    since = {name: version for version, names in released().items() for name in names}
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["x-since"] = since.get(operation["operationId"], settings.VERSION)
    return result


def with_headers_of_webhooks(result: Schema, **_more: object) -> Schema:
    """The schema *result*, whose webhooks have their headers; drf-spectacular leaves them out."""
    text = {"type": "string"}
    headers = [
        {"in": "header", "name": name, "required": True, "schema": text, "description": about}
        for name, about in HEADERS.items()
    ]
    for methods in result["webhooks"].values():
        for operation in methods.values():
            operation["parameters"] = headers
    return result
