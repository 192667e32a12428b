"""Finds dead links in the documents: relative links and anchors of every *.md file. `make check` runs it; no network.

`python -m deploy.links` prints one line for each dead link, and ends with 1 if there is any.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
NOT_READ = {"node_modules", "build", "staticfiles", "var"}
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)>\s]+)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")


def documents(root: Path) -> list[Path]:
    paths = (path for path in root.rglob("*.md") if path.is_file())
    return sorted(path for path in paths if not any(_left_out(part) for part in path.relative_to(root).parts[:-1]))


def _left_out(folder: str) -> bool:
    return folder in NOT_READ or (folder.startswith(".") and folder != ".github")


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines that are no code block."""
    in_code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = line.lstrip().startswith(("```", "~~~"))
        in_code ^= fence
        if not (fence or in_code):
            yield number, line


def anchors(path: Path) -> set[str]:
    """As GitHub makes them of headings: the second "Speed" is speed-1."""
    names: set[str] = set()
    for _number, line in lines(path):
        names.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
        if heading := HEADING.match(line):
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            name = again = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            number = 0
            while again in names:
                number += 1
                again = f"{name}-{number}"
            names.add(again)
    return names


def dead_links(root: Path) -> Iterator[str]:
    for path in documents(root):
        for number, line in lines(path):
            for link in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z][a-z+.-]*:|//", link, re.IGNORECASE):
                    continue
                place, _hash, anchor = link.partition("#")
                target = (path.parent / unquote(place)).resolve() if place else path
                if not target.exists() or root not in [target, *target.parents]:
                    yield f"{path.relative_to(root)}:{number}: {link}: no such file"
                elif anchor and target.suffix == ".md" and unquote(anchor) not in anchors(target):
                    yield f"{path.relative_to(root)}:{number}: {link}: no such heading"


if __name__ == "__main__":
    sys.exit("\n".join(dead_links(ROOT)) or 0)
