"""Our scripts without a browser, in Node.js."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "js"
BESIDE_PYTHON = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
CALL = """import { FUNCTION as called } from "MODULE";
import { text } from "node:stream/consumers";
process.stdout.write(JSON.stringify(await called(...JSON.parse(await text(process.stdin)))));"""


def in_node(module: str, function: str, *arguments: Any) -> Any:
    """The result of *function* in a module of `tests/js/`, called with JSON. An error there fails the test."""
    node = shutil.which("node", path=BESIDE_PYTHON)
    assert node, "make test installs Node.js"
    code = CALL.replace("FUNCTION", function).replace("MODULE", (FOLDER / module).as_uri())
    done = subprocess.run(
        [node, "--input-type=module", "--eval", code], input=json.dumps(arguments), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
