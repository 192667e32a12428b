"""`make release` says everything that is against a release."""

import subprocess
from pathlib import Path

import pytest

from deploy import release, texts

TRANSLATED = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "tile"\nmsgstr "Stein"\n'


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one text in one language, all of it committed."""
    for module in (release, texts):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "locale/de/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "locale/de/LC_MESSAGES/django.po").write_text(TRANSLATED)
    (tmp_path / "CHANGELOG.md").write_text("# What is new\n\n## 0.2.0 – 2026-11-22\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *words: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *who, *words], cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "a change")


def test_nothing_is_against_a_tree_where_all_is_there(tree):
    assert release.hindrances("0.2.0") == []


@pytest.mark.parametrize("version", ["0.3.0", "0.2", "0.2.01"])
def test_the_changelog_has_to_know_the_version(tree, version):
    (said,) = release.hindrances(version)
    assert "CHANGELOG.md" in said


def test_what_is_not_committed_is_named(tree):
    (tree / "new.py").touch()
    assert release.hindrances("0.2.0") == ["not committed: ?? new.py"]


@pytest.mark.parametrize("wanting", ['msgid "hand"\nmsgstr ""\n', '#, fuzzy\nmsgid "hand"\nmsgstr "Stein"\n'])
def test_a_text_that_is_missing_or_fuzzy_is_named(tree, wanting):
    (tree / "locale/de/LC_MESSAGES/django.po").write_text(f"{TRANSLATED}\n{wanting}")
    commit(tree)
    language, text = release.hindrances("0.2.0")
    assert language == "de: 1 of 2 texts are missing or fuzzy"
    assert text.endswith("'hand'")
