"""Games against computers on a live server, through its API: for tests that kill the server, and for benchmarks."""

import asyncio
import contextlib
import json
import random
import sqlite3
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.live.client import Player
from tests.live.server import LiveServer
from tests.live.server import children as started_by


def against_computers(server: LiveServer, levels: dict[str, str], **wanted: Any) -> dict[str, Any]:
    """A new game, with a new guest on seat 0, for `Player`. *levels*: by seat. *wanted*: variant, options …"""
    body = {"clock": "none", "turn_seconds": None, "name": "Ada", "seats": 1 + len(levels), "computers": levels}
    asked = urllib.request.Request(
        f"{server.url}/api/v1/games/", json.dumps(body | wanted).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=30) as answer:
        set_cookies = [cookie.partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie")]
        cookies = dict(cookie.split("=", 1) for cookie in set_cookies)
        return {"id": json.load(answer)["id"], "seats": [{"cookies": cookies}]}


def a_game(server: LiveServer, levels: dict[str, str]) -> dict[str, Any]:
    return against_computers(server, levels, variant="draw", options={"end": "rounds:3"})


def minds(server: LiveServer) -> list[int]:
    """The process ids of the minds: children of the server and of its worker."""
    started = [server.pid, *started_by(server.pid)]
    return [child for pid in started for child in started_by(pid) if "\0mind\0" in command_of(child)]


def command_of(pid: int) -> str:
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


async def play(server: LiveServer, game: dict[str, Any], up: asyncio.Event, rng: random.Random) -> None:
    """Play the game to its end, even if the server goes down in between. *up*: set while the server runs."""
    view = {"status": "playing"}
    while view["status"] == "playing":
        await up.wait()
        with contextlib.suppress(OSError, TimeoutError):
            async with Player(server, game, 0, rng) as ada:
                await ada.keep_playing()
                view = ada.view


def gone(pids: list[int]) -> None:
    end = time.monotonic() + 10
    while left := [pid for pid in pids if "\0mind\0" in command_of(pid)]:
        assert time.monotonic() < end, f"these outlive their server: {left}"
        time.sleep(0.05)


def stored(folder: Path, question: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
        return list(connection.execute(question))
