"""The accepted figures of `make bench` are complete. This test measures nothing."""

import json

import pytest

from benchmarks import budget, costs

ACCEPTED = json.loads(budget.ACCEPTED.read_text())


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_every_measurement_has_an_accepted_cost(database: str) -> None:
    assert list(ACCEPTED[database]) == list(costs.KINDS)


@pytest.mark.parametrize(
    ("loops", "statements", "is_dearer"),
    [(1.0, 4, False), (1.25, 4, False), (1.26, 4, True), (0.5, 5, True), (0.5, 3, False)],
)
def test_a_quarter_or_one_statement_more_exceeds_the_budget(loops: float, statements: float, is_dearer: bool) -> None:
    assert budget.is_dearer({"loops": loops, "statements": statements}, {"loops": 1, "statements": 4}) == is_dearer
