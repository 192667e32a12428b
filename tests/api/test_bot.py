"""The example bot works against a real server and is as short as its documentation says."""

import ast
import contextlib
import io
import os
import subprocess
import sys
import time
import tokenize
from collections.abc import Callable, Iterator

import requests

from tests.live.server import ROOT, LiveServer

EXAMPLE = ROOT / "examples" / "bot.py"
NEW_TOKEN = {"name": "bot", "scopes": ["play", "talk"]}
UNSEEN = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
PATIENCE = 60  # seconds for a game


def make_game(server: LiveServer, name: str, **settings: object) -> tuple[str, str]:
    """The id of an open game, and the token of the guest who created it, all over HTTP."""
    with requests.Session() as stranger:
        made = stranger.post(f"{server.url}/api/v1/games/", json={"name": name, **settings}).json()
        csrf = {"X-CSRFToken": stranger.cookies["csrftoken"]}
        token = stranger.post(f"{server.url}/api/v1/me/tokens/", json=NEW_TOKEN, headers=csrf).json()["token"]
    return made["id"], token


def start(server: LiveServer, token: str, *games: str) -> subprocess.Popen[str]:
    words = [sys.executable, str(EXAMPLE), server.url, *(f"{server.url}/g/{game}/" for game in games)]
    env = os.environ | {"BONEYARD_TOKEN": token}
    return subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@contextlib.contextmanager
def running(*bots: subprocess.Popen[str]) -> Iterator[list[str]]:
    """Their output is complete once they have stopped."""
    said: list[str] = []
    try:
        yield said
    finally:
        for bot in bots:
            bot.kill()
            said.append(bot.communicate()[0])


def status(server: LiveServer, game: str) -> str:
    return requests.get(f"{server.url}/api/v1/games/{game}/", timeout=10).json()["status"]


def movers(server: LiveServer, game: str) -> set[int]:
    """The seats whose players have moved themselves."""
    view = requests.get(f"{server.url}/api/v1/games/{game}/", timeout=10).json()
    moves = view["round"]["moves"] if view["round"] else []
    return {int(move.split()[0]) for move, by in zip(moves, view["by"], strict=True) if by == "player"}


def until(condition: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < late:
        time.sleep(0.05)


def until_finished(server: LiveServer, *games: str) -> None:
    until(lambda: all(status(server, game) == "finished" for game in games))


def test_two_bots_play_to_the_end_in_two_games_and_may_be_given_those_where_they_sit(server: LiveServer):
    rules = {"variant": "block", "options": {"end": "rounds:1"}}
    first, host = make_game(server, "Host", **rules)
    second, guest = make_game(server, "Guest", **rules)
    with running(start(server, host, first, second), start(server, guest, second, first)) as said:
        until_finished(server, first, second)
    assert [status(server, game) for game in (first, second)] == ["finished", "finished"], "\n".join(said)


def test_a_bot_finds_its_games_again_after_the_server_was_away(server: LiveServer):
    game, host = make_game(server, "Host", variant="draw", options={"end": "rounds:1"})
    _own, guest = make_game(server, "Guest", variant="draw")
    with running(start(server, host), start(server, guest, game)) as said:
        until(lambda: 1 in movers(server, game))  # the guest has received the start
        server.restart()
        until_finished(server, game)
    assert status(server, game) == "finished", "\n".join(said)


def test_a_bot_plays_on_after_a_chat_message(server: LiveServer):
    game, host = make_game(server, "Host", variant="block", options={"end": "rounds:2"})
    _own, guest = make_game(server, "Guest", variant="draw")
    bots = start(server, host), start(server, guest, game)
    with running(*bots) as said:
        until(lambda: 0 in movers(server, game))  # the host receives events
        who = {"Authorization": f"Bearer {guest}"}
        spoken = requests.post(
            f"{server.url}/api/v1/games/{game}/talk/", json={"text": "Hello"}, headers=who, timeout=10
        )
        until_finished(server, game)
        ended = [bot.poll() for bot in bots]
    assert (spoken.status_code, status(server, game), ended) == (201, "finished", [None, None]), "\n".join(said)


def test_a_bot_prints_why_it_cannot_join_or_sign_in(server: LiveServer):
    [game] = server.seed(games=1)["games"]
    _own, token = make_game(server, "Late", variant="draw")
    refusals = {(token, game["id"]): "This game has already started.\n", ("bone_no",): "This token isn’t valid.\n"}
    for words, why in refusals.items():
        bot = start(server, *words)
        assert (bot.communicate(timeout=60)[0], bot.returncode) == (why, 1)


def test_the_example_bot_has_forty_lines_of_code():
    source = EXAMPLE.read_text()
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in UNSEEN]
    lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    assert len(lines) <= 40
