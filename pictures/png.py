"""From SVG to PNG, in a process of its own: the library holds Python's lock while it draws, and for a tenth of a second
the server could answer nobody.
"""

import subprocess
import sys
from pathlib import Path

from common import database
from pictures import lettering

ROOT = Path(__file__).parent.parent
SECONDS = 20


def rendered(svg: str) -> bytes:
    """The SVG as PNG. Letters that our fonts don't have come from whatever the system has."""
    asked = [sys.executable, "-m", "pictures.rendering", "own" if lettering.has_all(svg) else "all", *lettering.FILES]
    database.let_go()
    done = subprocess.run(asked, input=svg.encode(), capture_output=True, cwd=ROOT, timeout=SECONDS, check=True)  # noqa: S603 - ours
    return done.stdout
