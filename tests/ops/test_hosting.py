"""The commands of docs/hosting.md name only what exists, as far as one can tell without network and root."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.live.server import ROOT

TEXT = (ROOT / "docs" / "hosting.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
INLINE = re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL))
LINES = "\n".join(BLOCKS).replace("\\\n", " ").splitlines() + [" ".join(each.split()) for each in INLINE]
COMMANDS = [part.strip() for line in LINES for part in re.split(r"&&|;|\||\(|  #", line)]
VERSION = re.compile(r"/opt/boneyard/([\w.-]+)")


def of(first: str) -> list[list[str]]:
    """The commands that begin with this word, as lists of words."""
    return [shlex.split(command) for command in COMMANDS if command.split()[:1] == [first]]


def test_tags_and_branches_that_git_gets_exist():
    words = ["git", "for-each-ref", "--format=%(refname:short)"]
    exist = set(subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())
    named = {words[words.index("--branch") + 1] for words in of("git") if "--branch" in words}
    named |= {words[2] for words in of("git") if words[1] == "checkout" and len(words) > 2}
    assert of("git")
    assert named - exist == set()


def test_versions_are_installed_before_they_are_linked_or_deleted():
    installed = {words[-1] for words in of("git") if words[1] == "clone"}
    assert len(installed) == 2
    assert {words[words.index("-C") + 1] for words in of("make") if "-C" in words} == installed
    assert {f"/opt/boneyard/{words[2]}" for words in of("ln")} == installed
    assert {words[-1] for words in of("rm") if VERSION.fullmatch(words[-1])} < installed


def test_targets_of_make_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {word for words in of("make") for word in words[1:] if re.fullmatch("[a-z-]+", word)}
    assert {"build", "run", "demo"} <= named <= targets


def test_commands_of_the_site_exist():
    named = {words[1] for words in of("boneyard") if len(words) > 1}
    named |= {words[1] for words in of("manage.py") if len(words) > 1}
    named |= {found[1] for line in LINES if (found := re.search(r"python manage\.py (\w+)", line))}
    assert {"doctor", "restore", "backup", "createsuperuser"} <= named
    assert named - set(get_commands()) == set()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:\.\./|current/|`)((?:deploy|tests)/[\w./-]*\w)", TEXT))))
def test_files_exist(path: str):
    assert (ROOT / path).exists()


def test_files_that_are_copied_from_the_folder_of_systemd_exist():
    folder = ROOT / "deploy" / "systemd"
    copied = [word for words in of("cp") for word in words[1:-1] if "/" not in word and word[0] != "-"]
    copied += [words[-2] for words in of("install") if "-D" in words]
    assert "env.example" in copied
    assert [word for word in copied if not list(folder.glob(word)) and word != ".env.example"] == []
    assert Path(ROOT, ".env.example").exists()
