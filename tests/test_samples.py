"""Each day draws its own cases, and nothing but the day decides which."""

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests import samples
from tests.live.server import ROOT
from tests.sampling import how_many

TODAY = date(2026, 11, 28)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(autouse=True)
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    on_day(monkeypatch, TODAY)


def on_day(monkeypatch: pytest.MonkeyPatch, day: date, ahead: int = 0) -> None:
    for name, value in {"day": lambda: day, "ALL": False, "AHEAD": ahead}.items():
        monkeypatch.setattr(samples, name, value)


def test_a_day_draws_the_same_cases_again_and_in_their_order():
    drawn = samples.some(LETTERS, 5)
    assert len(drawn) == 5
    assert drawn == sorted(drawn) == samples.some(LETTERS, 5)


def test_another_day_or_another_test_draws_others(monkeypatch):
    drawn = samples.some(LETTERS, 5)
    assert samples.some(LETTERS, 5, salt="another test") != drawn
    on_day(monkeypatch, TODAY + timedelta(days=1))
    assert samples.some(LETTERS, 5) != drawn


def test_within_some_weeks_every_case_is_drawn(monkeypatch):
    drawn = set()
    for n in range(40):
        on_day(monkeypatch, TODAY + timedelta(days=n))
        drawn |= {*samples.some(LETTERS, 5)}
    assert drawn == {*LETTERS}


def test_a_new_case_changes_the_draw_by_one_at_most():
    drawn = {*samples.some(LETTERS, 5)}
    assert len({*samples.some(f"{LETTERS}!", 5)} - drawn) <= 1


def test_cases_that_must_be_there_are_there():
    drawn = samples.some(LETTERS, 5, always="xy")
    assert len(drawn) == 5
    assert {"x", "y"} < {*drawn}


def test_one_of_each_kind_is_there():
    kinds = {letter: frozenset({("vowel", str(letter in "aeiou"))}) for letter in LETTERS}
    for salt in "123456":
        drawn = samples.some(LETTERS, 2, kinds=kinds, salt=salt)
        assert len([letter for letter in drawn if letter in "aeiou"]) == 1


def test_the_days_ahead_have_what_each_of_them_will_draw(monkeypatch):
    kinds = {letter: frozenset({("vowel", str(letter in "aeiou"))}) for letter in LETTERS}
    later = []
    for n in range(4):
        on_day(monkeypatch, TODAY + timedelta(days=n))
        later += samples.some(LETTERS, 4, kinds=kinds)
    on_day(monkeypatch, TODAY, ahead=3)
    assert samples.some(LETTERS, 4, kinds=kinds) == sorted({*later})


@pytest.mark.parametrize(("cases", "browser", "elsewhere"), [(1, 1, 1), (3, 1, 3), (4, 1, 4), (7, 2, 7), (40, 10, 7)])
def test_functions_with_many_cases_are_sampled(cases: int, browser: int, elsewhere: int):
    assert how_many(cases, in_browser=True) == browser
    assert how_many(cases, in_browser=False) == elsewhere


def ran(folder: Path, *words: str, **env: str) -> list[str]:
    """The tests that pytest runs in *folder*."""
    (folder / "pytest.ini").touch()
    (folder / "test_many.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('tile', range(20))\ndef test_sampled(tile): pass\n"
        "@pytest.mark.every_case('each is a fact of its own')\n"
        "@pytest.mark.parametrize('tile', range(20))\ndef test_all(tile): pass\n"
        "def test_single(): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "--disable-plugin-autoload", "-p", "tests.sampling", "-v", *words]
    told = {"PATH": "", "PYTHONPATH": str(ROOT), "BONEYARD_DAY": "2026-11-28"} | env
    done = subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return [line.split()[0] for line in done.stdout.splitlines() if " PASSED" in line]


def test_a_run_takes_seven_of_twenty_cases_unless_somebody_asks_for_all(tmp_path):
    number = {
        (): 7 + 20 + 1,
        ("test_many.py::test_sampled",): 20,  # named
    }
    for words, tests in number.items():
        assert len(ran(tmp_path, *words)) == tests
    assert len(ran(tmp_path, BONEYARD_ALL="1")) == 20 + 20 + 1
    assert ran(tmp_path) != ran(tmp_path, BONEYARD_DAY="2026-11-29")
