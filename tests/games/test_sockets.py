"""The board's socket: views, moves, pings and unreadable messages."""

from datetime import timedelta

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import browsers, guests
from accounts.models import Browser, User
from games import actions
from games.positions import memory
from games.sockets import open_sockets
from games.sockets.boards import TableSocket
from tests.creating import create_game
from tests.games.playing import legal, socket_of

pytestmark = pytest.mark.django_db(transaction=True)
current = sync_to_async(memory.current)
legal_for = sync_to_async(legal)


def opened(path, user=None):
    """A socket opened by *user* (None: not logged in)."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return socket_of(client, path)


class Board:
    """A board before the socket; *user* is who has logged in."""

    def __init__(self, public_id, user=None):
        self.path, self.user = f"/ws/games/{public_id}/", user

    async def __aenter__(self):
        self.socket = await sync_to_async(opened)(self.path, self.user)
        await self.socket.connect()
        return self

    async def __aexit__(self, *error):
        await self.socket.disconnect()

    async def says(self, message):
        await self.socket.send_to(message if isinstance(message, str) else orjson.dumps(message).decode())

    async def hears(self, kind):
        """The next message of that type, skipping others."""
        while True:
            message = orjson.loads(await self.socket.receive_from(timeout=5))
            if message["type"] == kind:
                return message


@pytest.mark.both_databases
def test_a_view_older_than_the_last_one_sent_is_dropped(monkeypatch):
    board, shown = TableSocket(), []
    board.version = 5
    monkeypatch.setattr(board, "write", shown.append)
    for version, text in [(7, "new"), (6, "old"), (7, "new again"), (8, "newer")]:
        board.show(version, text)
    assert shown == ["new", "newer"]
    assert board.version == 8


async def started(game_between, *people, **settings):
    return await sync_to_async(game_between)(*people, **settings)


async def test_everyone_gets_their_own_view_on_connecting(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as mine, Board(game.public_id, ben) as his, Board(game.public_id) as watcher:
        views = [(await board.hears("view"))["view"] for board in (mine, his, watcher)]
    assert [view["you"] for view in views] == [0, 1, None]
    assert views[0]["round"]["hand"] != views[1]["round"]["hand"]
    assert views[2]["round"]["hand"] is None


@pytest.mark.both_databases
async def test_a_move_is_seen_by_both_players_on_all_devices_and_by_watchers(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    mover, other = (ada, ben) if table.turn == 0 else (ben, ada)
    async with (
        Board(game.public_id, mover) as phone,
        Board(game.public_id, mover) as laptop,
        Board(game.public_id, other) as opponent,
        Board(game.public_id) as watcher,
    ):
        boards = [phone, laptop, opponent, watcher]
        for board in boards:
            await board.hears("view")
        move = (await legal_for(table))[0]
        await phone.says({"type": "move", "version": table.version, "move": move, "key": "a"})
        done = await phone.hears("done")
        assert done["key"] == "a"
        for board in boards[1:]:
            message = await board.hears("view")
            assert message["version"] == done["version"]
            assert message["events"][0]["move"].startswith(move)


async def test_the_view_after_a_move_comes_before_its_answer(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with Board(game.public_id, (ada, ben)[table.turn]) as board:
        await board.hears("view")
        await board.says({"type": "move", "version": table.version, "move": (await legal_for(table))[0], "key": "a"})
        messages = [orjson.loads(await board.socket.receive_from(timeout=5)) for _ in range(2)]
    assert [message["type"] for message in messages] == ["view", "done"]
    assert messages[0]["version"] == messages[1]["version"] > table.version


async def test_a_stale_move_gets_a_sentence_and_the_fresh_view(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    mover = ada if table.turn == 0 else ben
    async with Board(game.public_id, mover) as board:
        await board.hears("view")
        move = (await legal_for(table))[0]
        await sync_to_async(actions.play_move)(
            public_id=game.public_id, seat=table.turn, text=move, version=table.version
        )
        await board.says({"type": "move", "version": table.version, "move": move, "key": "late"})
        refused = await board.hears("refused")
        assert (refused["code"], refused["key"]) == ("stale", "late")
        assert refused["message"]
        assert (await board.hears("view"))["version"] > table.version


async def test_a_ping_with_an_old_version_gets_the_view(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with Board(game.public_id, ada) as board:
        await board.hears("view")
        await board.says({"type": "ping", "version": table.version})
        assert (await board.hears("pong"))["version"] == table.version
        await board.says({"type": "ping", "version": 0})
        assert (await board.hears("view"))["version"] == table.version


@pytest.mark.parametrize(
    "nonsense",
    [
        " ", "{", "[]", "7", "null", '"move"', "{}", '{"type":7}', '{"type":"dance"}', '{"type":"move"}',
        '{"type":"move","move":7,"version":1}', '{"type":"move","move":"6-6","version":"1"}',
        '{"type":"move","move":"6-6","version":-1}', '{"type":"move","move":"6-6","version":true}',
        '{"type":"move","move":"9999999999-1","version":1}', '{"type":"ping"}', '{"type":"ping","version":1e99}',
        '{"type":"seen","version":99999999999999999999}', '{"type":"move","move":"' + "6" * 3000 + '","version":1}',
        '{"type":"ping","version":NaN}', "[" * 1500,
    ],
)  # fmt: skip
async def test_an_unreadable_message_gets_a_refusal_and_the_socket_stays_open(ada, ben, game_between, nonsense):
    game = await started(game_between, ada, ben)
    before = (await current(game.public_id)).version
    async with Board(game.public_id, ada) as board:
        await board.hears("view")
        await board.says(nonsense)
        refused = await board.hears("refused")
        assert refused["code"]
        assert refused["message"]
        await board.says({"type": "ping", "version": before})
        assert (await board.hears("pong"))["version"] == before


async def test_a_binary_message_is_unreadable(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with Board(game.public_id, ada) as board:
        await board.hears("view")
        await board.socket.send_to(bytes_data=b"\x00\xff")
        assert (await board.hears("refused"))["code"] == "unreadable"


@pytest.mark.both_databases
async def test_a_key_with_a_nul_character_is_accepted(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with Board(game.public_id, ada if table.turn == 0 else ben) as board:
        await board.hears("view")
        move = {"type": "move", "version": table.version, "move": (await legal_for(table))[0], "key": "a\0b"}
        await board.says(move)
        first = await board.hears("done")
        await board.says(move)
        assert await board.hears("done") == first


async def test_a_watcher_cannot_move(ada, ben, cleo, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with Board(game.public_id, cleo) as board:
        await board.hears("view")
        await board.says({"type": "move", "version": table.version, "move": (await legal_for(table))[0], "key": "c"})
        assert (await board.hears("refused"))["code"] == "not_seated"
    assert (await current(game.public_id)).version == table.version


async def test_an_unknown_game_closes_the_socket_with_a_code(db):
    async with Board("nowhere") as board:
        assert (await board.socket.receive_output(timeout=5))["code"] == 4404


async def test_an_open_game_shows_players_as_they_join(ada, ben):
    game = await sync_to_async(create_game)(creator=ada, variant="draw", seats=3)
    async with Board(game.public_id, ada) as board:
        view = (await board.hears("view"))["view"]
        assert (view["status"], view["round"]) == ("open", None)
        await sync_to_async(actions.join_game)(public_id=game.public_id, player=ben)
        view = (await board.hears("view"))["view"]
        assert [seat["name"] for seat in view["seats"]] == ["Ada", "Ben", None]


async def test_a_board_becomes_a_watchers_after_its_player_leaves(ada, ben, cleo):
    game = await sync_to_async(create_game)(creator=ada, variant="draw", seats=3)
    await sync_to_async(actions.join_game)(public_id=game.public_id, player=ben)
    dora = await User.objects.acreate(username="dora")
    async with Board(game.public_id, ben) as left, Board(game.public_id, cleo) as early:
        assert [(await board.hears("view"))["view"]["you"] for board in (left, early)] == [1, None]
        await sync_to_async(actions.leave_game)(public_id=game.public_id, player=ben)
        await sync_to_async(actions.join_game)(public_id=game.public_id, player=cleo)
        await sync_to_async(actions.join_game)(public_id=game.public_id, player=dora)
        for board, seat in ((left, None), (early, 1)):
            while (view := (await board.hears("view"))["view"])["status"] == "open":
                pass
            assert view["you"] == seat
            assert (view["round"]["hand"] is None) == (seat is None)
        table = await current(game.public_id)
        await left.says({"type": "move", "version": table.version, "move": (await legal_for(table))[0], "key": "b"})
        assert (await left.hears("refused"))["code"] == "not_seated"


async def test_a_board_that_ends_by_an_error_is_forgotten(ada, ben, game_between, monkeypatch):
    game = await started(game_between, ada, ben)
    socket = await sync_to_async(opened)(f"/ws/games/{game.public_id}/", ada)
    await socket.connect()
    await socket.receive_from()
    assert open_sockets.game_group(game.public_id) in open_sockets.hub.followers
    monkeypatch.setattr(memory, "current", lambda _public_id: 1 / 0)  # as in a database outage
    await socket.send_to('{"type":"ping","version":0}')
    with pytest.raises(ZeroDivisionError):
        await socket.wait()
    assert open_sockets.game_group(game.public_id) not in open_sockets.hub.followers


@pytest.mark.parametrize("origin", [b"http://elsewhere.example", b"http://testserver:8001", b"null", b"http://["])
async def test_other_sites_cannot_open_sockets_as_their_visitors(ada, ben, game_between, origin):
    game = await started(game_between, ada, ben)
    socket = await sync_to_async(opened)(f"/ws/games/{game.public_id}/", ada)
    headers = dict(socket.scope["headers"]) | {b"origin": origin}
    socket.scope["headers"] = list(headers.items())
    connected, _ = await socket.connect()
    assert not connected


@pytest.mark.parametrize(
    ("host", "origin", "taken"),
    [
        (b"localhost:8000", b"http://localhost:8000", True),
        (b"localhost:8000", None, True),  # a program
        (b"evil.example", b"http://evil.example", False),  # a name that leads here, and a page read by it
        (b"evil.example", None, False),
    ],
)
async def test_sockets_are_accepted_only_under_our_own_host_name(ada, ben, game_between, host, origin, taken):
    game = await started(game_between, ada, ben)
    socket = await sync_to_async(opened)(f"/ws/games/{game.public_id}/", ada)
    headers = {name: value for name, value in socket.scope["headers"] if name not in {b"host", b"origin"}}
    headers |= {b"host": host} | ({b"origin": origin} if origin else {})
    socket.scope["headers"] = list(headers.items())
    connected, _ = await socket.connect()
    assert connected == taken
    await socket.disconnect()


@pytest.mark.both_databases
async def test_the_seen_version_is_stored(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with Board(game.public_id, ben) as board:
        await board.hears("view")
        await board.says({"type": "seen", "version": table.version})
        await board.says({"type": "ping", "version": table.version})
        await board.hears("pong")
    seat = await game.seats.aget(number=1)
    assert seat.seen_version == table.version


async def test_a_players_other_pages_are_told_that_a_game_waits(ada, ben, game_between):
    desk = await sync_to_async(opened)("/ws/me/", ada)
    await desk.connect()
    assert orjson.loads(await desk.receive_from()) == {
        "type": "games", "waiting": 0, "games": [], "unread": 0, "letters": 0,
    }  # fmt: skip
    game = await started(game_between, ada, ben, variant="block")
    waiting = [game.public_id] if (await current(game.public_id)).turn == 0 else []
    assert orjson.loads(await desk.receive_from()) == {"type": "games", "waiting": len(waiting), "games": waiting}
    await desk.disconnect()


async def test_an_open_page_says_that_its_person_is_here(ada):
    desk = await sync_to_async(opened)("/ws/me/", ada)
    await sync_to_async(used_an_hour_ago)(ada)
    assert not await sync_to_async(is_here)(ada)
    await desk.connect()
    await desk.receive_from()
    await desk.send_to(text_data='{"type": "ping"}')
    await desk.receive_from()
    await desk.send_to(text_data='{"type": "ping"}')
    await desk.receive_from()  # the first one is recorded
    assert await sync_to_async(is_here)(ada)
    await desk.disconnect()


def is_here(person):
    return browsers.of_people_here(timezone.now()).filter(user=person).exists()


def used_an_hour_ago(person):
    assert Browser.objects.filter(user=person).update(last_used=timezone.now() - timedelta(hours=1))


@pytest.mark.parametrize("path", ["/ws/", "/ws/nothing/", "/g/abc/", "/ws/games/a b/"])
async def test_a_socket_to_an_unknown_address_is_refused(path):
    assert await socket_of(Client(), path).connect() == (False, 1000)


async def test_a_board_of_a_finished_game_shows_current_names(ada, ben, game_between):
    """Also in a process that has the finished game in memory."""
    game = await started(game_between, ada, ben)
    await sync_to_async(actions.resign_game)(public_id=game.public_id, player=ada)
    await current(game.public_id)
    await sync_to_async(guests.rename)(ada, "Adele")
    await User.objects.filter(pk=ben.pk).aupdate(is_program=True)
    async with Board(game.public_id, ben) as board:
        views = [(await board.hears("view"))["view"]]
        await board.says({"type": "ping", "version": 0})
        views.append((await board.hears("view"))["view"])
    assert [[(seat["name"], seat["program"]) for seat in view["seats"]] for view in views] == [
        [("Adele", False), ("Ben", True)]
    ] * 2
