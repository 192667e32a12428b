"""`make clients`: builds the client packages in build/clients, a wheel and a tarball of npm, and says how to publish
them.

Each is the hand-written layer in clients/ with code generated from our OpenAPI schema, which isn't stored. Their
version is that of the site.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from deploy.migrations import the_version

ROOT = Path(__file__).resolve().parent.parent
SOURCES, BUILT = ROOT / "clients", ROOT / "build" / "clients"
PACKAGES = SOURCES / "typescript" / "node_modules"


def run(*words: object, folder: Path) -> None:
    """Run the command, which must succeed; its output appears only if it fails."""
    ran = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, words[:3]))} failed:\n{ran.stdout}{ran.stderr}")


def copied(name: str, folder: Path) -> Path:
    """A fresh copy of the package's sources, without what is installed there."""
    there = folder / name
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(SOURCES / name, there, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    shutil.copy(ROOT / "LICENSE", there)
    return there


def python(schema: Path, folder: Path) -> Path:
    """The sources of the package in Python, with the generated code."""
    there = copied("python", folder)
    package = there / "boneyard_client"
    (package / "version.py").write_text(f'__version__ = "{the_version()}"\n')
    generate = Path(sys.executable).with_name("openapi-python-client")
    words = ("generate", "--path", schema, "--meta", "none", "--config", there / "config.yml", "--fail-on-warning")
    run(generate, *words, "--output-path", package / "generated", folder=folder)
    return there


def typescript(schema: Path, folder: Path) -> Path:
    """The package in TypeScript, with the generated types, compiled."""
    there = copied("typescript", folder)
    about = json.loads((there / "package.json").read_text()) | {"version": the_version()}
    (there / "package.json").write_text(json.dumps(about, indent=2) + "\n")
    (there / "node_modules").symlink_to(PACKAGES)
    node, types = Path(sys.executable).with_name("node"), there / "src" / "schema.ts"
    generator = PACKAGES / "openapi-typescript" / "bin" / "cli.js"
    run(node, generator, schema, "--default-non-nullable", "false", "--output", types, folder=there)
    run(node, PACKAGES / "typescript" / "bin" / "tsc", folder=there)
    return there


def main() -> None:
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    schema = BUILT / "schema.json"
    os.environ |= {"DEBUG": "1", "SECRET_KEY": "dev"}
    spectacular = ("spectacular", "--format", "openapi-json", "--file", schema)
    run(sys.executable, "manage.py", *spectacular, folder=ROOT)
    wheel = ("-m", "build", "--wheel", "--no-isolation", "--outdir", BUILT, python(schema, BUILT))
    run(sys.executable, *wheel, folder=BUILT)
    npm = Path(sys.executable).with_name("npm")
    run(npm, "pack", "--pack-destination", BUILT, folder=typescript(schema, BUILT))
    (made,), (packed,) = BUILT.glob("*.whl"), BUILT.glob("*.tgz")
    print(
        f"Publish them once the version is tagged:\n"
        f"  python -m twine upload {made.relative_to(ROOT)}\n"
        f"  npm publish {packed.relative_to(ROOT)} --access public"
    )


if __name__ == "__main__":
    main()
