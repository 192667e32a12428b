"""Measures for `benchmarks/looks.py`, in this process. Import it once the settings name the database."""

import logging
import random
import re
import statistics
import time
from collections.abc import Iterator
from typing import Any

import django

django.setup()

from django.core.management import call_command
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

import mind
from accounts.models import User
from common import queues
from common.cache.unchanging import kept_answers
from common.progress import Progress
from games import actions, memory
from games.models import Game
from games.queries import record
from games.settling import settle
from history import studies
from history.models import Study
from learn.models import Analysis, Puzzle
from learn.stock import sources
from standings.models import SharedYear
from standings.years import sharing
from tests.creating import create_game
from tests.live.seed import play

ROUNDS, LOOKS = 120, 7
WORLDS = 0.02  # of those that a mind samples: the length of an analysis doesn't depend on it
LISTS = ("?limit=1000", "?limit=100", "?limit=50")  # the first that is accepted counts


def measure(least: float) -> None:
    logging.disable(logging.WARNING)  # for each address that strangers can't open
    game = long_game()
    client = Client(SERVER_NAME="localhost")
    client.get("/rules/")  # one-time work of a process
    rows = []
    for address in Progress("Opening addresses").along(addresses(game, client)):
        path = next((path for path in wished(address) if client.get(path).status_code in (200, 302)), None)
        if path is None:
            continue
        kept_answers.forget()
        memory.remembered.forget()
        first, *later = [look(client, path) for _ in range(LOOKS)]
        rows.append((statistics.median(cost for cost, _size in later), first[0], first[1], path))
    print(f"{'later ms':>9}{'first ms':>9}{'kB':>7}")
    for later_ms, first_ms, size, path in sorted(rows, reverse=True):
        if max(later_ms, first_ms) >= least:
            print(f"{later_ms:>9.1f}{first_ms:>9.1f}{size / 1000:>7.0f}  {path}")


def look(client: Client, path: str) -> tuple[float, int]:
    """Milliseconds of CPU time, and the bytes of the answer."""
    began = time.thread_time()
    answer: Any = client.get(path)
    size = len(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    return (time.thread_time() - began) * 1000, size


def wished(address: str) -> Iterator[str]:
    if address.startswith("/api/"):
        yield from (address + size for size in LISTS)
    yield address


def long_game() -> Game:
    """The game of *ROUNDS* rounds, created if missing, with the demo's other games."""
    there = Game.objects.filter(options__end=f"rounds:{ROUNDS}").first()
    if there is not None:
        return there
    call_command("demo", verbosity=0)
    ada, ben = (User.objects.get(username=name) for name in ("ada", "ben"))
    end = {"end": f"rounds:{ROUNDS}"}
    game = create_game(creator=ada, variant="draw", options=end, clock="none", visibility="public")
    actions.join_game(public_id=game.public_id, player=ben)
    play(game.public_id, 1_000_000, random.Random(1))
    now = timezone.now()
    settle(game.pk)
    game.refresh_from_db()
    mind.study.__globals__.update(FOUND=WORLDS, VALUED=WORLDS)
    found = mind.study(record(game.public_id), game.public_id)
    Analysis.objects.create(game=game, evaluator=mind.EVALUATOR, asked_by=ada, asked_at=now, found=found, done_at=now)
    queues.drain(sources, now)
    sharing.share(ada, now.year)
    study = studies.keep_game(owner=ada, public_id=game.public_id, now=now)
    studies.change(public_id=study.public_id, owner=ada, shared=True)
    return game


def addresses(game: Game, client: Client) -> Iterator[str]:
    """An address of each pattern for every subject it can have; pictures last, as the pages contain their addresses."""
    ids: dict[str, list[str]] = {
        "g": [game.public_id, *(_one(status) for status in (Game.Status.PLAYING, Game.Status.OPEN))],
        "study": [Study.objects.values_list("public_id", flat=True)[0]],
        "puzzles": [Puzzle.objects.values_list("public_id", flat=True)[0]],
        "year": [str(SharedYear.objects.values_list("public_id", flat=True)[0])],
    }
    ids |= {"games": ids["g"], "studies": ids["study"], "years": ids["year"]}
    now = timezone.now()
    values = {
        "variant": "draw", "key": "draw", "username": "ada", "level": "strong", "deal": ROUNDS // 2, "ply": 5,
        "month": f"{now:%Y-%m}", "year": now.year,
    }  # fmt: skip
    found = [f"/g/{game.public_id}/?deal={ROUNDS // 2}&ply=5", f"/api/v1/boards/?games={game.public_id}"]
    patterns: Any = get_resolver().url_patterns
    for route in _routes(patterns, "/"):
        named = re.sub(r"<\w+:(\w+)>", lambda wanted: str(values.get(wanted[1], wanted[0])), route)
        room = next((part for part in route.split("/") if part in ids), "")
        for public_id in ids.get(room, [""]):
            address = re.sub(r"<slug:(public_id|study)>", public_id, named)
            if not re.search(r"[<^$]", address):
                found.append(address)
    yield from dict.fromkeys(found)
    pictures = re.compile(r'property="og:image" content="https?://[^/]+(/pictures/[^"]+)"')
    for page in found:
        if not page.startswith("/api/"):
            yield from dict.fromkeys(pictures.findall(client.get(page).content.decode(errors="replace")))


def _one(status: str) -> str:
    return str(Game.objects.filter(status=status).values_list("public_id", flat=True)[0])


def _routes(patterns: Any, before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            below: Any = pattern.url_patterns
            yield from _routes(below, route)
        else:
            yield route
