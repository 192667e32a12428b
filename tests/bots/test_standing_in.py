"""A computer plays for a player who ran out of time, until they come back."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone, translation

import rules
from bots.models import Turn
from bots.thinking import turns
from common import queues, refusals
from games import actions
from games.clocks import clock
from games.models import Game, Move, Seat
from games.positions import memory
from games.queries import find_game
from games.shown import table_view
from games.shown.records import records
from notices import sentences
from notices.models import Notice
from plans.models import PlannedMove, PlannedTurn
from rules.record import record_from_dict, walk
from tests import queued
from tests.bots.absences import computers_play, current, miss, play
from tests.creating import create_game
from tests.games.playing import legal
from tests.plans.planning import play_due

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
BANK = {"clock": "bank", "turn_seconds": None, "bank_seconds": 600, "increment_seconds": 0, "cap_seconds": 600}


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(refusals.Refused) as error:
        yield
    assert error.value.code == code


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.get(game=game, number=number)


def test_a_computer_plays_the_missed_turn_and_the_player_keeps_the_seat(ada, ben, away):
    game = away(ada, ben)
    late = miss(game)
    table = current(game)
    assert (table.status, table.turn) == ("playing", late)
    assert (table.frame.seats[late].stand_in, table.frame.seats[late].computer) == ("solid", None)
    assert table.players == (ada.pk, ben.pk)
    assert computers_play() >= 1  # again where the other has to pass
    made = game.moves.exclude(by=Move.By.FORCED)
    assert set(made.values_list("seat", "by")) == {(late, Move.By.BOT)}
    assert not game.moves.filter(by=Move.By.CLOCK).exists()


def test_a_computer_plays_on_until_the_player_makes_a_move(ada, ben, away):
    game = away(ada, ben, options={"end": "rounds:9"})
    late = miss(game)
    other = 1 - late
    computers_play()
    while current(game).turn == other:
        play(game, other)
    assert current(game).turn == late
    assert Turn.objects.filter(game=game).exists()
    play(game, late)
    assert current(game).frame.seats[late].stand_in is None
    assert current(game).frame.seats[late].stood_in
    assert (seat(game, late).stand_in, seat(game, late).stood_in) == ("", True)
    assert not Turn.objects.filter(game=game).exists()
    while current(game).turn == other:
        play(game, other)
    assert current(game).turn == late
    assert computers_play() == 0


@pytest.fixture
def too_late(monkeypatch) -> Callable[[Game], int]:
    """`too_late(game)`: the time for the running turn ends now. Returns the seat that missed it."""

    def late(game: Game) -> int:
        ends = current(game).deadline
        monkeypatch.setattr(timezone, "now", lambda: ends)
        return miss(game)

    return late


def others_play(game: Game, seat: int) -> None:
    """The others move until it is the turn of *seat*."""
    while current(game).turn != seat:
        play(game, current(game).turn)


@pytest.mark.both_databases
def test_im_back_gives_the_player_the_rest_of_the_turn(ada, ben, away, monkeypatch):
    game = away(ada, ben, options={"end": "rounds:9"})
    late = miss(game)
    computers_play()
    others_play(game, late)
    turn = turns.claim(timezone.now() + 2 * HOUR)[0]
    asked = turns.work(turn, timezone.now())  # it is already thinking
    me, ends = [ada, ben][late], current(game).deadline
    later = timezone.now() + timedelta(minutes=20)
    monkeypatch.setattr(timezone, "now", lambda: later)
    actions.come_back(public_id=game.public_id, player=me)
    played = game.moves.filter(by=Move.By.BOT).count()
    queued.to_its_end(asked)
    turns.let_go(turn)
    table = current(game)
    assert (table.turn, table.frame.seats[late].stand_in) == (late, None)
    assert table.deadline == ends
    assert game.moves.filter(by=Move.By.BOT).count() == played
    assert not Turn.objects.filter(game=game).exists()
    version = table.version
    actions.come_back(public_id=game.public_id, player=me)  # pressed twice
    assert current(game).version == version
    play(game, late)


@pytest.mark.both_databases
@pytest.mark.parametrize("clock_of", ["turn", "bank"])
def test_after_the_time_for_a_turn_only_a_move_brings_the_player_back(ada, ben, away, too_late, clock_of):
    game = away(ada, ben, options={"end": "rounds:9"}, **({} if clock_of == "turn" else BANK))
    ends = current(game).deadline
    late = too_late(game)
    me = [ada, ben][late]
    with refused("make_a_move"):
        actions.come_back(public_id=game.public_id, player=me)
    table = current(game)
    assert (table.deadline, table.frame.seats[late].stand_in) == (ends, "solid")
    play(game, late)
    assert current(game).frame.seats[late].stand_in is None


def test_coming_back_twice_in_a_turn_gives_no_more_time(ada, ben, away, too_late):
    game = away(ada, ben, options={"end": "rounds:9"})
    late = miss(game)
    me = [ada, ben][late]
    computers_play()
    others_play(game, late)
    ends = current(game).deadline
    actions.come_back(public_id=game.public_id, player=me)
    assert current(game).deadline == ends
    assert too_late(game) == late  # back, and away again
    for _again in range(3):
        with refused("make_a_move"):
            actions.come_back(public_id=game.public_id, player=me)
    assert current(game).deadline == ends
    assert computers_play() >= 1
    others_play(game, late)
    actions.come_back(public_id=game.public_id, player=me)  # another turn
    assert current(game).frame.seats[late].stand_in is None


def test_only_the_absent_player_can_come_back(ada, ben, cleo, away):
    game = away(ada, ben)
    late = miss(game)
    with refused("not_seated"):
        actions.come_back(public_id=game.public_id, player=cleo)
    actions.come_back(public_id=game.public_id, player=[ben, ada][late])  # the other, who isn't away
    assert current(game).frame.seats[late].stand_in == "solid"


def test_memory_agrees_with_the_database(ada, ben, away):
    """After each step, a process that followed the game knows the same as one that reads it anew."""
    game = away(ada, ben, options={"end": "rounds:9"})

    def same() -> None:
        known, cold = current(game), memory.load(find_game(game.public_id))
        assert (known.frame, known.version) == (cold.frame, cold.version)
        assert (known.deadline, known.banks) == (cold.deadline, cold.banks)

    late = miss(game)
    same()
    computers_play()
    same()
    while current(game).turn != late:
        play(game, current(game).turn)
    behind = current(game)
    play(game, late)
    same()
    memory.remembered.forget()
    memory.remembered.put(behind)  # another process, which hasn't seen them come back
    same()


@pytest.mark.parametrize("increment", [0, 60])
def test_an_empty_time_bank_stays_empty_while_the_computer_plays(ada, ben, away, increment):
    game = away(ada, ben, options={"end": "rounds:9"}, **BANK | {"increment_seconds": increment})
    late = miss(game)
    other, me = 1 - late, [ada, ben][late]
    assert seat(game, late).bank_left == current(game).banks[late] == 0
    for _turn in range(3):
        assert computers_play() >= 1
        others_play(game, late)
        assert seat(game, late).bank_left == current(game).banks[late] == 0
    assert clock.sweep(timezone.now()) == 0
    actions.come_back(public_id=game.public_id, player=me)
    table = current(game)
    assert table.banks[late] == 0
    assert table.deadline - timezone.now() <= timedelta(seconds=10)  # with which every turn begins
    play(game, late)
    assert current(game).banks[late] == 1000 * increment
    assert current(game).banks[other] > 0


def test_a_move_with_an_empty_bank_brings_the_player_back_with_the_increment(ada, ben, away):
    game = away(ada, ben, options={"end": "rounds:9"}, **BANK | {"increment_seconds": 60})
    late = miss(game)
    play(game, late)
    assert seat(game, late).bank_left == current(game).banks[late] == 60_000


def test_the_clock_waits_for_the_computers_turn(ada, ben, away, monkeypatch):
    """The server was down for a day. That isn't the absent player's second failure."""
    game = away(ada, ben)
    late = miss(game)
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    assert clock.sweep(tomorrow) == 1  # the computer's turn: nobody loses
    assert game.moves.filter(seat=late, by=Move.By.BOT).exists()
    assert not game.moves.filter(text="timeout").exists()


def test_a_partner_plays_on_with_a_computer(ada, ben, cleo, away):
    from accounts.models import User

    dan = User.objects.create_user("dan", nickname="Dan")
    game = away(ada, ben, cleo, dan, variant="partnership")
    late = miss(game)
    partner = (late + 2) % 4
    table = current(game)
    assert (table.status, table.frame.seats[partner].stand_in) == ("playing", None)
    computers_play()
    while (table := current(game)).status == "playing":
        if table.turn == late:
            assert computers_play() >= 1  # again where all others have to pass
        else:
            play(game, table.turn)
    assert {place.result for place in table.frame.seats if place.side == late % 2} <= {"won", "lost", "drawn"}
    assert game.moves.filter(seat=late, by=Move.By.BOT).exists()
    assert not game.moves.filter(seat=late, by=Move.By.PLAYER).exists()
    record = record_from_dict(rules.to_json(next(records([find_game(game.public_id)]))))
    positions = list(walk(record))
    assert positions[-1].after.totals == tuple(table.frame.totals)


def test_planned_moves_come_before_the_computers_and_bring_nobody_back(ada, ben, away):
    game = away(ada, ben)
    late = miss(game)
    table = current(game)
    for place, tile in enumerate(rules.to_json(table_view.view(table, late))["round"]["hand"]):
        PlannedMove.objects.create(game=game, seat=late, deal=0, place=place, tile=tile)
    noted = Turn.objects.get(game=game).began
    PlannedTurn.objects.create(game=game, version=table.version, due=noted + timedelta(seconds=9))
    assert queued.play_computers(noted + timedelta(seconds=9)) == 0
    assert play_due(noted + timedelta(seconds=9)) == 1
    assert game.moves.exclude(by=Move.By.FORCED).get().by == Move.By.PLANNED
    assert current(game).frame.seats[late].stand_in == "solid"


def test_the_computer_leaves_time_for_planned_moves(ada, ben, away, settings):
    game = away(ada, ben)
    miss(game)
    turn = Turn.objects.get(game=game)
    assert (turn.due - turn.began).total_seconds() == settings.HEAD_START_SECONDS  # plans end within nine tenths of it


def test_an_absent_player_is_notified_once_with_the_way_back(ada, ben, away):
    game = away(ada, ben, options={"end": "rounds:9"})
    late = miss(game)
    me = [ada, ben][late]
    for _ in range(3):
        computers_play()
        while current(game).turn == 1 - late:
            play(game, 1 - late)
    told = Notice.objects.filter(player=me, event="stood_in")
    assert told.count() == 1
    assert not Notice.objects.filter(player=me, event="turn").exists()
    with translation.override("en"):
        said = sentences.notice_text(told.get(), timezone.now())
    assert said.title == "A computer is playing for you: Block"
    assert "I’m back" in said.body
    assert said.path == f"/g/{game.public_id}/"
    actions.come_back(public_id=game.public_id, player=me)
    assert Notice.objects.filter(player=me, event="turn").count() == (current(game).turn == late)


def test_programs_get_one_stood_in_event_and_no_turns_meanwhile(ada, ben, away, monkeypatch):
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "games.viewers.live.tell_programs", lambda found: told.extend(event for _player, event in found)
    )
    game = away(ada, ben, options={"end": "rounds:9"})
    told.clear()
    late = miss(game)
    assert [(event["you"], event["kind"]) for event in told] == [(0, "stood_in"), (1, "stood_in")]
    computers_play()
    while current(game).turn == 1 - late:
        play(game, 1 - late)
    assert all(event["kind"] != "your_turn" for event in told if event["you"] == late)


def test_resigning_while_absent_ends_the_stand_in(ada, ben, cleo, away):
    game = away(ada, ben, cleo, options={"end": "rounds:9"})
    late = miss(game)
    me = [ada, ben, cleo][late]
    actions.resign_game(public_id=game.public_id, player=me)
    assert (seat(game, late).left, seat(game, late).stand_in) == (True, "")
    assert computers_play() == 0
    with refused("not_seated"):
        actions.come_back(public_id=game.public_id, player=me)


def test_leaving_all_games_ends_the_stand_in(ada, ben, cleo, away):
    game = away(ada, ben, cleo, options={"end": "rounds:9"})
    late = miss(game)
    actions.leave_all_games(player=[ada, ben, cleo][late])
    assert (seat(game, late).left, seat(game, late).stand_in) == (True, "")
    assert not Turn.objects.filter(game=game, version__lt=current(game).version).exists()


def test_a_guest_who_logs_in_comes_back_with_their_account(ada, ben, away):
    from accounts.models import User

    guest = User.objects.create_user("guest-9", nickname="Gus", is_guest=True)
    game = away(guest, ben)
    while current(game).turn != 0:
        play(game, 1)
    miss(game)
    actions.merge_guest(guest=guest, account=ada)
    assert current(game).frame.seats[0].stand_in == "solid"
    actions.come_back(public_id=game.public_id, player=ada)
    assert current(game).frame.seats[0].stand_in is None
    play(game, 0)


def test_the_stand_in_rule_needs_a_clock(ada):
    with refused("bad_clock"):
        create_game(creator=ada, variant="block", clock="none", turn_seconds=None, misses="computer")
    with refused("bad_clock"):
        create_game(creator=ada, variant="block", misses="sometimes")


def both(*acts: Callable[[], object]) -> None:
    """Run them at the same moment, each in its own thread. Refusals are expected."""
    ready = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> None:
        ready.wait()
        try:
            act()
        except refusals.Refused:
            pass
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


@pytest.mark.both_databases
def test_sweeps_at_the_same_time_make_one_stand_in(ada, ben, away):
    for _ in range(5):
        game = away(ada, ben, rated=False)
        now, version = game.deadline, current(game).version
        both(*[lambda now=now: clock.sweep(now)] * 3)
        table = current(game)
        assert (table.status, table.version) == ("playing", version + 1)
        assert Notice.objects.filter(game=game, event="stood_in").count() == 1
        actions.abort_game(public_id=game.public_id, player=ada)


@pytest.mark.both_databases
def test_a_move_in_the_instant_the_time_runs_out_is_the_players_own(ada, ben, away):
    for _ in range(6):
        game = away(ada, ben)
        table = current(game)
        late, text = table.turn, legal(table)[0]

        def move(game=game, late=late, text=text, version=table.version) -> None:
            actions.play_move(public_id=game.public_id, seat=late, text=text, version=version)

        both(move, lambda now=game.deadline: clock.sweep(now))
        memory.remembered.forget()
        table = current(game)
        assert table.status == "playing"
        assert table.frame.seats[late].stand_in is None
        assert game.moves.filter(seat=late, by=Move.By.PLAYER).count() == 1
        assert not Turn.objects.filter(game=game).exists()
        actions.resign_game(public_id=game.public_id, player=ada)


@pytest.mark.both_databases
def test_coming_back_while_the_computer_plays_makes_at_most_one_move(ada, ben, away):
    for _ in range(5):
        game = away(ada, ben)
        late = miss(game)
        me = [ada, ben][late]
        both(lambda me=me, game=game: actions.come_back(public_id=game.public_id, player=me), computers_play)
        memory.remembered.forget()
        table = current(game)
        assert table.frame.seats[late].stand_in is None
        keys = list(game.moves.filter(by=Move.By.BOT).values_list("key", flat=True))
        assert len(set(keys)) == len(keys)  # it may play again where the other had to pass
        assert (table.turn == late) <= (not Turn.objects.filter(game=game).exists())
        actions.resign_game(public_id=game.public_id, player=ada)


@pytest.mark.both_databases
def test_a_process_with_minds_leaves_an_absent_players_turn_to_workers(ada, ben, away, settings, monkeypatch):
    """They look when the player had time to come back."""
    game = away(ada, ben)
    late = current(game).turn
    monkeypatch.setattr(queues, "wake", lambda *_row: pytest.fail("it plays at once"))
    monkeypatch.setattr(timezone, "now", lambda now=game.deadline: now)
    settings.MINDS = 1
    assert clock.sweep(game.deadline) == 1
    room = timedelta(seconds=settings.HEAD_START_SECONDS)
    assert not turns.claim(game.deadline + room - timedelta(seconds=1))
    (turn,) = turns.claim(game.deadline + room)
    queued.to_its_end(turns.work(turn, game.deadline + room))
    assert game.moves.get(seat=late, by=Move.By.BOT)


def test_coming_back_in_time_leaves_the_turn_unplayed(ada, ben, away, settings):
    game = away(ada, ben)
    late = current(game).turn
    settings.MINDS = 1
    miss(game)
    actions.come_back(public_id=game.public_id, player=[ada, ben][late])
    assert not turns.claim(timezone.now() + 24 * HOUR)
    assert not game.moves.filter(by=Move.By.BOT).exists()
