"""The browser gets the modules as they are, each named by its contents and so by those of all it imports."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.any_database

IMPORTED = re.compile(r'\b(?:from|import)\s*\(?\s*"\./([\w.]+)"')


def test_no_module_imports_itself_in_a_circle():
    """Such a circle has no names, and `collectstatic` gives up: the site would not start. `import()` counts, too."""
    modules = Path(settings.BASE_DIR, "static", "js").glob("*.js")
    imports = {module.name: set(IMPORTED.findall(module.read_text())) for module in modules}
    assert imports["table.js"]
    TopologicalSorter(imports).prepare()  # raises CycleError and names the circle
