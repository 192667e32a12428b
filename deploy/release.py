"""`make release`: may what is here be released? Says everything that is against it, and ends with 1 then.

A release has all its texts in every language, nothing uncommitted, and its version in CHANGELOG.md.
"""

import re
import subprocess
import sys
import tomllib

from deploy.texts import ROOT, missing_texts


def hindrances(version: str) -> list[str]:
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    said = [f"not committed: {line}" for line in changed.stdout.splitlines()]
    if not re.search(rf"^## {re.escape(version)}( |$)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        said.append(f"CHANGELOG.md says nothing of {version}, the version in pyproject.toml")
    return said + missing_texts()


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    if against := hindrances(version):
        sys.exit("\n".join(against))
    print(f"Nothing is against {version}: git tag v{version}")


if __name__ == "__main__":
    main()
