"""`make release`: checks whether this version can be released. Prints every obstacle, and exits with 1 if there are
any.

A release needs all texts in every language, no uncommitted changes, and its version in CHANGELOG.md, whose entries have
one line each. It also needs the hashes of its migrations in deploy/migrations.json, and a dump of each kind of database
in tests/upgrade.
"""

import re
import subprocess
import sys

from deploy import migrations
from deploy.migrations import the_version
from deploy.texts import ROOT, missing_texts

LONGEST_ENTRY = 100  # characters of a line in CHANGELOG.md


def wrapped_entries(changelog: str) -> list[str]:
    """The lines below the first version that are no heading, no blank and no entry of one line."""
    numbered = list(enumerate(changelog.splitlines(), 1))
    first = next((number for number, line in numbered if line.startswith("## ")), len(numbered))
    return [
        f"CHANGELOG.md:{number}: an entry needs one line of at most {LONGEST_ENTRY} characters"
        for number, line in numbered[first:]
        if line and not line.startswith("#") and not (line.startswith("- ") and len(line) <= LONGEST_ENTRY)
    ]


def hindrances(version: str) -> list[str]:
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    messages = [f"not committed: {line}" for line in changed.stdout.splitlines()]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    if not re.search(rf"^## {re.escape(version)}( |$)", changelog, re.MULTILINE):
        messages.append(f"CHANGELOG.md doesn't mention {version}, the version in pyproject.toml")
    messages += wrapped_entries(changelog)
    hashes = migrations.released()
    if wrong := [*migrations.edited(hashes), *migrations.unlisted(hashes)]:
        messages.append(f"make freeze: deploy/migrations.json doesn't match {', '.join(wrong)}")
    messages += [
        f"make dumps: {name} is missing"
        for name in (f"tests/upgrade/{version}-{kind}.sql.gz" for kind in ("sqlite", "postgresql"))
        if not (ROOT / name).exists()
    ]
    return messages + missing_texts()


def main() -> None:
    version = the_version()
    if against := hindrances(version):
        sys.exit("\n".join(against))
    print(f"{version} is ready to release: git tag v{version}")


if __name__ == "__main__":
    main()
