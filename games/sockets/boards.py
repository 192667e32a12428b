"""The sockets of pages. They pass messages to actions and send back the results; they contain no rules."""

import time

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import browsers
from accounts.readers import Reader
from common import address, refusals
from common.database import mere_note
from common.refusals import Refused
from games import actions, queries, seat_links
from games.positions import memory
from games.positions.tables import Table
from games.shown import events, table_view
from games.sockets import open_sockets
from games.sockets.base import DATABASE_THREADS, NOT_LOGGED_IN, UNKNOWN_GAME, Closed, Socket, in_database, parse_message
from games.sockets.writer import writer
from games.viewers import looking

HERE = 0  # everybody's number at their own place (games.viewers.looking)
NOT_YET = 2**31  # the version of a board without a view, so that no view is newer
__all__ = ["DATABASE_THREADS", "DeskSocket", "TableSocket"]


class TableSocket(Socket):
    """One board: it sends the views of one game to one person and accepts their moves."""

    version = NOT_YET
    public_id = ""
    who: int | None = None  # their number in games.viewers.looking, once the game has started; None: hidden
    held: list[str] | None = None  # while a move is being stored: what we send with its answer

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            open_sockets.hub.looking.closed(self, self.public_id, self.who)

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.group = open_sockets.game_group(self.public_id)
        await self.accept()
        try:
            await open_sockets.hub.add(self)  # which sends nothing before the first view
            version, text = await in_database(self._first_view)
            self.version = version
            await self.send(text)
            if (message := open_sockets.hub.looking.opened(self.public_id)) is not None:
                await self.send(message)
            if (newest := memory.remembered.get(self.public_id)) is not None and newest.version > version:
                await self._look()  # the hub skipped this board meanwhile
        except refusals.NotFound:
            await self.close(UNKNOWN_GAME)
        except Closed as closed:
            await self.close(closed.code)

    def _first_view(self) -> tuple[int, str]:
        """The version and text of the first view. A stream that resumes has seen those until `after`."""
        table = queries.with_names(self._seat_at_table(self.user()))
        return table.version, table_view.message(table, table.seat_of(self.player), after=self.scope.get("after"))

    def _seat_at_table(self, user: Reader) -> Table:
        table = memory.current(self.public_id)
        self.player, self.who = user.pk, None
        if table.running is not None:  # seats can't get other players any more
            seat = table.seat_of(user.pk)
            if seat is None or not user.is_authenticated:
                self.who = looking.watcher(address.of_socket(self.scope), user.pk)
            else:
                self.who = seat if user.shows_looking else None
        return table

    def known_as(self, request: HttpRequest) -> Reader:
        return seat_links.reader(request, self.public_id)

    async def _look(self, after: int | None = None) -> None:
        """Send the newest view, even if the board has it."""
        version, text = await in_database(self._newest, after)
        self.version = max(self.version, version)
        await self.send(text)

    def _newest(self, after: int | None) -> tuple[int, str]:
        table = queries.with_names(memory.current(self.public_id))
        return table.version, table_view.message(table, table.seat_of(self.player), after=after)

    def show(self, version: int, text: str) -> None:
        """Called by the hub with a view. Dropped if a newer view overtook it."""
        if version > self.version:
            self.version = version
            self.write(text)

    def write(self, text: str) -> None:
        if self.held is not None:
            self.held.append(text)
        else:
            open_sockets.spawn(self.send(text))

    def tell_more(self, text: str) -> None:
        """Called by the hub with other messages. Dropped before the first view, which must come first."""
        if self.version != NOT_YET:
            self.write(text)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        key = ""
        try:
            message = parse_message(text_data)
            key = str(message.get("key", ""))[:64].replace("\0", "")  # PostgreSQL can't store NUL
            self.count_message()
            match message["type"]:
                case "move":
                    await self._play(self._move(message, key))
                case "ping":
                    heard = _number(message, "signals") if "signals" in message else None
                    await self._answer_ping(_number(message, "version"), heard)
                case "seen":
                    await in_database(self._mark_seen, _number(message, "version"))
                case "auth":  # from web pages of other programs, which can't send a header
                    open_sockets.hub.looking.closed(self, self.public_id, self.who)  # with the old identity
                    await in_database(lambda: self._seat_at_table(self.by_token(message.get("token"))))
                    await self._look()
                case "looking":
                    self._says_looking(message.get("looking"))
                case _:
                    raise refusals.Unreadable("unreadable", _("The message type must be move, ping, seen or looking."))
        except Closed as closed:
            await self.close(closed.code)
        except Refused as refused:
            await self.tell({"type": "refused", "key": key, **refused.counted().as_dict()})
            if refused.code == "stale":
                await self._look()

    async def _play(self, move: actions.PlayersMove) -> None:
        """Store the move. The view that the hub shows meanwhile leaves with the answer, in one packet."""
        self.held = []
        try:
            played = await writer.play(move)
        finally:
            held, self.held = self.held, None
            for text in held:
                await self.send(text)
        await self.tell({"type": "done", "key": move.key, "version": played.version})

    def _move(self, message: dict[str, object], key: str) -> actions.PlayersMove:
        if not isinstance(text := message.get("move"), str):
            raise refusals.Unreadable("unreadable", _("Send a move as text, such as 5-3>6-5."))
        if not self.may_play:
            raise refusals.Forbidden("scope", _("This token lacks the scope “%(scope)s”.") % {"scope": "play"})
        return actions.PlayersMove(self.public_id, self.player, text, _number(message, "version"), key)

    def _says_looking(self, looks: object) -> None:
        """Report that this person looks or looks away. Others see only the number of watchers."""
        if not isinstance(looks, bool):
            raise refusals.Unreadable("unreadable", _("“looking” must be true or false."))
        if self.who is not None:
            open_sockets.hub.looking.says(self, self.public_id, self.who, looks)

    def _mark_seen(self, version: int) -> None:
        if self.may_play and (seat := self._seat(version)) is not None:
            with mere_note():
                actions.mark_seen(public_id=self.public_id, seat=seat, version=version)

    def _seat(self, version: int) -> int | None:
        return memory.table_at(self.public_id, version).seat_of(self.player)

    async def _answer_ping(self, version: int, signals: int | None) -> None:
        newest = await in_database(self._version_if_all_known, version, signals)
        if newest is None:
            await self._look(after=version)
        else:
            await self.tell({"type": "pong", "version": newest})

    def _version_if_all_known(self, version: int, signals: int | None) -> int | None:
        """The newest version, if the board is up to date; else None."""
        table = memory.current(self.public_id)
        return None if queries.has_news(table, table.seat_of(self.player), version, signals) else table.version


class DeskSocket(Socket):
    """Sends the number of games where it's the user's turn, at each change. While it is open, its user is here; its
    pings say that the page is open.
    """

    place = ""  # of the user in games.viewers.looking, if they show friends that they are here
    session_key: str | None = None  # of the browser
    noted = 0.0  # when we last recorded that its page is open

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.place:
                open_sockets.hub.looking.closed(self, self.place, HERE)

    def known_as(self, request: HttpRequest) -> Reader:
        self.session_key = request.session.session_key
        return request.user

    async def connect(self) -> None:
        await self.accept()
        try:
            user = await in_database(self.user)
        except Closed as closed:
            await self.close(closed.code)
            return
        if not user.is_authenticated:
            await self.close(NOT_LOGGED_IN)
            return
        self.player, self.group = user.pk, open_sockets.user_group(user.pk)
        await open_sockets.hub.add(self)
        if user.shows_here:
            self.place = looking.place_of(user.pk)
            open_sockets.hub.looking.says(self, self.place, HERE, True)
        await self.send(await in_database(events.desk_message, user.pk))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            message = parse_message(text_data)
            self.count_message()
            if message["type"] != "ping":
                raise refusals.Unreadable("unreadable", _("The only message allowed here is “ping”."))
            await self.tell({"type": "pong"})
            if self.session_key is not None and time.monotonic() - self.noted > browsers.OPEN_EVERY:
                self.noted = time.monotonic()
                await in_database(browsers.still_open, self.session_key)
        except Closed as closed:
            await self.close(closed.code)
        except Refused as refused:
            await self.tell({"type": "refused", **refused.counted().as_dict()})

    def count(self, text: str) -> None:
        open_sockets.spawn(self.send(text))


def _number(message: dict[str, object], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise refusals.Unreadable("unreadable", _("%(name)s must be a whole number.") % {"name": name})
    return value
