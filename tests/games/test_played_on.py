"""A process with an older table applies stored moves, with the same result as a full replay."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import rules
from games import actions
from games.models import Game
from games.positions import memory
from games.shown import table_view
from tests.games.playing import play_one, play_until_deal
from tests.samples import some_games

pytestmark = pytest.mark.django_db
MOVES = 40  # of each game; most have ended a deal by then


@pytest.fixture(autouse=True)
def held_clock(monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def of_all(table):
    """Everything a table shows to any viewer, and all it needs to go on."""
    running = table.running
    views = [rules.to_json(table_view.view(table, seat, seen=0)) for seat in [*range(len(table.players)), None]]
    return (
        views,
        (table.version, table.status, table.deadline, table.players, table.rests, table.banks, table.tail, table.turn),
        (running.row_id, running.index, running.by, running.first_version, running.position.over),
    )


def from_there(old):
    """The table of a process that had *old* in memory."""
    memory.remembered.forget()
    memory.remembered.put(old)
    return memory.current(old.public_id)


def replayed(public_id):
    return memory.load(memory.find_game(public_id))


@pytest.mark.parametrize("clock", ["turn", "bank"])
@pytest.mark.parametrize("variant", some_games(12))
def test_any_older_table_can_be_brought_up_to_date(game_between, guest, variant, clock):
    rng = random.Random(variant)
    people = [guest(f"Player {n}") for n in range(rules.VARIANTS[variant].seats[0])]
    bank = {"turn_seconds": None, "bank_seconds": 3600, "increment_seconds": 10, "cap_seconds": 7200}
    game = game_between(*people, variant=variant, clock=clock, **(bank if clock == "bank" else {}))
    tables = [memory.current(game.public_id)]
    while len(tables) < MOVES and tables[-1].status == Game.Status.PLAYING:
        tables.append(play_one(game.public_id, rng))
    newest = of_all(replayed(game.public_id))
    for old in [*tables[::9], *tables[-3:]]:
        assert of_all(from_there(old)) == newest


@pytest.mark.both_databases
def test_older_tables_from_the_offer_or_before_a_new_name_can_be_updated(ada, ben, game_between):
    game = game_between(ada, ben)
    old = memory.current(game.public_id)
    play_until_deal(game.public_id, 2)
    ada.nickname = "Adele"
    ada.save(update_fields=["nickname"])
    actions.show_name(player=ada)
    assert of_all(from_there(old)) == of_all(replayed(game.public_id))
    assert from_there(old).frame.seats[0].name == "Adele"


@pytest.mark.both_databases
def test_moves_of_many_games_need_one_query(ada, ben, game_between):
    old = [memory.current(game_between(ada, ben).public_id) for _ in range(5)]
    now = [play_one(table.public_id, random.Random(1)) for table in old[:3]] + old[3:]
    memory.remembered.forget()
    for table in old:
        memory.remembered.put(table)
    with CaptureQueriesContext(connection) as asked:
        found = memory.newest([table.public_id for table in old])
    assert len(asked) == 1
    assert {table.public_id: table.version for table in found} == {table.public_id: table.version for table in now}


@pytest.mark.both_databases
def test_a_remembered_game_is_not_searched_for(ada, ben, game_between, monkeypatch):
    game = game_between(ada, ben)
    old = memory.current(game.public_id)
    play_one(game.public_id, random.Random(1))
    monkeypatch.delattr(memory, "seated_games")
    assert from_there(old).version > old.version


@pytest.mark.both_databases
def test_a_deleted_game_has_no_newest_table(ada, ben, game_between):
    old = memory.current(game_between(ada, ben).public_id)
    Game.objects.all().delete()
    memory.remembered.put(old)
    assert memory.newest([old.public_id, "nobody"]) == []
