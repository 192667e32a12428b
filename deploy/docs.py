"""Builds the documentation site into build/docs: `make docs`.

The pages are the repository's documents at their own places, so every link works on GitHub and in the site.
Files that a document links to come along. The API reference is written from the OpenAPI schema.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.links import LINK, ROOT, documents

BUILD = ROOT / "build"
SOURCE = BUILD / "docs_source"
NAV = {
    "Home": ["README.md"],
    "Play and host": [
        "docs/hosting.md",
        "docs/settings.md",
        "docs/database.md",
        "docs/failover.md",
        "docs/clubs.md",
        "docs/tournaments.md",
        "docs/waits.md",
        "docs/speed.md",
        "docs/growth.md",
        "docs/ratings.md",
    ],
    "Rules": ["docs/rules/rules.md", "docs/rules/engine.md"],
    "Programs": [
        "docs/api.md",
        "docs/api_reference.md",
        "docs/minds.md",
        "docs/engines.md",
        "docs/engine_reference.md",
    ],
    "Change the code": ["docs/tutorial.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"],
}
Part = dict[str, Any]  # of the OpenAPI schema
NOT_SHOWN = ("tests/", "benchmarks/", ".github/")  # unless a page links there


def copy_pages() -> list[str]:
    """Copy the documents and all files they link to. A link to a folder without a README becomes plain text."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    waiting = [path for path in documents(ROOT) if not path.relative_to(ROOT).as_posix().startswith(NOT_SHOWN)]
    copied: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in copied or not path.is_file():
            continue
        copied.add(path)
        target = SOURCE / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            shutil.copyfile(path, target)
            continue
        text = path.read_text()
        for link in LINK.findall(text):
            place = link.partition("#")[0]
            linked = (path.parent / place).resolve()
            if not place or ":" in place or ROOT not in linked.parents:
                continue
            if linked.is_dir():
                index = f"]({place.rstrip('/')}/README.md)" if (linked / "README.md").is_file() else ""
                text = text.replace(f"]({link})", index) if index else _without(text, link)
            else:
                waiting.append(linked)
        target.write_text(text)
    return sorted(path.relative_to(ROOT).as_posix() for path in copied if path.suffix == ".md")


def _without(text: str, link: str) -> str:
    return re.sub(rf"\[([^\]]*)\]\({re.escape(link)}\)", r"\1", text)


def nav(pages: list[str]) -> list[dict[str, object]]:
    """NAV. Documents it doesn't name, such as the rooms' README files, go below *Change the code*."""
    named = {page for section in NAV.values() for page in section}
    rest = [page for page in pages if page not in named]
    sections: dict[str, list[object]] = {
        title: [page for page in section if (SOURCE / page).is_file()] for title, section in NAV.items()
    }
    design = [page for page in rest if page.startswith("docs/design/")]
    rooms = [page for page in rest if page.endswith("/README.md") and page not in design]
    more = sections["Change the code"]
    more += [page for page in rest if page not in design and page not in rooms]
    more += [{title: some} for title, some in (("Design", design), ("Rooms", rooms)) if some]
    return [{title: section[0] if title == "Home" else section} for title, section in sections.items()]


def schema() -> Part:
    env = {**os.environ, "DEBUG": "1", "SECRET_KEY": "dev"}
    command = [sys.executable, "manage.py", "spectacular", "--format", "openapi-json"]
    made = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    read: Part = json.loads(made.stdout)
    return read


def cell(text: str) -> str:
    """Escape a text of the schema for a table cell."""
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").split())


def kind(shape: Part) -> str:
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for word in ("allOf", "oneOf", "anyOf"):
        if word in shape:
            return " or ".join(dict.fromkeys(kind(inner) for inner in shape[word]))
    if "enum" in shape:
        return ", ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in shape["enum"])
    if shape.get("type") == "array":
        return f"list of {kind(shape.get('items', {}))}"
    if isinstance(shape.get("additionalProperties"), dict):
        return f"object of {kind(shape['additionalProperties'])}"
    types = shape.get("type", "anything")
    return " or ".join(types) if isinstance(types, list) else str(types)


def bodies(part: Part) -> str:
    return ", ".join(dict.fromkeys(kind(inner.get("schema", {})) for inner in part.get("content", {}).values()))


def operation(method: str, path: str, what: Part) -> Iterator[str]:
    yield f"### {what.get('summary') or what['operationId']}\n\n`{method.upper()} {path}`\n"
    if text := what.get("description"):
        yield "\n".join(line.replace("<", "&lt;") for line in text.splitlines()) + "\n"
    if parameters := what.get("parameters"):
        yield "| parameter | in | type | meaning |\n|---|---|---|---|"
        for parameter in parameters:
            name = f"`{parameter['name']}`" + (" (required)" if parameter.get("required") else "")
            text = cell(parameter.get("description", ""))
            yield f"| {name} | {parameter['in']} | {kind(parameter.get('schema', {}))} | {text} |"
        yield ""
    if body := what.get("requestBody"):
        yield f"Send: {bodies(body)}\n"
    for code, answer in what["responses"].items():
        yield f"- {code}: {bodies(answer) or 'no content'}" + (
            f": {cell(text)}" if (text := answer.get("description")) else ""
        )
    yield ""


def reference(api: Part) -> Iterator[str]:
    yield f"# API reference\n\n{api['info']['description']} The [guide](api.md) explains how to use it.\n"
    tagged: dict[str, list[tuple[str, str, Part]]] = {}
    for path, methods in api["paths"].items():
        for method, what in methods.items():
            tagged.setdefault(what.get("tags", ["other"])[0], []).append((method, path, what))
    for tag, operations in sorted(tagged.items()):
        yield f"## {tag}: requests\n"
        for method, path, what in operations:
            yield from operation(method, path, what)
    yield "## Shapes\n"
    for name, shape in sorted(api["components"]["schemas"].items()):
        yield f"### {name} {{: #{name.lower()} }}\n"
        if text := shape.get("description"):
            yield text.replace("<", "&lt;") + "\n"
        if fields := shape.get("properties"):
            yield "| field | type | meaning |\n|---|---|---|"
            for field, inner in fields.items():
                optional = "" if field in shape.get("required", []) else " (optional)"
                yield f"| `{field}`{optional} | {kind(inner)} | {cell(inner.get('description', ''))} |"
            yield ""
        else:
            yield kind(shape) + "\n"


def main() -> None:
    pages = copy_pages()
    (SOURCE / "docs" / "api_reference.md").write_text("\n".join(reference(schema())) + "\n")
    config = {"INHERIT": "../mkdocs.yml", "docs_dir": "docs_source", "site_dir": "docs", "nav": nav(pages)}
    (BUILD / "mkdocs.yml").write_text(json.dumps(config, indent=2))  # YAML, too
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", "build/mkdocs.yml"]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    print("The documentation is in build/docs; open index.html there.")


if __name__ == "__main__":
    main()
