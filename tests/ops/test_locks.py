import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def wanted(requirements: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9._-]", line)[0].lower() for line in requirements}


def test_the_locks_hold_what_pyproject_asks_for():
    runtime = wanted(PYPROJECT["project"]["dependencies"])
    assert runtime <= set(pins("requirements.lock"))
    assert wanted(PYPROJECT["dependency-groups"]["dev"]) | runtime <= set(pins("requirements-dev.lock"))


def test_tests_run_with_the_releases_the_site_runs_with():
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_name_hashes_and_no_places(lock):
    text = (ROOT / lock).read_text()
    assert not re.search(r"://| @ |--(extra-)?index-url|--find-links|--trusted-host", text)
    assert text.count("--hash=sha256:") > len(pins(lock))
    assert all(re.search(rf"^{re.escape(name)}==\S+ \\\n +--hash", text, re.MULTILINE) for name in pins(lock))
