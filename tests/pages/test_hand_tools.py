"""The buttons that arrange a hand: only where players line up a train, and without a help in rated games."""

import re

import pytest
from django.urls import reverse

from games.models import Game
from games.positions import memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def tools(ada, ben, game_between, browser_of):
    """`tools("mexican_train", rated=True)`: what the buttons at Ada's hand do."""

    def find(variant, reader=ada, **changed):
        game = game_between(ada, ben, variant=variant)
        Game.objects.filter(pk=game.pk).update(**changed)
        memory.remembered.forget()
        page = browser_of(reader).get(reverse("table", args=[game.public_id])).content.decode()
        return re.findall(r'data-arrange="(\w+)"', page)

    return find


def test_a_hand_for_a_train_can_be_sorted_and_lined_up(tools):
    assert tools("mexican_train", rated=False) == ["number", "fits", "train"]


def test_rated_games_have_no_help_with_the_train(tools):
    assert tools("mexican_train", rated=True) == ["number", "fits"]


def test_other_hands_and_watchers_have_no_buttons(tools, guest):
    assert tools("draw") == []
    assert tools("mexican_train", reader=guest("Cleo")) == []
