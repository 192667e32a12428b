"""`make release`: checks whether this version can be released. Prints every obstacle, and exits with 1 if there are
any.

A release needs all texts in every language, no uncommitted changes, and its version in CHANGELOG.md. It also needs the
hashes of its migrations in deploy/migrations.json, and a dump of each kind of database in tests/upgrade.
"""

import re
import subprocess
import sys

from deploy import migrations
from deploy.migrations import the_version
from deploy.texts import ROOT, missing_texts


def hindrances(version: str) -> list[str]:
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    said = [f"not committed: {line}" for line in changed.stdout.splitlines()]
    if not re.search(rf"^## {re.escape(version)}( |$)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        said.append(f"CHANGELOG.md doesn't mention {version}, the version in pyproject.toml")
    hashes = migrations.released()
    if wrong := [*migrations.edited(hashes), *migrations.unlisted(hashes)]:
        said.append(f"make freeze: deploy/migrations.json doesn't match {', '.join(wrong)}")
    said += [
        f"make dumps: {name} is missing"
        for name in (f"tests/upgrade/{version}-{kind}.sql.gz" for kind in ("sqlite", "postgresql"))
        if not (ROOT / name).exists()
    ]
    return said + missing_texts()


def main() -> None:
    version = the_version()
    if against := hindrances(version):
        sys.exit("\n".join(against))
    print(f"{version} is ready to release: git tag v{version}")


if __name__ == "__main__":
    main()
