"""Presence: shown to everyone with the game open, stored nowhere."""

import asyncio

import orjson
import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Game
from games.positions import memory
from games.sockets import open_sockets
from games.viewers import looking
from tests.games.test_sockets import Board, started

pytestmark = pytest.mark.django_db(transaction=True)
LOOKS, LOOKS_AWAY = ({"type": "looking", "looking": yes} for yes in (True, False))


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """No test waits five seconds."""
    monkeypatch.setattr(looking, "SOON", 0.01)
    monkeypatch.setattr(looking, "LATER", 0.05)


async def seats_seen(board):
    return (await board.hears("looking"))["seats"]


async def nothing_heard(board):
    """All earlier messages arrive before the answer to a ping."""
    await asyncio.sleep(0.1)
    await board.says({"type": "ping", "version": 2**31 - 1})
    assert orjson.loads(await board.socket.receive_from(timeout=5))["type"] == "pong"


async def test_players_and_watchers_see_who_is_looking_until_they_look_away(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine, Board(game.public_id) as watcher:
        his = await Board(game.public_id, ben).__aenter__()
        for board in (mine, his, watcher):
            await board.hears("view")
        await mine.says(LOOKS)
        assert [await seats_seen(board) for board in (mine, his, watcher)] == [[0], [0], [0]]
        await his.says(LOOKS)
        assert await seats_seen(watcher) == [0, 1]
        await mine.says(LOOKS_AWAY)
        assert await seats_seen(watcher) == [1]
        async with Board(game.public_id) as late:
            assert await seats_seen(late) == [1], "who comes later is told"
        await his.socket.disconnect()
        assert await seats_seen(watcher) == [], "gone with the socket"


async def test_reloading_the_page_does_not_make_a_player_flicker(ada, ben, game_between, monkeypatch):
    monkeypatch.setattr(looking, "LATER", 30)
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ben) as his:
        await his.hears("view")
        async with Board(game.public_id, ada) as mine:
            await mine.says(LOOKS)
            assert await seats_seen(his) == [0]
        async with Board(game.public_id, ada) as mine:
            await mine.says(LOOKS)
            await nothing_heard(his)
            await mine.says(LOOKS_AWAY)
            await mine.says(LOOKS)
            await nothing_heard(his)


@pytest.mark.parametrize("chosen", [{"looking": False}, {"autoplay": True}])
async def test_players_can_hide_that_they_are_looking(chosen, ada, ben, game_between):
    """Also when the only tile is played automatically: it would show that the move was automatic."""
    await User.objects.filter(pk=ben.pk).aupdate(**chosen)
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine, Board(game.public_id, ben) as his:
        for board in (mine, his):
            await board.hears("view")
        await his.says(LOOKS)
        await nothing_heard(mine)


async def test_watchers_are_counted_and_never_named(ada, ben, cleo, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine, Board(game.public_id, cleo) as hers:
        strangers = [await Board(game.public_id).__aenter__() for _board in range(3)]
        for board in (mine, hers, *strangers):
            await board.hears("view")
        await hers.says(LOOKS)
        assert await mine.hears("looking") == {"type": "looking", "seats": [], "watchers": 1}
        for board in strangers:
            await board.says(LOOKS)
        assert (await mine.hears("looking"))["watchers"] == 2, "strangers of one address count as one"
        assert open_sockets.hub.looking.watched() == {game.public_id: 2}
        for board in strangers:
            await board.socket.disconnect()
        assert (await mine.hears("looking"))["watchers"] == 1
    await asyncio.sleep(0.2)
    assert open_sockets.hub.looking.watched() == {}


def test_named_players_are_not_counted_as_strangers():
    """Accounts have any number; seven of the address's eight watchers are left."""
    stranger = looking.watcher("192.0.2.1", None)
    assert stranger not in {looking.watcher("192.0.2.1", player) for player in range(1, 50)}


def test_an_address_counts_as_eight_watchers_at_most(settings):
    of_one = {looking.watcher("198.51.100.7", player) for player in [None, *range(1, 500)]}
    assert len(of_one) == 8
    assert all(-(2**48) <= who < 0 for who in of_one)
    assert looking.watcher("198.51.100.8", None) not in of_one
    settings.SECRET_KEY = "another"
    assert looking.watcher("198.51.100.7", None) not in of_one


async def test_looking_must_be_true_or_false(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine:
        await mine.hears("view")
        await mine.says({"type": "looking", "looking": "perhaps"})
        assert (await mine.hears("refused"))["code"] == "unreadable"


async def test_looking_changes_no_version_and_needs_no_query(ada, ben, game_between, monkeypatch):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine, Board(game.public_id, ben) as his:
        for board in (mine, his):
            await board.hears("view")
        with monkeypatch.context() as without:
            without.setattr("games.sockets.boards.in_database", None)
            await mine.says(LOOKS)
            assert await seats_seen(his) == [0]
    assert (await Game.objects.aget(pk=game.pk)).version == (
        await sync_to_async(memory.current)(game.public_id)
    ).version
    assert (await Game.objects.aget(pk=game.pk)).version == game.version


async def test_a_thousand_looks_are_announced_together(ada, ben, game_between, monkeypatch):
    told = []
    hub = open_sockets.hub
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ben) as his:
        await his.hears("view")
        monkeypatch.setattr(hub.looking, "_show", lambda game, text: told.append(orjson.loads(text)["seats"]))
        boards = [object() for _ in range(1000)]
        for looks in (True, False, True):
            for board in boards:
                hub.looking.says(board, game.public_id, 0, looks)
        await asyncio.sleep(0.2)
        assert told == [[0]]
        for board in boards[1:]:
            hub.looking.closed(board, game.public_id, 0)
        await asyncio.sleep(0.2)
        assert told == [[0]], "one of them is still open"
        hub.looking.closed(boards[0], game.public_id, 0)
        await asyncio.sleep(0.2)
        assert told == [[0], []]


async def test_games_that_nobody_has_open_use_no_memory(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine:
        await mine.hears("view")
        await mine.says(LOOKS)
        assert await seats_seen(mine) == [0]
    await asyncio.sleep(0.2)
    here = open_sockets.hub.looking
    assert not any(
        game.public_id in known for known in (here._here, here._elsewhere, here._shown, here._told, here._due)
    )


# ---- Between processes ---------------------------------------------------------------------------------------------


class Process:
    """The presence module of one process; all others receive what it sends."""

    def __init__(self, name, all_of_them):
        self.shown = []
        self.look = looking.Looking(
            lambda _game, text: self.shown.append(orjson.loads(text)["seats"]),
            lambda _game: True,
            lambda words: [other.look.heard(words) for other in all_of_them if other is not self],
            name,
        )
        all_of_them.append(self)


async def test_lookers_of_another_process_disappear_when_it_is_killed(monkeypatch):
    made = []
    one, two = Process("one", made), Process("two", made)
    one.look.opened("table")
    one.look.says("Ada's board", "table", 0, True)
    await asyncio.sleep(0.1)
    two.look.opened("table")  # requests the presence there
    await asyncio.sleep(0.1)
    assert two.shown == [[0]]
    two.look.says("Ben's board", "table", 1, True)
    two.look.says("Ada's phone", "table", 0, True)
    await asyncio.sleep(0.1)
    assert (one.shown, two.shown) == ([[0], [0, 1]], [[0], [0, 1]])
    one.look.says("Ada's board", "table", 0, False)
    await asyncio.sleep(0.1)
    assert one.shown[-1] == [0, 1], "she still looks with her phone"
    two.look.closed("Ada's phone", "table", 0)
    await asyncio.sleep(0.1)
    assert one.shown[-1] == two.shown[-1] == [1]
    monkeypatch.setattr(looking, "GONE", -1.0)  # the other process was silent for too long
    one.look._beat(asyncio.get_running_loop())
    await asyncio.sleep(0.1)
    assert one.shown[-1] == []


async def test_changes_missed_during_an_outage_are_requested():
    made = []
    one, two = Process("one", made), Process("two", made)
    one.look.opened("table")
    two.look.opened("table")
    made.remove(one)  # it receives nothing
    one.look.says("Ada's board", "table", 0, True)
    two.look.says("Ben's board", "table", 1, True)
    await asyncio.sleep(0.1)
    assert (one.shown[-1], two.shown[-1]) == ([0], [0, 1])
    made.append(one)
    one.look.asks_again()
    await asyncio.sleep(0.1)
    assert one.shown[-1] == [0, 1]


async def test_players_who_left_during_an_outage_disappear():
    made = []
    one, two = Process("one", made), Process("two", made)
    for process in (one, two):
        process.look.opened("table")
    two.look.says("Ben's board", "table", 1, True)
    await asyncio.sleep(0.1)
    made.remove(one)
    two.look.says("Ben's board", "table", 1, False)
    await asyncio.sleep(0.1)
    assert (one.shown[-1], two.shown[-1]) == ([1], [])
    made.append(one)
    one.look.asks_again()
    await asyncio.sleep(0.1)
    assert one.shown[-1] == []


async def test_all_processes_count_the_same_watchers_even_without_an_open_board(monkeypatch):
    made = []
    one, two, third = (Process(name, made) for name in ("one", "two", "third"))
    one.look.opened("table")
    two.look.opened("table")
    one.look.says("a board", "table", -5, True)
    two.look.says("the same person's", "table", -5, True)
    two.look.says("another's", "table", -6, True)
    await asyncio.sleep(0.1)
    assert [process.look.watched() for process in made] == [{"table": 2}] * 3
    late = Process("late", made)
    late.look.asks_again()  # sent when its connection is back
    assert late.look.watched() == {"table": 2}
    two.look.says("another's", "table", -6, False)
    await asyncio.sleep(0.1)
    assert [process.look.watched() for process in made] == [{"table": 1}] * 4
    monkeypatch.setattr(looking, "GONE", -1.0)
    third.look._beat(asyncio.get_running_loop())
    await asyncio.sleep(0.1)
    assert third.look.watched() == {}


async def test_the_count_of_watchers_has_a_maximum(monkeypatch):
    monkeypatch.setattr(looking, "MOST", 3)
    one = Process("one", [])
    one.look.opened("table")
    for who in range(1, 9):
        one.look.says(f"board {who}", "table", -who, True)
    one.look.says("Ada's board", "table", 0, True)
    await asyncio.sleep(0.1)
    assert one.look.watched() == {"table": 3}
    assert one.shown == [[0]], "but whoever plays is seen"
