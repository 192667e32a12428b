"""The order of the tests: random with `make test SEED=7`; a failing order can be repeated."""

from collections import defaultdict
from pathlib import Path

import pytest

ran: dict[str, list[str]] = defaultdict(list)  # ids of tests in their order, by the process that ran them


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """pytest-randomly has shuffled files, and the tests in each. Folders stay together because their tests share
    servers.
    """
    folders = {folder: place for place, folder in enumerate(dict.fromkeys(item.path.parent for item in items))}
    items.sort(key=lambda item: folders[item.path.parent])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "setup":
        ran[getattr(report, "worker_id", "")].append(report.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Two processes share the files as they become free, so a seed alone doesn't repeat a failure."""
    failed = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, ())}
    for process, tests in ran.items():
        if process and failed & set(tests):
            listed = Path(config.rootpath, ".pytest_cache", f"ran-{process}.txt")
            listed.parent.mkdir(exist_ok=True)
            listed.write_text("\n".join(tests) + "\n")
            shown = listed.relative_to(config.rootpath)
            terminalreporter.line(f"{process} ran them in the order of {shown}; to repeat it: make test TESTS=@{shown}")
