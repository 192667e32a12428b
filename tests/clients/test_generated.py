"""The packages in clients/, with the code generated from our schema, pass the type checker and play a whole game."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import requests

from deploy import clients
from tests.api.test_bot import make_game
from tests.live.server import LiveServer
from tests.scripts import BESIDE_PYTHON

HERE = Path(__file__).parent
COMPILER = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2023,dom",
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


def test_the_package_in_python_plays_a_game(site: LiveServer, token: str, schema: Path, tmp_path: Path):
    package = clients.python(schema, tmp_path)
    strictly = ("--strict", "--follow-imports", "silent", "--config-file", os.devnull)  # others' code is less strict
    shutil.copy(HERE / "play.py", package)
    ours = [path.relative_to(package) for path in package.glob("boneyard_client/*.py")]
    run(sys.executable, "-m", "mypy", *strictly, "play.py", *ours, folder=package)
    played(site, run(sys.executable, "play.py", site.url, token, folder=package))

    (package / "play.py").write_text((HERE / "play.py").read_text().replace(".legal[0]", ".legall[0]"))
    with pytest.raises(AssertionError, match='"RoundView" has no attribute "legall"'):
        run(sys.executable, "-m", "mypy", *strictly, "play.py", folder=package)


def test_the_package_in_typescript_plays_a_game(site: LiveServer, token: str, schema: Path, tmp_path: Path):
    assert clients.PACKAGES.exists(), "make test installs the generator: make clients/typescript/node_modules/.run"
    package = clients.typescript(schema, tmp_path)
    node = shutil.which("node", path=BESIDE_PYTHON)
    shutil.copy(HERE / "play.ts", package)
    compiler = (clients.PACKAGES / "typescript" / "bin" / "tsc", *COMPILER)
    run(node, *compiler, "play.ts", folder=package)
    played(site, run(node, "play.ts", site.url, token, folder=package))

    (package / "play.ts").write_text((HERE / "play.ts").read_text().replace("round?.legal[0]", "round?.legall[0]"))
    with pytest.raises(AssertionError, match="Property 'legall' does not exist"):
        run(node, *compiler, "play.ts", folder=package)


@pytest.mark.parametrize(
    ("method", "path", "answers", "asked"),
    [
        ("GET", "/games/", [429, 503, None, 200], 4),
        ("POST", "/games/x/moves/", [None, 503, 200], 3),
        ("POST", "/games/", [429, 201], 2),
        ("POST", "/games/", [503], 1),
        ("GET", "/games/", [404], 1),
    ],
)
def test_the_package_repeats_only_what_does_no_harm_twice(monkeypatch, method, path, answers, asked):
    """None: the connection is lost."""
    monkeypatch.syspath_prepend(clients.SOURCES / "python" / "boneyard_client")
    patience = importlib.import_module("patience")
    pauses: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", pauses.append)
    left = list(answers)

    def answer(_request: httpx.Request) -> httpx.Response:
        if (status := left.pop(0)) is None:
            raise httpx.ConnectError("no line")
        return httpx.Response(status, headers={"Retry-After": "7"})

    transport = patience.Patient(httpx.MockTransport(answer))
    assert transport.handle_request(httpx.Request(method, f"http://site{path}")).status_code == answers[-1]
    assert (len(answers) - len(left), len(pauses)) == (asked, asked - 1)
    assert pauses.count(7) == sum(status in {429, 503} for status in answers[: asked - 1])
