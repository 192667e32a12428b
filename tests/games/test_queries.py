"""Every page and every move costs a fixed number of queries, however many games there are."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Vacation
from games import actions, queries
from games.models import Game, Seat
from games.positions import memory
from games.shown import rows
from tests.creating import create_game
from tests.games.playing import play_until_deal

pytestmark = pytest.mark.django_db


def counted(call, *arguments, **named):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        call(*arguments, **named)
    return len([q for q in captured if not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))])


def test_a_table_needs_the_same_queries_early_and_late(ada, ben, game_between):
    game = game_between(ada, ben)
    early = counted(queries.table, game.public_id, 0)
    play_until_deal(game.public_id, 3)
    assert counted(queries.table, game.public_id, 0) == early == 2


def test_a_forgotten_table_is_replayed_with_a_fixed_number_of_queries(ada, ben, game_between):
    game = game_between(ada, ben)
    memory.remembered.forget()
    early = counted(queries.table, game.public_id, 0)
    play_until_deal(game.public_id, 3)
    memory.remembered.forget()
    assert counted(queries.table, game.public_id, 0) == early == 5


def test_my_games_need_the_same_queries_with_five_and_with_fifty(ada, ben, game_between):
    def look():
        return rows.rows_of(ada, queries.CurrentGames(ada)[:99], vacations=True)

    for _ in range(5):
        game_between(ada, ben)
    few = counted(look)
    for _ in range(45):
        game_between(ada, ben)
    assert counted(look) == few == 2  # the order, and the games with all that rows say
    assert len(look()) == 50


@pytest.mark.both_databases
def test_vacations_are_asked_only_if_somebody_is_away(ada, ben, cleo, game_between):
    now, mine = timezone.now(), queries.CurrentGames(ada)
    for other in (ben, cleo):
        game_between(ada, other)
    Vacation.objects.create(user=ben, starts=now + timedelta(days=1), ends=now + timedelta(days=2))
    assert (counted(mine.rows, 9), [row.vacations for row in mine.rows(9)]) == (1, [[], []])
    ends = now + timedelta(days=1, hours=1)  # the next one begins before
    Vacation.objects.create(user=ben, starts=now - timedelta(days=1), ends=ends)
    away = [row.vacations for row in mine.rows(9) if row.vacations]
    assert (counted(mine.rows, 9), away) == (2, [[("Ben", now + timedelta(days=2))]])


@pytest.mark.both_databases
def test_the_first_games_come_as_rows_in_the_order_of_their_keys(ada, ben, game_between):
    for seconds in (86_400, 3_600, 604_800):
        game_between(ada, ben, turn_seconds=seconds)
    mine = queries.CurrentGames(ada)
    for most in (2, 9):
        assert [row.game.pk for row in mine.rows(most)] == mine[:most]
        assert {(row.mine.player_id, row.you) for row in mine.rows(most)} == {(ada.pk, True)}


@pytest.mark.both_databases
def test_my_turn_comes_first_then_the_least_time(ada, ben, game_between):
    for seconds in (86_400, 3_600, 604_800):
        for _ in range(4):
            game_between(ada, ben, turn_seconds=seconds)
    shown = rows.rows_of(ada, queries.CurrentGames(ada)[:99])
    mine = [row.is_my_turn for row in shown]
    assert mine == sorted(mine, reverse=True)
    waiting = [row.game.deadline for row in shown if row.is_my_turn]
    assert waiting == sorted(waiting)
    assert queries.waiting_count(ada.pk) == len(waiting)


@pytest.mark.both_databases
def test_a_game_waits_only_for_the_player_on_turn(ada, ben, cleo, game_between):
    games = [game_between(ada, ben, cleo, variant="draw") for _ in range(6)]
    for game, turn in zip(games, (0, 1, 1, 2, 2, 2), strict=True):
        Game.objects.filter(pk=game.pk).update(turn=turn)
    assert [queries.waiting_count(player.pk) for player in (ada, ben, cleo)] == [1, 2, 3]


@pytest.mark.both_databases
def test_games_without_a_clock_come_after_those_with_one(ada, ben, game_between):
    timed, patient = game_between(ada, ben), game_between(ada, ben, clock="none")
    Game.objects.update(turn=0)
    assert queries.CurrentGames(ada)[:99] == [timed.pk, patient.pk]


def test_a_game_that_never_started_is_neither_current_nor_past(ada):
    taken_back, run_out = (create_game(creator=ada, variant="draw") for _ in range(2))
    actions.cancel_game(public_id=taken_back.public_id, player=ada)
    actions.expire_offer(public_id=run_out.public_id, now=run_out.offer_ends)
    assert not Seat.objects.filter(over_at=None).exists()  # the index of unfinished games stays small
    assert queries.CurrentGames(ada)[:1] == []
    assert queries.past_games(ada, 5) == []


@pytest.mark.both_databases
def test_open_games_are_public_ones_that_the_reader_has_not_joined(ada, ben):
    public = create_game(creator=ada, variant="draw", visibility="public")
    create_game(creator=ada, variant="draw")
    assert list(queries.open_tables(ben)) == [public]
    assert not queries.open_tables(ada).exists()
