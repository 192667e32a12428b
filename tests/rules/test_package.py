"""The package: its example runs, and it imports only Python's standard library."""

import doctest
import subprocess
import sys
from pathlib import Path

import rules
from deploy import engine_reference

FILES = sorted(Path(rules.__file__).parent.rglob("*.py"))


def test_the_example_in_the_docstring_runs():
    failed, tried = doctest.testmod(rules)
    assert (failed, tried > 0) == (0, True)


def test_the_rules_import_only_the_standard_library():
    code = "import sys, rules.__main__; print([name for name in ('django', 'games') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_rules_import_no_time_and_no_randomness():
    for path in FILES:
        if path.name != "__main__.py":
            lines = path.read_text().splitlines()
            assert not {"import time", "import random", "import secrets"}.intersection(lines)


def test_files_stay_small():
    assert all(len(path.read_text().splitlines()) < 300 for path in FILES)


def test_each_public_name_has_a_docstring_and_stands_in_the_reference():
    names = [(f"{module}.{name}", engine_reference.docstring(name, value))
             for module, name, value in engine_reference.entries()]  # fmt: skip
    assert {f"rules.{name}" for name in rules.__all__} <= {name for name, _text in names}
    assert [name for name, text in names if not text or len(text) < 10] == []
    assert engine_reference.PAGE.read_text() == engine_reference.page(), "run python -m deploy.engine_reference"
