"""Makes the package `dominoes_engine` of the site's `rules` and `mind`.

The site imports its engine as `rules` and `mind`; as names of an installed package they would collide with others'. So
the package has another name, and this is the only place that knows both: it copies the files and renames the imports.
"""

import re
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "dominoes_engine"
HERE = Path(__file__).parent
FOLDERS = {"rules": NAME, "mind": f"{NAME}/mind", "engine/envs": f"{NAME}/envs"}  # where each one goes
OF_THE_SITE = {"README.md", "measured.json", "tuning.py"}
RENAMED = (
    (r"^(\s*(?:>>> )?)import rules$", rf"\1import {NAME} as rules"),
    (r"^(\s*(?:>>> )?)import (\w+), rules$", rf"\1import \2, {NAME} as rules"),
    (r"^(\s*(?:>>> )?)from rules\b", rf"\1from {NAME}"),
    (r"^(\s*(?:>>> )?)from mind\b", rf"\1from {NAME}.mind"),
    (r"^.*  # not in the package\n", ""),
    (r"python -m rules\b", f"python -m {NAME}"),
    (r"python -m mind\b", f"python -m {NAME}.mind"),
)


def renamed(text: str) -> str:
    """A file of the site as the package has it."""
    for pattern, new in RENAMED:
        text = re.sub(pattern, new, text, flags=re.MULTILINE)
    return text


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
    shutil.copy(root / "LICENSE", target / NAME / "LICENSE")


class Hook(BuildHookInterface[Any]):
    """Adds the package to the files of a wheel, and of a source archive, which contains it already written."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's interface
        package = HERE / NAME
        if not package.exists():
            target = Path(self.directory) / "package"
            shutil.rmtree(target, ignore_errors=True)
            write_package(HERE.parent, target)
            package = target / NAME
        build_data["force_include"][str(package)] = NAME
