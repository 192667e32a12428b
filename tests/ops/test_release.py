"""`make release` lists every obstacle, and released migrations stay unedited."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy import migrations, release, texts

TRANSLATED = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "tile"\nmsgstr "Stein"\n'


FIRST, SECOND = "games/migrations/0001_initial.py", "games/migrations/0002_more.py"
SHA_OF_FIRST = "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e"  # echo -n first | sha256sum
SHA_OF_SECOND = "16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4"


@pytest.fixture(scope="module")
def first_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one text in one language, all of it committed."""
    root = tmp_path_factory.mktemp("project")
    (root / "locale/de/LC_MESSAGES").mkdir(parents=True)
    (root / "locale/de/LC_MESSAGES/django.po").write_text(TRANSLATED)
    (root / "CHANGELOG.md").write_text("# What is new\n\n## 0.2.0 – 2026-11-22\n")
    for name in ("sqlite", "postgresql"):
        (root / f"tests/upgrade/0.2.0-{name}.sql.gz").parent.mkdir(parents=True, exist_ok=True)
        (root / f"tests/upgrade/0.2.0-{name}.sql.gz").touch()
    (root / "games/migrations").mkdir(parents=True)
    (root / "games/migrations/__init__.py").touch()
    (root / "games/migrations/0001_initial.py").write_text("first")
    (root / "deploy").mkdir()
    (root / "deploy/migrations.json").write_text(json.dumps({"0.2.0": {FIRST: SHA_OF_FIRST}}))
    git(root, "init", "--quiet")
    commit(root)
    return root


@pytest.fixture
def tree(first_tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that project."""
    for module in (release, texts, migrations):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    shutil.copytree(first_tree, tmp_path, dirs_exist_ok=True)
    return tmp_path


def git(tree: Path, *words: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *who, *words], cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "a change")


def test_a_complete_tree_can_be_released(tree):
    assert release.hindrances("0.2.0") == []


@pytest.mark.parametrize("version", ["0.3.0", "0.2", "0.2.01"])
def test_the_changelog_must_have_the_version(tree, version):
    assert "CHANGELOG.md" in release.hindrances(version)[0]


def test_every_entry_of_the_changelog_has_one_line():
    assert release.wrapped_entries((release.ROOT / "CHANGELOG.md").read_text()) == []


@pytest.mark.parametrize("entry", ["- Play alone,\n  or with friends.", f"- {'a' * 99}", "* Play alone."])
def test_a_wrapped_or_long_entry_is_named(tree, entry):
    with (tree / "CHANGELOG.md").open("a") as changelog:
        changelog.write(f"\n### Added\n- Play with friends.\n{entry}\n")
    commit(tree)
    [named] = release.hindrances("0.2.0")
    assert named.startswith(f"CHANGELOG.md:{8 if 'or with' in entry else 7}: ")


def test_uncommitted_files_are_named(tree):
    (tree / "new.py").touch()
    assert release.hindrances("0.2.0") == ["not committed: ?? new.py"]


@pytest.mark.parametrize("wanting", ['msgid "hand"\nmsgstr ""\n', '#, fuzzy\nmsgid "hand"\nmsgstr "Stein"\n'])
def test_missing_and_fuzzy_translations_are_named(tree, wanting):
    (tree / "locale/de/LC_MESSAGES/django.po").write_text(f"{TRANSLATED}\n{wanting}")
    commit(tree)
    language, text = release.hindrances("0.2.0")
    assert language == "de: 1 of 2 texts are missing or fuzzy"
    assert text.endswith("'hand'")


def test_a_version_needs_a_filled_database_of_each_kind(tree):
    (tree / "tests/upgrade/0.2.0-sqlite.sql.gz").unlink()
    commit(tree)
    assert release.hindrances("0.2.0") == ["make dumps: tests/upgrade/0.2.0-sqlite.sql.gz is missing"]


def test_released_migrations_are_unchanged():
    assert migrations.edited(migrations.released()) == []


def test_edited_and_missing_migrations_are_named(tree):
    (tree / FIRST).write_text("first, mended")
    assert migrations.edited(migrations.released()) == [f"{FIRST} of 0.2.0"]
    (tree / FIRST).unlink()
    assert migrations.edited(migrations.released()) == [f"{FIRST} of 0.2.0"]


def test_an_unfrozen_migration_blocks_a_release(tree):
    (tree / SECOND).write_text("second")
    commit(tree)
    assert release.hindrances("0.2.0") == [f"make freeze: deploy/migrations.json doesn't match {SECOND}"]


def test_freezing_adds_new_migrations_to_this_version(tree):
    (tree / SECOND).write_text("second")
    was = {FIRST: SHA_OF_FIRST}
    assert migrations.frozen(migrations.released(), "0.3.0") == {"0.2.0": was, "0.3.0": {SECOND: SHA_OF_SECOND}}
    assert migrations.frozen(migrations.released(), "0.2.0") == {"0.2.0": was | {SECOND: SHA_OF_SECOND}}


def test_freezing_refuses_to_change_migrations_of_another_version(tree):
    (tree / FIRST).write_text("first, mended")
    with pytest.raises(ValueError, match=FIRST):
        migrations.frozen(migrations.released(), "0.3.0")
    migrations.frozen(migrations.released(), "0.2.0")  # which isn't released yet


def test_a_tagged_version_can_no_longer_be_frozen(tree, monkeypatch):
    (tree / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    git(tree, "-c", "tag.gpgsign=false", "tag", "v0.2.0")
    (tree / FIRST).write_text("first, mended")
    with pytest.raises(SystemExit, match=r"0\.2\.0 is already released"):
        migrations.main()
    assert migrations.released() == {"0.2.0": {FIRST: SHA_OF_FIRST}}
