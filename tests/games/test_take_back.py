"""Ada can take back her last move only in games against computers alone."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from bots.actions import play_computer
from common import refusals
from games import actions, queries
from games.models import Game, Move
from games.positions import memory, referee
from games.shown.records import records
from plans.models import PlannedMove
from rules import record

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alone(ada):
    """`alone(variant="draw", …)`: Ada, on turn, against a computer that moves only when the test says so."""

    def begin(**settings):
        game = play_computer(player=ada, **({"variant": "draw", "level": "solid"} | settings))
        until_turn_of(0, game.public_id)
        return game.public_id

    return begin


def makes_a_move(public_id, chance=None):
    """A move of the seat on turn: the first legal one, or a random one."""
    table = memory.current(public_id)
    legal = [str(move) for move in table.running.position.legal_moves()]
    text = chance.choice(legal) if chance else legal[0]
    by = Move.By.BOT if table.computers[table.turn] else Move.By.PLAYER
    return actions.play_move(public_id=public_id, seat=table.turn, text=text, version=table.version, by=by)


def until_turn_of(seat, public_id, chance=None):
    while memory.current(public_id).turn not in {seat, None}:
        makes_a_move(public_id, chance)


def version(public_id):
    return memory.current(public_id).version


@pytest.mark.both_databases
def test_taking_back_restores_the_turn_and_the_tiles(alone, ada):
    game = alone()
    before = rules.to_json(queries.table_for(game, ada))
    makes_a_move(game)
    until_turn_of(0, game)
    after = actions.take_back(public_id=game, player=ada, version=version(game)).version
    now = rules.to_json(queries.table_for(game, ada))
    assert now["version"] == after > before["version"]
    assert now["round"] == before["round"]
    assert now["since"] == before["since"]


@pytest.mark.both_databases
def test_taking_back_while_the_computer_thinks_discards_its_move(alone, ada):
    game = alone()
    makes_a_move(game)
    thinking = memory.current(game)
    actions.take_back(public_id=game, player=ada, version=thinking.version)
    text = str(thinking.running.position.legal_moves()[0])
    with pytest.raises(refusals.NotNow) as refused:
        actions.play_move(public_id=game, seat=1, text=text, version=thinking.version, by=Move.By.BOT)
    assert refused.value.code == "stale"
    assert memory.current(game).turn == 0


@pytest.mark.both_databases
def test_two_clicks_take_back_one_move(alone, ada):
    game = alone()
    makes_a_move(game)
    until_turn_of(0, game)
    makes_a_move(game)
    looked_at = version(game)
    actions.take_back(public_id=game, player=ada, version=looked_at)
    with pytest.raises(refusals.NotNow) as refused:
        actions.take_back(public_id=game, player=ada, version=looked_at)
    assert refused.value.code == "stale"


@pytest.mark.both_databases
def test_taking_back_works_from_the_version_before_the_computers_answer(alone, ada):
    game = alone()
    makes_a_move(game)
    looked_at = version(game)
    until_turn_of(0, game)
    assert version(game) > looked_at
    actions.take_back(public_id=game, player=ada, version=looked_at)
    makes_a_move(game)
    with pytest.raises(refusals.NotNow) as refused:  # not the move that the page showed
        actions.take_back(public_id=game, player=ada, version=looked_at)
    assert refused.value.code == "stale"


@pytest.mark.both_databases
def test_a_move_is_taken_back_at_the_moment_at_which_the_computer_answers(alone, ada, monkeypatch):
    game = alone()
    dealt = rules.to_json(queries.table_for(game, ada))["round"]
    makes_a_move(game)
    looked_at, without_last_move, answers = version(game), referee.without_last_move, [makes_a_move]

    def while_the_computer_moves(*position):
        step = without_last_move(*position)
        if answers:
            answers.pop()(game)
        return step

    monkeypatch.setattr(referee, "without_last_move", while_the_computer_moves)
    actions.take_back(public_id=game, player=ada, version=looked_at)
    assert not answers
    assert rules.to_json(queries.table_for(game, ada))["round"] == dealt


@pytest.mark.both_databases
def test_moves_can_be_taken_back_until_the_deal(alone, ada):
    game = alone()
    dealt = rules.to_json(queries.table_for(game, ada))["round"]
    for _ in range(2):
        makes_a_move(game)
        until_turn_of(0, game)
    for _ in range(2):
        actions.take_back(public_id=game, player=ada, version=version(game))
    assert rules.to_json(queries.table_for(game, ada))["round"] == dealt
    with pytest.raises(refusals.NotNow) as refused:
        actions.take_back(public_id=game, player=ada, version=version(game))
    assert refused.value.code == "nothing_to_take_back"


@pytest.mark.both_databases
def test_a_finished_deal_cannot_be_taken_back(alone, ada):
    game = alone(options={"end": "rounds:9"})
    deal = memory.current(game).running.index
    while memory.current(game).running.index == deal:
        makes_a_move(game)
    until_turn_of(0, game)
    if any(by == Move.By.PLAYER for by in memory.current(game).running.by):
        actions.take_back(public_id=game, player=ada, version=version(game))
    with pytest.raises(refusals.NotNow) as refused:
        actions.take_back(public_id=game, player=ada, version=version(game))
    assert refused.value.code == "nothing_to_take_back"


@pytest.mark.both_databases
@pytest.mark.parametrize("moves", [0, 2])
def test_a_player_who_resigned_cannot_take_back_a_move(alone, ada, moves):
    game = alone(variant="block", seats=3)
    for _ in range(moves):
        makes_a_move(game)
        until_turn_of(0, game)
    actions.resign_game(public_id=game, player=ada)
    with pytest.raises(refusals.NotNow) as refused:
        actions.take_back(public_id=game, player=ada, version=version(game))
    assert refused.value.code in {"nothing_to_take_back", "game_over"}


@pytest.mark.both_databases
def test_moves_against_people_cannot_be_taken_back(game_between, ada, ben, cleo):
    game = game_between(ada, ben).public_id
    makes_a_move(game)
    for person, code in ((ada, "not_alone"), (cleo, "not_seated")):
        with pytest.raises(refusals.Forbidden) as refused:
            actions.take_back(public_id=game, player=person, version=version(game))
        assert refused.value.code == code


@pytest.mark.both_databases
def test_taking_back_deletes_conditional_moves(alone, ada):
    game = alone()
    makes_a_move(game)
    row = Game.objects.get(public_id=game)
    PlannedMove.objects.create(game=row, seat=0, deal=memory.current(game).running.index, place=0, tile="5-3")
    actions.take_back(public_id=game, player=ada, version=version(game))
    assert not PlannedMove.objects.exists()


@pytest.mark.parametrize("variant", ["brettspielnetz", "muggins", "sausage", "goat"])
def test_after_taking_back_any_remembered_table_catches_up(alone, ada, variant):
    """For a whole game with many moves taken back: updated from any version in memory, and loaded anew."""
    chance = random.Random(variant)
    game = alone(variant=variant, options={"end": "rounds:2"} if variant != "sausage" else {})
    remembered = [memory.current(game)]
    taken = turns = 0
    while (table := memory.current(game)).status == Game.Status.PLAYING and len(remembered) < 150:
        turns += table.turn == 0
        if table.turn == 0 and turns % 3 == 0 and Move.By.PLAYER in table.running.by:
            actions.take_back(public_id=game, player=ada, version=table.version)
            taken += 1
        else:
            makes_a_move(game, chance)
        remembered.append(memory.current(game))
    assert taken
    now = memory.load(memory.find_game(game))
    for table in [*chance.sample(remembered, 12), remembered[-1]]:
        memory.remembered.forget()
        memory.remembered.put(table)
        assert told(memory.current(game)) == told(now)


def told(table):
    return table.version, table.turn, table.deadline, table.running, table.tail, table.frame


@pytest.mark.both_databases
def test_the_record_leaves_out_moves_taken_back(alone, ada):
    game = alone(options={"end": "rounds:1"})
    makes_a_move(game)
    until_turn_of(0, game)
    actions.take_back(public_id=game, player=ada, version=version(game))
    while memory.current(game).status == Game.Status.PLAYING:
        makes_a_move(game)
    [written] = records(list(Game.objects.filter(public_id=game).prefetch_related("seats__player")))
    seen = rules.view_for(memory.current(game).running.position, None).moves  # drawn tiles named
    assert written.rounds[-1].moves == tuple(" ".join(move.split()[:2]) for move in seen)
    assert list(record.walk(record.record_from_dict(rules.to_json(written))))[-1].over


@pytest.mark.both_databases
def test_taking_back_restarts_the_players_time(alone, ada):
    game = alone()
    makes_a_move(game)
    later = timezone.now() + timedelta(hours=1)
    actions.take_back(public_id=game, player=ada, version=version(game), now=later)
    deadline = memory.current(game).deadline
    assert deadline is None or deadline > later
