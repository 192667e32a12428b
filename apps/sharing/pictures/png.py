"""Converts SVG to PNG, and several to a clip, in a process of its own. The library holds Python's lock while it draws,
so the server could answer nobody for a tenth of a second.
"""

import base64
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from common import database
from sharing.pictures import lettering

ROOMS = Path(__file__).parents[2]
SECONDS = 20


def rendered(svg: str) -> bytes:
    """The SVG as PNG. Letters that our fonts lack come from the system's fonts."""
    return _run("rendering", svg, svg)


def animated(frames: Sequence[tuple[str, int]]) -> Mapping[str, bytes]:
    """SVGs, each with the milliseconds that it stays, as a clip: by format, "webp" and "gif"."""
    made = json.loads(_run("animating", json.dumps(frames), "".join(svg for svg, _ms in frames)))
    return {kind: base64.b64decode(content) for kind, content in made.items()}


def _run(module: str, content: str, letters: str) -> bytes:
    fonts = "own" if lettering.has_all(letters) else "all"
    asked = [sys.executable, "-m", f"sharing.pictures.{module}", fonts, *lettering.FILES]
    database.let_go()
    done = subprocess.run(asked, input=content.encode(), capture_output=True, cwd=ROOMS, timeout=SECONDS, check=True)  # noqa: S603 - ours
    return done.stdout
