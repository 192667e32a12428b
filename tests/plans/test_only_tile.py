"""Autoplay: the server plays the only legal tile for players who want it."""

import random

import pytest

from games.models import Game, Move
from games.positions import memory
from plans import fitting
from tests.games.playing import play_one
from tests.plans.planning import chance, moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def sole(deal):
    return chance(deal, choices=1)


def test_the_only_tile_is_played_for_players_with_autoplay(sole, people, play, later):
    type(people[0]).objects.filter(pk=people[sole.planner].pk).update(autoplay=True)
    assert play(sole).turn == sole.planner
    later()
    assert (sole.planner, sole.text, "planned") in moves(sole.game)


def test_nothing_is_played_for_players_without_autoplay(sole, people, play, later):
    type(people[0]).objects.filter(pk=people[sole.mover].pk).update(autoplay=True)
    play(sole)
    later()
    assert memory.current(sole.game.public_id).turn == sole.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_autoplay_never_chooses_between_moves(deal, people, play, later):
    at = chance(deal)
    type(people[0]).objects.filter(pk=people[at.planner].pk).update(autoplay=True)
    play(at)
    assert later() == 1
    assert memory.current(at.game.public_id).turn == at.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_a_whole_game_with_autoplay_ends(ada, ben, game_between, later):
    type(ada).objects.update(autoplay=True)
    game = game_between(ada, ben, variant="block", options={"end": "rounds:20"})
    rng, table = random.Random(1), memory.current(game.public_id)
    while table.status == Game.Status.PLAYING:
        play_one(game.public_id, rng)
        later()
        table = memory.current(game.public_id)
    assert Move.objects.filter(by="planned").count() > 20  # several in most of the 20 rounds


def test_in_general_autoplay_treats_the_holder_of_0_0_like_the_others(guest, game_between, later):
    """Otherwise a slow lead would reveal a tile that only the partner may know of."""
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
