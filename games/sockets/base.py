"""Base of all sockets: authentication, closing and database access."""

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar, TypeVarTuple

import orjson
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, parse_cookie
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import tokens
from accounts.models import Token, User
from accounts.readers import Reader
from accounts.sessions import SessionStore, user_of
from common import address, refusals
from common.database import let_go
from common.limits.sockets import connections, messages
from common.metrics.waits import Threads
from games.sockets import open_sockets

logger = logging.getLogger(__name__)
NOT_LOGGED_IN, NO_SCOPE, UNKNOWN_GAME, TOO_MANY, AWAY = 4401, 4403, 4404, 4429, 4503  # close codes
LONGEST_MESSAGE = 2_000  # characters
DATABASE_THREADS = Threads(settings.SOCKET_THREADS, thread_name_prefix="database")

Found = TypeVar("Found")
Given = TypeVarTuple("Given")


class Closed(Exception):
    """The client can't use this socket; *code* says why."""

    def __init__(self, code: int) -> None:
        self.code = code


class Socket(AsyncWebsocketConsumer):
    """One open socket. It skips two costly parts of Channels' consumer.

    It has no channel layer, because the hub listens for all sockets, and a Redis that doesn't answer must not keep a
    board from opening. So it awaits only its client. And it doesn't close old database connections for every message;
    `in_database` does that.
    """

    group = ""  # of the hub, once it has joined one
    player: int | None = None  # user id
    may_play = True  # False: its token lacks the scope “play”
    until: datetime | None = None  # when its token expires
    crowded = False  # its address already has the maximum of sockets

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket. However it ends, also by an error, remove it from the hub."""
        place = address.of_socket(scope)
        try:
            if not connections.enter(place):
                self.crowded = True
            self.scope, self.base_send = scope, send
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            connections.leave(place)
            open_sockets.hub.remove(self)

    async def dispatch(self, message: Any) -> None:
        await getattr(self, get_handler_name(message))(message)

    async def websocket_disconnect(self, message: Any) -> None:
        await self.disconnect(message["code"])
        raise StopConsumer

    async def websocket_connect(self, message: object) -> None:
        if self.crowded:
            await self.accept()
            await self.close(TOO_MANY)
            return
        try:
            await super().websocket_connect(message)
        except refusals.Away:
            await self.close(AWAY)

    def user(self) -> Reader:
        """The user of the socket, from the Authorization header or the session cookie. Raises `Closed`.

        We don't use Channels' middlewares, because they take two more hops to a thread and keep session and user in
        memory while the socket is open (`make bench`).
        """
        headers = dict(self.scope["headers"])
        if (text := tokens.in_header(headers.get(b"authorization", b"").decode("latin1"))) is not None:
            return self.by_token(text)
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
        request = HttpRequest()
        request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
        request.user = user_of(request.session)
        return self.known_as(request)

    def known_as(self, request: HttpRequest) -> Reader:
        """The user a socket with a browser's cookies acts as. Sockets of games also know private links."""
        return request.user

    def by_token(self, text: object) -> User:
        """The user of the socket, from a token. Raises `Closed`."""
        place = address.neighbourhood(address.of_socket(self.scope))
        token = tokens.find(text, timezone.now(), place) if isinstance(text, str) else None
        if token is None:
            raise Closed(NOT_LOGGED_IN)
        if Token.Scope.READ not in token.scopes:
            raise Closed(NO_SCOPE)
        self.may_play, self.until = Token.Scope.PLAY in token.scopes, token.expires
        return token.user

    @property
    def is_over(self) -> bool:
        return self.until is not None and self.until <= timezone.now()

    def count_message(self) -> None:
        """Raise `TooMany` if the client sends too many messages, `Closed` if the token has expired."""
        if self.is_over:
            raise Closed(NOT_LOGGED_IN)
        if wait := messages.too_many(self.player or address.of_socket(self.scope)):
            raise refusals.TooMany(wait)

    def hang_up(self) -> None:
        """Called by the hub after a logout or a deletion. Pages reconnect with their current identity."""
        open_sockets.spawn(self.close(NOT_LOGGED_IN))

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """Send, unless the client is gone or its token has expired."""
        with contextlib.suppress(Disconnected):
            if self.is_over and text_data is not None:
                await self.close(NOT_LOGGED_IN)
            else:
                await super().send(text_data, bytes_data, close)

    async def tell(self, message: Mapping[str, object]) -> None:
        await self.send(orjson.dumps(message).decode())


async def in_database(call: Callable[[*Given], Found], *args: *Given) -> Found:
    """Run *call* in a database thread, with one hop for all its queries. Raises `refusals.Away`.

    `database_sync_to_async` would take three times as long. It also follows calls back into the loop and a cancelled
    task into the thread, and we have neither.
    """
    run = contextvars.copy_context().run  # the database asks it whether somebody waits
    try:
        return await asyncio.get_running_loop().run_in_executor(DATABASE_THREADS, lambda: run(_then_let_go, call, args))
    except (OperationalError, InterfaceError) as error:
        if not refusals.is_away(error):
            raise
        logger.warning("The database is away", exc_info=error)
        raise refusals.away(error) from error


def _then_let_go(call: Callable[[*Given], Found], args: tuple[*Given]) -> Found:
    try:
        return call(*args)
    finally:
        let_go()


def parse_message(text: str | None) -> dict[str, object]:
    try:
        if text is None or len(text) > LONGEST_MESSAGE:
            raise ValueError
        message = orjson.loads(text)
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise ValueError
    except ValueError:
        raise refusals.Unreadable(
            "unreadable", _("Send each message as one short JSON object with a “type”.")
        ) from None
    return message
