"""Every run draws the same: alone, after other tests, and in another process."""

import importlib
import sys

from hypothesis import given, settings
from hypothesis import strategies as st


def drawn() -> list[int]:
    numbers = []

    @settings(max_examples=400, derandomize=True, database=None)
    @given(st.integers())
    def keep(number):
        numbers.append(number)

    keep()
    return numbers


def test_hypothesis_draws_the_same_after_more_modules_were_imported(tmp_path, monkeypatch):
    """By default it takes one number in forty from the code that has been imported so far."""
    before = drawn()
    (tmp_path / "of_many_numbers.py").write_text(f"NUMBERS = {list(range(10_000, 10_500))}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("of_many_numbers")
    try:
        assert drawn() == before
    finally:
        monkeypatch.delitem(sys.modules, "of_many_numbers")
