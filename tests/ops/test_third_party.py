"""THIRD_PARTY.md names the work by others that we ship."""

import re
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.apps import apps

from deploy import licences
from tests.rooms import PACKAGES, PLACES, ROOT

NOTICES = (ROOT / "THIRD_PARTY.md").read_text()
FONTS = [
    path
    for folder in [*PACKAGES.values(), ROOT / "static"]
    for path in folder.rglob("*")
    if path.suffix in {".ttf", ".otf", ".woff", ".woff2"}
]


def test_there_are_fonts():
    assert len(FONTS) >= 3


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_every_font_is_named_and_has_its_licence_beside_it(font):
    assert f"`{font.name}`" in NOTICES
    licence = (font.parent / "OFL.txt").read_text()
    assert font.stem.split("-")[0] in licence.replace(" ", "")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_every_package_whose_files_browsers_get_is_named():
    served = {
        packages_distributions()[app.name.partition(".")[0]][0]
        for app in apps.get_app_configs()
        if Path(app.path).parent not in PLACES and (Path(app.path) / "static").is_dir()
    }
    browsers = NOTICES.partition(licences.BEGIN)[0]
    assert served == set(re.findall(r"^\| ([\w-]+) \|", browsers, re.MULTILINE)) - {"files", "package"}


def test_every_package_of_the_site_is_listed_with_its_licence():
    """Else run `make lock`."""
    written = NOTICES.partition(licences.BEGIN)[2].partition(licences.END)[0]
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", written, re.MULTILINE)[1:])
    listed = {name: licence for licence, names in rows.items() for name in names.split(", ")}
    lock = (ROOT / "requirements.lock").read_text()
    assert sorted(listed) == re.findall(r"^([a-z0-9.-]+)==", lock, re.MULTILINE)
    known = {"psycopg": "LGPL-3.0-only", "pygal": "LGPL-3.0-or-later", "certifi": "MPL-2.0", "django": "BSD-3-Clause"}
    assert known.items() <= listed.items()
    assert licences.table() == written  # of the releases that are installed


def test_our_scripts_import_only_each_other():
    texts = [path.read_text() for path in (ROOT / "static/js").rglob("*.js")]
    names = [name for text in texts for name in re.findall(r"""\b(?:from |import |import\()["']([^"']+)["']""", text)]
    assert len(names) > 100
    assert [name for name in names if not name.startswith(("./", "../"))] == []
