"""Somebody who says as much as they can is hung up on; their address waits, and everybody else plays on."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.flooding import Told, opened, say
from benchmarks.server import resident_kb
from tests.live.client import Player
from tests.live.server import LiveServer

PATIENCE = 60  # seconds; a busy machine is slow
MOST_GROWTH = 50 * 1024  # kB
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.5"


@pytest.fixture
def limited(tmp_path: Path, empty_database: Path) -> Iterator[LiveServer]:
    """A server that counts, as `make run` starts it, but forgives sooner."""
    with LiveServer(tmp_path, env={"LIMITS": "1", "FLOOD_PAUSE_SECONDS": "1"}).migrate(empty_database) as server:
        yield server


def flooded(server: LiveServer, game: dict[str, Any], kind: str) -> Told:
    """One socket from here, which floods until it is closed."""
    told = Told()
    with contextlib.closing(let_in(server, game, HERE)) as wire:
        began = time.monotonic()
        say(kind, wire, told, began, began + PATIENCE)
    return told


def let_in(server: LiveServer, game: dict[str, Any], source: str) -> Any:
    """A socket, as soon as the address may open one."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        wire, answer = knock(server, game, source)
        if answer == "101":
            return wire
        wire.close()
        time.sleep(0.1)
    raise AssertionError(f"{source} is not let in again")


def knock(server: LiveServer, game: dict[str, Any], source: str) -> tuple[Any, str]:
    cookie = f"sessionid={game['seats'][0]['cookies']['sessionid']}"
    return opened(source, server.port, f"/ws/games/{game['id']}/", cookie)


async def test_floods_end_with_a_close_and_a_pause_and_others_are_answered(limited: LiveServer):
    quiet, attacked = limited.seed(games=2, variant="draw", clock="none")["games"]
    async with Player(limited, quiet, 0) as ada, Player(limited, quiet, 1) as ben:
        before = resident_kb(limited.pid)
        for kind, ending in (("pings", "4429"), ("huge", "4429"), ("frames", "4429"), ("deaf", "cut")):
            told = flooded(limited, attacked, kind)
            assert list(told.endings) == [ending], kind  # who reads nothing doesn't read the close frame either
            for source, expected in ((HERE, "429"), (ELSEWHERE, "101")):
                wire, answer = knock(limited, attacked, source)
                wire.close()
                assert answer == expected, (kind, source)
            mover, other = (ada, ben) if ada.legal else (ben, ada)  # from the same address, and open all the time
            version = (await mover.move(seconds=PATIENCE))["version"]
            await other.shows(version, seconds=PATIENCE)
        assert resident_kb(limited.pid) < before + MOST_GROWTH
        let_in(limited, attacked, HERE).close()


def test_an_address_that_opens_sockets_without_an_end_waits_until_it_may(limited: LiveServer):
    (game,) = limited.seed(games=1, variant="draw", clock="none")["games"]
    limited.stop()
    limited.env["RATE_SOCKET"] = "20/m/address"
    limited.start()
    answers = []
    for _ in range(22):
        wire, answer = knock(limited, game, HERE)
        wire.close()
        answers.append(answer)
    assert answers[:20] == ["101"] * 20
    assert "429" in answers[20:]
    let_in(limited, game, HERE).close()
