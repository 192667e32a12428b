"""Games as text and as records; an imported record has the same result."""

import asyncio
import gc
import json
import tracemalloc
from functools import partial
from pathlib import Path

import pytest
from django.test import AsyncClient

import rules
from games import actions, queries
from games.models import Game
from games.positions import memory
from history import downloads, exports, game_text, studies
from rules.record import parse, replay, walk
from tests.creating import create_game
from tests.games.playing import play_out, play_until_deal
from tests.samples import examples, some_games

ALL = "/history/export/"
EXAMPLES = Path(__file__).parent.parent / "rules" / "examples"


def file_of(client):
    answer = client.get(ALL)
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'attachment; filename="boneyard-games.jsonl"'
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def by_replay(game):
    """The record made from the positions, with every deal replayed."""
    return [
        {"deal": dealt.row.deal, "moves": [f"{move.seat} {move.text}" for move in dealt.moves]}
        for dealt in memory.replay(queries.find_game(game))
        if dealt.position.over
    ]


@pytest.mark.parametrize("key", some_games(12))
def test_a_game_of_every_kind_exported_and_imported_has_the_same_result(key, browser_of, ada, guest, game_between):
    for seats in {rules.VARIANTS[key].seats[0], rules.VARIANTS[key].seats[-1]}:
        others = [guest(f"Guest {n}") for n in range(1, seats)]
        options = {"end": "rounds:2"} if key not in {"sea_goat", "general"} else {}
        try:
            game = game_between(ada, *others, variant=key, options=options)
        except rules.ImpossibleRules:
            game = game_between(ada, *others, variant=key)
        play_out(game.public_id, seed=seats, most=20_000)
        game.refresh_from_db()
        exported = next(line for line in file_of(browser_of(ada)) if line["game"]["id"] == game.public_id)
        assert exported["rounds"] == by_replay(game.public_id)
        last = list(replay(parse(json.dumps(exported))))[-1]
        assert last == {"over": True, "totals": game.totals, "winners": game.winners, "reason": game.reason}
        found = studies.play_record(json.dumps(exported))
        assert found.outcome.as_dict() == last
        assert found.record.as_dict()["rounds"] == exported["rounds"]


def test_the_record_of_a_game_that_a_player_left_has_the_same_result(ada, ben, game_between):
    game = game_between(ada, ben)
    play_until_deal(game.public_id, 1)
    actions.resign_game(public_id=game.public_id, player=ben)
    game.refresh_from_db()
    found = studies.play_record(json.dumps(rules.to_json(queries.record(game.public_id))))
    assert (list(found.outcome.winners), found.outcome.reason) == (game.winners, "resigned")


def test_a_running_game_exports_only_its_finished_deals(browser_of, ada, ben, game_between):
    game = game_between(ada, ben)
    play_until_deal(game.public_id, 2)
    running = memory.current(game.public_id).running
    (line,) = file_of(browser_of(ada))
    assert line["game"]["status"] == "playing"
    assert len(line["rounds"]) == running.index == 2
    deal = game.rounds.get(index=running.index).deal
    assert deal not in [entry["deal"] for entry in line["rounds"]]
    text = browser_of(ada).get(f"/g/{game.public_id}/text/").content.decode()
    assert " ".join(deal["hands"][0]) not in text
    assert " ".join(deal["boneyard"]) not in text


def test_an_aborted_game_exports_no_hands(browser_of, ada, ben, game_between):
    game = game_between(ada, ben)
    actions.abort_game(public_id=game.public_id, player=ada)
    (line,) = file_of(browser_of(ada))
    assert (line["rounds"], line["game"]["result"]) == ([], "aborted")


def test_the_export_has_only_the_players_games_and_the_names_of_others(browser_of, over, ada, ben, cleo):
    (game,) = over(ada, ben)
    over(ben, cleo)
    ben.email = "ben@example.org"
    ben.save()
    (line,) = file_of(browser_of(ada))
    assert line["seats"] == ["Ada", "Ben"]
    assert line["game"] == {
        "id": game.public_id, "status": "finished", "started": "2026-11-21T12:00:00Z",
        "finished": "2026-11-21T12:00:00Z", "rated": True, "reason": "target", "totals": [100, 40], "seat": 0,
        "result": "won", "computers": [None, None], "stood_in": [False, False],
    }  # fmt: skip


def test_open_games_are_not_exported(browser_of, ada):
    create_game(creator=ada, variant="draw")
    assert file_of(browser_of(ada)) == []


def test_strangers_must_log_in(stranger):
    assert stranger.get(ALL).status_code == 302


@pytest.mark.both_databases
def test_an_export_is_sent_in_pieces_with_a_fixed_number_of_queries_each(over, ada, ben, django_assert_num_queries):
    over(ada, ben, number=2 * exports.AT_ONCE + 10)
    seen, before = 0, None
    for expected in (exports.AT_ONCE, exports.AT_ONCE, 10):
        with django_assert_num_queries(9):  # my seats, games, all seats, players, moves, deals, analyses, cups, ladders
            lines, before = exports.exported(ada, before)
        seen += len(lines.splitlines())
        assert len(lines.splitlines()) == expected
    assert (seen, before) == (210, None)


def test_many_times_as_many_games_need_no_more_memory(over, ada, ben, monkeypatch):
    monkeypatch.setattr(exports, "AT_ONCE", 20)
    over(ada, ben, number=(number := 20 * examples(20)))

    pieces = downloads._now(partial(exports.exported, ada))
    games, peaks = next(pieces).count(b"\n"), []  # the first one loads modules
    gc.freeze()  # otherwise each collection looks through everything that the process has loaded
    tracemalloc.start()
    for piece in pieces:
        games += piece.count(b"\n")
        gc.collect()  # rows refer to each other in circles; Python decides when to collect them
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.reset_peak()
    tracemalloc.stop()
    gc.unfreeze()
    assert games == number
    assert max(peaks) < 1.1 * peaks[1]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_export_is_streamed_on_the_asynchronous_server_too(over, ada, ben):
    over(ada, ben, number=exports.AT_ONCE + 1)
    client = AsyncClient()
    client.force_login(ada)

    async def pieces():
        answer = await client.get(ALL)
        return [piece async for piece in answer.streaming_content]

    sizes = [piece.count(b"\n") for piece in asyncio.run(pieces())]
    assert sizes == [exports.AT_ONCE, 1]


def test_the_text_has_every_move_and_the_score(browser_of, ada, ben, game_between):
    game = game_between(ada, ben, variant="muggins", options={"end": "rounds:2"})
    play_out(game.public_id)
    game.refresh_from_db()
    text = browser_of(ada).get(f"/g/{game.public_id}/text/").content.decode()
    assert text.startswith("Muggins (All Fives) · 2 players · 2 rounds · 1 day per move\nAda – Ben\n")
    for entry in rules.to_json(queries.record(game.public_id))["rounds"]:
        for move in entry["moves"]:
            assert f" {move.partition(' ')[2]} " in text
    assert "Ada plays" in text
    assert "ROUND 2" in text
    assert " : ".join(map(str, game.totals)) in text
    assert text.rstrip().splitlines()[-1].split()[0] == "2"
    assert max(map(len, text.splitlines())) < 140


@pytest.mark.parametrize("key", list(rules.VARIANTS))
def test_the_text_has_words_for_every_move_of_every_game(key, ada, guest, game_between):
    game = game_between(ada, *(guest(f"G{n}") for n in range(1, rules.VARIANTS[key].seats[0])), variant=key)
    play_until_over_or_deal(game.public_id, 1)
    text = exports.game_text(queries.find_game(game.public_id), lambda: None).content.decode()
    for line in text.splitlines():
        number, dot, rest = line.strip().partition(". ")
        if dot and number.isdigit():
            move, _space, said = rest.partition("  ")
            assert move.strip()
            assert said.split(" ", 2)[-1].strip() not in {"", move.strip()}, line


def play_until_over_or_deal(public_id, deal):
    import random

    from tests.games.playing import play_one

    rng = random.Random(5)
    for _ in range(2_000):
        table = memory.current(public_id)
        if table.status != Game.Status.PLAYING or table.running.index >= deal:
            return
        play_one(public_id, rng)


@pytest.mark.parametrize(("stem", "told"), [
    ("mexican_train-7", ["Ana plays 4-1 on their own train", "Ana leaves their train at that"]),
    ("mexican_train-9", ["The station is 6-6.", "Ben plays 5-5 on the Mexican train", "Ana plays 3-2 on Cleo’s train",
                         "Ben passes: their train is open"]),
    ("dominican-1", ["Ben passes (+30 for Ana and Cleo)", "Ana is out.", "Capicúa: +30."]),
    ("dominican-3", ["Ana locked against Ben: 9 to 9, the locker wins."]),
    ("jamaican-1", ["Blocked: Cleo’s hand is the lowest (1)."]),
    ("jamaican-5", ["One all: the next round takes it.", "The round at one all: 2 for the winner"]),
    ("jamaican-6", ["The game is broken: all at 0."]),
    ("puerto_rico_500-5", ["The last tile is a double that fits both ends: × 4.", "Round bonus: +75."]),
])  # fmt: skip
def test_the_text_says_what_paid_and_why(stem, told):
    steps = list(walk(parse((EXAMPLES / f"{stem}.json").read_text())))
    played = [at for at in steps if at.over] or steps[-1:]
    written = game_text.text([], ["Ana", "Ben", "Cleo", "Dan"], played)
    assert [words for words in told if words not in written] == []
