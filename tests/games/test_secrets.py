"""No byte that leaves the server names a hidden tile, the seed or the boneyard before the round has ended.

What a viewer may know is worked out here from the stored deal and moves, not from the view.
"""

import asyncio
import copy
import hashlib
import hmac
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.test import Client

import rules
from common import refusals
from games import actions, queries
from games.models import Game, Seat
from games.positions import memory, shuffle
from games.shown import table_view
from tests.creating import create_game
from tests.games.playing import legal, play_one, play_out, play_until_deal, replay, socket_of
from tests.samples import some_tables

TILE = re.compile(r"(?<![\w.-])(\d{1,2}-\d{1,2})(?![\w.-])")
# Every game of the catalogue with the fewest and the most players it can be played by.
PRESETS = [
    (key, people)
    for key, variant in rules.VARIANTS.items()
    for people in sorted({*variant.seats[::2], variant.seats[-1]})
]


@lru_cache(maxsize=1)
def stored(public_id: str, _version: int) -> tuple[Any, ...]:
    """The running deal, its index, its moves as (seat, text), texts that nobody may read before it is over, and the
    seats' keys as (seat, token); read once for all viewers of a version.
    """
    game = Game.objects.get(public_id=public_id)
    row = game.rounds.last()
    seeds = {bytes(game.shuffle_secret).hex()} | {bytes(each.seed).hex() for each in game.rounds.filter(over=False)}
    secrets = seeds | set(game.seats.values_list("shuffle_seed", flat=True))
    moves = list(row.moves.order_by("ply").values_list("seat", "text"))
    return row.deal, row.index, moves, secrets, list(game.seats.values_list("number", "token"))


def known_to(game: Game, seat: int | None) -> set[str]:
    """The tiles of the running deal that this viewer may have seen: what lies, their hand, what they drew or won.

    In Sausage nobody has a hand; whatever was turned over has been seen by all.
    """
    deal, _index, moves, _secrets, _tokens = stored(game.public_id, game.version)
    rows, pile = copy.deepcopy(deal.get("rows")), list(deal["boneyard"])
    known = {deal["start"]} if deal.get("start") else set()
    if seat is not None and rows is None:
        known |= set(deal["hands"][seat])
    bids: list[tuple[int, int]] = []  # (points, who) of the auction that goes on
    asked = 0
    for mover, text in moves:
        known |= set(TILE.findall(text))
        if rows is not None:
            known |= _turned_over(rows, mover, text, first=len(known) == 0)
        elif text.startswith("draw"):
            drawn = pile.pop(int(text.partition("@")[2] or 0))
            if mover == seat:
                known.add(drawn)
            asked = game.seats_number if game.rules.auction and len(pile) == 2 else 0
        elif asked and (text == "pass" or text.startswith("bid ")):
            asked -= 1
            bids += [(int(text.partition(" ")[2]), mover)] if text != "pass" else []
            if not asked and bids and max(bids)[1] == seat:
                known |= set(pile)
    if rows is not None and game.turn is not None:
        known |= {rows[game.turn][0]}  # it is turned over before they choose where it goes
    return known - {""}


def _turned_over(rows: list[list[str]], seat: int, text: str, *, first: bool) -> set[str]:
    """Turn the front tile of a row; what goes back into a row without a name ("") has been seen before."""
    front = rows[seat].pop(0)
    if text == "turn" and not first:
        rows[seat].append(front)
    elif "/" in text:
        rows[1 - seat] += [""] * (1 + 2 * int(text.partition("/")[2]))
    return {front}


def told(content: Any, deal: int) -> Iterator[str]:
    """Every tile that some JSON names, but for events of earlier deals, which lie open, and the rules of the table."""
    if isinstance(content, dict):
        if content.get("deal", deal) == deal or "round" in content:
            for key, value in content.items():
                if key == "aside" and isinstance(value, str):  # the tile of a right, whoever has it: view.rules
                    continue
                yield from told(key, deal)
                yield from told(value, deal)
    elif isinstance(content, list):
        for value in content:
            yield from told(value, deal)
    elif isinstance(content, str):
        yield from TILE.findall(content)


def assert_no_secret(content: str, game: Game, seat: int | None) -> None:
    """*content* is JSON, or a page with the view as JSON in a script element."""
    _deal, index, _moves, secrets, tokens = stored(game.public_id, game.version)
    shown = set(told(orjson.loads(content), index))
    if not shown <= (known := known_to(game, seat)):
        raise AssertionError(f"seat {seat} was shown {shown - known}")
    for secret in secrets:
        assert secret not in content
    for other, token in tokens:
        assert other == seat or token not in content


@pytest.mark.django_db
@pytest.mark.parametrize(("variant", "people"), some_tables(18, PRESETS))
def test_no_view_of_any_viewer_names_a_hidden_tile(guest, game_between, variant, people):
    rng = random.Random(people)
    players = [guest(f"P{n}") for n in range(people)]
    game = game_between(*players, variant=variant)
    table = memory.current(game.public_id)
    for move in range(60):
        game = queries.find_game(game.public_id)
        if game.status != Game.Status.PLAYING:
            break
        for seat in [*range(people), None]:
            view = rules.to_json(table_view.view(table, seat, seen=0 if seat is not None else None))
            assert_no_secret(orjson.dumps(view).decode(), game, seat)
            assert (view["round"]["legal"] != []) == (seat is not None and seat == table.turn)
            if game.rules.in_rows:
                assert view["round"]["hand"] is None
        if move == 40 and game.rules.sides > 2 and not game.rules.auction:  # their tiles leave play face down
            actions.resign_game(public_id=game.public_id, player=players[table.turn])
            table = memory.current(game.public_id)
        else:
            table = play_one(game.public_id, rng)


@pytest.mark.django_db
def test_the_first_commitment_binds_the_server_for_every_deal(ada, ben):
    game = create_game(creator=ada, variant="brettspielnetz")
    promised = queries.table(game.public_id, None).commitment
    actions.join_game(public_id=game.public_id, player=ben)
    play_until_deal(game.public_id, 3)
    for deal in range(3):
        seed = bytes.fromhex(replay(game.public_id, deal)["check"]["seed"])
        assert hashlib.sha256(seed).hexdigest() == promised
        promised = seed.hex()
    assert queries.table(game.public_id, None).commitment == promised


@pytest.mark.django_db
def test_the_shuffle_secret_is_published_when_no_deal_can_follow(ada, ben, cleo):
    """Then everybody can make the seed of each deal, of the first chain of 1,000 and of any other."""
    game = create_game(creator=ada, variant="block", seats=3, options={"end": "rounds:3"})
    for player in (ben, cleo):
        actions.join_game(public_id=game.public_id, player=player)
    play_until_deal(game.public_id, 2)
    assert [replay(game.public_id, deal)["check"]["secret"] for deal in (0, 1)] == [None, None]
    play_out(game.public_id)
    checks = [replay(game.public_id, deal)["check"] for deal in range(3)]
    for check in checks:
        end = hmac.digest(bytes.fromhex(check["secret"]), b"chain 0", "sha256")
        for _ in range(999 - int(check["round_id"].partition("/")[2])):
            end = hashlib.sha256(end).digest()
        assert end.hex() == check["seed"]


@pytest.mark.django_db
def test_logging_a_remembered_table_reveals_no_seed(ada, ben, game_between):
    game = game_between(ada, ben)
    logged = repr(memory.current(game.public_id).shuffle)
    assert repr(bytes(game.shuffle_secret)) not in logged
    assert not any(seed in logged for seed in game.seats.values_list("shuffle_seed", flat=True))


def test_consecutive_deals_reuse_computed_hashes(monkeypatch):
    asked = []
    sha256 = hashlib.sha256
    monkeypatch.setattr(shuffle.hashlib, "sha256", lambda *data: asked.append(1) or sha256(*data))
    shuffle._last_of.cache_clear()
    seeds = [shuffle.seed_of(b"t" * 32, deal) for deal in range(20)]
    assert len(asked) == 980 + sum(range(20))
    assert [sha256(seed).digest() for seed in seeds[1:]] == seeds[:-1]


def test_a_deal_needs_at_most_one_chain_of_hashes(monkeypatch):
    """However many have been dealt before it."""
    asked = []
    sha256 = hashlib.sha256
    monkeypatch.setattr(shuffle.hashlib, "sha256", lambda *data: asked.append(1) or sha256(*data))
    for deal in (0, 999, 1_000, 10_200, 51_000):
        asked.clear()
        shuffle._last_of.cache_clear()
        shuffle.seed_of(b"s" * 32, deal)
        assert len(asked) == 999 - deal % 1_000


def test_a_game_of_very_many_deals_never_uses_a_seed_twice():
    seeds = {shuffle.seed_of(b"s" * 32, deal) for deal in range(0, 3 * shuffle.CHAIN, 97)}
    assert len(seeds) == len(range(0, 3 * shuffle.CHAIN, 97))


@pytest.mark.django_db
def test_an_aborted_game_never_shows_its_hands(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.abort_game(public_id=game.public_id, player=ben)
    game = queries.find_game(game.public_id)
    for seat in (0, 1, None):
        view = rules.to_json(queries.table(game.public_id, seat))
        assert view["round"]["open"] is None
        assert_no_secret(orjson.dumps(view).decode(), game, seat)
    assert rules.to_json(queries.record(game.public_id))["rounds"] == []
    with pytest.raises(refusals.NotNow):
        replay(game.public_id, 0)


@pytest.mark.django_db
def test_the_leak_check_finds_a_leak(ada, ben, game_between):
    game = game_between(ada, ben)
    hidden = game.rounds.last().deal["hands"][1][0]
    view = rules.to_json(table_view.view(memory.current(game.public_id), 0))
    view["round"]["layout"].append({"tile": hidden})
    with pytest.raises(AssertionError):
        assert_no_secret(orjson.dumps(view).decode(), game, 0)
    with pytest.raises(AssertionError):
        assert_no_secret(orjson.dumps({"x": bytes(game.shuffle_secret).hex()}).decode(), game, 0)


class Ear:
    """Everything that one person receives through a whole game: socket, API and page."""

    def __init__(self, game: Game, seat: Seat | None, *, logged_in_as: Any = None) -> None:
        self.seat = None if seat is None else seat.number
        self.client = Client()
        player = seat.player if seat else logged_in_as
        if player is not None:
            self.client.force_login(player)
        self.socket = socket_of(self.client, f"/ws/games/{game.public_id}/")

    async def hears(self) -> list[str]:
        """What the socket has received up to now."""
        texts = []
        while not await self.socket.receive_nothing(timeout=0.02, interval=0.005):
            texts.append(await self.socket.receive_from())
        return texts

    def reads(self, game: Game) -> list[str]:
        """The table page's JSON and every address of the API about the game."""
        page = self.client.get(f"/g/{game.public_id}/")
        assert page.status_code == 200
        html = page.content.decode()
        embedded = re.findall(r'<script id="[\w-]+" type="application/json">(.*?)</script>', html, re.DOTALL)
        assert embedded
        rest = re.sub(r"<(script|svg).*?</\1>", "", html, flags=re.DOTALL)
        paths = ["", "record/", *[f"rounds/{deal}/" for deal in range(game.rounds.count() + 1)]]
        answers = [self.client.get(f"/api/v1/games/{game.public_id}/{path}") for path in paths]
        # Earlier rounds lie open: of those answers only the running deal matters, and it must be refused.
        assert answers[-2].status_code == 409
        assert answers[-1].status_code == 404
        return [*embedded, orjson.dumps(rest).decode(), answers[0].content.decode(), answers[-2].content.decode()]


TRAINS = {"variant": "mexican_train", "options": {"set": 9, "end": "rounds:2", "opening": "train"}}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("settings", [{}, TRAINS], ids=["brettspielnetz", "mexican_train"])
async def test_no_page_api_answer_or_socket_message_names_a_hidden_tile(ada, ben, cleo, game_between, settings):
    game = await sync_to_async(game_between)(ada, ben, **settings)
    seats = await sync_to_async(lambda: list(queries.find_game(game.public_id).seats.all()))()
    ears = [
        await sync_to_async(Ear)(game, seats[0]),
        await sync_to_async(Ear)(game, seats[1]),
        await sync_to_async(Ear)(game, None, logged_in_as=cleo),
        await sync_to_async(Ear)(game, None),
    ]
    for ear in ears:
        connected, _ = await ear.socket.connect()
        assert connected
    rng = random.Random(7)
    table = await sync_to_async(memory.current)(game.public_id)
    heard = 0
    while table.status == Game.Status.PLAYING:
        await sync_to_async(game.refresh_from_db)()
        for ear in ears:
            texts = await ear.hears()
            if rng.random() < 0.15:
                texts += await sync_to_async(ear.reads)(game)
            for text in texts:
                heard += 1
                await sync_to_async(assert_no_secret)(text, game, ear.seat)
        text = rng.choice(await sync_to_async(legal)(table))
        move = {"type": "move", "version": table.version, "move": text, "key": str(table.version)}
        mover = next(ear for ear in ears if ear.seat == table.turn)
        await mover.socket.send_to(orjson.dumps(move).decode())
        async with asyncio.timeout(10):
            while table.version == move["version"]:
                await asyncio.sleep(0.005)
                table = await sync_to_async(memory.current)(game.public_id)
    assert heard > 100
    for ear in ears:
        await ear.socket.disconnect()
