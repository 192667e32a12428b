"""A signal of General: the partner sees it at once, and nobody else can tell that there was one (rules.md 9.3)."""

import json
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.test import Client

import rules
from common import refusals
from games import actions, queries
from games.models import Game, Move, PartnerSignal
from games.positions import memory
from games.shown import table_view
from games.shown.events import desk_message
from games.sockets import open_sockets
from games.viewers import live
from games.viewers.news import News
from notices.models import Notice
from tests.games.playing import play_until_deal, replay
from tests.games.test_races import at_once, codes
from tests.games.test_sockets import Board

SIGNAL = {"0-0": "wink", "6-6": "puff"}


@pytest.fixture
def people(guest):
    return [guest(f"P{n}") for n in range(4)]


@pytest.fixture
def general(people, game_between):
    """Its first deal; somebody always has 0-0 and 6-6."""
    return game_between(*people, variant="general")


def holder(game: Game, tile: str) -> int:
    return next(seat for seat, hand in enumerate(game.rounds.last().deal["hands"]) if tile in hand)


def sends(game: Game, seat: int, text: str, version: int | None = None, key: str = "") -> actions.Played:
    newest = memory.current(game.public_id).version if version is None else version
    return actions.play_move(public_id=game.public_id, seat=seat, text=text, version=newest, key=key)


def refusal(call: Any, *about: Any, **more: Any) -> str:
    with pytest.raises(refusals.Refused) as refused:
        call(*about, **more)
    return refused.value.code


def all_that_is_told(game: Game, users: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every answer about the game, by viewer (None: a stranger), with the time fixed."""
    told = []
    now = game.created_at
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    for user in users:
        client = Client()
        if user is not None:
            client.force_login(user)
        table = memory.current(game.public_id)
        seat = table.seat_of(None if user is None else user.pk)
        page = client.get(f"/g/{game.public_id}/").content.decode()
        view = json.loads(page.partition('<script id="view" type="application/json">')[2].partition("</script>")[0])
        paths = ["", "?since=0", f"?since={table.version}", f"?since={table.version}&signals=0", "record/", "rounds/0/"]
        answers = [client.get(f"/api/v1/games/{game.public_id}/{path}") for path in paths]
        told.append(
            repr([
                view,
                table_view.message(table, seat, after=0),
                *[(answer.status_code, answer.content) for answer in answers],
                client.get(f"/g/{game.public_id}/text/").content.partition(b"<main")[2].partition(b"</main")[0],
                *([] if user is None else [desk_message(user.pk), client.get("/api/v1/games/?mine=true").content]),
            ])
        )  # fmt: skip
    monkeypatch.undo()
    return told


@pytest.mark.django_db
@pytest.mark.parametrize("tile", ["0-0", "6-6"])
def test_a_signal_changes_no_byte_for_anyone_but_the_partners(general, people, tile, monkeypatch):
    seat, users = holder(general, tile), [*people, None]
    rows = {model: list(model.objects.order_by("pk").values()) for model in (Game, Move, Notice)}
    before = all_that_is_told(general, users, monkeypatch)
    version = memory.current(general.public_id).version
    assert sends(general, seat, SIGNAL[tile]).version == version
    after = all_that_is_told(general, users, monkeypatch)
    assert [n for n in range(5) if before[n] != after[n]] == sorted([seat, (seat + 2) % 4])
    assert {model: list(model.objects.order_by("pk").values()) for model in rows} == rows
    for viewer in [0, 1, 2, 3, None]:
        own = viewer is not None and viewer % 2 == seat % 2
        shown = rules.to_json(table_view.view(memory.current(general.public_id), viewer))["signals"]
        assert shown == ([{"seat": seat, "signal": SIGNAL[tile]}] if own else [])


@pytest.mark.django_db
def test_of_eight_players_only_the_signalling_pair_sees_a_wink(guest, game_between):
    game = game_between(*[guest(f"P{n}") for n in range(8)], variant="general")
    seat = holder(game, "0-0")
    sends(game, seat, "wink")
    knows = [
        viewer
        for viewer in range(8)
        if rules.to_json(table_view.view(memory.current(game.public_id), viewer))["signals"]
    ]
    assert knows == sorted([seat, (seat + 4) % 8])


@pytest.mark.both_databases
@pytest.mark.django_db
def test_each_signal_of_a_seat_is_accepted_once_a_deal(general):
    seat = holder(general, "0-0")
    sends(general, seat, "wink")
    assert refusal(sends, general, seat, "wink") == "signalled"
    assert refusal(sends, general, (seat + 1) % 4, "wink") == "no_signal"
    assert PartnerSignal.objects.count() == 1
    play_until_deal(general.public_id, 1)
    assert all(
        not rules.to_json(table_view.view(memory.current(general.public_id), viewer))["signals"] for viewer in range(4)
    )
    sends(general, holder(general, "0-0"), "wink")
    assert PartnerSignal.objects.count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_repeated_request_answers_the_same_after_later_moves(general):
    seat = holder(general, "0-0")
    first = sends(general, seat, "wink", key="mine")
    assert sends(general, seat, "wink", version=first.version, key="mine").version == first.version
    version = first.version
    play_until_deal(general.public_id, 1)
    assert sends(general, seat, "wink", version=version, key="mine") == actions.Played(version, repeated=True)
    assert refusal(sends, general, seat, "wink", version=version, key="another") == "stale"


@pytest.mark.django_db
def test_a_signal_from_an_older_version_of_the_same_deal_is_accepted(general):
    """The sender's board may be some moves behind but must show this deal."""
    dealt = memory.current(general.public_id)
    text = table_view.view(dealt, dealt.turn).round.legal[0]
    actions.play_move(public_id=general.public_id, seat=dealt.turn, text=text, version=dealt.version)
    now = memory.current(general.public_id).version
    assert sends(general, holder(general, "0-0"), "wink", version=dealt.version).version == now
    assert refusal(sends, general, holder(general, "6-6"), "puff", version=now + 1) == "stale"


@pytest.mark.django_db
def test_no_record_and_no_finished_deal_has_a_signal(general):
    sends(general, holder(general, "0-0"), "wink")
    play_until_deal(general.public_id, 1)
    assert "wink" not in str(rules.to_json(queries.record(general.public_id)))
    assert "wink" not in str(replay(general.public_id, 0))


@pytest.mark.django_db
def test_games_without_signals_need_no_query(ada, ben, game_between, django_assert_num_queries):
    table = memory.current(game_between(ada, ben).public_id)
    with django_assert_num_queries(0):
        assert rules.to_json(table_view.view(table, 0))["signals"] == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_many_winks_at_once_one_is_accepted(general):
    seat = holder(general, "0-0")
    results = at_once(*[lambda n=n: sends(general, seat, "wink", key=str(n)) for n in range(6)])
    assert codes(results) == ["signalled"] * 5
    assert PartnerSignal.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("nudged", [False, True], ids=["this process", "another process"])
async def test_a_signal_is_sent_at_once_and_only_to_the_partners_board(people, general, nudged, monkeypatch):
    seat = await sync_to_async(holder)(general, "0-0")
    partner = (seat + 2) % 4
    if nudged:  # this process learns of the other's change only by its nudge
        monkeypatch.setattr(open_sockets.hub, "show_again", lambda *_: None)
    boards = [Board(general.public_id, user) for user in [*people, None]]
    async with boards[0], boards[1], boards[2], boards[3], boards[4]:
        [version] = {(await board.hears("view"))["version"] for board in boards}
        await boards[seat].says({"type": "move", "version": version, "move": "wink", "key": "w"})
        if nudged:
            assert (await boards[seat].hears("done"))["version"] == version
            monkeypatch.undo()
            news = News(again=[[general.public_id, [seat, partner]]])
            await sync_to_async(open_sockets.hub.heard)(news)
        for mine in (seat, partner):
            heard = await boards[mine].hears("view")
            assert (heard["version"], heard["events"]) == (version, [])
            assert heard["view"]["signals"] == [{"seat": seat, "signal": "wink"}]
        for other in {0, 1, 2, 3, 4} - {seat, partner}:
            assert await boards[other].socket.receive_nothing(timeout=0.3)


@pytest.mark.django_db(transaction=True)
async def test_a_board_that_missed_a_signal_gets_it_with_its_next_ping(people, general, monkeypatch):
    seat = await sync_to_async(holder)(general, "0-0")
    monkeypatch.setattr(live, "announce_again", lambda *_: None)  # a lost nudge
    async with Board(general.public_id, people[(seat + 2) % 4]) as mine, Board(general.public_id) as watcher:
        [version] = {(await board.hears("view"))["version"] for board in (mine, watcher)}
        await sync_to_async(sends)(general, seat, "wink")
        for board in (mine, watcher):
            await board.says({"type": "ping", "version": version, "signals": 0})
        assert (await mine.hears("view"))["view"]["signals"] == [{"seat": seat, "signal": "wink"}]
        assert orjson.loads(await watcher.socket.receive_from()) == {"type": "pong", "version": version}
        await mine.says({"type": "ping", "version": version, "signals": 1})
        assert (await mine.hears("pong"))["version"] == version
