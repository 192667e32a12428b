"""`make freeze`: writes the hashes of this version's migrations to deploy/migrations.json.

Never edit a released migration: databases that already ran it would miss the change. The file lists each migration
under the version that introduced it. `make freeze` may replace the hashes of the version in pyproject.toml until it is
tagged. The hashes of other versions never change.
"""

import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

from deploy.texts import ROOT

Hashes = dict[str, dict[str, str]]  # version → file → SHA-256 of its bytes


def the_version() -> str:
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return version


def released() -> Hashes:
    """The content of deploy/migrations.json."""
    hashes: Hashes = json.loads(_list().read_text())
    return hashes


def edited(hashes: Hashes) -> list[str]:
    """Migrations that were edited or deleted after their release, each with its version."""
    now = _now()
    return [
        f"{name} of {version}"
        for version, files in hashes.items()
        for name, digest in files.items()
        if now.get(name) != digest
    ]


def unlisted(hashes: Hashes) -> list[str]:
    """Migrations that aren't part of any listed version."""
    return sorted(_now().keys() - {name for files in hashes.values() for name in files})


def frozen(hashes: Hashes, version: str) -> Hashes:
    """The list with new hashes for *version*. Raises ValueError if a migration of another version was edited."""
    others = {each: files for each, files in hashes.items() if each != version}
    if wrong := edited(others):
        raise ValueError(f"These are released and must not be edited: {', '.join(wrong)}. Add another migration.")
    return others | {version: {name: digest for name, digest in _now().items() if name in unlisted(others)}}


def _now() -> dict[str, str]:
    """By the names that imports use: `talk/migrations/0001_initial.py` for the one in `apps/talk`."""
    paths = sorted(path for place in (ROOT, ROOT / "apps") for path in place.glob("*/migrations/[0-9]*.py"))
    names = {path: path.relative_to(path.parents[2]).as_posix() for path in paths}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for path, name in names.items()}


def _list() -> Path:
    return ROOT / "deploy/migrations.json"


def _is_tagged(version: str) -> bool:
    tags = subprocess.run(["git", "tag", "--list", f"v{version}"], cwd=ROOT, capture_output=True, check=True)
    return bool(tags.stdout.strip())


def main() -> None:
    version = the_version()
    if _is_tagged(version):
        sys.exit(f"{version} is already released. Set the next version in pyproject.toml first.")
    try:
        hashes = frozen(released(), version)
    except ValueError as wrong:
        sys.exit(str(wrong))
    _list().write_text(json.dumps(hashes, indent=1) + "\n")
    print(f"{version} adds {len(hashes[version])} migrations")


if __name__ == "__main__":
    main()
