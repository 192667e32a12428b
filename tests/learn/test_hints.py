"""Hints at tables where somebody plays alone with computers, and nowhere else."""

import pytest
from django.urls import reverse

from bots.actions import play_computer
from common import refusals
from games import queries
from learn import actions
from tests.pages.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alone(ada):
    """Ada's own turn against a computer: she leads, or follows a start."""

    def begin(**settings):
        while True:
            wanted = {"variant": "draw", "level": "solid", "options": {"lead_first": "host"}} | settings
            game = play_computer(player=ada, **wanted)
            if queries.table_for(game.public_id, ada)["round"]["turn"] == 0:
                return game

    return begin


def test_each_move_is_told_with_what_it_is_worth_and_why(alone, ada, browser_of):
    game = alone()
    told = actions.hints(public_id=game.public_id, reader=ada)
    assert {line["move"] for line in told["moves"]} == set(told["view"]["round"]["legal"])
    page = words(browser_of(ada).get(reverse("hints", args=[game.public_id])))
    assert "best" in page
    assert "Gets rid of" in page or "unseen" in page


def test_a_mind_is_shown_what_the_seat_sees_and_nothing_else(alone, ada, asked):
    game = alone()
    actions.hints(public_id=game.public_id, reader=ada)
    [question] = asked.asked
    view = queries.table_for(game.public_id, ada)
    assert question["view"]["round"] == view["round"]
    assert question["view"]["you"] == 0


@pytest.mark.parametrize("who", ["ada", "ben"])
def test_there_are_none_at_a_table_of_people(game_between, ada, ben, who, browser_of):
    game = game_between(ada, ben)
    person = {"ada": ada, "ben": ben}[who]
    with pytest.raises(refusals.Forbidden) as refused:
        actions.hints(public_id=game.public_id, reader=person)
    assert refused.value.code == "no_hints"
    assert (
        reverse("hints", args=[game.public_id]) not in browser_of(person).get(game.get_absolute_url()).content.decode()
    )


def test_there_are_none_for_watchers_of_a_game_with_computers(alone, ben, stranger):
    game = alone()
    with pytest.raises(refusals.Forbidden):
        actions.hints(public_id=game.public_id, reader=ben)
    assert "Hints are for games that you play alone" in words(
        stranger.get(reverse("hints", args=[game.public_id]), follow=True)
    )


def test_one_person_more_at_the_table_and_there_are_none(ada, ben, browser_of):
    from games import actions as games

    game = games.create_game(creator=ada, variant="draw", seats=3, computers={2: "good"}, rated=False)
    games.join_game(public_id=game.public_id, player=ben)
    with pytest.raises(refusals.Forbidden):
        actions.hints(public_id=game.public_id, reader=ada)


def test_it_is_offered_where_it_may_be_had(alone, ada, browser_of):
    game = alone()
    table = browser_of(ada).get(game.get_absolute_url()).content.decode()
    assert f'data-panel="{reverse("hints", args=[game.public_id])}"' in table
