"""Missed turns when the clock moves for players: a move each time, until they miss too many in a row."""

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import connections
from django.utils import timezone

import rules
from common import refusals
from games import actions
from games.clocks import clock
from games.models import Game, Move, Seat
from games.positions import memory, referee, tables
from games.queries import find_game
from games.shown import table_view
from games.shown.records import records
from notices import sentences
from notices.models import Notice
from tests.creating import create_game
from tests.games.playing import legal

pytestmark = pytest.mark.django_db(transaction=True)
THREE_ROUNDS = {"end": "rounds:3"}


@pytest.fixture
def moved_for(game_between: Callable[..., Game]) -> Callable[..., Game]:
    """`moved_for(ada, ben, most=2)`: a game with an hour per turn in which we move for players who run out of time."""

    def start(*players: Any, most: int = 2, **settings: Any) -> Game:
        settings = {"variant": "block", "options": THREE_ROUNDS, "turn_seconds": 3600} | settings
        return game_between(*players, misses="move", misses_most=most, **settings)

    return start


def current(game: Game) -> tables.Table:
    return memory.current(game.public_id)


def missed(game: Game) -> list[int]:
    """By seat, from the database; asserts that the table in memory agrees."""
    stored = list(Seat.objects.filter(game=game).values_list("missed", flat=True))
    assert stored == [place.missed for place in current(game).frame.seats]
    return stored


def miss(game: Game) -> int:
    """Let the turn run out; returns its seat."""
    table = current(game)
    assert table.turn is not None
    assert table.deadline is not None
    assert clock.sweep(table.deadline) == 1
    return table.turn


def play(game: Game) -> int:
    """Move in time; returns the seat."""
    table = current(game)
    assert table.turn is not None
    actions.play_move(public_id=game.public_id, seat=table.turn, text=legal(table)[0], version=table.version)
    return table.turn


def by_clock(game: Game) -> list[str]:
    made = Move.objects.filter(game=game, by=Move.By.CLOCK).order_by("version")
    return [f"{move.seat} {move.text}" for move in made]


@pytest.mark.both_databases
def test_a_missed_turn_is_played_with_the_heaviest_tile_and_the_game_goes_on(ada, ben, moved_for):
    game = moved_for(ada, ben)
    before = current(game)
    expected = str(rules.clocks_move(before.running.position))
    late = miss(game)
    assert by_clock(game) == [f"{late} {expected}"]
    assert missed(game)[late] == 1
    table = current(game)
    assert (table.status, table.frame.rated) == ("playing", before.frame.rated)
    assert table.deadline is not None
    assert table.deadline > before.deadline
    view = rules.to_json(table_view.view(table, None))
    assert (view["by"][0], view["seats"][late]["missed"], view["clock"]["misses_most"]) == ("clock", 1, 2)


def test_missing_too_many_turns_in_a_row_loses(ada, ben, moved_for):
    game = moved_for(ada, ben, most=2)
    late = current(game).turn
    while current(game).status == "playing":
        if current(game).turn == late:
            miss(game)
        else:
            play(game)
    told = find_game(game.public_id)
    assert (told.reason, told.winners) == ("timeout", [1 - late])
    made = [text.partition(" ")[2] for text in by_clock(game)]
    assert made.count("timeout") == 1
    assert made[-1] == "timeout"
    assert Seat.objects.get(game=game, number=late).missed == 2


def test_a_move_in_time_resets_the_count_of_missed_turns(ada, ben, moved_for):
    game = moved_for(ada, ben, most=1)
    late = miss(game)
    while current(game).turn != late:
        play(game)
    assert missed(game)[late] == 1
    assert play(game) == late
    assert missed(game)[late] == 0
    while current(game).turn != late:
        play(game)
    assert miss(game) == late
    assert current(game).status == "playing"


def test_with_three_players_the_clock_moves_by_default(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw", turn_seconds=3600)
    assert (game.misses, game.misses_most) == ("move", 3)
    late = current(game).turn
    while not current(game).frame.seats[late].left:
        assert current(game).status == "playing"
        miss(game) if current(game).turn == late else play(game)
    assert current(game).status in {"playing", "finished"}


def test_a_missed_turn_that_starts_with_draws_counts_once(ada, ben, moved_for):
    game = moved_for(ada, ben, variant="draw", most=10, options={"end": "rounds:1", "pick": "choose"})
    turns: dict[int, int] = {0: 0, 1: 0}
    for _ in range(12):
        if current(game).status != "playing":
            break
        turns[miss(game)] += 1
        if current(game).status == "playing":
            assert missed(game) == [turns[0], turns[1]]


@pytest.mark.both_databases
def test_two_sweepers_make_one_move(ada, ben, moved_for):
    game = moved_for(ada, ben)
    later = current(game).deadline
    ready, decided = threading.Barrier(3), []

    def sweep() -> None:
        ready.wait()
        decided.append(clock.sweep(later))
        connections.close_all()

    sweepers = [threading.Thread(target=sweep) for _ in range(3)]
    for each in sweepers:
        each.start()
    for each in sweepers:
        each.join()
    assert sum(decided) == 1
    assert len(by_clock(game)) == 1
    assert sum(missed(game)) == 1


@pytest.mark.both_databases
def test_a_move_that_beats_the_clock_is_kept_and_no_turn_is_missed(ada, ben, moved_for, monkeypatch):
    """The player moves after the clock has chosen its move: the player's move counts, and no turn is missed."""
    game = moved_for(ada, ben)
    worked_out, late = referee.clock_step, current(game).turn

    def somebody_is_quicker(*args: Any) -> Any:
        step = worked_out(*args)
        play(game)
        return step

    monkeypatch.setattr(referee, "clock_step", somebody_is_quicker)
    assert clock.sweep(current(game).deadline) in {0, 1}
    assert by_clock(game) == []
    assert missed(game)[late] == 0


@pytest.mark.both_databases
def test_after_an_outage_the_next_turn_has_its_full_time(ada, ben, moved_for):
    game = moved_for(ada, ben, most=3)
    late = current(game).turn
    after = timezone.now() + timedelta(days=30)
    assert clock.sweep(after) == 1
    assert clock.sweep(after) == 0
    assert (missed(game)[late], missed(game)[1 - late]) == (1, 0)
    assert current(game).deadline == after + timedelta(hours=1)


def test_an_empty_bank_gets_the_increment_after_a_turn(ada, ben, moved_for):
    bank = {"clock": "bank", "turn_seconds": None, "bank_seconds": 600, "increment_seconds": 60, "cap_seconds": 600}
    game = moved_for(ada, ben, **bank)
    late = miss(game)
    assert current(game).banks[late] == 60_000
    assert Seat.objects.get(game=game, number=late).bank_left == 60_000


@pytest.mark.both_databases
def test_another_process_loads_the_same_table(ada, ben, moved_for):
    game = moved_for(ada, ben)
    here = current(game)
    late = miss(game)
    known = current(game)
    memory.remembered.forget()
    memory.remembered.put(here)  # like a process without the news
    assert current(game).frame == known.frame
    while current(game).turn != late:
        play(game)
    here = current(game)
    play(game)
    memory.remembered.forget()
    memory.remembered.put(here)
    assert current(game).frame.seats[late].missed == 0


def test_the_player_who_ran_out_of_time_is_notified_without_naming_a_tile(ada, ben, moved_for):
    game = moved_for(ada, ben, most=2)
    late = [ada, ben][miss(game)]
    notice = Notice.objects.get(event="stood_in")
    assert (notice.player_id, notice.game_id) == (late.pk, game.pk)
    told = sentences.notice_text(notice, timezone.now())
    assert told.title == "You ran out of time, so we played a move for you: Block"
    assert "we play a move for you once more; then you’re out" in told.body


def test_a_record_marks_the_moves_of_the_clock_and_replays(ada, ben, moved_for, tmp_path):
    game = moved_for(ada, ben, most=10, options={"end": "rounds:1"})
    while current(game).status == "playing":
        miss(game)
    [record] = map(rules.to_json, records([find_game(game.public_id)]))
    moves = record["rounds"][0]["moves"]
    assert [moves[ply - 1] for ply in record["rounds"][0]["clock"]] == by_clock(game)
    file = tmp_path / "game.json"
    file.write_bytes(orjson.dumps(record))
    done = subprocess.run([sys.executable, "-m", "rules", "replay", file], capture_output=True, text=True, check=True)
    assert orjson.loads(done.stdout.splitlines()[-1])["totals"] == find_game(game.public_id).totals


def test_the_number_of_allowed_missed_turns_is_from_one_to_ten(ada):
    for wrong in (0, 11):
        with pytest.raises(refusals.Unreadable) as refused:
            create_game(creator=ada, variant="block", misses="move", misses_most=wrong)
        assert refused.value.code == "bad_clock"
