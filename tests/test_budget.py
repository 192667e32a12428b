"""The accepted figures of `make bench` are complete. This test measures nothing."""

import json

import pytest

from benchmarks import budget, costs

ACCEPTED = json.loads(budget.ACCEPTED.read_text())


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_every_measurement_has_an_accepted_cost(database: str) -> None:
    assert list(ACCEPTED[database]) == list(costs.KINDS)
