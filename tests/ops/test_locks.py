import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent.parent
OLDEST_PYTHON = "3.11.0"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


GROUPS = PYPROJECT["dependency-groups"]


def wanted(requirements: list[str | dict[str, str]]) -> set[str]:
    """The packages in these groups; a group may include another."""
    names = {canonicalize_name(Requirement(line).name) for line in requirements if isinstance(line, str)}
    return names.union(*(wanted(GROUPS[line["include-group"]]) for line in requirements if isinstance(line, dict)))


def test_the_lock_files_match_pyproject():
    runtime = wanted(PYPROJECT["project"]["dependencies"])
    assert runtime <= set(pins("requirements.lock"))
    assert wanted(GROUPS["build"]) <= set(pins("requirements-build.lock"))
    assert wanted(GROUPS["dev"]) | runtime <= set(pins("requirements-dev.lock"))


def test_tests_and_site_use_the_same_releases():
    for lock in ("requirements.lock", "requirements-build.lock"):
        assert pins(lock).items() <= pins("requirements-dev.lock").items()


def test_the_locked_packages_install_on_the_oldest_python():
    """`make lock` chooses releases for the Python that runs it, which may be newer."""
    wanted = {name: metadata(name).get("Requires-Python") for name in pins("requirements-dev.lock")}
    too_new = {name: text for name, text in wanted.items() if not SpecifierSet(text or "").contains(OLDEST_PYTHON)}
    assert PYPROJECT["project"]["requires-python"] == ">=3.11"
    assert too_new == {}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-build.lock", "requirements-dev.lock"])
def test_lock_files_have_hashes_and_no_addresses(lock):
    text = (ROOT / lock).read_text()
    assert not re.search(r"://| @ |--(extra-)?index-url|--find-links|--trusted-host", text)
    assert text.count("--hash=sha256:") > len(pins(lock))
    assert all(re.search(rf"^{re.escape(name)}==\S+ \\\n +--hash", text, re.MULTILINE) for name in pins(lock))
