"""Ada and Ben play. Real receivers on this machine get what the server sends them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games import actions, queries
from games.positions import memory
from notices import outside
from notices.models import Device, Notice
from notices.times import HELD_BACK
from tests import queued
from tests.live.server import free_port
from tests.notices.gotify import Server
from tests.notices.push_service import Browser, PushService

SOON = HELD_BACK + timedelta(seconds=1)  # a notification is sent by then


@pytest.fixture
def mail_to() -> Callable[..., User]:
    """Gives somebody a confirmed address."""

    def give(player: User, *, confirmed: bool = True) -> User:
        EmailAddress.objects.create(
            user=player, email=f"{player.username}@example.org", verified=confirmed, primary=True
        )
        return player

    return give


class Sink:
    """A mail server's inbox. *refusing*: how many mails it rejects first. *hanging_up_after*: mails per connection."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.connections: dict[Any, int] = {}  # mails over each
        self.refusing = 0
        self.hanging_up_after = 1000

    async def handle_MAIL(self, _server, session, envelope, address, options) -> str:  # noqa: N802
        if self.connections.get(session.peer) == self.hanging_up_after:
            return "421 enough"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 go on"

    async def handle_DATA(self, _server, session, envelope) -> str:  # noqa: N802 - aiosmtpd's name for it
        if self.refusing:
            self.refusing -= 1
            return "451 later"
        self.connections[session.peer] = self.connections.get(session.peer, 0) + 1
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    sink = Sink()
    server = Controller(sink, hostname="127.0.0.1", port=0)
    server.port = free_port()
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield sink
    server.stop()


@pytest.fixture
def pushes(settings: Any) -> Iterator[PushService]:
    """A push service that decrypts what only the browser can."""
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    with PushService() as service:
        yield service


@pytest.fixture
def browser_of(pushes: PushService) -> Callable[[User], Browser]:
    """Gives a player a browser with push notifications."""

    def subscribe(player: User) -> Browser:
        browser = pushes.subscribe()
        Device.objects.create(
            player=player, endpoint=browser.endpoint, p256dh=browser.p256dh, auth=browser.auth, name="Firefox on Linux",
            created_at=timezone.now(),
        )  # fmt: skip
        return browser

    return subscribe


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    server = Server()
    thread = Thread(target=server.server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    yield server
    server.drips = False
    server.server.shutdown()
    server.server.server_close()
    outside.connections.close()


def on_turn(game: Any) -> User:
    """The player whose turn it is."""
    game = queries.find_game(game.public_id)
    return next(seat.player for seat in game.seats.all() if seat.number == game.turn)


def other(game: Any) -> User:
    game = queries.find_game(game.public_id)
    return next(seat.player for seat in game.seats.all() if seat.number != game.turn)


def move(game: Any) -> None:
    """Make a legal move for the player whose turn it is. Repeats if it stays their turn, because nobody
    else can play.
    """
    from tests.games.playing import legal

    table = memory.current(game.public_id)
    mover = table.turn
    while table.turn == mover:
        actions.play_move(public_id=game.public_id, seat=mover, text=legal(table)[0], version=table.version)
        table = memory.current(game.public_id)


def look(game: Any, player: User) -> None:
    """The player sees the board as it is now."""
    game = queries.find_game(game.public_id)
    seat = next(seat.number for seat in game.seats.all() if seat.player_id == player.pk)
    actions.mark_seen(public_id=game.public_id, seat=seat, version=game.version)


def turn_of(game: Any) -> Notice:
    return Notice.objects.get(game=game.pk, event="turn")


def sweep_soon(after: timedelta = SOON) -> int:
    return queued.sweep(timezone.now() + after)


def at(text: str) -> datetime:
    """A moment in UTC: “2026-03-29 07:00”."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


__all__ = ["SOON", "at", "look", "move", "on_turn", "other", "sweep_soon", "time", "turn_of"]
