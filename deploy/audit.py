"""`make audit`: looks up known vulnerabilities of the locked packages.

Exits with 0 if there are none, 1 if there are (each is named), 2 if the lookup failed.
"""

import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parent.parent / "requirements.lock"
# The lock has hashes, so pip-audit resolves and installs nothing. It only looks up names and versions.
ASK = ["-m", "pip_audit", "--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--progress-spinner", "off",
       "--timeout", "15", "--format", "json"]  # fmt: skip


def main() -> int:
    asked = subprocess.run([sys.executable, *ASK], capture_output=True, text=True)
    try:
        packages = json.loads(asked.stdout)["dependencies"]
    except ValueError:  # no answer, for which pip-audit also exits with 1
        return nobody_asked((asked.stderr.strip().splitlines() or ["no message"])[-1])
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, fixed in {' or '.join(hole['fix_versions']) or 'none'}"
        for package in packages
        for hole in package.get("vulns", [])
    ]
    if holes:
        sys.stdout.write("\n".join(holes) + "\n")
        return 1
    if unknown := [package for package in packages if "skip_reason" in package]:
        return nobody_asked(f"{len(unknown)} of {len(packages)} packages: {unknown[0]['skip_reason']}")
    sys.stdout.write(f"No known vulnerabilities in {len(packages)} packages.\n")
    return 0


def nobody_asked(reason: str) -> int:
    message = "Can't check for known vulnerabilities. Try again where the package index is reachable."
    sys.stderr.write(f"{message} ({reason})\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
