"""Moves of many games in one transaction: each gets the answer it would get alone."""

import asyncio
import random

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

import rules
from common import refusals
from games import actions
from games.actions import PlayersMove
from games.after_move import FollowsGames
from games.models import Game, Move
from games.positions import memory
from games.sockets import open_sockets
from games.sockets.writer import Writer
from notices.models import Notice
from tests.following import also_following
from tests.games.playing import legal, play_one

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tables(ada, ben, game_between):
    return [memory.current(game_between(ada, ben, variant="block").public_id) for _ in range(5)]


def move_of(table, text=None, *, player=None, version=None):
    """A move of the player on turn."""
    return PlayersMove(
        table.public_id,
        player or table.players[table.turn],
        text or legal(table)[0],
        table.version if version is None else version,
        key=f"of {table.public_id}",
    )


def stored(tables):
    """By game, the number of stored moves of the player who was on turn."""
    return [Move.objects.filter(game=table.game_id, by="player").count() for table in tables]


def stored_versions(tables):
    return [Game.objects.get(pk=table.game_id).version for table in tables]


@pytest.mark.both_databases
def test_moves_stored_together_are_stored_as_if_alone(tables):
    answers = actions.play_together([move_of(table) for table in tables])
    for table, answer in zip(tables, answers, strict=True):
        row = Game.objects.get(pk=table.game_id)
        assert answer.version == row.version > table.version
        assert memory.remembered.get(table.public_id).version == row.version
        notice = Notice.objects.get(game=row, event="turn")
        assert (notice.version, notice.player_id) == (row.version, table.players[row.turn])
        assert memory.load(memory.find_game(row.public_id)).running.by[0] == "player"


@pytest.mark.both_databases
def test_storing_many_moves_needs_as_many_statements_as_one(tables):
    with CaptureQueriesContext(connection) as of_one:
        actions.play_together([move_of(tables[0])])
    with CaptureQueriesContext(connection) as of_four:
        actions.play_together([move_of(table) for table in tables[1:]])
    assert len(of_four) == len(of_one)


def test_boards_are_notified_with_one_call_to_the_loop(tables, ada, monkeypatch):
    class OpenBoard:
        version = 0

        def __init__(self, table):
            self.group, self.player = open_sockets.game_group(table.public_id), ada.pk

    calls = []
    boards = {board.group: {board} for board in map(OpenBoard, tables)}
    monkeypatch.setattr(open_sockets.hub, "followers", boards)
    monkeypatch.setattr(open_sockets.hub, "soon", lambda call, *about: calls.append(about))
    actions.play_together([move_of(table) for table in tables])
    assert [len(pushes) for (pushes,) in calls] == [5]


@pytest.mark.both_databases
def test_a_refusable_move_does_not_stop_others_from_being_stored(tables, cleo):
    moves = [move_of(table) for table in tables]
    moves[0] = move_of(tables[0], "6-6>no")
    moves[1] = move_of(tables[1], player=cleo.pk)
    moves[2] = move_of(tables[2], player=tables[2].players[1 - tables[2].turn])
    assert [bool(answer) for answer in actions.play_together(moves)] == [False, False, False, True, True]
    assert stored(tables) == [0, 0, 0, 1, 1]
    for move in moves[:3]:
        with pytest.raises(refusals.Refused):
            actions.play_alone(move)


@pytest.mark.both_databases
def test_of_two_moves_in_one_game_the_second_reads_the_table_again(tables):
    moves = [move_of(tables[0]), move_of(tables[0]), move_of(tables[1])]
    assert [bool(answer) for answer in actions.play_together(moves)] == [True, False, True]
    assert actions.play_alone(moves[1]).repeated  # the same key


@pytest.mark.both_databases
def test_a_lost_race_stores_nothing(tables):
    """As in another process: this one has the older table in memory."""
    play_one(tables[0].public_id, random.Random(1))
    memory.remembered.forget()
    for table in tables:
        memory.remembered.put(table)
    moves = [move_of(table) for table in tables]
    assert actions.play_together(moves) == [None] * 5
    assert stored(tables) == [1, 0, 0, 0, 0]
    with pytest.raises(refusals.NotNow) as refused:
        actions.play_alone(moves[0]._replace(key="mine"))
    assert refused.value.code == "stale"
    assert [actions.play_alone(move).version for move in moves[1:]] == stored_versions(tables)[1:]


class Fails(FollowsGames):
    def __init__(self, game_id, error, cause=None):
        self.game_id, self.error, self.cause = game_id, error, cause

    def stored(self, changes):
        if any(change.game_id == self.game_id for change in changes):
            raise self.error from self.cause


class Deadlock(Exception):
    sqlstate = "40P01"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("error", "cause", "answer"),
    [(RuntimeError("a follower's mistake"), None, RuntimeError), (OperationalError(), Deadlock(), refusals.Away)],
)
def test_a_failed_move_of_one_game_affects_no_other(tables, error, cause, answer):
    with also_following(Fails(tables[2].game_id, error, cause)):
        moves = [move_of(table) for table in tables]
        answers = asyncio.run(played(moves))
    assert stored(tables) == [1, 1, 0, 1, 1]
    assert isinstance(answers[2], answer)
    others = [n for n in range(5) if n != 2]
    assert [answers[n].version for n in others] == [stored_versions(tables)[n] for n in others]


async def played(moves):
    """The writer's answers to simultaneous moves."""
    writer = Writer()
    return await asyncio.gather(*(writer.play(move) for move in moves), return_exceptions=True)


def last_of_deal(table):
    """A move that ends the deal, if there is one."""
    position = table.running.position
    return next((text for text in legal(table) if rules.play(position, rules.parse_move(text)).over), None)


@pytest.mark.both_databases
def test_moves_that_end_a_deal_are_stored_alone(tables):
    rng, table = random.Random(1), tables[1]
    while (last := last_of_deal(table)) is None:
        table = play_one(table.public_id, rng)
    moves = [move_of(table, last), move_of(tables[0])]
    assert [bool(answer) for answer in actions.play_together(moves)] == [False, True]
    assert actions.play_alone(moves[0]).version > table.version
    assert memory.current(table.public_id).frame.scores
    assert memory.current(tables[0].public_id).version > tables[0].version


@pytest.mark.both_databases
def test_moves_that_arrive_during_a_write_are_stored_together_in_the_next(tables, monkeypatch):
    together = []
    play = actions.play_together

    def slowly(moves):
        together.append(len(moves))
        return play(moves)

    monkeypatch.setattr(actions, "play_together", slowly)

    async def one_by_one():
        writer = Writer()
        first = asyncio.ensure_future(writer.play(move_of_each[0]))
        await asyncio.sleep(0)
        others = [asyncio.ensure_future(writer.play(move)) for move in move_of_each[1:]]
        return await asyncio.gather(first, *others)

    move_of_each = [move_of(table) for table in tables]
    assert all(asyncio.run(one_by_one()))
    assert sum(together) == 5
    assert len(together) <= 2


@sync_to_async
def nothing_is_remembered():
    memory.remembered.forget()


def test_a_move_in_a_game_that_the_process_has_not_loaded(tables):
    asyncio.run(nothing_is_remembered())
    answers = asyncio.run(played([move_of(table) for table in tables]))
    assert stored_versions(tables) == [answer.version for answer in answers]
    assert all(answer.version > table.version for table, answer in zip(tables, answers, strict=True))
