"""One socket for all games of a player, for programs such as bots."""

import asyncio

from django.utils.translation import gettext as _

from common import refusals
from common.refusals import Refused
from games.shown import events
from games.sockets import open_sockets
from games.sockets.base import NOT_LOGGED_IN, Closed, Socket, in_database, parse_message

PATIENCE = 10.0  # seconds to log in by message


class EventSocket(Socket):
    """Sends the list of games and invitations at once, and after that each event.

    After a disconnection, the list of the next connection has all changes.
    """

    async def connect(self) -> None:
        await self.accept()
        try:
            user = await in_database(self.user)
            if user.is_authenticated:
                await self._enter(user.pk)
            else:
                asyncio.get_running_loop().call_later(PATIENCE, self._wait_no_longer)
        except Closed as closed:
            await self.close(closed.code)

    async def _enter(self, user_id: int) -> None:
        if self.player is not None:
            raise refusals.NotNow("already_there", _("You’re already logged in on this connection."))
        self.player, self.group = user_id, open_sockets.events_group(user_id)
        await open_sockets.hub.add(self)  # join before listing: an event in between may come twice but can't get lost
        await self._list(user_id)

    def _wait_no_longer(self) -> None:
        if self.player is None:
            open_sockets.spawn(self.close(NOT_LOGGED_IN))

    async def _list(self, user_id: int) -> None:
        for message in await in_database(events.at_first, user_id):
            await self.tell(message)

    def write(self, text: str) -> None:
        open_sockets.spawn(self.send(text))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            message = parse_message(text_data)
            self.count_message()
            await self._answer(message)
        except Refused as refused:
            await self.tell({"type": "refused", **refused.counted().as_dict()})
        except Closed as closed:
            await self.close(closed.code)

    async def _answer(self, message: dict[str, object]) -> None:
        match message["type"]:
            case "auth":
                await self._enter((await in_database(self.by_token, message.get("token"))).pk)
            case _ if self.player is None:
                raise Closed(NOT_LOGGED_IN)
            case "games":
                await self._list(self.player)
            case "ping":
                await self.tell({"type": "pong"})
            case _:
                raise refusals.Unreadable("unreadable", _("The message type must be auth, games or ping."))
