"""Flooding clients are disconnected and their address has to wait, while everyone else plays on."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.live import client
from tests.live.client import Player
from tests.live.flooding import Told, opened, say
from tests.live.server import LiveServer, resident_kb
from tests.ops.processes import PATIENCE, until

MOST_GROWTH = 50 * 1024  # kB
HERE, ELSEWHERE = "127.0.0.9", "127.0.0.5"
FLOODS = [  # kind, how it ends (who reads nothing doesn't read the close frame either), from where
    ("pings", "4429", "127.0.0.11"),
    ("huge", "4429", "127.0.0.12"),
    ("frames", "4429", "127.0.0.13"),
    ("deaf", "cut", "127.0.0.14"),
]
SOCKETS = 10  # that an address may open in one period


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """A server with limits, as `make run` starts it."""
    env = {"LIMITS": "1", "RATE_SOCKET": f"{SOCKETS}/10s/address", "WORKER": "none"}
    with LiveServer(tmp_path_factory.mktemp("limited"), env=env).migrate(empty_database) as server:
        yield server


def flooded(server: LiveServer, game: dict[str, Any], kind: str, source: str) -> Told:
    """One socket from there, which floods until it is closed."""
    told = Told()
    wire, answer = knock(server, game, source)
    with contextlib.closing(wire):
        assert answer == "101"
        began = time.monotonic()
        say(kind, wire, told, began, began + PATIENCE)
    return told


def may_come(server: LiveServer, game: dict[str, Any], source: str) -> bool:
    wire, answer = knock(server, game, source)
    wire.close()
    return answer == "101"


def knock(server: LiveServer, game: dict[str, Any], source: str) -> tuple[Any, str]:
    cookie = f"sessionid={game['seats'][0]['cookies']['sessionid']}"
    return opened(source, server.port, f"/ws/games/{game['id']}/", cookie)


@pytest.mark.parametrize(("kind", "ending", "source"), FLOODS, ids=[kind for kind, _ending, _source in FLOODS])
async def test_a_flooding_socket_is_closed_and_paused_and_others_are_answered(
    limited: LiveServer, kind: str, ending: str, source: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(client, "connect", partial(client.connect, local_addr=(source, 0)))
    quiet, attacked = limited.seed(games=2, variant="draw", clock="none")["games"]
    async with Player(limited, quiet, 0) as ada, Player(limited, quiet, 1) as ben:
        before = resident_kb(limited.pid)
        told = await asyncio.to_thread(flooded, limited, attacked, kind, source)
        assert not may_come(limited, attacked, source)
        assert may_come(limited, attacked, ELSEWHERE)
        assert list(told.endings) == [ending]
        mover, other = (ada, ben) if ada.legal else (ben, ada)  # same address, open all the time
        version = (await mover.move(seconds=PATIENCE))["version"]
        await other.shows(version, seconds=PATIENCE)
        assert resident_kb(limited.pid) < before + MOST_GROWTH
    until(lambda: may_come(limited, attacked, source), "it is not let in again")


def test_an_address_that_opens_too_many_sockets_must_wait(limited: LiveServer):
    (game,) = limited.seed(games=1, variant="draw", clock="none")["games"]
    knocks = list(itertools.takewhile(bool, (may_come(limited, game, HERE) for _knock in range(2 * SOCKETS + 1))))
    assert SOCKETS <= len(knocks) <= 2 * SOCKETS  # a new period may have started in between
    until(lambda: may_come(limited, game, HERE), "it is not let in again")
