"""`make lock`: writes the locks from pyproject.toml: requirements.lock (the site), requirements-build.lock (the tools
that bundle its static files) and requirements-dev.lock (the site and its tests).

A lock identifies each file of a package by its hash. It contains no index, host or path, so it installs the same
packages from any mirror. `--upgrade` updates to newer releases.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def written(group: str) -> str:
    """Write the packages of *group* to a file and return its path. pip-compile can't read dependency groups itself."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    names = [name for name in groups[group] if isinstance(name, str)]
    requirements = ROOT / "build" / f"{group}.in"
    requirements.parent.mkdir(exist_ok=True)
    requirements.write_text("\n".join(names) + "\n")
    return str(requirements.relative_to(ROOT))


def main() -> None:
    options = sys.argv[1:]
    build, dev = written("build"), written("dev")
    wheels = ["--pip-args=--only-binary=:all:"]  # to build from source needs tools that no lock names
    compile_lock("requirements.lock", "pyproject.toml", options=[*wheels, *options])
    compile_lock("requirements-build.lock", build, options=[*wheels, *options])
    same = ["--constraint=requirements.lock", "--constraint=requirements-build.lock"]
    compile_lock("requirements-dev.lock", "pyproject.toml", build, dev, options=[*same, *options])


if __name__ == "__main__":
    main()
