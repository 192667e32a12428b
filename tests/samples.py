"""Some of many, others with each commit; with BONEYARD_ALL=1 (`make test-all`) all of them.

For tests that ask the same of a long list, one case as good as the other. Every process of a run takes the same.
"""

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")
ALL = os.environ.get("BONEYARD_ALL") == "1"


@cache
def commit() -> str:
    """What decides which ones: the commit's id; where there is none, always the same."""
    words = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(words, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def some(cases: Iterable[T], number: int, *, always: Iterable[T] = ()) -> list[T]:
    """*number* of the *cases*, in their order, those of *always* among them."""
    everything, wanted = list(cases), list(always)
    if ALL:
        return everything
    others = [case for case in everything if case not in wanted]
    drawn = Random(f"{commit()} {everything}").sample(others, max(0, min(len(others), number - len(wanted))))
    return [case for case in everything if case in wanted or case in drawn]
