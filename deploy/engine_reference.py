"""Writes docs/engine_reference.md, the public names of the engine: `python -m deploy.engine_reference`.

The page is generated from signatures and docstrings; a test compares it. mkdocstrings would be six more packages.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import mind
import rules
import rules.dumps
import rules.record

PAGE = Path(__file__).resolve().parent.parent / "docs" / "engine_reference.md"
HEAD = """# The engine: all public names

Written from the code by `python -m deploy.engine_reference`; edit the docstrings, not this page. In the
[package](../engine/README.md), `rules` is `dominoes_engine` and `mind` is `dominoes_engine.mind`.
"""
# With the names that the module itself brings; None: all of `__all__`.
MODULES: dict[str, tuple[ModuleType, list[str] | None]] = {
    "rules": (rules, None),
    "rules.record": (rules.record, ["Record", "compose", "parse", "record_from_dict", "replay", "walk"]),
    "rules.dumps": (rules.dumps, ["BrokenDump", "DumpedGame", "check_manifest", "read_dump"]),
    "mind": (mind, None),
}
PLACE = re.compile(r"\b(?:rules|mind|collections|typing|pathlib)(?:\.[a-z_]+)*\.(?=[A-Z])")  # before the name of a type
UNSHOWN = re.compile(r"<[^<>]* at 0x[0-9a-f]+>")  # a default without a text of its own
VALUES = {
    "LONGEST_GAME": "The most scored rounds that a game may have.",
    "MEXICAN": "The name of the Mexican train.",
    "ONE_ALL": "The points for a round that is won at one-all.",
    "OPTIONS": "All house rules, as `Option`s.",
    "VARIANTS": "All games, a `Variant` by key.",
    "TileValues": "The two halves of a drawn tile: left to right, or top to bottom.",
    "EVALUATOR": "The version of the analysis. Estimates of different versions can’t be compared.",
    "LEVELS": "All levels, a `Level` by key.",
    "PEOPLES_LEVELS": "The levels that people can play against, each a `Level`.",
}


def _documented(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r"``(.+?)``", r"`\1`", inspect.cleandoc(text)).replace("<", "&lt;")


def docstring(name: str, value: object) -> str | None:
    """The docstring that *value* brings itself; a dataclass's made-up one doesn't count."""
    if name in VALUES:
        return VALUES[name]
    text = getattr(value, "__doc__", None)
    return None if text is None or text.startswith(f"{name}(") else text


def _signature(name: str, value: object) -> str:
    try:
        text = f"{name}{inspect.signature(value)}"  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return name
    return UNSHOWN.sub("…", PLACE.sub("", text))


def _members(kind: type) -> Iterator[str]:
    for name, member in vars(kind).items():
        inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
        if name.startswith("_") or not inspect.isroutine(inner) or not inner.__doc__:
            continue
        head = name if inner is not member else _signature(name, inner)
        yield f"- `{head}`: {' '.join(_documented(inner.__doc__).split())}"


def entries() -> Iterator[tuple[str, str, object]]:
    """Every public name: its module, the name, and its value."""
    for module, (found, names) in MODULES.items():
        for name in sorted(names or found.__all__, key=str.lower):
            yield module, name, getattr(found, name)


def page() -> str:
    parts, before = [HEAD], ""
    for module, name, value in entries():
        if module != before:
            parts.append(f"## {module}\n")
            before = module
        call = callable(value) and name not in VALUES
        parts.append(f"### {name}\n")
        if call:
            parts.append(f"```python\n{_signature(name, value)}\n```\n")
        parts.append(_documented(docstring(name, value) or "") + "\n")
        if inspect.isclass(value) and (members := list(_members(value))):
            parts.append("\n".join(members) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
