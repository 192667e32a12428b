"""Everything that leaves the server of a game stays byte for byte as it was recorded, for all games and all viewers.

`RECORD=1 python -m pytest -n0 tests/games/test_recorded.py` writes the recording anew, after a change that was meant.
"""

import json
import lzma
import os
import random
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import rules
from accounts.models import User
from common import chances, refusals
from games import actions
from games.models import Game
from games.positions import memory
from games.shown import events, table_view
from history import studies
from tests.creating import create_game
from tests.games.test_worlds import rolled_back
from tests.samples import some

pytestmark = pytest.mark.django_db
RECORDED = Path(__file__).with_name("recorded.json.xz")
BEGAN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
MOVES = 60  # then everybody resigns
LOOKS = (1, 5, 12, 25, 45)  # after so many moves, the messages of all viewers are recorded
CLOCKS: list[dict[str, Any]] = [
    {"clock": "turn", "turn_seconds": 86_400, "lasts_seconds": 30 * 86_400},
    {"clock": "bank", "turn_seconds": None, "bank_seconds": 3_600, "increment_seconds": 30, "cap_seconds": 7_200},
    {"clock": "none", "turn_seconds": None},
]
# Rules that show fields of their own, beside the plain games.
HOUSE: list[tuple[str, int, dict[str, Any]]] = [
    ("draw", 2, {"draw": "2", "pick": "choose"}),
    ("muggins", 3, {"draw_when_able": True, "hand": 3}),
]
TABLES = [*((key, one.seats[-(number % 2)], {}) for number, (key, one) in enumerate(rules.VARIANTS.items())), *HOUSE]
VIEW = re.compile(r'<script id="view" type="application/json">(.*?)</script>', re.DOTALL)


class Recorder:
    """Plays one game at a clock of its own, and notes every text that somebody gets of it."""

    def __init__(self, key: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng = random.Random(f"{key} {seats} {options}")
        self.now = BEGAN
        self.heard: list[str] = []
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        secrets = SimpleNamespace(
            choice=self.rng.choice,
            token_bytes=self.rng.randbytes,
            token_hex=lambda n: self.rng.randbytes(n).hex(),
            token_urlsafe=lambda n: self.rng.randbytes(n).hex()[:n],
        )
        monkeypatch.setattr(chances, "secrets", secrets)
        self.people = [
            User.objects.create_user(username=name.lower(), nickname=name, is_guest=name == "Ben")
            for name in NAMES[:seats]
        ]
        about = {"variant": key, "options": options, "seats": seats, "visibility": "public"}
        clock = CLOCKS[list(rules.VARIANTS).index(key) % len(CLOCKS)]
        self.id = create_game(creator=self.people[0], **about, **clock).public_id
        self.look("open")
        for player in self.people[1:]:
            actions.join_game(public_id=self.id, player=player)
        self.look("started")

    def play(self) -> None:
        for done in range(1, MOVES):
            table = memory.current(self.id)
            if table.status != Game.Status.PLAYING:
                break
            self.move(table)
            if done in LOOKS:
                self.look(f"{'halfway' if done == LOOKS[2] else 'after'} {done} moves")
        for player in self.people[1:]:
            if memory.current(self.id).status == Game.Status.PLAYING:
                actions.resign_game(public_id=self.id, player=player)
        actions.offer_rematch(public_id=self.id, player=self.people[0])
        self.look("finished")
        self.look_back()

    def move(self, table: Any) -> None:
        """A random legal move, or a signal to the partner."""
        self.now += timedelta(seconds=self.rng.randrange(5, 300))
        position, seat = table.running.position, table.turn
        text = str(self.rng.choice(position.legal))
        if rules.conduct_of(position.rules).has_signals(position.rules):
            for partner, sign in product(range(len(self.people)), ("wink", "puff")):
                with suppress(refusals.Refused):
                    actions.play_move(public_id=self.id, seat=partner, text=sign, version=table.version)
        actions.play_move(public_id=self.id, seat=seat, text=text, version=table.version)

    # ---- what leaves the server

    def look(self, when: str) -> None:
        """The messages, answers and pages that show the game now."""
        table = memory.current(self.id)
        for seat in (None, *range(len(self.people))):
            who = when, "a watcher" if seat is None else f"seat {seat}"
            self.note(*who, "message", table_view.message(table, seat, after=table.version - 3))
        if when.startswith("after"):
            return
        for person in (None, self.people[-1]):
            client = Client()
            if person is not None:
                client.force_login(person)
            who = when, "a visitor" if person is None else person.nickname
            for path in (f"games/{self.id}/", f"boards/?games={self.id}", "games/?status=playing"):
                self.note(*who, path.partition("?")[0], client.get(f"/api/v1/{path}").content.decode())
        page = VIEW.search(client.get(f"/g/{self.id}/").content.decode())
        self.note(when, self.people[-1].nickname, "page", page[1] if page else "no view")
        self.note(when, "Ada", "stream", json.dumps(events.running(self.people[0].pk)))

    def look_back(self) -> None:
        """The deals step by step, the record, and a study of it."""
        client = Client()
        client.force_login(self.people[0])
        deals = 0
        while (answer := client.get(f"/api/v1/games/{self.id}/rounds/{deals}/")).status_code == 200:
            self.note("finished", "Ada", f"deal {deals}", answer.content.decode())
            deals += 1
        for path in (f"games/{self.id}/record/", "me/history/"):
            self.note("finished", "Ada", path, client.get(f"/api/v1/{path}").content.decode())
        if deals:
            kept = studies.keep_game(owner=self.people[0], public_id=self.id, now=self.now)
            for path in (f"/study/{kept.public_id}/", f"/api/v1/studies/{kept.public_id}/rounds/0/"):
                text = client.get(path).content.decode()
                page = VIEW.search(text)
                self.note("finished", "Ada", path.partition("/")[2].partition("/")[0], page[1] if page else text)

    def note(self, when: str, who: str, what: str, text: str) -> None:
        self.heard.append(f"{when}, {who}, {what}: {text}")


def name_of(key: str, seats: int, options: dict[str, Any]) -> str:
    return f"{key} {seats} {json.dumps(options) if options else ''}".strip()


def played(table: tuple[str, int, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    recorder = Recorder(*table, monkeypatch)
    recorder.play()
    return recorder.heard


def without_ids(heard: str) -> str:
    """Ids are drawn by chance, and whoever else draws changes them."""
    return re.sub(r'("(?:id|api)": ?")[^"]*', r"\1", heard)


def is_list(heard: str) -> bool:
    """Whether these are lines of a list, whose fields may stand in another order than in a view."""
    return heard.partition(": ")[0].endswith((", games/", ", me/history/"))


def parsed(heard: str) -> Any:
    return json.loads(heard.partition(": ")[2])


@cache
def recording() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(lzma.decompress(RECORDED.read_bytes()))
    return found


@pytest.mark.parametrize("table", some(TABLES, 10), ids=lambda table: name_of(*table))
def test_all_that_leaves_the_server_is_as_recorded(table, monkeypatch):
    heard, before = played(table, monkeypatch), recording()[name_of(*table)]
    for now, then in zip(map(without_ids, heard), map(without_ids, before), strict=True):
        if now != then and not (is_list(then) and parsed(now) == parsed(then)):
            at = next(place for place, (one, other) in enumerate(zip(now, then, strict=False)) if one != other)
            raise AssertionError(
                f"{then[:60]}\nwas {then[max(0, at - 200) : at + 200]}\nnow {now[max(0, at - 200) : at + 200]}"
            )


def make_new_recording() -> None:
    found = {}
    for table in TABLES:
        with rolled_back(), pytest.MonkeyPatch.context() as monkeypatch:
            found[name_of(*table)] = played(table, monkeypatch)
    RECORDED.write_bytes(lzma.compress(json.dumps(found, ensure_ascii=False).encode(), preset=9))


if os.environ.get("RECORD") == "1":  # RECORD=1 pytest tests/games/test_recorded.py -k new_recording

    def test_a_new_recording_is_made():
        make_new_recording()
