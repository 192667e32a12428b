"""What runs on GitHub fits the Makefile and pyproject.toml, as far as one can tell from here."""

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in (ROOT / ".github/workflows").glob("*.yml")}
JOBS = WORKFLOWS["tests"]["jobs"]
ON = True  # YAML 1.1 reads the key "on" so
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


def steps(workflow: str) -> list[dict[str, Any]]:
    return [step for job in WORKFLOWS[workflow]["jobs"].values() for step in job["steps"]]


def test_images_are_built_for_tags_only():
    """So no pull request runs with a token that can write."""
    assert WORKFLOWS["images"][ON] == {"push": {"tags": ["v*"]}}
    assert WORKFLOWS["images"]["permissions"] == {"contents": "read"}
    assert WORKFLOWS["images"]["jobs"]["image"]["permissions"] == {"contents": "read", "packages": "write"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_that_pull_requests_start_can_write_nothing_and_read_no_secret(name):
    if "pull_request" in WORKFLOWS[name][ON]:
        assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
        assert not any("permissions" in job for job in WORKFLOWS[name]["jobs"].values())
        assert not re.search(r"secrets\.|github\.token", str(WORKFLOWS[name]))
    assert "pull_request_target" not in WORKFLOWS[name][ON]


def test_images_have_two_platforms_an_sbom_and_provenance():
    (build,) = [step["with"] for step in steps("images") if "build-push" in step.get("uses", "")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert (build["push"], build["sbom"], build["provenance"]) == (True, True, "mode=max")
    assert "steps.build.outputs.digest" in str(steps("images")[-1])


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned_to_a_major_version_of_known_owners(name):
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert [each for each in used if not re.fullmatch(r"(actions|docker)/[\w-]+@(v\d+|[0-9a-f]{40})", each)] == []


@pytest.mark.parametrize(("tag", "passes"), [("v1.2.3", True), ("v1.2.4", False)])
def test_a_tag_must_be_the_version(tmp_path, tag, passes):
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (command,) = [step["run"] for step in steps("images") if "pyproject" in step.get("run", "")]
    env = {"PATH": os.environ["PATH"], "GITHUB_REF_NAME": tag}
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, stderr=subprocess.DEVNULL)
    assert (done.returncode == 0) == passes
