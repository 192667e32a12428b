"""The example in JavaScript as a program, in Node.js (in a page of a browser: tests/browser/test_bot.py)."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.test_bot import make_game, running, start, status
from tests.live.server import ROOT, LiveServer
from tests.scripts import BESIDE_PYTHON


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("site")).migrate(empty_database) as server:
        yield server


def run(site: LiveServer, token: str, *games: str) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node", path=BESIDE_PYTHON)
    assert node, "make test installs Node.js"
    words = [node, str(ROOT / "examples" / "bot.mjs"), *(f"{site.url}/g/{game}/" for game in games)]
    return subprocess.run(
        words, env=os.environ | {"BONEYARD_TOKEN": token}, capture_output=True, text=True, timeout=120, check=False
    )


def test_one_bad_link_is_reported_and_the_other_games_go_on(site: LiveServer):
    game, host = make_game(site, "Host", variant="block", options={"end": "rounds:1"})
    _own, guest = make_game(site, "Guest", variant="draw")
    with running(start(site, host)):
        bot = run(site, guest, "nothing234", game)
    assert bot.stdout.startswith(f"{site.url}/g/{game}/ {{")
    assert bot.stderr == f"{site.url}/g/nothing234/: There is no game at this address.\n"
    assert (bot.returncode, status(site, game)) == (1, "finished")


def test_without_a_valid_token_the_bot_exits_with_a_message(site: LiveServer):
    game, _host = make_game(site, "Host", variant="draw")
    bot = run(site, "bone_ended", game)
    assert (bot.stdout, bot.stderr) == ("", f"{site.url}/g/{game}/: This token isn’t valid.\n")
    assert bot.returncode == 1
