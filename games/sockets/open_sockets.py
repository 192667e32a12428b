"""The open sockets of this process, and how they get their messages.

Boards of this process get their view directly. Other processes get a nudge (common/processes/nudges.py) and draw the
views of their own boards from the database.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextvars import Context
from typing import Any, Protocol, TypeVarTuple

import orjson
from channels.db import database_sync_to_async
from django.conf import settings

from common import metrics
from common.database import somebody_waits
from common.processes import nudges
from common.processes.failures import lost_at_worst
from games.positions import memory
from games.positions.tables import Table
from games.shown import table_view
from games.shown.events import desk_message
from games.viewers.elsewhere import Elsewhere
from games.viewers.looking import PERSON, Looking
from games.viewers.news import News, newer

logger = logging.getLogger(__name__)
DEAF = 60.0  # seconds of silence after which a process can't be hearing others
FIRST_SECONDS = 1.0  # the first boards wait this long at most for the nudge listener
AT_ONCE = 500  # groups that catch up in one step; between two steps others get the database
Given = TypeVarTuple("Given")


class Board(Protocol):
    """An open socket that shows one game to one person; *player* is None for visitors."""

    group: str
    player: int | None  # user id; look up the seat in each table, because it can change before the start
    version: int  # of the view it has

    def show(self, version: int, text: str) -> None: ...

    def write(self, text: str) -> None: ...

    def tell_more(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


class Stream(Protocol):
    """An open socket that sends a program the events in all games of its user."""

    group: str

    def write(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


class Desk(Protocol):
    """An open socket that shows in how many games it's the user's turn."""

    group: str

    def count(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


def game_group(public_id: str) -> str:
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def events_group(user_id: int) -> str:
    return f"events.{user_id}"


def _group_of(place: str) -> str:
    """The sockets that look at a place of `games.viewers.looking`: the boards of a game, or the pages of a person."""
    return f"user.{place.removeprefix(PERSON)}" if place.startswith(PERSON) else game_group(place)


class Hub:
    """The open sockets of this process by group, and its connection to the other processes."""

    def __init__(self) -> None:
        self.followers: dict[str, set[Any]] = defaultdict(set)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._hearing = asyncio.Event()  # set once nudges arrive, or once we stop waiting for them
        self._heard_at: float | None = None  # when we last heard nudges, or began to listen; None without Redis
        self._catching_up: asyncio.Task[None] | None = None
        self.looking = Looking(
            self._tell_boards,
            lambda place: _group_of(place) in self.followers,
            lambda words: nudges.tell(News(looking=list(words))),
        )
        self.elsewhere = Elsewhere(
            lambda: tuple(self.followers),
            lambda news: nudges.tell(news),  # by name: tests replace it
        )

    def begin(self) -> None:
        """Listen to the other processes, if the running loop is another one than before."""
        if (loop := asyncio.get_running_loop()) is not self.loop:
            self.loop, self._hearing = loop, asyncio.Event()
            if settings.REDIS_URL:
                self._heard_at = time.monotonic()
                spawn(self._listen())
                loop.call_later(FIRST_SECONDS, self._hearing.set)

    def silence(self) -> float:
        """Seconds since we last heard news, or an answer of Redis to our ping. 0 without Redis."""
        return 0.0 if self._heard_at is None else time.monotonic() - self._heard_at

    async def add(self, socket: Board | Desk | Stream) -> None:
        is_first = socket.group not in self.followers
        self.followers[socket.group].add(socket)
        self.begin()
        if settings.REDIS_URL:
            if is_first:
                self.elsewhere.begins(socket.group)
            await self._hearing.wait()

    def remove(self, socket: Board | Desk | Stream) -> None:
        """Remove a socket. It may never have been added."""
        if followers := self.followers.get(socket.group):
            followers.discard(socket)
            if not followers:
                del self.followers[socket.group]
                if settings.REDIS_URL:
                    self.elsewhere.ends(socket.group)

    # -- between processes

    async def _listen(self) -> None:
        """Receive the nudges of other processes, until this one ends."""
        while True:
            with lost_at_worst("Other processes can't be heard"):
                async for news in nudges.heard(News):
                    self._hearing.set()
                    if news is None:
                        self.looking.asks_again()
                        self.elsewhere.asks()
                        if self._catching_up is not None:
                            self._catching_up.cancel()  # it may be past pages that have missed more since
                        self._catching_up = spawn(self._catch_up())
                    elif not news:
                        self.elsewhere.beat()
                    else:
                        if news.looking:
                            self.looking.heard(news.looking)
                        if news.follows:
                            self.elsewhere.heard(news.follows)
                    if news is not None and (not news or self.concerns(news)):
                        await database_sync_to_async(self.heard)(news)
                        self._heard_at = time.monotonic()  # not before: to receive news and fail isn't to hear
            self.elsewhere.is_deaf()
            await asyncio.sleep(1)

    async def _catch_up(self) -> None:
        """Look again at everything that is open here, because news sent before we listened is lost."""
        groups = [group.partition(".") for group in tuple(self.followers)]
        for first in range(0, len(groups), AT_ONCE):
            news = News()
            for kind, _dot, name in groups[first : first + AT_ONCE]:
                if kind == "game":
                    news.games[name] = []
                elif kind == "user":
                    news.desks.append(int(name))
            with lost_at_worst("Open pages could not catch up"):
                await database_sync_to_async(self.heard)(news)

    def concerns(self, news: News) -> bool:
        """Whether a socket of this process follows the news. With many processes, most news is for others."""
        games = [*news.games, *(each[0] for each in news.moved)]
        games += [each[0] for each in news.again] + [each[0] for each in news.panels]
        users = [*news.players, *news.desks]
        events = [user for user, _text in news.events]
        groups = {*map(game_group, games), *map(user_group, users), *map(events_group, events)}
        return bool(news.gone) or not self.followers.keys().isdisjoint(groups)

    def heard(self, news: News) -> None:
        """Show changes made by another process. Call in a thread that may use the database."""
        for user in news.gone:
            self.hang_up(user)
        for panel in news.panels:
            self.panel(*panel)
        self.show(*self._changed(news))
        self.count(news.players)
        for public_id, seats in news.again:
            if game_group(public_id) in self.followers:
                self.show_again(memory.current(public_id), seats)
        self.count(news.desks, whole=True)
        for user, text in news.events:
            self.event(user, text)

    def _changed(self, news: News) -> list[Table]:
        """The changed games that are open here. Asks the database only for those that changed in other ways than by
        moves, or whose moves don't follow on the version that we remember.
        """
        tables = {each[0]: memory.follow(newer(each)) for each in news.moved if game_group(each[0]) in self.followers}
        others = {public_id for public_id in news.games if game_group(public_id) in self.followers}
        others |= {public_id for public_id, table in tables.items() if table is None}
        moved = [table for public_id, table in tables.items() if table is not None and public_id not in others]
        return [*moved, *(memory.newest(others) if others else ())]

    def _tell_boards(self, public_id: str, text: str) -> None:
        """Call on the loop."""
        for board in tuple(self.followers.get(game_group(public_id), ())):
            board.tell_more(text)

    # -- called from any thread

    def show(self, *tables: Table) -> None:
        """Send every open board of these games its view and the events since its version."""
        pushes: list[tuple[Board, int, str]] = []
        for table in tables:
            with lost_at_worst("A game could not be shown"):  # show the others anyway
                pushes += self._views(table)
        if pushes:
            self.soon(_show_all, pushes)

    def _views(self, table: Table) -> Iterator[tuple[Board, int, str]]:
        boards = tuple(self.followers.get(game_group(table.public_id), ()))
        viewers = {
            board: (table.seat_of(board.player), version)
            for board in boards
            if (version := board.version) < table.version
        }
        texts = table_view.messages(table, set(viewers.values()))
        for board, viewer in viewers.items():
            yield board, table.version, texts[viewer]

    def show_again(self, table: Table, seats: Collection[int]) -> None:
        """Send the boards of these seats their view again, at the same version. No other board gets anything."""
        for board in tuple(self.followers.get(game_group(table.public_id), ())):
            if (seat := table.seat_of(board.player)) in seats:
                self.soon(board.write, table_view.message(table, seat))

    def panel(self, public_id: str, name: str, to: Collection[int] | None, but: Collection[int]) -> None:
        """Tell boards that the panel *name* has something new. *to* None: everyone; *but*: not these users."""
        text = orjson.dumps({"type": "panel", "name": name}).decode()
        for board in tuple(self.followers.get(game_group(public_id), ())):
            if board.player not in but and (to is None or board.player in to):
                self.soon(board.write, text)

    def event(self, user_id: int, text: str) -> None:
        """Send an event to the user's programs."""
        for stream in tuple(self.followers.get(events_group(user_id), ())):
            self.soon(stream.write, text)

    def hang_up(self, user_id: int) -> None:
        """Close all sockets of the user. Their pages reconnect with their current identity."""
        self.soon(self._hang_up, user_id)

    def _hang_up(self, user_id: int) -> None:
        """Call on the loop, where nothing else changes `followers`."""
        for group, sockets in tuple(self.followers.items()):
            for socket in tuple(sockets):
                if group == user_group(user_id) or getattr(socket, "player", None) == user_id:
                    socket.hang_up()

    def count(self, users: Collection[int], *, whole: bool = False) -> None:
        """Tell the open pages of these users in how many games it's their turn. *whole*: with other rooms' counts."""
        for user in users:
            if desks := tuple(self.followers.get(user_group(user), ())):
                self.soon(_count_all, desk_message(user, whole=whole), desks)

    def soon(self, call: Callable[[*Given], object], *arguments: *Given) -> None:
        """Run *call* on the loop of the sockets. Does nothing if there are none."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call, *arguments)


def _show_all(pushes: list[tuple[Board, int, str]]) -> None:
    for board, version, text in pushes:
        board.show(version, text)


def _count_all(text: str, desks: tuple[Desk, ...]) -> None:
    for desk in desks:
        desk.count(text)


hub = Hub()
metrics.nudges_age.set_function(hub.silence)

_running: set[asyncio.Task[None]] = set()


def spawn(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run *work* without waiting for it. Its errors are only logged, such as a closed socket.

    It may outlive the request that starts it, so it starts in an empty context: the request's thread ends with it.
    """
    context = Context()
    context.run(somebody_waits.set, True)
    task = asyncio.get_running_loop().create_task(work, context=context)
    _running.add(task)  # the loop keeps only weak references
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.info("A message could not be delivered: %r", error)
