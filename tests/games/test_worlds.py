"""Whatever a seat or a watcher is sent is a function of what they may know: byte for byte the same in every world that
they can't tell apart (tests/rules/worlds.py finds those), played live from the first tile on.
"""

import json
import operator
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.mail import EmailMultiAlternatives
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

import rules
from common import chances, refusals
from games import actions, models
from games.models import Game
from games.positions import memory, tables
from games.shown import events, table_view
from games.sockets import open_sockets
from notices import mail, push, webhook
from notices.choices import CHOSEN, Channel
from notices.models import Device, Notice, Wishes
from notices.outside import Answer
from plans import fitting
from rules import Draw, Pass, TurnOver
from sharing.pictures import stored as pictures
from tests import queued
from tests.creating import create_game
from tests.games.playing import legal
from tests.rules.test_worlds import every_text
from tests.rules.worlds import positions, secret, worlds
from tests.samples import some_games

pytestmark = pytest.mark.django_db
TRIES = 12  # at most so many deals, until a world was found for a seat and one for a watcher
TEXTS, STALE, LINES = 40, 12, 2  # conceivable moves, of them at an old version, lines of a plan: tried at the end
LASTS = 30 * 86_400  # a last moment is known from the start, and says nothing about a hand
DRAWING, LEAVING = 0.5, 0.05  # of the turns on which one may; of those of three and more
HOUSE = [
    ("draw", 2, {"draw": "2"}),
    ("draw", 3, {"draw_when_able": True, "pick": "choose"}),
    ("double_nine", 2, {"draw": "1"}),
    ("muggins", 2, {"draw_when_able": True, "hand": 2}),  # few tiles make draws likely
    ("mexican_train", 3, {"set": 6, "hand": 3, "opening": "train", "last_double": "cover"}),
    ("mexican_train", 4, {"set": 6, "hand": 3, "after_double": "extra", "own_first": True}),
]
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=|"csrfToken": )"\w+"')


@contextmanager
def rolled_back() -> Iterator[None]:
    """Everything done inside is rolled back."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # actions may open their own as at the outermost
    with block:
        yield
        transaction.set_rollback(True)
    memory.remembered.forget()


def number_anew() -> None:
    """Rows get the same numbers in every world: PostgreSQL's sequences don't roll back."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


class Listener:
    """A board, a stream or a desk in this process, and the messages it got."""

    def __init__(self, group: str, player: int | None) -> None:
        self.group, self.player, self.version = group, player, -1
        self.heard: list[str] = []

    def show(self, version: int, text: str) -> None:
        self.version = version
        self.heard.append(text)

    def write(self, text: str) -> None:
        self.heard.append(text)

    count = write


class Life:
    """One world from the deal on: a game of *people* with *options*, and everything that one viewer receives of it."""

    def __init__(self, people: list[Any], key: str, options: dict[str, Any], seats: int) -> None:
        self.people, self.key, self.options = people[:seats], key, options

    def begin(self, deal: rules.Deal | None, monkeypatch: pytest.MonkeyPatch) -> None:
        """Create the game with the same secrets, and deal *deal* (None: at random)."""
        number_anew()
        chance = random.Random(7)
        secrets = SimpleNamespace(
            choice=chance.choice,
            token_bytes=chance.randbytes,
            token_hex=lambda n: chance.randbytes(n).hex(),
            token_urlsafe=lambda n: chance.randbytes(n).hex()[:n],
        )
        monkeypatch.setattr(chances, "secrets", secrets)
        if deal is not None:
            monkeypatch.setattr(rules, "make_deal", lambda *_about, **_more: deal)
        host, *others = self.people
        about = {"variant": self.key, "options": self.options, "seats": len(self.people), "lasts_seconds": LASTS}
        self.id = create_game(creator=host, visibility="public", **about).public_id
        for other in others:
            actions.join_game(public_id=self.id, player=other)

    def listen(self, viewer: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
        player = None if viewer is None else self.people[viewer].pk
        self.ears = [Listener(open_sockets.game_group(self.id), player)]
        if player is not None:
            self.ears += [
                Listener(open_sockets.events_group(player), player),
                Listener(open_sockets.user_group(player), player),
            ]
        monkeypatch.setattr(open_sockets.hub, "followers", {ear.group: {ear} for ear in self.ears})
        monkeypatch.setattr(open_sockets.hub, "soon", lambda call, *about: call(*about))

    def table(self) -> tables.Table:
        return memory.current(self.id)

    def does(self, seat: int, text: str) -> None:
        if text == "resign":
            actions.resign_game(public_id=self.id, player=self.people[seat])
            return
        actions.play_move(public_id=self.id, seat=seat, text=text, version=self.table().version, key=f"{seat}{text}")

    # ---- what a viewer receives

    def everything(self, viewer: int | None, rng: random.Random) -> dict[str, Any]:
        table = self.table()
        told: dict[str, Any] = {"heard": [tuple(ear.heard) for ear in self.ears]}
        told["message"] = table_view.message(table, viewer, after=0)
        told["row"] = (table.version, table.deadline, table.banks)
        told |= self._pages(viewer, table, rng)
        if viewer is not None:
            player = self.people[viewer]
            told["running"] = events.running(player.pk)
            told["desk"] = events.desk_message(player.pk)
            prepared = Notice.objects.filter(player=player).order_by("pk")
            told["notices"] = list(prepared.values("version", "event", "also", "due", "words"))
            told["sent"] = self._sent(player, table)
            told["moves"] = self._answers(viewer, table, rng)
        return told

    def _pages(self, viewer: int | None, table: tables.Table, rng: random.Random) -> dict[str, Any]:
        client = Client()
        if viewer is not None:
            client.force_login(self.people[viewer])
        game, api = f"/g/{self.id}/", f"/api/v1/games/{self.id}/"
        asked = [game, f"{game}text/", f"{game}rules/", "/games/", api, f"{api}?since={table.version - 1}",
                 f"{api}record/", f"{api}rounds/0/"]  # fmt: skip
        if viewer is None:
            asked += ["/api/v1/games/?status=playing"]
        else:
            asked += [f"{game}plan/", f"/next/?after={self.id}", f"{api}plan/", "/api/v1/games/?mine=true",
                      "/api/v1/me/notices/"]  # fmt: skip
        told = {path: _answer(client.get(path)) for path in asked}
        told["picture"] = self._picture(client, told[game][1])
        if viewer is not None:
            lines = [fitting.Line(str(tile), end) for tile in table.running.position.rules.tiles for end in (None, 3)]
            for line in rng.sample(lines, LINES):
                body = json.dumps({"lines": [{"tile": line.tile, "end": line.end}]})
                plan = partial(client.put, f"{api}plan/", body, content_type="application/json")
                told[f"plan {line}"] = self._tried(lambda plan=plan: _answer(plan()))
                draft = partial(client.post, f"{game}plan/", {"line": str(line), "do": f"add {line}"})
                told[f"draft {line}"] = self._tried(lambda draft=draft: _answer(draft()))
        return told

    def _picture(self, client: Client, page: str) -> Any:
        """The preview of a link, newly drawn, with its SVG."""
        pictures.being_drawn.forget()
        path = re.search(r'property="og:image" content="https?://[^/]+(/[^"]+)"', page)
        with rolled_back(), pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(pictures, "rendered", str.encode)
            assert path
            return _answer(client.get(path[1]))

    def _sent(self, player: Any, table: tables.Table) -> list[Any]:
        """Mails, pushes and webhook calls for *player* who wants them all: at once, and before time runs out."""
        sent: list[Any] = []

        def keep(*told: Any) -> Answer:
            sent.append(told)
            return Answer(200)

        def keep_letter(letter: EmailMultiAlternatives) -> Callable[[], Answer]:
            return lambda: keep("mail", letter.subject, letter.body, letter.alternatives)

        def keep_push(_device: Device, payload: Any, *, topic: str, key: Any) -> Answer:
            return keep("push", payload, topic)

        def keep_call(_wishes: Wishes, _identity: str, body: bytes, _now: Any) -> Answer:
            return keep("webhook", json.loads(body) | {"id": "of the delivery"})

        with rolled_back(), pytest.MonkeyPatch.context() as monkeypatch:
            EmailAddress.objects.create(user=player, email="p@example.org", verified=True, primary=True)
            Device.objects.create(player=player, endpoint="https://push.example.org/1", created_at=timezone.now())
            every = {channel.value: [event.value for event in CHOSEN] for channel in Channel}
            webhooks = {"webhook": "https://example.org/", "webhook_secret": "between us"}
            about = {"channels": every, **webhooks, "digest_due": timezone.now()}
            Wishes.objects.update_or_create(user=player, defaults=about)
            monkeypatch.setattr(mail, "stop_path", lambda _player, kind: kind)  # signed with the real time
            monkeypatch.setattr(mail, "_sending", keep_letter)
            monkeypatch.setattr(push, "send", keep_push)
            monkeypatch.setattr(webhook, "send", keep_call)
            for moment in (timezone.now() + timedelta(minutes=5), table.deadline - timedelta(minutes=5)):
                queued.sweep(moment)
        return sorted(sent, key=repr)

    def _tried(self, ask: Callable[[], Any]) -> Any:
        """What *ask* is answered; of a move (a plan's, too, where it is their turn) only that it was made.

        What follows a move by itself, such as another's draws, tells the worlds apart, and everybody sees it.
        """
        with rolled_back():
            before = self.table().version
            answer = ask()
            return answer if self.table().version == before else "made"

    def _answers(self, viewer: int, table: tables.Table, rng: random.Random) -> dict[str, Any]:
        position = table.running.position
        lead = next(
            (move.plays[0].tile for at in position.positions() if getattr(move := at.move, "plays", None)), None
        )
        texts = list(every_text(position.rules, lead or position.table.deal.start or position.rules.tiles[-1]))
        found: dict[str, Any] = {"legal": legal(table) if table.turn == viewer else None}
        tried = [*rng.sample(texts, min(TEXTS, len(texts))), "wink", "puff", "pass", "draw", "draw@0", "turn"]
        for version, some in ((table.version, tried), (table.version - 1, tried[-STALE:])):
            for text in some:
                about = {"public_id": self.id, "seat": viewer, "text": text, "version": version}
                try:
                    found[f"{text} at {version}"] = self._tried(lambda about=about: actions.play_move(**about))
                except refusals.Refused as refused:
                    found[f"{text} at {version}"] = (type(refused), refused.code, refused.message)
        return found


def _answer(response: Any) -> tuple[int, str, dict[str, str]]:
    changing = {"Expires", "X-Request-ID", "Content-Security-Policy"}  # the true clock, chance, a set in any order
    headers = {name: value for name, value in response.headers.items() if name not in changing}
    return response.status_code, TOKEN.sub("", response.content.decode()), headers


@pytest.fixture
def people(guest, db):
    return [guest(f"P{n}") for n in range(8)]


@pytest.fixture
def held_clock(monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def script_of(life: Life, rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Any], list[str]]:
    """The deal, the people's actions up to some ply, and all moves that result."""
    with rolled_back():
        life.begin(None, monkeypatch)
        table = life.table()
        deal = rules.deal_from_dict(models.Round.objects.get(pk=table.running.row_id).deal)
        done: list[tuple[int, str]] = []
        moves = moves_of(table)
        for _ in range(rng.randrange(2, 16)):
            for seat in range(len(life.people)):
                for text in ("wink", "puff"):
                    try:
                        life.does(seat, text)
                    except refusals.Refused:
                        continue
                    done.append((seat, text))
            texts = legal(table)
            draws = [text for text in texts if text.startswith("draw")]  # possibly forced, possibly chosen
            seat, text = table.turn, rng.choice(draws if draws and rng.random() < DRAWING else texts)
            if len(table.running.position.game.sides_in) > 2 and rng.random() < LEAVING:
                seat, text = rng.choice([place.seat for place in table.frame.seats if not place.left]), "resign"
            life.does(seat, text)
            table = life.table()
            if table.status != Game.Status.PLAYING or table.running.index:
                break
            done.append((seat, text))
            moves = moves_of(table)
    return deal, done, moves


def moves_of(table: tables.Table) -> list[str]:
    return [f"{at.seat} {at.move}" for at in table.running.position.positions()[1:]]


def waits(game: rules.Game, deal: rules.Deal, moves: list[str]) -> bool:
    """Whether somebody is asked after *moves*, as in the real world.

    A draw or pass from need follows by itself, and everybody sees it; not where it may have been chosen.
    """
    *_line, last = positions(game, deal, moves)
    if len(last.legal) > 1:
        return True
    drew = isinstance(last.move, Draw) and last.seat == last.turn
    chosen = {Draw: game.rules.draw_when_able, Pass: game.rules.drawn_play == "may" and drew, TurnOver: False}
    return chosen.get(type(last.legal[0]), True)


def needs(game: rules.Game, deal: rules.Deal, moves: list[str]) -> list[bool]:
    """Of each turn, whether there was one thing to do only: worlds that differ in it tell who has said too much."""
    return [len(at.legal) == 1 for at in positions(game, deal, moves)]


def lived(life: Life, deal: Any, done: list[Any], viewer: int | None, seed: int) -> dict[str, Any]:
    with rolled_back(), pytest.MonkeyPatch.context() as monkeypatch:
        life.begin(deal, monkeypatch)
        life.listen(viewer, monkeypatch)
        for seat, text in done:
            life.does(seat, text)
        return life.everything(viewer, random.Random(seed))


def same(real: dict[str, Any], other: dict[str, Any]) -> None:
    """Name the first difference and the place where it starts."""
    for what in [*real, *other]:
        one, another = repr(real.get(what)), repr(other.get(what))
        if one != another:
            at = next(n for n, pair in enumerate(zip(one, another, strict=False)) if len(set(pair)) > 1)
            raise AssertionError(f"{what}:\n{one[max(0, at - 150) : at + 150]}\n{another[max(0, at - 150) : at + 150]}")


@pytest.mark.parametrize(
    ("key", "seats", "options"), [*((key, None, {}) for key in some_games(12)), *HOUSE], ids=lambda part: str(part)
)
def test_viewers_get_the_same_bytes_whatever_the_hidden_tiles(people, held_clock, monkeypatch, key, seats, options):
    rng, seat_was, watcher_was = random.Random(f"{key} {seats} {options}"), False, False
    for _ in range(TRIES):
        number = seats or rng.choice(rules.VARIANTS[key].seats)
        life = Life(people, key, options, number)
        deal, done, moves = script_of(life, rng, monkeypatch)
        seat_was = seat_was or alike(life, deal, done, moves, rng.randrange(number), rng)
        watcher_was = watcher_was or alike(life, deal, done, moves, None, rng)
        if seat_was and watcher_was:
            return
    raise AssertionError("no other worlds were found")


def alike(life: Life, deal: Any, done: list[Any], moves: list[str], viewer: int | None, rng: random.Random) -> bool:
    """Whether *viewer* has another world; asserts that everything they receive is the same in it."""
    game = rules.new_game(rules.ruleset(life.key, life.options, len(life.people)))
    others = [deal for deal in worlds(game, deal, moves, viewer, rng=rng, tries=25) if waits(game, deal, moves)]
    if others:
        unseen = [each for each in done if not secret(game.rules, f"{each[0]} {each[1]}", viewer)]
        had_to = needs(game, deal, moves)
        other = max(others, key=lambda other: sum(map(operator.ne, had_to, needs(game, other, moves))))
        same(lived(life, deal, done, viewer, 1), lived(life, other, unseen, viewer, 1))
    return bool(others)
