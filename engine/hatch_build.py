"""Makes the package `dominoes_engine` of the site's `rules` and `mind`.

The site imports its engine as `rules` and `mind`; as names of an installed package they would collide with others'. So
the package has another name, and this is the only place that knows both: it copies the files and renames the imports.

A wheel is small: it has no comments, and docstrings of public names alone, which `help` shows. The source archive and
the repository have all.
"""

import ast
import io
import os
import re
import shutil
import tokenize
import tomllib
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NAME = "dominoes_engine"
HERE = Path(__file__).parent
FOLDERS = {"rules": NAME, "mind": f"{NAME}/mind", "engine/envs": f"{NAME}/envs"}  # where each one goes
PUBLIC = {"__main__.py", "dumps.py", "record.py", "table.py", "words.py"}  # and engine/envs: all that they define
OF_THE_SITE = {"README.md", "measured.json", "tuning.py"}
RENAMED = (
    (r"^(\s*(?:>>> )?)import rules$", rf"\1import {NAME} as rules"),
    (r"^(\s*(?:>>> )?)import (\w+), rules$", rf"\1import \2, {NAME} as rules"),
    (r"^(\s*(?:>>> )?)from rules\b", rf"\1from {NAME}"),
    (r"^(\s*(?:>>> )?)from mind\b", rf"\1from {NAME}.mind"),
    (r"^.*  # not in the package\n", ""),
    (r"python -m rules\b", f"python -m {NAME}"),
    (r"python -m engine\.envs\b", f"python -m {NAME}.envs"),
    (r"python -m mind\b", f"python -m {NAME}.mind"),
    (r"python -m engine\b", f"python -m {NAME}"),
)


def renamed(text: str) -> str:
    """A file of the site as the package has it."""
    for pattern, new in RENAMED:
        text = re.sub(pattern, new, text, flags=re.MULTILINE)
    return text


def _public_names(package: Path) -> set[str]:
    """What the two `__init__.py` export."""
    return {
        name
        for path in (package / "__init__.py", package / "mind/__init__.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }


def _docstrings(node: ast.AST, public: set[str] | None) -> Iterator[ast.stmt]:
    """The docstrings within *node* that no public name has. *public*: those of a module, None for a public class."""
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, (ast.FunctionDef, ast.ClassDef)):
            continue
        shown = each.name in public if public is not None else not each.name.startswith("_")
        first = each.body[0]
        if ast.get_docstring(each) and not shown and len(each.body) > 1:
            yield first
        yield from _docstrings(each, None if shown else set())


def slim(text: str, public: set[str]) -> str:
    """A file without its comments, and the docstrings of names that aren't *public*."""
    lines, left_out = text.splitlines(), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            number, column = token.start
            lines[number - 1] = lines[number - 1][:column].rstrip()
            left_out |= {number} if not lines[number - 1] else set()
    module = ast.parse(text)
    its_own = module.body[:1] if ast.get_docstring(module) and len(module.body) > 1 else []
    for docstring in [*its_own, *_docstrings(module, public)]:
        left_out.update(range(docstring.lineno, (docstring.end_lineno or 0) + 1))
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in left_out) + "\n" * bool(lines)


def slim_package(package: Path, target: Path) -> None:
    """Copy *package* into *target* as a wheel has it."""
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__"))
    public = _public_names(package)
    for path in target.rglob("*.py"):
        if path.name not in PUBLIC and path.parent.name != "envs" and path != target / "__init__.py":
            path.write_text(slim(path.read_text(), public))


def write_package(root: Path, target: Path) -> None:
    """Write the package from the project in *root* into the folder *target*."""
    for folder, to in FOLDERS.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".py", ".json"} or path.name in OF_THE_SITE:
                continue
            copy = target / to / path.relative_to(root / folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(path.read_text()) if path.suffix == ".py" else path.read_text())
    (target / NAME / "py.typed").touch()
    entry = target / NAME / "__init__.py"
    version = tomllib.loads((root / "engine/pyproject.toml").read_text())["project"]["version"]
    entry.write_text(re.sub(r"^__version__ = .*", f'__version__ = "{version}"', entry.read_text(), flags=re.MULTILINE))


class Links(MetadataHookInterface):
    """The address of the repository, if the builder says it: `SOURCE_URL=https://… pip wheel ./engine`."""

    def update(self, metadata: dict[str, Any]) -> None:
        info = HERE / "PKG-INFO"  # of a source archive, which has it already
        known = Parser().parsestr(info.read_text()).get_all("Project-URL", []) if info.exists() else []
        metadata["urls"] = dict(each.split(", ", 1) for each in known)
        if url := os.environ.get("SOURCE_URL", "").strip():
            metadata["urls"] = {"Source": url}


class Hook(BuildHookInterface[Any]):
    """Adds the package to the files of a wheel, and of a source archive, which contains it already written."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's interface
        self._folder = TemporaryDirectory()  # not where the archives go, which people upload
        written, slim_one = (Path(self._folder.name) / name / NAME for name in ("written", "slim"))
        package = HERE / NAME
        if not package.exists():
            write_package(HERE.parent, written.parent)
            package = written
        if self.target_name == "wheel":
            slim_package(package, slim_one)
            package = slim_one
        build_data["force_include"][str(package)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        self._folder.cleanup()
