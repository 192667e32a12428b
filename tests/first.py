"""Files that name what has changed come first, then the folders with most work (`tests/budget.toml`).

So a mistake shows early, and two processes end at about the same time. `tests/order.py` then puts each folder together.
"""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests import work

ROOT = Path(__file__).parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    costs = work.accepted_costs()

    def place(item: pytest.Item) -> tuple[bool, float]:
        return not names_a_change(item.path), -costs.get(work.folder_of(item.path), 0)

    items.sort(key=place)


@cache
def names_a_change(test_file: Path) -> bool:
    """Whether the file has changed since `main`, or names a module, script or template that has."""
    if not (found := changes()):
        return False
    if str(test_file.relative_to(ROOT)) in found:
        return True
    names = {Path(path).stem for path in found if not path.startswith("tests/")}
    return not names.isdisjoint(re.findall(r"\w+", test_file.read_text()))


@cache
def changes() -> frozenset[str]:
    """The paths of the files that differ from `main`, as the origin has it."""
    for base in ("origin/main", "main"):
        words = ["git", "diff", "--name-only", "--merge-base", base]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            return frozenset(done.stdout.split())
    return frozenset()
