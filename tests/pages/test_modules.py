"""Imports between JavaScript modules."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

from django.conf import settings

from dominoes_site.storage import BundledStaticFilesStorage

SCRIPTS = Path(settings.BASE_DIR, "static", "js")
IMPORTED = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[\w./]+)"')
# A module may import those of its own level and of the levels before.
LEVELS = [{"text"}, {"app"}, {"geometry"}, {"board"}, {"table", "extras", "look_back"}, {"learn"}, {"forms"}, {"lists"}]


def imports() -> dict[str, set[str]]:
    """The imports of each module, as paths below static/js; `import()` counts, too."""
    found: dict[str, set[str]] = {}
    for path in SCRIPTS.rglob("*.js"):
        imported = [(path.parent / name).resolve() for name in IMPORTED.findall(path.read_text())]
        found[path.relative_to(SCRIPTS).as_posix()] = {other.relative_to(SCRIPTS).as_posix() for other in imported}
    return found


def test_no_module_imports_itself_in_a_circle():
    """The order of execution in a circle is arbitrary."""
    found = imports()
    assert found["table/table.js"]
    TopologicalSorter(found).prepare()  # raises CycleError and names the circle


def test_folders_import_only_those_before_them():
    level = {folder: n for n, folders in enumerate(LEVELS) for folder in folders}
    assert level.keys() == {path.name for path in SCRIPTS.iterdir() if path.is_dir()}
    pairs = {(name, other) for name, others in imports().items() for other in others}
    assert {pair for pair in pairs if level[pair[0].split("/")[0]] < level[pair[1].split("/")[0]]} == set()


def test_a_dry_run_of_collecting_deletes_nothing(tmp_path):
    storage = BundledStaticFilesStorage(location=tmp_path)
    list(storage.post_process({}, dry_run=True))
    assert list(tmp_path.iterdir()) == []
