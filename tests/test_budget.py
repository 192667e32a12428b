"""Accepted figures are complete and within their goals. These tests measure nothing."""

import json
from collections import Counter, defaultdict
from types import SimpleNamespace

import pytest

from benchmarks import budget, costs
from tests import work

ACCEPTED = json.loads(budget.ACCEPTED.read_text())


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_every_measurement_has_an_accepted_cost(database: str) -> None:
    assert list(ACCEPTED[database]) == list(costs.KINDS)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_the_work_of_all_tests_is_within_its_goal(database: str) -> None:
    accepted = work.read()
    spent = sum(work.cost(counts, accepted["price"]) for counts in accepted[database].values())
    assert spent <= accepted["goal"][database], "take the work from elsewhere in the same change"


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = {"talk": {"tests": 100, "servers": 10}}
    prices = {"tests": 0.1, "servers": 4}
    monkeypatch.setattr(work, "read", lambda: {"price": prices, "sqlite": rooms, "postgresql": rooms})


@pytest.mark.parametrize(
    ("counts", "sentences"),
    [
        ({"tests": 100, "servers": 10}, []),
        ({"tests": 150, "servers": 10}, []),  # 55 s of 50: ten percent
        ({"tests": 160, "servers": 10}, ["56 s instead of 50 s, mostly by its tests: 160 instead of 100"]),
        ({"tests": 60, "servers": 11}, []),  # fewer of one pay for more of the other
        ({"tests": 100, "servers": 12}, ["58 s instead of 50 s, mostly by its servers: 12 instead of 10"]),
    ],
)  # fmt: skip
def test_a_folder_that_grew_is_named(small_budget: None, counts: dict[str, int], sentences: list[str]) -> None:
    found = work.over(defaultdict(Counter, talk=Counter(counts)))
    assert [sentence.partition(". ")[0] for sentence in found] == [f"tests/talk costs {each}" for each in sentences]


def test_a_new_folder_needs_a_budget(small_budget: None) -> None:
    (sentence,) = work.over(defaultdict(Counter, clubs=Counter(tests=50)))
    assert sentence.startswith("tests/clubs costs 5 s instead of 0 s, mostly by its tests: 50 instead of 0.")


def test_what_a_process_does_before_its_first_test_counts_for_no_folder(
    small_budget: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More processes start git more often: a machine with more processors would cost more."""
    made = defaultdict(Counter, {work.STARTING: Counter(processes=9), "talk": Counter(tests=1)})
    monkeypatch.setattr(work, "done", made)
    monkeypatch.setattr(work, "folder", ["talk"])
    work.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace(workeroutput={})))  # type: ignore[arg-type]
    assert list(made) == ["talk"]
