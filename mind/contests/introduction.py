"""The handshake: an engine's name, its author, and the settings that a user may change (docs/engines.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST = 60  # characters of a name

Setting = str | float | bool


@dataclass(frozen=True, slots=True)
class Introduction:
    """What an engine says about itself. *settings* by name: each has a `default`, and may have the `least` and `most`
    of a number, `choices`, and a sentence `about` it.
    """

    name: str
    author: str | None
    settings: Mapping[str, Mapping[str, Any]]

    def refusal(self, chosen: Mapping[str, Setting]) -> str | None:
        """Why the settings *chosen* don't fit, as a sentence that begins with the engine; None if they do."""
        for name, value in chosen.items():
            if name not in self.settings:
                return f"has no setting {name}. It has: {tidy(', '.join(self.settings)) or 'none'}"
            known = self.settings[name]
            if (wanted := _wanted(known, value)) is not None:
                return f"doesn't take {name}={json.dumps(value)}: it must be {wanted}"
        return None


def _wanted(known: Mapping[str, Any], value: Setting) -> str | None:
    """What a setting must be, if *value* isn't that."""
    if choices := known.get("choices"):
        return None if value in choices else f"one of {', '.join(map(json.dumps, choices))}"
    kinds = {bool: "true or false", str: "a text"}
    default = known["default"]
    if type(default) in kinds:
        return None if type(value) is type(default) else kinds[type(default)]
    least, most = known.get("least"), known.get("most")
    if isinstance(value, bool | str):
        return "a number"
    if least is not None and value < least:
        return f"at least {least}"
    return f"at most {most}" if most is not None and value > most else None


def introduction(said: object) -> Introduction | None:
    """The introduction in the field `engine` of an answer; None if it isn't one.

    Engines could always add fields of their own, so another `engine` is no error.
    """
    if not isinstance(said, Mapping):
        return None
    name, author, settings = said.get("name"), said.get("author"), said.get("settings", {})
    if not (isinstance(name, str) and tidy(name) and isinstance(settings, Mapping)):
        return None
    if not all(map(_is_setting, settings.values())):
        return None
    return Introduction(tidy(name), tidy(author) if isinstance(author, str) else None, settings)


def _is_setting(known: object) -> bool:
    if not isinstance(known, Mapping) or not isinstance(known.get("default"), str | int | float):
        return False
    bounds = (known[name] for name in ("least", "most") if name in known)
    return isinstance(known.get("choices", []), list) and all(type(bound) in {int, float} for bound in bounds)


def tidy(text: str) -> str:
    """*text* on one short line, without characters that a terminal would obey."""
    return "".join(each for each in " ".join(text.split()) if each.isprintable())[:LONGEST]
