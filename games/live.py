"""Telling open boards that a game has changed.

Boards of this process get their view directly. Other processes get a nudge through the channel
layer (which games, whose, which panels, never a tile) and draw the views of their own boards from the
database. A lost nudge costs nothing but time: every board asks for news by itself now and then.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import orjson
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings

from games import queries, tables, wire
from games.tables import Table

logger = logging.getLogger(__name__)
GROUP = "nudges"  # all web processes
ORIGIN = secrets.token_hex(8)  # this process; its own nudges come back to it
NUDGE_SECONDS = 5.0  # a silent Redis must not keep anybody waiting longer
FIRST_SECONDS = 1.0  # what opening a board waits at most until nudges are heard
# What packages have to tell a user's pages when they open, and with `tell_desks`: user id → more fields.
more_for_desks: list[Callable[[int], dict[str, Any]]] = []


@dataclass(slots=True)
class News:
    """What one process tells the others."""

    games: dict[str, list[int]] = field(default_factory=dict)  # that have changed → the users who sit there
    panels: list[list[Any]] = field(default_factory=list)  # the arguments of `Hub.panel`
    desks: list[int] = field(default_factory=list)  # users for whom something else than games is counted
    gone: list[int] = field(default_factory=list)  # users whose sockets are closed
    events: list[list[Any]] = field(default_factory=list)  # [user, text] for his programs

    def add(self, more: "News") -> None:
        self.games |= more.games
        self.panels += more.panels
        self.desks += more.desks
        self.gone += more.gone
        self.events += more.events


class Board(Protocol):
    """An open socket that shows one game to one person; *player* is None for strangers."""

    group: str
    player: int | None  # user id; the seat is asked of each table, as it may change hands before the start
    version: int  # of the view it has

    def show(self, version: int, text: str) -> None: ...

    def write(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


class Stream(Protocol):
    """An open socket that tells a program what happens in all games of its user."""

    group: str

    def write(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


class Desk(Protocol):
    """An open socket that shows its user how many games wait for him."""

    group: str

    def count(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


def game_group(public_id: str) -> str:
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def events_group(user_id: int) -> str:
    return f"events.{user_id}"


class Hub:
    """The open sockets of this process by what they follow, and its line to the other processes."""

    def __init__(self) -> None:
        self.followers: dict[str, set[Any]] = defaultdict(set)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._hearing = asyncio.Event()
        self._to_tell = News()
        self._telling = False

    async def add(self, socket: Board | Desk | Stream) -> None:
        self.followers[socket.group].add(socket)
        if (loop := asyncio.get_running_loop()) is not self.loop:  # the first socket, or a test's new loop
            self.loop, self._hearing, self._telling = loop, asyncio.Event(), False
            if settings.REDIS_URL:
                spawn(self._listen())
        if settings.REDIS_URL and not self._hearing.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hearing.wait(), FIRST_SECONDS)

    def remove(self, socket: Board | Desk | Stream) -> None:
        """Also of one that was never added."""
        if followers := self.followers.get(socket.group):
            followers.discard(socket)
            if not followers:
                del self.followers[socket.group]

    # -- between processes

    async def _listen(self) -> None:
        """Hear the nudges of other processes, for as long as this one lives."""
        while True:
            with lost_at_worst("Other processes can't be heard"):
                layer = get_channel_layer()
                channel = await layer.new_channel()
                async with asyncio.timeout(NUDGE_SECONDS):
                    await layer.group_add(GROUP, channel)
                self._hearing.set()
                while True:
                    message = await layer.receive(channel)
                    if message["origin"] != ORIGIN:
                        await database_sync_to_async(self._heard)(News(**message["news"]))
            self._hearing.clear()
            await asyncio.sleep(1)

    def _heard(self, news: News) -> None:
        for user in news.gone:
            self.hang_up(user)
        for panel in news.panels:
            self.panel(*panel)
        for public_id, users in news.games.items():
            if game_group(public_id) in self.followers:
                self.show(tables.current(public_id))
            for user in users:
                self.count(user)
        for user in news.desks:
            self.count(user, whole=True)
        for user, text in news.events:
            self.event(user, text)

    def tell(self, news: News) -> None:
        """Nudge the other processes; what comes while Redis is busy goes along with the next nudge."""
        self._to_tell.add(news)
        if not self._telling:
            self._telling = True
            spawn(self._tell_on())

    async def _tell_on(self) -> None:
        while self._to_tell != News():
            news, self._to_tell = self._to_tell, News()
            await _send(news)
        self._telling = False

    # -- called from any thread

    def show(self, table: Table) -> None:
        """Give every open board of the game its view and what happened since the version it has."""
        texts: dict[tuple[int | None, int], str] = {}
        pushes: list[tuple[Board, str]] = []
        for board in tuple(self.followers.get(game_group(table.public_id), ())):
            if board.version < table.version:
                viewer = seat, _version = table.seat_of(board.player), board.version
                if viewer not in texts:  # drawn once for all who share it
                    texts[viewer] = wire.message(table, seat, after=board.version)
                pushes.append((board, texts[viewer]))
        if pushes:
            self.soon(_show_all, table.version, pushes)

    def panel(self, public_id: str, name: str, to: Collection[int] | None, but: Collection[int]) -> None:
        """Say that the panel *name* beside the board has something new for its reader."""
        text = orjson.dumps({"type": "panel", "name": name}).decode()
        for board in tuple(self.followers.get(game_group(public_id), ())):
            if board.player not in but and (to is None or board.player in to):
                self.soon(board.write, text)

    def event(self, user_id: int, text: str) -> None:
        """Tell the user's programs."""
        for stream in tuple(self.followers.get(events_group(user_id), ())):
            self.soon(stream.write, text)

    def hang_up(self, user_id: int) -> None:
        """Close whatever the user has open; his pages come back as who they are now."""
        self.soon(self._hang_up, user_id)

    def _hang_up(self, user_id: int) -> None:
        """On the loop, where nobody else changes `followers`."""
        for group, sockets in tuple(self.followers.items()):
            for socket in tuple(sockets):
                if group == user_group(user_id) or getattr(socket, "player", None) == user_id:
                    socket.hang_up()

    def count(self, user_id: int, *, whole: bool = False) -> None:
        """Tell the user's open pages how many games wait for him; *whole*: and what other packages count."""
        if desks := tuple(self.followers.get(user_group(user_id), ())):
            self.soon(_count_all, desk_message(user_id, whole=whole), desks)

    def soon(self, call: Callable[..., None], *arguments: Any) -> None:
        """Run on the loop the sockets live on; nothing to do where there are none."""
        if self.has_loop:
            assert self.loop is not None
            self.loop.call_soon_threadsafe(call, *arguments)

    @property
    def has_loop(self) -> bool:
        return self.loop is not None and not self.loop.is_closed()


def _show_all(version: int, pushes: list[tuple[Board, str]]) -> None:
    for board, text in pushes:
        board.show(version, text)


def _count_all(text: str, desks: tuple[Desk, ...]) -> None:
    for desk in desks:
        desk.count(text)


hub = Hub()


def announce(table: Table) -> None:
    """Tell everybody who has the game open, and its players' other pages; called after the commit."""
    with lost_at_worst("An announcement was lost"):
        users = [player for player in table.players if player is not None]
        hub.show(table)
        for user in users:
            hub.count(user)
        _spread(News(games={table.public_id: users}))


def show_panel(public_id: str, name: str, *, to: Collection[int] | None = None, but: Collection[int] = ()) -> None:
    """Tell open boards of the game that a panel has something new: those of the users *to* (None: of everybody,
    strangers too), but not of the users *but*. Called after the commit.
    """
    with lost_at_worst("A panel was not announced"):
        hub.panel(public_id, name, to, but)
        _spread(News(panels=[[public_id, name, None if to is None else list(to), list(but)]]))


def tell_desks(users: Collection[int]) -> None:
    """Tell all open pages of these users what is counted for them. Called after the commit."""
    with lost_at_worst("A count was lost"):
        for user in users:
            hub.count(user, whole=True)
        _spread(News(desks=list(users)))


def tell_programs(events: Collection[tuple[int, dict[str, Any]]]) -> None:
    """Tell what has happened, each as (user id, event), to the programs that listen for these users.

    Called after the commit.
    """
    with lost_at_worst("Programs were not told of an event"):
        texts: list[list[Any]] = [[user, orjson.dumps(event).decode()] for user, event in events]
        for user, text in texts:
            hub.event(user, text)
        _spread(News(events=texts))


def hang_up(user_id: int) -> None:
    """Close the user's sockets in all processes: he has logged out, or is gone. Called once that is stored."""
    with lost_at_worst("Sockets were left open"):
        hub.hang_up(user_id)
        _spread(News(gone=[user_id]))


def _spread(news: News) -> None:
    """To the other processes, from any thread."""
    if not settings.REDIS_URL:
        return
    if hub.has_loop:
        hub.soon(hub.tell, news)
    else:
        async_to_sync(_send)(news)


async def _send(news: News) -> None:
    with lost_at_worst("Other processes could not be told of a move"):
        async with asyncio.timeout(NUDGE_SECONDS):
            await get_channel_layer().group_send(GROUP, {"type": "nudge", "origin": ORIGIN, "news": asdict(news)})


def desk_message(user_id: int, *, whole: bool = True) -> str:
    message: dict[str, Any] = {"type": "games", "waiting": queries.waiting_count(user_id)}
    for more in more_for_desks if whole else ():
        message |= more(user_id)
    return orjson.dumps(message).decode()


@contextlib.contextmanager
def lost_at_worst(what: str) -> Iterator[None]:
    """The move is stored: a failure here is logged and must not become anybody's error page."""
    try:
        yield
    except Exception:
        logger.warning("%s; boards will ask by themselves.", what, exc_info=True)


_running: set[asyncio.Task[None]] = set()


def spawn(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Let it run without waiting: a send to a socket that has gone meanwhile is nobody's error."""
    task = asyncio.ensure_future(work)
    _running.add(task)  # the loop itself keeps tasks only weakly
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.info("A message could not be delivered: %r", error)
