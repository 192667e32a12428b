"""`make check` fails for a dead link in a document."""

import re
import subprocess
import sys
from pathlib import Path

from deploy.links import dead_links, documents
from mind import PEOPLES_LEVELS
from rules import VARIANTS

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def test_no_link_is_dead():
    done = subprocess.run([sys.executable, "-m", "deploy.links"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_broken_links_to_files_and_anchors_are_found(tmp_path):
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "page.md"
    page.write_text("# Set up\n\n## Run `it`: now\n\n## Set up\n\n[home](../README.md#home)\n")
    home = tmp_path / "README.md"
    sound = "# Home\n\n[a](docs/page.md#run-it-now) [b](docs/page.md#set-up-1) [c](#home) [d](https://x.example/y)\n"
    home.write_text(sound)
    assert list(dead_links(tmp_path)) == []

    home.write_text(sound + "![e](docs/lost.png)\n[f](docs/page.md#gone) [g](../outside.md)\n")
    assert list(dead_links(tmp_path)) == [
        "README.md:4: docs/lost.png: no such file",
        "README.md:5: docs/page.md#gone: no such heading",
        "README.md:5: ../outside.md: no such file",
    ]


def test_links_in_code_are_ignored(tmp_path):
    (tmp_path / "README.md").write_text("`[a](nowhere.md)`\n\n```md\n[b](nowhere.md)\n# No heading\n```\n")
    assert list(dead_links(tmp_path)) == []


def test_files_that_documents_name_exist():
    """`games/commit.py` in backquotes isn't a link, but readers look for it all the same."""
    path = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|js|mjs|css|html|json))`")
    found = [
        (page, name)
        for page in documents(ROOT)
        if page.name != "CHANGELOG.md"  # it names what was there then
        for name in path.findall(page.read_text())
    ]
    assert len(found) > 100
    roots = (ROOT, ROOT / "apps", ROOT / "static", ROOT / "static/js", ROOT / "static/css")
    assert [
        f"{page.relative_to(ROOT)}: {name}"
        for page, name in found
        if not any((root / name).is_file() for root in (*roots, page.parent))
    ] == []


def test_numbers_that_readmes_tell_are_those_of_the_code(settings):
    told = {"README.md": ("Choose from {games}\ngames", "at {levels}\n  levels", "**{Languages} languages.**")}
    told["engine/README.md"] = ("{games} domino games", "of {levels} levels")
    numbers = {
        "games": len(VARIANTS),
        "levels": WORDS[len(PEOPLES_LEVELS)],
        "Languages": WORDS[len(settings.LANGUAGES)].title(),
    }
    for name, sentences in told.items():
        text = (ROOT / name).read_text()
        assert [each for each in sentences if each.format(**numbers) not in text] == []
