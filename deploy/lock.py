"""Writes requirements.lock (the site) and requirements-dev.lock (the site and its tests) from pyproject.toml.

Every file of a release is named by its hash, and nothing else: no index, host or path gets into
the locks, so they install the same from any mirror. `--upgrade` takes newer releases.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEV_REQUIREMENTS = ROOT / "build" / "dev.in"  # pip-compile cannot read dependency groups itself
HEADER = "# Written by `make lock` from pyproject.toml; not by hand.\n"


def compile_lock(target: str, *sources: str, options: list[str]) -> None:
    command = [sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--allow-unsafe"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options"]
    command += ["--strip-extras", "--no-header", "--annotation-style=line", "--output-file", target, *options, *sources]
    subprocess.run(command, cwd=ROOT, check=True)
    lock = ROOT / target
    text = HEADER + lock.read_text().removeprefix(HEADER)
    if leak := re.search(r".*(://| @ |[\s=]/\w).*", text):
        sys.exit(f"{target} names a place: {leak.group()}")
    lock.write_text(text)


def main() -> None:
    group = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["dev"]
    DEV_REQUIREMENTS.parent.mkdir(exist_ok=True)
    DEV_REQUIREMENTS.write_text("\n".join(group) + "\n")
    options = sys.argv[1:]
    compile_lock("requirements.lock", "pyproject.toml", options=options)
    dev = str(DEV_REQUIREMENTS.relative_to(ROOT))
    compile_lock("requirements-dev.lock", "pyproject.toml", dev, options=["--constraint=requirements.lock", *options])


if __name__ == "__main__":
    main()
