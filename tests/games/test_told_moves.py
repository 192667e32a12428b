"""A process that hears of moves in another one plays them, too, and asks the database only for the next deal."""

import random
import re

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from common.processes import nudges
from games.models import Game
from games.positions import memory
from games.shown import table_view
from games.sockets.open_sockets import Hub, game_group
from games.viewers.news import News
from tests.games.playing import play_one
from tests.games.test_played_on import held_clock, of_all, replayed  # noqa: F401 - a fixture
from tests.samples import some_games

pytestmark = pytest.mark.django_db
MOVES = 40  # of each game; most have ended a deal by then


class Other:
    """Another process, which hears through Redis of everything that happens in this one."""

    def __init__(self, public_id: str) -> None:
        self.memory, self.hub, self.shown, self.queries = memory.Remembered(), Hub(), [], 0
        self.memory.put(memory.current(public_id))
        self.hub.followers[game_group(public_id)].add(object())
        self.hub.show = lambda *tables: self.shown.extend(tables)

    def hears(self, wire: bytes) -> None:
        """*queries* is how many it needed this time."""
        own, memory.remembered = memory.remembered, self.memory
        try:
            with CaptureQueriesContext(connection) as asked:
                self.hub.heard(News(**orjson.loads(wire)))
        finally:
            memory.remembered = own
        self.queries = len(asked)


@pytest.fixture
def told(monkeypatch):
    """The messages for Redis, newest last."""
    messages: list[bytes] = []
    monkeypatch.setattr(nudges, "has_listeners", lambda: True)
    monkeypatch.setattr(nudges, "tell", lambda news: messages.append(orjson.dumps(news)))
    return messages


@pytest.mark.parametrize("clock", ["turn", "bank"])
@pytest.mark.parametrize("variant", some_games(6))
def test_other_processes_show_the_same_table_after_each_move(game_between, guest, told, variant, clock):
    rng = random.Random(variant)
    people = [guest(f"Player {n}") for n in range(rules.VARIANTS[variant].seats[0])]
    bank = {"turn_seconds": None, "bank_seconds": 3600, "increment_seconds": 10, "cap_seconds": 7200}
    game = game_between(*people, variant=variant, clock=clock, **(bank if clock == "bank" else {}))
    before = memory.current(game.public_id)
    other = Other(game.public_id)
    for _move in range(MOVES):
        told.clear()
        after = play_one(game.public_id, rng)
        [wire] = [each for each in told if orjson.loads(each)["moved"]]
        other.hears(wire)
        assert of_all(other.shown[-1]) == of_all(after)
        if after.status != Game.Status.PLAYING:
            break
        assert other.queries == (before.running.index != after.running.index)
        before = after
    assert of_all(other.shown[-1]) == of_all(replayed(game.public_id))


@pytest.mark.both_databases
def test_a_missed_message_sends_the_process_to_the_database(ada, ben, game_between, told):
    game = game_between(ada, ben, variant="draw")
    other = Other(game.public_id)
    for _move in range(3):
        after = play_one(game.public_id, random.Random(1))
    wires = [each for each in told if orjson.loads(each)["moved"]]
    other.hears(wires[-1])
    assert [table.version for table in other.shown] == [after.version]
    assert other.queries == 1
    for wire in wires:  # late
        other.hears(wire)
        assert other.shown[-1].version == after.version


@pytest.mark.parametrize("variant", some_games(6))
def test_messages_name_no_tile_that_visitors_cant_see(game_between, guest, told, variant):
    rng = random.Random(variant)
    people = [guest(f"Player {n}") for n in range(rules.VARIANTS[variant].seats[0])]
    game = game_between(*people, variant=variant, clock="none")
    before = memory.current(game.public_id)
    for _move in range(MOVES):
        if before.status != Game.Status.PLAYING:
            break
        told.clear()
        after = play_one(game.public_id, rng)
        seen = tiles(table_view.message(after, None, after=before.version))
        assert tiles(b"".join(told).decode()) <= seen
        before = after


def tiles(text: str) -> set[str]:
    return set(re.findall(r"\b\d+-\d+\b", text))
