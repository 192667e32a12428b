"""Converts SVG to PNG in a process of its own. The library holds Python's lock while it draws, so the server could
answer nobody for a tenth of a second.
"""

import subprocess
import sys
from pathlib import Path

from common import database
from sharing.pictures import lettering

ROOMS = Path(__file__).parents[2]
SECONDS = 20


def rendered(svg: str) -> bytes:
    """The SVG as PNG. Letters that our fonts lack come from the system's fonts."""
    fonts = "own" if lettering.has_all(svg) else "all"
    asked = [sys.executable, "-m", "sharing.pictures.rendering", fonts, *lettering.FILES]
    database.let_go()
    done = subprocess.run(asked, input=svg.encode(), capture_output=True, cwd=ROOMS, timeout=SECONDS, check=True)  # noqa: S603 - ours
    return done.stdout
