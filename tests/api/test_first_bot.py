"""The first bot that newcomers run plays whole games, by nothing but Python's standard library."""

import ast
import subprocess
import sys

from tests.api.test_bot import status
from tests.live.server import ROOT, LiveServer

EXAMPLE = ROOT / "examples" / "first_bot.py"


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-I", str(EXAMPLE), *words, "--wait", "0.05"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_two_first_bots_play_each_other_to_the_end(server: LiveServer):
    with start(server.url, "--variant", "block", "--name", "Host") as host:
        assert host.stdout is not None
        link = host.stdout.readline().split()[-1]
        with start(link, "--name", "Friend") as friend:
            ends = [bot.communicate(timeout=120)[0] for bot in (host, friend)]
    assert (host.returncode, friend.returncode) == (0, 0), ends
    assert all("The game has ended: finished" in end for end in ends), ends
    assert all("I play" in end for end in ends)
    assert status(server, link.rstrip("/").rpartition("/")[2]) == "finished"


def test_a_first_bot_plays_our_computer(server: LiveServer):
    with start(server.url, "--variant", "block", "--computer", "beginner") as bot:
        said = bot.communicate(timeout=120)[0]
    assert "The game has ended: finished" in said


def test_a_first_bot_says_what_is_wrong(server: LiveServer):
    with start(f"{server.url}/g/nothing234/") as bot:
        said = bot.communicate(timeout=60)[0]
    assert (said, bot.returncode) == ("There is no game at this address.\n", 1)


def test_the_first_bot_needs_the_standard_library_alone():
    tree = ast.parse(EXAMPLE.read_text())
    imported = {
        name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert imported <= sys.stdlib_module_names
