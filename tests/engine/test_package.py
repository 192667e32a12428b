"""The engine as a package of its own: it builds, installs where there is nothing else, and plays."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import rules

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "engine/README.md"
LARGEST = 215_000  # bytes; a file that doesn't belong in it would show

pytestmark = pytest.mark.xdist_group("engine package")


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wheel_of(source, target):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", target, source)
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return wheel_of(ROOT / "engine", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """A Python that has nothing but the package."""
    place = tmp_path_factory.mktemp("bare")
    venv.create(place, symlinks=True)
    python = place / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel)
    return python


def test_it_has_one_name_no_dependency_and_types(wheel):
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        metadata = files.read("boneyard_dominoes-0.3.0.dist-info/METADATA").decode()
    assert {name.split("/")[0] for name in names} == {"dominoes_engine", "boneyard_dominoes-0.3.0.dist-info"}
    assert "dominoes_engine/py.typed" in names
    assert "boneyard_dominoes-0.3.0.dist-info/licenses/LICENSE" in names
    assert {"License-Expression: MIT", "License-File: LICENSE", "Author: The Boneyard authors",
            "Programming Language :: Python :: 3.11"} <= {line.removeprefix("Classifier: ")
                                                          for line in metadata.splitlines()}  # fmt: skip
    assert not [name for name in names if "apps" in name or "measured" in name or "tuning" in name]
    needs = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert all("extra ==" in line for line in needs)
    assert wheel.stat().st_size < LARGEST


def test_its_version_is_the_sites():
    versions = [
        tomllib.loads(path.read_text())["project"]["version"]
        for path in (ROOT / "pyproject.toml", ROOT / "engine/pyproject.toml")
    ]
    assert versions[0] == versions[1]


def test_its_words_about_itself_are_true():
    described = tomllib.loads((ROOT / "engine/pyproject.toml").read_text())["project"]["description"]
    for text in (described, README.read_text()):
        assert re.findall(r"rules of (\d+) domino games", text) == [str(len(rules.VARIANTS))]
    assert (ROOT / "engine/LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_public_names_keep_their_docstrings_and_the_version(python):
    code = """
import copy, pickle, dominoes_engine as d
at = d.parse_position("block seats=2 hand=1 end=rounds:1 | round=1 | 6-5 / 6-4 + 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 "
    "3-3 4-0 4-1 4-2 4-3 4-4 5-0 5-1 5-2 5-3 5-4 5-5 6-0 6-1 6-2 6-3 6-6 lead=0 | 0 6-5")
print(d.__version__, [name for name in ("svg", "play", "View") if not getattr(d, name).__doc__], at.svg()[:4])
print(pickle.loads(pickle.dumps(at)) == copy.deepcopy(at) == at, repr(at))
"""
    first, second = run(python, "-I", "-c", code).splitlines()
    version = tomllib.loads((ROOT / "engine/pyproject.toml").read_text())["project"]["version"]
    assert first == f"{version} [] <svg"
    assert second == "True <Position: block, round 1, ply 1>"
    assert run(python, "-I", "-m", "dominoes_engine", "--version") == f"boneyard-dominoes {version}\n"


def test_every_module_is_imported_where_there_is_nothing_else(python):
    code = """
import pkgutil, importlib, sys, dominoes_engine
names = [each.name for each in pkgutil.walk_packages(dominoes_engine.__path__, "dominoes_engine.")]
for name in names:
    if ".envs." not in name or name.endswith(".episodes"):
        importlib.import_module(name)
print(len(names), [name for name in ("rules", "mind", "django", "numpy") if name in sys.modules])
"""
    number, others = run(python, "-I", "-c", code).split(maxsplit=1)
    assert int(number) > 80
    assert others.strip() == "[]"


def test_it_plays_a_game_and_replays_it(python, tmp_path):
    game = tmp_path / "game.json"
    game.write_text(run(python, "-I", "-m", "dominoes_engine", "random", "goat", "--seats", "4"))
    lines = run(python, "-I", "-m", "dominoes_engine", "replay", game).splitlines()
    assert json.loads(lines[-1])["over"] is True
    shown = run(python, "-I", "-m", "dominoes_engine.mind", "match", "--variant", "block", "--deals", "2",
                "--first", "solid", "--second", "beginner")  # fmt: skip
    assert json.loads(shown)["deals"] == 2
    studied = run(python, "-I", "-m", "dominoes_engine.mind", "study", game)
    assert json.loads(studied)


def test_the_examples_of_its_readme(python):
    shown = run(python, "-I", "-m", "doctest", "-v", README)
    assert "0 failed" in shown or "Test passed." in shown


def test_a_wheel_of_the_source_archive_is_the_same(wheel, tmp_path):
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT / "engine")
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    again = wheel_of(archive.with_name(archive.name.removesuffix(".tar.gz")), tmp_path / "again")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert one.namelist() == other.namelist()
        assert [one.read(name) for name in one.namelist()] == [other.read(name) for name in other.namelist()]


def test_the_site_is_no_package_and_says_so():
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", ROOT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Boneyard's site isn't a package" in done.stdout + done.stderr
