"""A budget of work, not of time: what each folder of tests may do (`tests/budget.toml`).

Counted are tests, statements, page loads, browser contexts, axe runs, servers, and other processes; each has a price
in seconds of one processor. A whole run fails if a folder costs over 10 % more than its budget, and says what grew.
`make test BROWSER=1 BUDGET=accept` writes the counts of this run; `test_budget.py` holds their sum to the goal.
"""

import os
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from tests.live.server import LiveServer
from tests.samples import AHEAD, ALL

BUDGET = Path(__file__).with_name("budget.toml")
ACCEPTS = os.environ.get("BUDGET") == "accept"
SPARE, LEAST = 1.1, 2.0  # a folder may cost 1.1 times its budget, or two seconds more: samples differ from day to day
Work = dict[str, Counter[str]]  # by folder

STARTING = ""  # the room of what a process does before its first test: it differs by their number, and by the clone

done: Work = defaultdict(Counter)
folder = [STARTING]  # of the running test
cpu = [0.0]


# ---- Counting


def counted(owner: Any, method: str, kind: str, of: str = "") -> None:
    """Count each call of the *method* as one of *kind*, if its first argument contains *of*."""
    call: Callable[..., Any] = getattr(owner, method)

    @wraps(call)
    def counting(*arguments: Any, **named: Any) -> Any:
        if not of or of in arguments[1]:
            done[folder[0]][kind] += 1
        return call(*arguments, **named)

    setattr(owner, method, counting)


def count_browser() -> None:
    """Once a test has loaded Playwright; most folders never do."""
    from playwright.sync_api import Browser, Page

    counted(Browser, "new_context", "contexts")
    counted(Page, "evaluate", "axe", of="axe.run(")
    for method in ("goto", "reload", "go_back", "go_forward"):
        counted(Page, method, "pages")


counted(CursorWrapper, "_execute_with_wrappers", "statements")
counted(LiveServer, "start", "servers")
counted(subprocess.Popen, "__init__", "processes")
browser_counted = False


def folder_of(path: Path) -> str:
    """The room of a test file: "games" for tests/games/test_races.py, "." for tests/test_rooms.py."""
    inside = path.relative_to(Path(__file__).parent).parts
    return inside[0] if len(inside) > 1 else "."


def seconds() -> float:
    """Processor seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    global browser_counted
    now = seconds()
    done[folder[0]]["cpu"] += now - cpu[0]  # type: ignore[assignment]
    folder[0], cpu[0] = folder_of(item.path), now
    done[folder[0]]["tests"] += 1
    if not browser_counted and "playwright.sync_api" in sys.modules:
        browser_counted = True
        count_browser()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    done[folder[0]]["cpu"] += seconds() - cpu[0]  # type: ignore[assignment]
    del done[STARTING]
    if (told := getattr(session.config, "workeroutput", None)) is not None:
        told["work"] = {name: dict(counts) for name, counts in done.items()}
    elif is_whole(session.config) and not ACCEPTS and over(done):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(OfProcesses())


class OfProcesses:
    """Where xdist runs the tests, their work arrives as each process ends."""

    def pytest_testnodedown(self, node: Any) -> None:
        for name, counts in getattr(node, "workeroutput", {}).get("work", {}).items():
            done[name].update(counts)


# ---- Comparing


def is_whole(config: pytest.Config) -> bool:
    """Whether this run has all of a day's sample, perhaps without the browser."""
    return not (ALL or AHEAD or config.option.keyword) and config.args == config.getini("testpaths")


def stage() -> str:
    from tests.services_needed import database_is_postgres

    return "postgresql" if database_is_postgres() else "sqlite"


def read() -> dict[str, Any]:
    return tomllib.loads(BUDGET.read_text())


def cost(counts: dict[str, int], prices: dict[str, float]) -> float:
    """Seconds of one processor."""
    return sum(price * counts.get(kind, 0) for kind, price in prices.items())


def accepted_costs() -> dict[str, float]:
    """By folder."""
    budget = read()
    return {name: cost(counts, budget["price"]) for name, counts in budget[stage()].items()}


def over(work: Work) -> list[str]:
    """A sentence for each folder that costs more than its budget allows."""
    budget = read()
    prices, accepted = budget["price"], budget[stage()]
    found = []
    for name, counts in sorted(work.items()):
        allowed = accepted.get(name, {})
        now, before = cost(counts, prices), cost(allowed, prices)
        if now > max(SPARE * before, before + LEAST):
            growth = {kind: (counts[kind] - allowed.get(kind, 0)) * prices[kind] for kind in prices}
            most = max(growth, key=lambda kind: growth[kind])
            found.append(
                f"tests/{name} costs {now:.0f} s instead of {before:.0f} s, mostly by its {most}: {counts[most]} "
                f"instead of {allowed.get(most, 0)}. Save as much there or elsewhere, and accept it with BUDGET=accept."
            )
    return found


def accept(work: Work) -> None:
    """Write the counts of *work* into the budget."""
    budget = read()
    budget[stage()] = {name: {kind: counts[kind] for kind in budget["price"] if counts[kind]} for name, counts in
                       sorted(work.items()) if counts["tests"]}  # fmt: skip
    head = BUDGET.read_text().partition("[sqlite]")[0]
    lines = []
    for database in ("sqlite", "postgresql"):
        lines.append(f"[{database}]")
        for name, counts in budget[database].items():
            inside = ", ".join(f"{kind} = {number}" for kind, number in counts.items())
            lines.append(f'"{name}" = {{ {inside} }}')
        lines.append("")
    BUDGET.write_text(head + "\n".join(lines))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or not is_whole(config):
        return
    if ACCEPTS:
        accept(done)
    prices = read()["price"]
    terminalreporter.section("work")
    for name, counts in sorted(done.items(), key=lambda each: -each[1]["cpu"]):
        if counts["tests"]:
            shown = ", ".join(f"{counts[kind]} {kind}" for kind in prices if counts[kind])
            terminalreporter.line(f"{name}: {counts['cpu']:.0f} s, counts for {cost(counts, prices):.0f} s: {shown}")
    for sentence in over(done):
        terminalreporter.line(sentence, red=True)
