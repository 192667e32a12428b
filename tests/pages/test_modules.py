"""Imports between JavaScript modules."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

from django.conf import settings

from dominoes_site.storage import BundledStaticFilesStorage

IMPORTED = re.compile(r'\b(?:from|import)\s*\(?\s*"\./([\w.]+)"')


def test_no_module_imports_itself_in_a_circle():
    """The order of execution in a circle is arbitrary. `import()` counts, too."""
    modules = Path(settings.BASE_DIR, "static", "js").glob("*.js")
    imports = {module.name: set(IMPORTED.findall(module.read_text())) for module in modules}
    assert imports["table.js"]
    TopologicalSorter(imports).prepare()  # raises CycleError and names the circle


def test_a_dry_run_of_collecting_deletes_nothing(tmp_path):
    storage = BundledStaticFilesStorage(location=tmp_path)
    list(storage.post_process({}, dry_run=True))
    assert list(tmp_path.iterdir()) == []
