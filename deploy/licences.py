"""Writes the licences of the packages on a running site into THIRD_PARTY.md; `make lock` calls it."""

import re
from importlib.metadata import Distribution, distribution

from deploy.texts import ROOT

PAGE = ROOT / "THIRD_PARTY.md"
BEGIN, END = "<!-- written by `make lock` -->\n", "<!-- end -->\n"
# Of packages whose metadata names none, or not exactly: as in the licence file that they bring.
OURS = {
    "async-timeout": "Apache-2.0",
    "automat": "MIT",
    "channels": "BSD-3-Clause",
    "daphne": "BSD-3-Clause",
    "django-csp": "BSD-3-Clause",
    "drf-spectacular-sidecar": "BSD-3-Clause",
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",
    "incremental": "MIT",
    "pygal": "LGPL-3.0-or-later",
    "pyopenssl": "Apache-2.0",
    "qrcode": "BSD-3-Clause AND MIT",
    "resvg-py": "MIT",
    "segno": "BSD-3-Clause",
    "sqlparse": "BSD-3-Clause",
    "uritemplate": "BSD-3-Clause OR Apache-2.0",
}
SPDX = re.compile(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*|.*\(.*")


def packages() -> list[str]:
    """The names in requirements.lock."""
    return re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


def licence(package: Distribution) -> str:
    """As an SPDX expression. Exits if neither the package nor our table says it."""
    name, said = package.name.lower().replace("_", "-"), package.metadata
    found = OURS.get(name) or said.get("License-Expression") or said.get("License") or ""
    if not SPDX.fullmatch(found):
        raise SystemExit(f"{name} doesn't name its licence in one line: add it to deploy/licences.py")
    return found


def brings_licence(package: Distribution) -> bool:
    return any(re.search(r"licen[cs]e|copying", path.name, re.IGNORECASE) for path in package.files or [])


def table() -> str:
    by_licence: dict[str, list[str]] = {}
    missing = []
    for name in packages():
        package = distribution(name)
        by_licence.setdefault(licence(package), []).append(name)
        if not brings_licence(package):
            missing.append(name)
    rows = [f"| {each} | {', '.join(names)} |" for each, names in sorted(by_licence.items())]
    without = f"These bring no licence file: {', '.join(missing)}.\n" if missing else ""
    return "\n".join(["| licence | packages |", "|---|---|", *rows, "", without])


def main() -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
