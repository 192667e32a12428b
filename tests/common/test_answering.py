"""Child processes that answer lines: replaced when they die or hang, ended when idle or orphaned, asked in turns."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from bots.minds.children import Children, Question, Questions, Unanswered, _Child
from tests.live.server import ROOT

ECHO = """
import os, sys, time
for line in sys.stdin:
    said = line.strip()
    if said == "die": os._exit(3)
    if said == "sleep": time.sleep(60)
    print(os.getpid() if said == "who" else os.nice(0) if said == "nice" else said.upper(), flush=True)
"""
PARENT = """
import sys
from pathlib import Path
import dominoes_site  # the path to the rooms
from bots.minds.children import Children
children = Children([sys.executable, "-c", {echo!r}], Path("."), most=2)
print(children.ask(b"who", owner=1, urgent=True).result(10).decode(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def children():
    """`children(most=1, …)`: children that run a small program, which answers in capitals."""
    made = []

    def make(**bounds) -> Children:
        made.append(Children([sys.executable, "-c", ECHO], Path(), **{"most": 1, "patience": 10.0, **bounds}))
        return made[-1]

    yield make
    for each in made:
        each.end()


def ask(
    asked: Children, line: bytes, owner: object = "Ada", *, urgent: bool = True, patience: float | None = None
) -> "Future[bytes]":
    return asked.ask(line, owner=owner, urgent=urgent, patience=patience)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def until(met, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not met() and time.monotonic() < end:
        time.sleep(0.02)
    assert met()


def test_one_child_answers_many_questions_at_low_priority(children):
    asked = children(niceness=19)
    assert ask(asked, b"hello").result(10) == b"HELLO"
    first, second = (ask(asked, b"who").result(10) for _ in range(2))
    assert first == second
    assert int(ask(asked, b"nice").result(10)) == 19


def test_a_dead_child_is_replaced_and_its_question_fails(children):
    asked = children()
    first = ask(asked, b"who").result(10)
    with pytest.raises(Unanswered, match="died"):
        ask(asked, b"die").result(10)
    assert ask(asked, b"who").result(10) != first
    os.kill(int(ask(asked, b"who").result(10)), signal.SIGKILL)
    time.sleep(0.05)
    assert ask(asked, b"hello").result(10) == b"HELLO"


def test_a_silent_child_is_ended(children):
    asked = children()
    silent = int(ask(asked, b"who").result(10))
    with pytest.raises(Unanswered, match="silent"):
        ask(asked, b"sleep", patience=0.5).result(10)
    assert not is_there(silent)
    assert ask(asked, b"hello").result(10) == b"HELLO"


def test_questions_fail_if_the_program_is_missing():
    nobody = Children(["/no/such/program"], Path(), most=1, idle=0.1)
    for _ in range(2):
        with pytest.raises(Unanswered):
            ask(nobody, b"hello").result(10)
    nobody.end()


def test_an_idle_child_ends_and_the_next_question_starts_another(children):
    asked = children(idle=0.2)
    first = int(ask(asked, b"who").result(10))
    until(lambda: not is_there(first))
    assert int(ask(asked, b"who").result(10)) != first


def test_a_question_during_a_childs_end_goes_to_the_next_child(children, monkeypatch):
    asked, late = children(idle=0.2), []
    end = _Child.end

    def asks_meanwhile(child):
        if not late:
            late.append(ask(asked, b"late"))
        end(child)

    ask(asked, b"who").result(10)
    monkeypatch.setattr(_Child, "end", asks_meanwhile)
    until = time.monotonic() + 10
    while not late and time.monotonic() < until:
        time.sleep(0.05)
    assert late[0].result(10) == b"LATE"


def test_there_are_never_more_children_than_allowed(children):
    asked = children(most=2)
    answers = [ask(asked, b"who", owner) for owner in range(12)]
    assert len({answer.result(10) for answer in answers}) <= 2


def test_waiting_questions_fail_when_the_children_end(children):
    asked = children()
    ask(asked, b"sleep")
    waiting = ask(asked, b"hello")
    asked.patience = 0.5
    asked.end()
    with pytest.raises(Unanswered):
        waiting.result(10)


def test_a_child_does_not_outlive_a_parent_that_is_killed():
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PARENT.format(echo=ECHO))],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with parent:
        child = int(parent.stdout.readline())
        assert is_there(child)
        parent.kill()
        parent.wait()
        until(lambda: not is_there(child))


def order(queue: Questions) -> list[bytes]:
    taken = []
    while (question := queue.take(urgent=True) or queue.take(urgent=False)) is not None:
        taken.append(question.line)
    return taken


def test_owners_take_turns_and_urgent_questions_come_first():
    queue = Questions()
    for line, owner, urgent in [
        (b"a1", "Ada", False), (b"a2", "Ada", False), (b"a3", "Ada", False), (b"b1", "Ben", False),
        (b"A1", "Ada", True), (b"A2", "Ada", True), (b"C1", "Cleo", True),
    ]:  # fmt: skip
        queue.add(Question(line, Future(), 1.0), owner, urgent=urgent)
    assert len(queue) == 7
    assert order(queue) == [b"A1", b"C1", b"A2", b"a1", b"b1", b"a2", b"a3"]
    assert len(queue) == 0


def test_ordinary_questions_leave_a_child_free_for_urgent_ones(children):
    asked = children(most=2, patience=3.0)
    slow = [ask(asked, b"sleep", urgent=False) for _ in range(3)]
    assert ask(asked, b"hello").result(2) == b"HELLO"
    assert not any(each.done() for each in slow[1:])
