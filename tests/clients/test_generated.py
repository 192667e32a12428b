"""Programs can generate a client from our schema: it passes the type checker and plays a whole game."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.api.test_bot import make_game
from tests.live.server import LiveServer
from tests.scripts import BESIDE_PYTHON

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
COMPILER = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2023,dom",
    "--allowImportingTsExtensions",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("site")).migrate(empty_database) as server:
        yield server


@pytest.fixture(scope="module")
def token(site: LiveServer) -> str:
    return make_game(site, "Robot", variant="draw")[1]


@pytest.fixture
def schema(site: LiveServer, tmp_path: Path) -> Path:
    """The schema as a program downloads it."""
    file = tmp_path / "schema.json"
    file.write_bytes(requests.get(f"{site.url}/api/v1/schema/?format=json", timeout=60).content)
    return file


def run(*words: object, folder: Path) -> str:
    """The output of the command, which must succeed."""
    env = os.environ | {"PYTHONPATH": str(folder)}
    ran = subprocess.run(
        [*map(str, words)], cwd=folder, env=env, capture_output=True, text=True, timeout=180, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def played(site: LiveServer, printed: str) -> None:
    """The client's last line names a game that its player has moved in, and that has ended."""
    told = json.loads(printed.splitlines()[-1])
    assert told["moves"] > 0
    assert len(told["totals"]) == 2
    seen = requests.get(f"{site.url}/api/v1/games/{told['game']}/", timeout=10).json()
    assert (told["status"], seen["status"]) == ("finished", "finished")


def test_a_client_in_python_plays_a_game(site: LiveServer, token: str, schema: Path, tmp_path: Path):
    generate = shutil.which("openapi-python-client", path=BESIDE_PYTHON)
    words = ("generate", "--path", schema, "--meta", "none", "--config", HERE / "config.yml", "--fail-on-warning")
    run(generate, *words, "--output-path", tmp_path / "boneyard_client", folder=tmp_path)
    strictly = ("--strict", "--follow-imports", "silent", "--config-file", os.devnull)  # others' code is less strict
    shutil.copy(HERE / "play.py", tmp_path)
    run(sys.executable, "-m", "mypy", *strictly, "play.py", folder=tmp_path)
    played(site, run(sys.executable, "play.py", site.url, token, folder=tmp_path))

    (tmp_path / "play.py").write_text((HERE / "play.py").read_text().replace(".legal[0]", ".legall[0]"))
    with pytest.raises(AssertionError, match='"RoundView" has no attribute "legall"'):
        run(sys.executable, "-m", "mypy", *strictly, "play.py", folder=tmp_path)


def test_a_client_in_typescript_plays_a_game(site: LiveServer, token: str, schema: Path, tmp_path: Path):
    assert PACKAGES.exists(), "make test installs the generator: make tests/clients/node_modules/.run"
    node = shutil.which("node", path=BESIDE_PYTHON)
    shutil.copy(HERE / "play.ts", tmp_path)
    shutil.copy(HERE / "package.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(PACKAGES)
    generate = (PACKAGES / "openapi-typescript" / "bin" / "cli.js", schema, "--default-non-nullable", "false")
    run(node, *generate, "--output", "schema.d.ts", folder=tmp_path)
    compiler = (PACKAGES / "typescript" / "bin" / "tsc", *COMPILER)
    run(node, *compiler, "play.ts", folder=tmp_path)
    played(site, run(node, "play.ts", site.url, token, folder=tmp_path))

    (tmp_path / "play.ts").write_text((HERE / "play.ts").read_text().replace("round?.legal[0]", "round?.legall[0]"))
    with pytest.raises(AssertionError, match="Property 'legall' does not exist"):
        run(node, *compiler, "play.ts", folder=tmp_path)
