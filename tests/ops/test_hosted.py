"""What runs on GitHub fits the Makefile and pyproject.toml, as far as one can tell from here."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
JOBS = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", JOBS)
def test_a_job_makes_targets_that_exist(name):
    commands = [step["run"] for step in JOBS[name]["steps"] if step.get("run", "").startswith("make ")]
    assert commands
    for command in commands:
        words = command.partition("#")[0].split()[1:]
        assert {word for word in words if "=" not in word} <= TARGETS


@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
def test_tests_run_on_every_python_from_the_oldest_that_we_support(name):
    versions = JOBS[name]["strategy"]["matrix"]["python"]
    assert f">={versions[0]}" == PYPROJECT["project"]["requires-python"]
    minors = [int(version.removeprefix("3.")) for version in versions]
    assert minors == list(range(minors[0], minors[-1] + 1))


def test_form_fields_have_different_names():
    for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        ids = [part["id"] for part in yaml.safe_load(path.read_text()).get("body", []) if "id" in part]
        assert len(ids) == len(set(ids))
