"""Makes mutants of the product, each with one small defect, and finds out whether the tests notice.

python -m tests.mutants /tmp/mutants.jsonl --rooms 60 --scripts 20 --seed 1 --last "make test"

We draw the mutants of HEAD at random: an operator, comparison, condition, number or truth value is another one, or a
statement is missing. Each is tried in a git worktree with the tests of its room (ROOMS; of a script, those in Node
first), each command no longer than `--limit` seconds. What survives them is tried with the `--last` command.
`--suite COMMIT` takes the tests from another commit.

FILE gets a JSON line for each mutant, with its result: killed (`by` which test), survived, or timeout, which counts as
killed. Before its first mutant, each command of a room runs without one; if it fails, it tries none (`red_without_it`).
Run the same command again to go on after a break. The tests get the environment, such as TEST_REDIS_URL.

Why our own: mutmut and cosmic-ray know only Python, and run the same tests for each mutant. A whole run of ours takes
minutes.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import random
import re
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.mutants import of_python
from tests.mutants.of_python import Mutant

ROOT = Path(__file__).parent.parent.parent
LEFT_OUT = re.compile(
    r"(tests|benchmarks|deploy|docs|examples)/|.*/(demo|example_tournaments)\.py|.*/migrations/|[^/]*$"
)
INSTALLED = (".venv", "node_modules", "clients/typescript/node_modules")
PYTEST = ".venv/bin/python -m pytest -q -x -p no:cacheprovider "
RULES, COMPUTERS = "tests/rules tests/rulebook tests/time tests/pages", "tests/mind tests/bots tests/learn"
ROOMS = {  # as in CONTRIBUTING.md; of other rooms, the folder of their name
    **dict.fromkeys(("rules", "rulebook"), RULES),
    **dict.fromkeys(("mind", "bots", "learn"), COMPUTERS),
    **dict.fromkeys(("games", "plans"), "tests/games tests/time tests/plans"),
    **dict.fromkeys(("common", "dominoes_site"), "tests/common tests/ops tests/admin tests/oauth"),
    "accounts": "tests/accounts_gone tests/oauth",
}
ALSO = " tests/pages tests/api"


def drawn(copy: Path, rooms: int, scripts: int, seed: int) -> set[Mutant]:
    chance, files = random.Random(seed), [path for path in tracked(copy, "*.py") if not LEFT_OUT.match(path)]
    in_node = [".venv/bin/node", str(Path(__file__).with_name("of_scripts.mjs")), *tracked(copy, "static/js/*.js")]
    lines = subprocess.run(in_node, cwd=copy, check=True, capture_output=True, text=True).stdout.splitlines()
    of_scripts = [Mutant(*json.loads(line)) for line in lines]
    of_rooms = [mutant for path in files for mutant in of_python.mutants(copy, path)]
    return {*chance.sample(of_rooms, rooms), *chance.sample(of_scripts, scripts)}


def tracked(copy: Path, *patterns: str) -> list[str]:
    return git(copy, "ls-files", *patterns).splitlines()


def git(at: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=at, check=True, capture_output=True, text=True).stdout


def commands_for(path: str, copy: Path) -> list[str]:
    """The commands that try a mutant of this file, the quickest first."""
    room, name = path.removeprefix("apps/").split("/")[0], Path(path).stem
    if room == "static":
        pages = {copy / "tests/browser/test_table.py", *copy.glob(f"tests/browser/test_*{name}*.py")}
        return [".venv/bin/node --test 'tests/js/*.test.js'", PYTEST + names(sorted(pages), copy)]
    folders = (ROOMS.get(room) or f"tests/{room}") + (ALSO if room not in {"rules", "rulebook", "mind"} else "")
    return [PYTEST + names([copy / each for each in dict.fromkeys(folders.split())], copy)]


def names(paths: list[Path], copy: Path) -> str:
    return shlex.join(str(path.relative_to(copy)) for path in paths if path.exists())


def result_of(command: str, copy: Path, limit: float) -> tuple[str, str]:
    """What the tests say, and the first one that failed."""
    process = subprocess.Popen(
        command, shell=True, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True,
    )  # fmt: skip
    try:
        said, _none = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # with what the tests have started
    failed = re.search(r"^(?:FAILED |ERROR |not ok \d+ - |✖ )(.*)", said, re.MULTILINE)
    return ("killed" if process.returncode else "survived"), (failed[1] if failed else said[-200:])


def tried(mutant: Mutant, copy: Path, commands: list[str], limit: float) -> dict[str, Any]:
    """The result of the first command that notices the mutant, or of the last one."""
    file = copy / mutant.path
    text, began = file.read_bytes(), time.monotonic()
    place = {"line": text[: mutant.begin].count(b"\n") + 1, "before": text[mutant.begin : mutant.end].decode()}
    found: dict[str, Any] = {"result": "untried", "by": "", "command": ""} | mutant._asdict() | place
    try:
        written(file, text[: mutant.begin] + mutant.now.encode() + text[mutant.end :])
        for found["command"] in commands:
            found["result"], found["by"] = result_of(found["command"], copy, limit)
            if found["result"] != "survived":
                break
    finally:
        written(file, text)
    return found | {"seconds": round(time.monotonic() - began)}


def written(file: Path, text: bytes) -> None:
    """Write the file, and forget its compiled version: one of the same size and second would be taken for it."""
    file.write_bytes(text)
    Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)


@contextlib.contextmanager
def worktree(suite: str) -> Iterator[Path]:
    """A copy of HEAD with the tests of *suite*, and the installed packages."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        git(ROOT, "worktree", "add", "--detach", str(copy), "HEAD")
        try:
            git(copy, "rm", "-rq", "tests")
            git(copy, "checkout", suite, "--", "tests")
            for each in INSTALLED:
                if (ROOT / each).exists():
                    (copy / each).symlink_to((ROOT / each).resolve())
            for lock in tracked(copy, "*.lock", "*-lock.json"):
                os.utime(copy / lock, (0, 0))  # otherwise `make test` would install anew
            yield copy
        finally:
            git(ROOT, "worktree", "remove", "--force", str(copy))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rooms", type=int, default=60, help="mutants of Python")
    parser.add_argument("--scripts", type=int, default=20, help="mutants of static/js")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=1200, help="seconds for each command")
    parser.add_argument("--suite", default="HEAD", help="the commit whose tests to run")
    parser.add_argument("--last", default="", help='a command for what survived the tests of its room: "make test"')
    chosen = parser.parse_args()
    chosen.file.touch()
    done = {Mutant(*(found[name] for name in Mutant._fields)) for found in map(json.loads, chosen.file.open())}
    unchanged: dict[str, str] = {}  # results by command
    with worktree(chosen.suite) as copy, chosen.file.open("a", buffering=1) as results:
        for mutant in sorted(drawn(copy, chosen.rooms, chosen.scripts, chosen.seed) - done):
            commands = commands_for(mutant.path, copy)
            for command in commands:
                unchanged[command] = unchanged.get(command) or result_of(command, copy, chosen.limit)[0]
            green = [each for each in commands if unchanged[each] == "survived"] + [chosen.last] * bool(chosen.last)
            found = tried(mutant, copy, green, chosen.limit) | {"red_without_it": sorted({*commands} - {*green})}
            results.write(json.dumps(found, ensure_ascii=False) + "\n")
            print(found["result"], mutant.path, found["line"], found["by"][:80], flush=True)


if __name__ == "__main__":
    main()
