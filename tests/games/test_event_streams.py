"""Server-Sent Events show what the socket shows, to the same people, and end as it does."""

import asyncio
import contextlib
import threading
from datetime import timedelta
from random import Random

import orjson
import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client, RequestFactory
from django.utils import timezone

import rules
from accounts import tokens as stored_tokens
from accounts.models import Token
from common.limits.sockets import connections
from dominoes_site.asgi import application
from games import actions
from games.positions import memory
from games.sockets import streams
from games.sockets.open_sockets import hub
from games.sockets.programs import EventSocket
from tests.api.conftest import token_of
from tests.creating import create_game
from tests.games.playing import play_one
from tests.games.test_stream import opened

pytestmark = pytest.mark.django_db(transaction=True)
make_token = sync_to_async(token_of)
TALK = '{"type":"talk","id":"x","room":"seated","message":1}'


class Stream:
    """A client of a stream: its *status*, its headers, and its events one by one."""

    def __init__(self, path, token=None, method="GET", **headers):
        sent = {"host": "testserver", **headers, **({"authorization": f"Bearer {token}"} if token else {})}
        self.asgi = ApplicationCommunicator(application, {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 50000),
            "server": ("testserver", 80), "headers": [(key.encode(), value.encode()) for key, value in sent.items()],
        })  # fmt: skip
        self.waiting = b""

    async def __aenter__(self):
        await self.asgi.send_input({"type": "http.request", "body": b"", "more_body": False})
        begun = await self.asgi.receive_output(timeout=5)
        self.status, self.headers = begun["status"], {key.lower(): value for key, value in begun["headers"]}
        return self

    async def __aexit__(self, *_failure):
        await self.asgi.send_input({"type": "http.disconnect"})
        with contextlib.suppress(Exception):
            await self.asgi.wait(timeout=5)

    async def whole(self):
        """The whole answer, if it ends."""
        found = self.waiting
        while (message := await self.asgi.receive_output(timeout=5)).get("more_body"):
            found += message["body"]
        return found + message.get("body", b"")

    async def block(self):
        while b"\n\n" not in self.waiting:
            self.waiting += (await self.asgi.receive_output(timeout=5)).get("body", b"")
        block, _, self.waiting = self.waiting.partition(b"\n\n")
        return block.decode()

    async def event(self, kind=None):
        """The next event (of this *kind*): its id, name and data."""
        while True:
            fields = dict(line.split(": ", 1) for line in (await self.block()).splitlines() if ": " in line)
            if "data" in fields and kind in {None, fields["event"]}:
                return fields.get("id"), fields["event"], orjson.loads(fields["data"])


@sync_to_async
def game_of(*players, visibility="private"):
    game = create_game(variant="block", seats=2, creator=players[0], visibility=visibility)
    for player in players[1:]:
        actions.join_game(public_id=game.public_id, player=player)
    return game.public_id


@sync_to_async
def plays(public_id):
    play_one(public_id, Random(1))


@pytest.fixture
def everything_ends():
    yield
    assert not connections.open
    assert not hub.followers


def without_time(message):
    """A message without the seconds that are left, which go on between two messages."""
    return {**message, "view": {**message["view"], "clock": None, "now": None}} if "view" in message else message


async def test_a_stream_shows_each_move_as_the_socket_does(ada, ben, everything_ends):
    public_id, token = await game_of(ada, ben), await make_token(ada)
    path = f"/api/v1/games/{public_id}/events/"
    async with Stream(path, token) as stream, opened(f"/ws/games/{public_id}/", token=token) as socket:
        assert stream.status == 200
        assert stream.headers[b"content-type"] == b"text/event-stream"
        assert stream.headers[b"cache-control"] == b"no-store, no-transform"
        assert stream.headers[b"x-accel-buffering"] == b"no"
        seen = 0
        while (await sync_to_async(memory.current)(public_id)).turn is not None and seen < 40:
            number, kind, data = await stream.event("view")
            told = {}
            while told.get("type") != "view":
                told = orjson.loads(await socket.receive_from(timeout=5))
            assert without_time(data) == without_time(told)
            assert (number, kind) == (str(data["version"]), "view")
            seen += 1
            await plays(public_id)
        assert seen > 5


async def test_all_games_are_followed_by_one_stream(ada, ben, everything_ends):
    token = await make_token(ada)
    async with Stream("/api/v1/events/", token) as stream:
        assert (await stream.event())[1] == "games"
        public_id = await game_of(ada, ben)
        kinds = set()
        while not kinds & {"started", "your_turn"}:
            number, _kind, data = await stream.event("game")
            assert (number, data["id"], data["you"]) == (None, public_id, 0)
            kinds.add(data["kind"])
        assert "offered" in kinds


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json", "*/*"])
async def test_refusals_are_json(ada, accept, everything_ends):
    for path, token, status in (
        ("/api/v1/events/", None, 401),
        ("/api/v1/events/", "bone_nonsense", 401),
        ("/api/v1/games/nothere123/events/", None, 404),
    ):
        async with Stream(path, token, accept=accept) as stream:
            assert stream.status == status
            assert stream.headers[b"content-type"] == b"application/json"
            assert {"code", "message"} <= orjson.loads(await stream.whole()).keys()
    async with Stream("/api/v1/events/", await make_token(ada), method="POST") as stream:
        assert stream.status == 405


async def test_a_stranger_sees_no_hand(ada, ben, everything_ends):
    public_id = await game_of(ada, ben, visibility="public")
    async with Stream(f"/api/v1/games/{public_id}/events/") as stream:
        view = (await stream.event("view"))[2]["view"]
        assert view["round"]["hand"] is None
        assert view["round"]["legal"] == []


async def test_a_deleted_token_ends_its_stream(ada, everything_ends):
    token = await make_token(ada)
    async with Stream("/api/v1/events/", token) as stream:
        await stream.event()
        await sync_to_async(stored_tokens.end)(user=ada, token_id=(await Token.objects.aget()).pk)
        assert b'event: closed\ndata: {"code":4401}' in await stream.whole()


async def test_an_expired_token_ends_its_stream_even_if_nothing_happens(ada, monkeypatch, everything_ends):
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    token = await make_token(ada)
    async with Stream("/api/v1/events/", token) as stream:
        await stream.event()
        assert await stream.block() in {":", "retry: 3000"}
        (board,) = next(iter(hub.followers.values()))
        board.until = timezone.now() - timedelta(seconds=1)
        assert b'event: closed\ndata: {"code":4401}' in await stream.whole()


async def test_a_client_that_reads_too_slowly_is_left(ada, monkeypatch, everything_ends):
    monkeypatch.setattr(streams, "MOST_UNSENT", 100)
    token = await make_token(ada)
    async with Stream("/api/v1/events/", token) as stream:
        await stream.event()
        for _ in range(50):
            hub.event(ada.pk, TALK)
        answer = await stream.whole()
        assert b'event: closed\ndata: {"code":4429}' in answer
        assert answer.count(b"data: " + TALK.encode()) <= 100 // len(TALK)


async def test_a_stuck_client_costs_no_more_memory_and_leaves_the_hub(ada, monkeypatch, everything_ends):
    """With uvicorn the server waits until the client reads, and asks for no further event meanwhile."""
    monkeypatch.setattr(streams, "MOST_UNSENT", 100)
    request = RequestFactory().get("/api/v1/events/", headers={"authorization": f"Bearer {await make_token(ada)}"})
    events = aiter(streams.response(EventSocket, request).streaming_content)
    while b"event: games" not in await anext(events):
        pass
    for _ in range(1000):
        hub.event(ada.pk, TALK)
    for _ in range(50):
        await asyncio.sleep(0)
    assert not hub.followers
    assert len([event async for event in events]) < 10


async def test_a_stream_resumes_from_the_last_event_that_its_client_saw(ada, ben, everything_ends):
    public_id, token = await game_of(ada, ben), await make_token(ada)
    path = f"/api/v1/games/{public_id}/events/"
    async with Stream(path, token) as stream:
        number, _kind, first = await stream.event("view")
    assert first["events"] == []
    await plays(public_id)
    for last, told in ((number, True), ("99999999", False), ("x" * 5000, False), ("-1", False), ("\xb2", False)):
        async with Stream(path, token, **{"last-event-id": last}) as stream:
            _number, _kind, data = await stream.event("view")
            assert bool(data["events"]) == told
            assert data["view"]["version"] > first["version"]


async def test_a_stream_finds_moves_of_which_no_process_told_it(ada, ben, monkeypatch, everything_ends):
    """As when Redis was killed: pages ask by themselves, and so does a stream."""
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    public_id, token = await game_of(ada, ben), await make_token(ada)
    async with Stream(f"/api/v1/games/{public_id}/events/", token) as stream:
        number, _kind, _data = await stream.event("view")
        monkeypatch.setattr(hub, "show", lambda *_tables: None)
        await plays(public_id)
        later, _kind, data = await stream.event("view")
        assert int(later) > int(number)
        assert data["events"]


async def test_a_logout_ends_the_stream_of_a_session(ada, everything_ends):
    client = Client()
    await sync_to_async(client.force_login)(ada)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    async with Stream("/api/v1/events/", cookie=cookie) as stream:
        await stream.event("games")
        hub.hang_up(ada.pk)
        assert b'event: closed\ndata: {"code":4401}' in await stream.whole()


async def test_no_event_has_a_tile_that_its_reader_may_not_see(ada, ben, everything_ends):
    """The tiles in an event are those of the reader's hand and of the layout."""
    public_id = await game_of(ada, ben, visibility="public")
    path = f"/api/v1/games/{public_id}/events/"
    tokens = await make_token(ada), await make_token(ben)
    async with Stream(path, tokens[0]) as hers, Stream(path, tokens[1]) as his, Stream(path) as theirs:
        for _ in range(6):
            views = [(await stream.event("view"))[2] for stream in (hers, his, theirs)]
            table = await sync_to_async(memory.current)(public_id)
            position = table.running.position
            hands = [rules.to_json(rules.view_for(position, seat))["hand"] for seat in range(2)]
            for seat, message in enumerate(views):
                text = orjson.dumps(message).decode()
                for owner, hand in enumerate(hands):
                    hidden = hand if owner != seat else ()
                    assert not [tile for tile in hidden if f'"{tile}"' in text]
            if table.turn is None:
                break
            await plays(public_id)


async def test_many_streams_hold_no_thread(ada, everything_ends):
    token = await make_token(ada)
    before = threading.active_count()
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(30):
            stream = await stack.enter_async_context(Stream("/api/v1/events/", token))
            await stream.event()
        assert threading.active_count() < before + 10


async def test_an_address_may_not_open_more_than_its_sockets(ada, settings, everything_ends):
    settings.SOCKETS_PER_ADDRESS, settings.LIMITS = 1, True
    token = await make_token(ada)
    async with Stream("/api/v1/events/", token) as first:
        assert (await first.event())[1] == "games"
        async with Stream("/api/v1/events/", token) as second:
            assert second.status == 429
            assert second.headers[b"retry-after"] == b"60"
            assert orjson.loads(await second.whole())["code"] == "slow_down"
