"""Of functions with many cases, a run takes some, others each day (`tests.samples`); BONEYARD_ALL=1 takes all.

In the browser, where a case costs a second: one of two or three, a quarter of more. Elsewhere at most seven. The sample
has each value of each parameter where seven cases can have that. A function whose cases are facts of their own, such as
examples of the law, says `@pytest.mark.every_case("why")`. Naming a test (`tests/test_x.py::test_y`) runs all of it.
"""

from collections import defaultdict
from collections.abc import Iterator

import pytest

import rules
from tests import samples

MOST = 7
REPEATED = 2  # cases that a value must have for it to count as a kind


def pytest_report_header() -> str:
    if samples.ALL:
        return "every case of every test"
    ahead = f" and of the {samples.AHEAD} days after it" if samples.AHEAD else ""
    return f"samples of {samples.day()}{ahead} (BONEYARD_DAY=… for those of another day, BONEYARD_ALL=1 for all cases)"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", 'every_case("why"): each run takes all its cases, not a sample')


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if samples.ALL or any("::" in word for word in config.args):
        return
    taken = {item for cases in by_function(items) for item in sample(cases)}
    if left_out := [item for item in items if item not in taken]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in taken]


def by_function(items: list[pytest.Item]) -> Iterator[list[pytest.Item]]:
    found: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        found[item.nodeid.partition("[")[0]].append(item)
    yield from found.values()


def sample(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Those of a function's *cases* that this run takes."""
    if why := cases[0].get_closest_marker("every_case"):
        assert why.args, f"{cases[0].nodeid}: say why each run needs every case"
        return cases
    number = how_many(len(cases), in_browser=cases[0].get_closest_marker("browser") is not None)
    by_id = {case.nodeid: case for case in cases}
    kinds = kinds_of({name: values_of(case) for name, case in by_id.items()}, number)
    return [by_id[name] for name in samples.some(by_id, number, kinds=kinds)]


def how_many(cases: int, *, in_browser: bool) -> int:
    if not in_browser:
        return min(cases, MOST)
    return 1 if cases <= 3 else -(-cases // 4)


def values_of(case: pytest.Item) -> samples.Kinds:
    """The case's parameters; of a game also its kinds."""
    callspec = getattr(case, "callspec", None)
    found: set[tuple[str, str]] = set()
    for name, value in (callspec.params if callspec else {}).items():
        plain = value is None or isinstance(value, str | int | float)  # others may show their address in memory
        found.add((name, repr(value) if plain else f"number {callspec.indices[name]}"))
        if isinstance(value, str) and value in rules.VARIANTS:
            found |= samples.kinds_of(value, max(rules.VARIANTS[value].seats))
    return frozenset(found)


def kinds_of(values: dict[str, samples.Kinds], number: int) -> dict[str, samples.Kinds]:
    """The values that several cases share, if *number* cases can have all of them."""
    shared = {
        value
        for value in frozenset().union(*values.values())
        if sum(value in each for each in values.values()) >= REPEATED
    }
    kinds = {name: each & shared for name, each in values.items()}
    return kinds if len(samples.one_of_each(kinds, samples.day())) <= number else {}
