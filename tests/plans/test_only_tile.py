"""The only thing to do, made for who wants it."""

import random

import pytest

from games import memory
from games.models import Game, Move
from plans import fitting
from tests.games.playing import play_one
from tests.plans.planning import chance, moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def sole(deal):
    return chance(deal, choices=1)


def test_the_only_tile_that_fits_is_played_for_who_wants_it(sole, people, play, later):
    type(people[0]).objects.filter(pk=people[sole.planner].pk).update(autoplay=True)
    assert play(sole).turn == sole.planner
    later()
    assert (sole.planner, sole.text, "planned") in moves(sole.game)


def test_nobody_plays_for_who_does_not_want_it(sole, people, play, later):
    type(people[0]).objects.filter(pk=people[sole.mover].pk).update(autoplay=True)
    play(sole)
    later()
    assert memory.current(sole.game.public_id).turn == sole.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_a_real_choice_is_never_made_for_anybody(deal, people, play, later):
    at = chance(deal)
    type(people[0]).objects.filter(pk=people[at.planner].pk).update(autoplay=True)
    play(at)
    assert later() == 1
    assert memory.current(at.game.public_id).turn == at.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_a_whole_game_of_people_who_want_it_comes_to_its_end(ada, ben, game_between, later):
    type(ada).objects.update(autoplay=True)
    game = game_between(ada, ben, variant="block", options={"end": "rounds:20"})
    rng, table = random.Random(1), memory.current(game.public_id)
    while table.status == Game.Status.PLAYING:
        play_one(game.public_id, rng)
        later()
        table = memory.current(game.public_id)
    assert Move.objects.filter(by="planned").count() > 20  # several in most of the 20 rounds


def test_whoever_holds_the_0_0_of_general_has_the_only_tile_played_like_all_others(guest, game_between, later):
    """Else a slow lead would tell of a tile that only the partner may know of; a signal can be made at any time."""
    people = [guest(f"P{n}") for n in range(4)]
    type(people[0]).objects.update(autoplay=True)
    held = set()
    while len(held) < 2:
        table = memory.current(game_between(*people, variant="general").public_id)
        assert table.running.position.legal == ("1-1",)
        lead = table.turn
        later()
        assert memory.current(table.public_id).turn != lead
        held.add(bool({"0-0", "6-6"} & set(fitting.hand(table.running.position, lead))))
