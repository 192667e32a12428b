"""`make audit` reports vulnerabilities, and says when it can't check."""

import json
import subprocess

import pytest

from deploy import audit

HOLE = {"id": "PYSEC-1", "fix_versions": ["5.2.9"], "aliases": [], "description": ""}


@pytest.fixture
def found(monkeypatch):
    """The simulated output of pip-audit."""

    def say(*packages, text=None, error=""):
        said = json.dumps({"dependencies": packages, "fixes": []}) if text is None else text
        answer = subprocess.CompletedProcess([], 1, stdout=said, stderr=error)
        monkeypatch.setattr(subprocess, "run", lambda *_words, **_how: answer)

    return say


def test_packages_without_known_vulnerabilities_pass(found, capsys):
    found({"name": "django", "version": "5.2.9", "vulns": []}, {"name": "redis", "version": "5.2", "vulns": []})
    assert audit.main() == 0
    assert capsys.readouterr().out == "No known vulnerabilities in 2 packages.\n"


def test_a_known_vulnerability_is_named(found, capsys):
    found({"name": "django", "version": "5.2.8", "vulns": [HOLE]}, {"name": "redis", "skip_reason": "not found"})
    assert audit.main() == 1
    assert capsys.readouterr().out == "django 5.2.8: PYSEC-1, fixed in 5.2.9\n"


def test_unknown_packages_fail_the_audit(found, capsys):
    """A mirror of the index without a vulnerability list answers “not found” for each package."""
    found({"name": "django", "skip_reason": "not found on PyPI"}, {"name": "redis", "version": "5", "vulns": []})
    assert audit.main() == 2
    assert "Can't check for known vulnerabilities" in capsys.readouterr().err


@pytest.mark.parametrize("error", ["", "ERROR: connection failed\n"])
def test_an_audit_without_an_answer_exits_with_a_separate_code(found, capsys, error):
    found(text="", error=error)
    assert audit.main() == 2
    assert "Try again where the package index is reachable" in capsys.readouterr().err
