"""Measures for `benchmarks/budget.py`, in this process. Import it once the settings name the database."""

import asyncio
import os
import random
from collections.abc import Callable
from datetime import datetime
from functools import partial
from unittest import mock

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
django.setup()

from allauth.account.models import EmailAddress
from channels.testing.websocket import WebsocketCommunicator
from django.core import mail
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from benchmarks.goals import Row
from benchmarks.meter import Meter
from common import queues
from dominoes_site.asgi import application
from games import actions, queries
from notices import outbox, outside
from notices.models import Device, Notice, Wishes
from tests.creating import create_game
from tests.live.seed import cookies, seed
from tests.notices.push_service import Browser

GAMES, VISITS, TRIES, SWEEPS, NOTICES = 16, 40, 16, 5, 24
WRITTEN_STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PAGES = {
    "home": "home",
    "table": "table",
    "my games": "my_games",
    "past games": "history",
    "lobby": "lobby",
    "standings": "standings",
    "rules of a game": "rules_variant",
    "API: games": "api:games",
    "API: a table": "api:game",
}
MOVES = ("a plain move", "a move and a forced one", "a round's end", "a game's end")
BY_SOCKET = "a move by socket, two boards"
SOCKET, VISIT, MAIL, PUSH = "opening a socket", "a visit: page, socket, move", "a mail", "a push"
KINDS = (*MOVES, BY_SOCKET, SOCKET, VISIT, *PAGES, MAIL, PUSH)


class Site:
    """Ada and Ben have finished a game and play another; the lobby shows only Ben's games."""

    def __init__(self) -> None:
        self.chance = random.Random(1)
        self.loop = asyncio.new_event_loop()
        people = seed(accounts=("Ada", "Ben"))["accounts"]
        self.ada, self.ben = (User.objects.get(pk=one["id"]) for one in people)
        self.cookies = [cookies(self.ada), cookies(self.ben)]
        self.client = Client(SERVER_NAME="localhost")
        self.client.cookies.load(self.cookies[0])
        for _ in range(8):
            self.play_on(self.new_game(), 10_000)
        self.game = self.play_on(self.new_game(), 20)
        for _ in range(10):
            create_game(creator=self.ben, variant="draw", visibility="public")

    def new_game(self) -> str:
        """A new game, in which Ada leads."""
        game = create_game(creator=self.ada, variant="brettspielnetz", visibility="public")
        actions.join_game(public_id=game.public_id, player=self.ben)
        return game.public_id

    def play_on(self, game: str, moves: int) -> str:
        for _ in range(moves):
            if (move := self.next_move(game)) is None:
                break
            actions.play_move(**move)
        return game

    def next_move(self, game: str) -> Row | None:
        """The arguments for `play_move`; None when the game has ended."""
        view = queries.table(game, None)
        if view.round is None or view.round.turn is None:
            return None
        mine = queries.table(game, view.round.turn).round
        assert mine is not None
        text = self.chance.choice(mine.legal)
        return {"public_id": game, "seat": mine.turn, "text": text, "version": view.version}

    def turn_of_ada(self) -> Row:
        """A move of Ada's in a running game."""
        while True:
            if (move := self.next_move(self.game)) is None:
                self.game = self.new_game()
            elif move["seat"] == 0:
                return move
            else:
                actions.play_move(**move)

    async def board(self, seat: int = 0) -> WebsocketCommunicator:
        """The board of Ada (or of Ben, seat 1), connected and drawn."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies[seat].items())
        headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
        socket = WebsocketCommunicator(application, f"/ws/games/{self.game}/", headers=headers)
        await socket.connect()
        await socket.receive_from()
        return socket

    def visit(self, move: Row) -> None:
        """A visit as in correspondence: open the board, move, close it."""
        assert self.client.get(reverse("table", args=[self.game])).status_code == 200
        self.loop.run_until_complete(self.move_and_leave(move))

    async def move_and_leave(self, move: Row) -> None:
        board = await self.board()
        await play_at([board], move)
        await board.disconnect()

    def at_boards(self, boards: list[WebsocketCommunicator], move: Row) -> int:
        return self.loop.run_until_complete(play_at(boards, move))


async def play_at(boards: list[WebsocketCommunicator], move: Row) -> int:
    """Move on the board of the seat whose turn it is, and wait until all boards show it; returns the new version."""
    mine = boards[move["seat"]]
    await mine.send_json_to({"type": "move", "version": move["version"], "move": move["text"], "key": ""})
    missing = {(board, "view") for board in boards} | {(mine, "done")}
    while missing:
        board, _type = next(iter(missing))
        message = await board.receive_json_from()
        assert message["type"] != "refused", message
        missing.discard((board, message["type"]))
    return int(message["version"])


@override_settings(STORAGES=WRITTEN_STATIC)
def measure(meter: Meter, site: Site) -> None:
    moves(meter, site)
    moves_by_socket(meter, site)
    sockets(meter, site)
    pages(meter, site)
    mails(meter, site)
    pushes(meter, site)


def moves(meter: Meter, site: Site) -> None:
    plain, forcing, round_end, game_end = MOVES
    for _ in range(GAMES):
        game, rounds = site.new_game(), 1
        while move := site.next_move(game):
            taken = meter.take(partial(actions.play_move, **move))
            view = queries.table(game, None)
            if view.status != "playing":
                meter.keep(game_end, taken)
            elif view.round is not None and view.round.round > rounds:
                rounds = view.round.round
                meter.keep(round_end, taken)
            elif (plies := taken.result.version - move["version"]) <= 2:
                meter.keep(forcing if plies == 2 else plain, taken)


def moves_by_socket(meter: Meter, site: Site) -> None:
    run = site.loop.run_until_complete
    for _ in range(2):
        site.game = site.new_game()
        boards = [run(site.board(seat)) for seat in range(2)]
        while move := site.next_move(site.game):
            taken = meter.take(partial(site.at_boards, boards, move))
            if taken.result == move["version"] + 1:
                meter.keep(BY_SOCKET, taken)
        for board in boards:
            run(board.disconnect())


def sockets(meter: Meter, site: Site) -> None:
    run = site.loop.run_until_complete
    site.game = site.new_game()
    for _ in range(VISITS):
        taken = meter.take(lambda: run(site.board()))
        run(taken.result.disconnect())
        meter.keep(SOCKET, taken)
    for _ in range(VISITS):
        move = site.turn_of_ada()
        meter.keep(VISIT, meter.take(partial(site.visit, move)))


def pages(meter: Meter, site: Site) -> None:
    arguments = {"table": [site.game], "rules of a game": ["brettspielnetz"], "API: a table": [site.game]}
    addresses = {page: reverse(name, args=arguments.get(page)) for page, name in PAGES.items()}
    for address in addresses.values():
        assert site.client.get(address).status_code == 200, address
    for _ in range(TRIES):
        for page, address in addresses.items():
            meter.keep(page, meter.take(partial(site.client.get, address)))


def mails(meter: Meter, site: Site) -> None:
    EmailAddress.objects.get_or_create(user=site.ada, email="ada@example.org", verified=True, primary=True)

    def sent() -> int:
        return len(mail.outbox)

    mail.outbox = []
    notices(meter, site, MAIL, "mail", sent)


def pushes(meter: Meter, site: Site) -> None:
    browser = Browser("https://push.example/ada")
    keys = {"p256dh": browser.p256dh, "auth": browser.auth, "name": "Firefox", "created_at": timezone.now()}
    Device.objects.get_or_create(player=site.ada, endpoint=browser.endpoint, defaults=keys)
    with mock.patch.object(outside, "post", return_value=outside.Answer(201)) as wire:
        notices(meter, site, PUSH, "push", lambda: wire.call_count)


def sweep(now: datetime) -> None:
    """Prepare and send what is due."""
    for queue in (outbox.notices, outbox.deliveries):
        queues.drain(queue, now)


def notices(meter: Meter, site: Site, kind: str, channel: str, sent: Callable[[], int]) -> None:
    """Ada gets many notifications at once, on one channel; the cost is divided by their number."""
    Notice.objects.all().delete()
    wished = {"mail": [], "push": [], channel: ["turn"]}
    Wishes.objects.update_or_create(user=site.ada, defaults={"channels": wished})
    for _ in range(NOTICES):
        site.new_game()
    for _ in range(SWEEPS):
        now, before = timezone.now(), sent()
        Notice.objects.filter(player=site.ada, event="turn").update(stage=0, due=now, at=now)
        taken = meter.take(partial(sweep, now))
        assert sent() - before == NOTICES, sent() - before
        meter.keep(kind, taken, times=NOTICES)
