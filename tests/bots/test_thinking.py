"""A computer's turn is played once, by any process, whatever its mind answers, and only by what its seat sees."""

import logging
import random
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from types import SimpleNamespace

import orjson
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User, new_guest
from bots import actions as bots
from bots import thinking
from bots.minds import pool as minds
from bots.minds.children import Question, Questions, Unanswered
from bots.models import Turn
from bots.thinking import turns
from common import address, database, queues
from games import actions
from games.models import Game, Move
from games.positions import memory
from tests import queued
from tests.creating import create_game
from tests.games.playing import legal
from tests.games.test_races import at_once, codes
from tests.rules.worlds import positions, worlds

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 5


@pytest.fixture
def waiting(ada):
    """`waiting()`: a game in which it is a computer's turn."""

    def begin(level: str = "good"):
        while True:
            game = bots.play_computer(player=ada, variant="block", level=level)
            table = memory.current(game.public_id)
            if table.turn == 0:
                text = str(table.running.position.legal_moves()[0])
                actions.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
            if memory.current(game.public_id).turn == 1:
                return game
            actions.resign_game(public_id=game.public_id, player=ada)

    return begin


def due_now() -> int:
    return queued.play_computers(timezone.now() + timedelta(seconds=3))


def play(turn) -> None:
    queued.to_its_end(turns.work(turn, timezone.now()))


def by_computers(game) -> int:
    return game.moves.filter(by=Move.By.BOT).count()


@pytest.mark.both_databases
@pytest.mark.parametrize("cold", [False, True], ids=["one process", "two processes"])
def test_one_process_claims_a_turn_and_plays_it_once(waiting, cold, monkeypatch):
    for _ in range(TIMES):
        game = waiting()
        if cold:
            monkeypatch.setattr(memory.remembered, "get", lambda public_id: None)
        processes = [thinking.Turns() for _process in range(3)]
        claims = at_once(*[lambda process=process: process.claim(timezone.now()) for process in processes])
        assert sorted(map(len, claims)) == [0, 0, 1]
        ((turn,),) = filter(None, claims)
        at_once(*[lambda turn=turn: play(turn)] * 2)  # a claim that took too long
        assert by_computers(game) == 1
        monkeypatch.undo()
        Turn.objects.all().delete()


@pytest.mark.both_databases
def test_processes_play_a_left_over_turn_once(waiting):
    for _ in range(TIMES):
        game = waiting()
        assert not codes(at_once(*[due_now] * 3))
        keys = list(game.moves.filter(by=Move.By.BOT).values_list("key", flat=True))
        assert len(keys) == len(set(keys)) >= 1


@pytest.mark.both_databases
def test_the_storing_process_has_two_seconds_to_claim_a_turn(waiting):
    game = waiting()
    began = Turn.objects.get().began
    assert queued.play_computers(began + timedelta(seconds=1.9)) == 0
    assert queued.play_computers(began + timedelta(seconds=2)) >= 1
    assert by_computers(game) >= 1


@pytest.mark.both_databases
def test_another_process_plays_the_turn_of_a_killed_one(waiting, monkeypatch):
    game = waiting()
    (turn,) = turns.claim(timezone.now())
    assert due_now() == 0  # it is being thought about
    turns.let_go(turn)  # … until the process was killed
    assert due_now() == 0  # other processes can't know that yet
    assert queued.play_computers(timezone.now() + turns.lease + timedelta(seconds=3)) >= 1
    assert by_computers(game) >= 1


@pytest.mark.parametrize(
    "said",
    [Unanswered("it has died"), b"no JSON", b'{"error": "KeyError"}', b'{"move": "9-9>9-9"}', b'{"move": "resign"}'],
    ids=str,
)
def test_without_a_usable_answer_the_plain_level_plays(waiting, asked, said, caplog):
    caplog.set_level(logging.CRITICAL)
    asked.say = said
    game = waiting()
    assert due_now() >= 1
    assert by_computers(game) >= 1
    assert not game.moves.filter(text="resign").exists()


def test_after_three_failures_it_is_played_without_a_mind(waiting, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    game, failed = waiting(), []
    monkeypatch.setattr(minds, "ask_for_a_move", lambda *_view, **_how: failed.append(1) or 1 / 0)
    now = timezone.now()
    while by_computers(game) == 0:
        now += timedelta(minutes=1)
        assert queued.play_computers(now) == 1
    assert len(failed) == 3


def test_if_even_the_plain_level_fails_the_first_legal_move_is_played(waiting, asked, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    asked.say = Unanswered("silent")

    def broken(*_view: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("mind.choose", broken)
    game = waiting()
    legal = str(memory.current(game.public_id).running.position.legal_moves()[0])
    (turn,) = turns.claim(timezone.now())
    play(turn)
    assert game.moves.get(by=Move.By.BOT).text == legal


@pytest.mark.both_databases
def test_resigning_while_it_thinks_ends_the_turn(waiting, ada):
    game = waiting()
    (turn,) = turns.claim(timezone.now())
    asked = turns.work(turn, timezone.now())
    actions.resign_game(public_id=game.public_id, player=ada)
    queued.to_its_end(asked)
    assert by_computers(game) == 0
    assert not Turn.objects.exists()


def test_a_mind_gets_the_same_bytes_whatever_its_seat_cannot_see(ada, asked, later, monkeypatch):
    """We exchange hidden tiles, from the deal on, so a reply can't depend on them."""
    game = bots.play_computer(player=ada, variant="draw", level="strong", options={"end": "rounds:1"})
    noon, compared = timezone.now(), 0
    while (table := memory.current(game.public_id)).status == "playing" and table.running.index == 0:
        if table.turn == 0:
            text = str(table.running.position.legal_moves()[0])
            actions.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
            continue
        turn = turns.rows().order_by("due")[0]
        moves = [f"{move.seat} {move.text}" for move in game.moves.order_by("version")]
        others = worlds(rules.new_game(game.rules), game.rounds.get().deal, moves, 1, rng=random.Random(compared))
        dealt_otherwise = [
            replace(table.running, position=[*positions(rules.new_game(game.rules), other, moves)][-1])
            for other in islice(others, 3)
        ]
        asked.asked.clear()
        with monkeypatch.context() as still:
            still.setattr(timezone, "now", lambda: noon)
            for running in [table.running, *dealt_otherwise]:
                still.setattr(memory, "table_at", lambda *_which, to=running: replace(table, running=to))
                turns.work(turn, noon)
        sent = [orjson.dumps(each) for each in asked.asked]
        assert len(sent) == 1 + len(dealt_otherwise)
        assert len(set(sent)) == 1
        compared += len(dealt_otherwise)
        later()
    assert compared > 3


def test_each_turn_has_its_own_secret_seed(settings):
    now = timezone.now()
    several = [
        Turn(game=Game(pk=1, public_id=public_id), version=version, began=now, due=now)
        for public_id in ("abc", "abd")
        for version in (3, 4)
    ]
    seeds = [thinking.seed_of(turn) for turn in several]
    assert len(set(seeds)) == 4
    assert thinking.seed_of(several[0]) == seeds[0]
    settings.SECRET_KEY = "another"
    assert thinking.seed_of(several[0]) != seeds[0]


def pause_of(turn) -> float:
    """The seconds between a mind's answer and the move."""
    asked = turns.work(turn, timezone.now())
    return asked.then().pause.total_seconds()


@pytest.mark.parametrize("thought", [-3600, 0.0, 0.04, 0.24], ids=lambda seconds: f"{seconds} s of thinking")
def test_every_reply_comes_at_the_end_of_its_pause(waiting, monkeypatch, thought):
    waiting()
    (turn,) = turns.claim(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: turn.began + timedelta(seconds=thought))
    assert pause_of(turn) + max(thought, 0) == pytest.approx(0.25)  # even if the clock was set back


@pytest.mark.parametrize(
    ("thought", "rest"), [(0.25, 0.0), (0.251, 0.249), (0.3, 0.2), (0.7, 0.05), (0.75, 0.0), (3.1, 0.15)], ids=str
)
def test_a_slow_reply_comes_at_the_end_of_a_later_pause(waiting, monkeypatch, thought, rest):
    """So the time shows how busy we are, in steps of a quarter of a second, and not how long this turn took."""
    waiting()
    (turn,) = turns.claim(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: turn.began + timedelta(seconds=thought))
    assert pause_of(turn) == pytest.approx(rest, abs=1e-5)


def test_without_a_pause_every_reply_comes_at_once(waiting, monkeypatch, settings):
    settings.COMPUTER_PAUSE_SECONDS = 0
    waiting()
    (turn,) = turns.claim(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: turn.began + timedelta(seconds=0.7))
    assert pause_of(turn) == 0


@pytest.mark.both_databases
def test_a_process_claims_the_turns_it_stores_only_if_it_has_minds(waiting, monkeypatch):
    planned = []
    monkeypatch.setattr(queues.PROMPT, "do", lambda task, *, after=0.0: planned.append(task))
    monkeypatch.setattr(minds, "children", lambda: SimpleNamespace(get_ready=lambda: None))
    waiting()
    assert planned == []
    row = Turn.objects.get()
    assert row.due == row.began
    row.delete()
    monkeypatch.setattr("django.conf.settings.MINDS", 1)
    game = waiting()
    row = Turn.objects.get(game=game)
    assert row.due == row.began + turns.lease
    with CaptureQueriesContext(connection) as made:
        planned[-1]()
    assert not [each for each in made if each["sql"].startswith("UPDATE")]  # thinking writes nothing
    for _then in ("it hears the answer", "it has paused"):
        database.let_go()
        planned[-1]()
    assert by_computers(game) == 1


@pytest.mark.both_databases
def test_a_slow_process_does_not_think_about_a_turn_twice(waiting):
    waiting()
    (turn,) = turns.claim(timezone.now())
    assert not turns.claim(timezone.now() + timedelta(minutes=1))
    play(turn)


def test_after_a_dead_mind_another_is_asked_and_after_three_the_plain_level(waiting, asked, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    asked.say = Unanswered("it has died")
    game = waiting()
    (turn,) = turns.claim(timezone.now())
    play(turn)
    assert len(asked.asked) == 3
    assert by_computers(game) == 1


def test_a_silent_mind_is_not_followed_by_another(waiting, asked, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    asked.say = Unanswered("it was silent for 4 seconds")
    waiting()
    (turn,) = turns.claim(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: turn.began + timedelta(seconds=4))
    assert (pause_of(turn), len(asked.asked)) == (0, 1)


@pytest.mark.both_databases
def test_a_turn_that_fails_does_not_block_the_others(waiting, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    games, failing, ask = [waiting() for _ in range(3)], iter([False, True]), minds.ask_for_a_move

    def fails_once(view, **how):
        if next(failing, False):
            raise ZeroDivisionError
        return ask(view, **how)

    monkeypatch.setattr(minds, "ask_for_a_move", fails_once)
    due_now()
    assert [by_computers(game) > 0 for game in games].count(True) == 2
    queued.play_computers(timezone.now() + turns.lease + timedelta(seconds=3))
    assert all(by_computers(game) for game in games)


@pytest.mark.both_databases
def test_games_of_one_person_wait_for_each_other_but_not_for_other_people(ada, ben, asked, later):
    def begins(creator, *joining):
        """The owners of questions in a new game with computers."""
        asked.owners.clear()
        seats = 1 + len(joining) + 1
        game = create_game(creator=creator, computers={seats - 1: "solid"}, seats=seats, variant="block")
        for person in joining:
            actions.join_game(public_id=game.public_id, player=person)
        while not asked.owners:
            later()
            if not asked.owners:
                table = memory.current(game.public_id)
                text = legal(table)[0]
                actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
        return set(asked.owners)

    [one], [another], [bens] = begins(ada), begins(ada), begins(ben)
    assert one == another != bens
    assert begins(ada, ben) == {one}
    assert begins(ben, ada) == {bens}


# ---- Queues


def owners_of(people, monkeypatch) -> list[object]:
    """The owner of the question in a game of each of these people."""
    owners = []

    def ask(_question, *, owner, urgent):
        owners.append(owner)
        return Future()

    monkeypatch.setattr(minds, "ask", ask)
    for person in people:
        while True:
            game = bots.play_computer(player=person, variant="block", level="good", options={"lead_first": "host"})
            table = memory.current(game.public_id)
            text = str(table.running.position.legal_moves()[0])
            actions.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
            if memory.current(game.public_id).turn == 1:
                break
            actions.resign_game(public_id=game.public_id, player=person)  # the computer had to pass
    for turn in turns.rows().order_by("due"):
        turns.work(turn, timezone.now())
    return owners


def test_guests_of_one_address_take_turns_like_one_person(ada, monkeypatch):
    """They ask first, and yet each of the others is served after one of them. This tests the queue, not a mind."""
    crowd = [new_guest(f"Mo {n}", address.origin("203.0.113.9")) for n in range(14)]
    elsewhere = new_guest("Dora", address.origin("198.51.100.7"))
    unknown = new_guest("Eve")
    queue = Questions()
    for owner in owners_of([*crowd, ada, elsewhere, unknown], monkeypatch):
        queue.add(Question(b"", Future(), 1.0), owner, urgent=True)
    assert len(queue) == 17
    assert len(queue._ranks[0]) == 4
    assert list(queue._ranks[0]) == [crowd[0].queue, ada.queue, elsewhere.queue, unknown.queue]


def test_a_guest_who_gets_an_account_has_their_own_queue_and_no_origin(ada):
    mo = new_guest("Mo", address.origin("203.0.113.9"))
    assert mo.queue == new_guest("Eve", address.origin("203.0.113.9")).queue != ada.queue
    mo.is_guest = False
    mo.save(update_fields=["is_guest"])
    mo.refresh_from_db()
    assert mo.origin == ""
    assert mo.queue != ada.queue


def test_a_stored_origin_does_not_reveal_the_address(settings):
    kept = address.origin("203.0.113.9")
    assert "203" not in kept
    assert len(kept) == 16
    settings.SECRET_KEY = "another"
    assert address.origin("203.0.113.9") != kept
    assert address.origin("unknown") == ""


@pytest.mark.parametrize("by", ["a page", "the API"])
def test_a_guests_origin_is_the_address_they_came_from(game_between, ada, by):
    game = create_game(creator=ada, variant="draw", seats=2)
    stranger = Client(REMOTE_ADDR="203.0.113.9")
    if by == "a page":
        stranger.post(reverse("join", args=[game.public_id]), {"name": "Mo"})
    else:
        body = {"variant": "draw", "seats": 2, "name": "Mo"}
        stranger.post("/api/v1/games/", body, content_type="application/json")
    assert User.objects.get(is_guest=True).origin == address.origin("203.0.113.9") != ""
