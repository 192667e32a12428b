"""Leftovers of tests are found and reported, and a failing order can be repeated."""

import logging
import os
import subprocess
import sys
import threading
from contextlib import nullcontext
from functools import partial
from types import ModuleType

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.signals import request_started
from django.test import override_settings
from django.utils import translation

from tests.left_behind import Rows, Watched, begun, child_processes, differences, left_children, look
from tests.live.server import ROOT


def test_a_changed_global_is_reported_once():
    module = ModuleType("made_up")
    module.pace, module.known = 1, {"a": [1]}
    names, known = Watched("made_up", partial(vars, module)), Watched("made_up.known", lambda: module.known)
    assert names.changes() == known.changes() == set()
    module.pace = 2
    module.known["b"] = 1
    assert names.changes() == {"made_up.pace"}
    assert known.changes() == {"made_up.known.b"}
    del module.pace
    assert names.changes() == {"made_up.pace"}
    assert names.changes() == known.changes() == set()


def test_class_attributes_and_nested_settings_are_checked():
    class Pace:
        steps = 1

    held = {"STORAGES": {"static": {"BACKEND": "a"}}}
    pace, settings = Watched("Pace", lambda: vars(Pace)), Watched("settings", lambda: held, 4)
    Pace.steps = 2
    held["STORAGES"]["static"]["BACKEND"] = "b"
    assert pace.changes() == {"Pace.steps"}
    assert settings.changes() == {"settings.STORAGES"}


def test_signal_listeners_are_checked():
    listeners = Watched("listeners", lambda: request_started.receivers)

    def hear(**_request):
        """Nothing."""

    request_started.connect(hear)
    assert listeners.changes() == {"listeners"}
    request_started.disconnect(hear)


@pytest.mark.parametrize(
    ("change", "restore", "named"),
    [
        (lambda: os.environ.update(MADE_UP="1"), lambda: os.environ.pop("MADE_UP"), "$MADE_UP"),
        (lambda: logging.getLogger("made.up").setLevel("ERROR"), lambda: logging.getLogger("made.up").setLevel(0),
         "logger made.up"),
        (lambda: translation.activate("uk"), translation.deactivate, "language"),
        (lambda: cache.set("made_up", 1), cache.clear, "cache"),
        (lambda: sys.path.append("/made/up"), lambda: sys.path.remove("/made/up"), "sys.path"),
    ],
    ids=["environment", "logger", "language", "cache", "path"],
)  # fmt: skip
def test_process_wide_state_is_checked(change, restore, named):
    before = look()
    change()
    assert differences(before, look()) == {named}
    restore()
    assert differences(before, look()) == set()


def test_changed_settings_are_reported():
    before = look()
    with override_settings(MINDS=3):
        assert differences(before, look()) == {"settings"}


def test_a_running_thread_is_reported():
    before, ending = look(), threading.Event()
    thread = threading.Thread(target=ending.wait, name="made up")
    thread.start()
    assert differences(before, look()) == {"thread made up"}
    ending.set()
    thread.join()


def test_a_child_process_is_reported_with_the_test_that_started_it(request):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert [name for name in child_processes() if name.startswith(f"child process {process.pid} ")]
        known = dict(begun)
        (left,) = [name for name in left_children(request.node, None) if f" {process.pid} " in name]
        begun.update(known)
        assert left.endswith(
            "begun by tests/test_left_behind.py::test_a_child_process_is_reported_with_the_test_that_started_it"
        )
        process.communicate(b"\n")


@pytest.mark.both_databases
def test_a_remaining_row_is_reported(db):
    rows = Rows(nullcontext)
    assert rows.changes() == set()
    Group.objects.create(name="left")
    assert rows.changes() == {"rows of auth_group"}


def test_a_failure_prints_the_command_that_repeats_the_order(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]")
    for name, line in {"test_one": "assert True", "test_two": "raise ValueError"}.items():
        (tmp_path / f"{name}.py").write_text(f"def test_it():\n    {line}\n")
    words = [sys.executable, "-m", "pytest", "--disable-plugin-autoload", "-p", "tests.order", "-p", "xdist", "-n", "1"]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    said = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True).stdout
    assert "to repeat it: make test TESTS=@.pytest_cache/ran-gw0.txt" in said
    ran = (tmp_path / ".pytest_cache" / "ran-gw0.txt").read_text().split()
    assert ran == ["test_one.py::test_it", "test_two.py::test_it"]
