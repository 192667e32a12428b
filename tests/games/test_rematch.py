"""A rematch between the question and the start: who is in, who is asked, and what a "no" does."""

from typing import Any

import pytest

import rules
from common import refusals
from games import actions, queries
from games.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(ada, ben, cleo, guest, game_between) -> Any:
    """A finished game of Ada, Ben, Cleo and Dan, in this order."""
    game = game_between(ada, ben, cleo, guest("Dan"), variant="draw")
    for player in (ada, ben, cleo):
        actions.resign_game(public_id=game.public_id, player=player)
    return game


@pytest.fixture
def two(ada, ben, game_between) -> Any:
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    return game


def shown(game: Game) -> Any:
    """The rematch as the boards of the old game show it."""
    return rules.to_json(queries.table(game.public_id, None))["rematch"]


def state(game: Game) -> tuple[int | None, str, list[int], list[int]] | None:
    found = shown(game)
    return found and (found["host"], found["status"], found["accepted"], found["waiting"])


def ask(game: Game, player: Any) -> Game:
    return actions.offer_rematch(public_id=game.public_id, player=player)


def drop(game: Game, player: Any) -> None:
    actions.drop_rematch(public_id=game.public_id, player=player)


def test_the_old_game_shows_who_has_accepted_by_their_seats_there(four, ada, ben, cleo):
    dan = four.seats.get(number=3).player
    ask(four, ben)
    assert state(four) == (1, "open", [1], [0, 2, 3])
    ask(four, dan)
    ask(four, ada)
    assert state(four) == (1, "open", [0, 1, 3], [2])
    again = ask(four, cleo)
    assert state(four) == (1, "playing", [0, 1, 2, 3], [])
    assert queries.find_game(again.public_id).status == Game.Status.PLAYING


def test_joining_and_leaving_on_the_page_of_the_rematch_shows_at_the_old_table(four, ada, ben):
    again = ask(four, ada)
    version = four.version
    actions.join_game(public_id=again.public_id, player=ben)
    assert state(four) == (0, "open", [0, 1], [2, 3])
    actions.leave_game(public_id=again.public_id, player=ben)
    assert state(four) == (0, "open", [0], [1, 2, 3])
    four.refresh_from_db()
    assert four.version > version


def test_the_host_withdraws_a_rematch_and_anybody_may_ask_again(two, ada, ben):
    first = ask(two, ada)
    drop(two, ada)
    first.refresh_from_db()
    assert (first.status, state(two)) == (Game.Status.CANCELLED, None)
    assert ask(two, ben) != first
    assert state(two) == (1, "open", [1], [0])


def test_a_no_between_two_ends_the_rematch(two, ada, ben):
    again = ask(two, ada)
    drop(two, ben)
    again.refresh_from_db()
    assert (again.status, state(two)) == (Game.Status.CANCELLED, None)


def test_a_no_among_four_frees_that_seat_alone(four, ada, ben, cleo):
    again = ask(four, ada)
    ask(four, ben)
    drop(four, cleo)
    assert state(four) == (0, "open", [0, 1], [3])
    assert list(again.seats.filter(player=None, kept_for=None).values_list("number", flat=True)) == [1]
    ask(four, cleo)  # on second thoughts
    assert state(four) == (0, "open", [0, 1, 2], [3])


def test_a_player_who_takes_back_their_yes_is_asked_still(four, ada, ben):
    ask(four, ada)
    ask(four, ben)
    drop(four, ben)
    assert state(four) == (0, "open", [0], [1, 2, 3])


def test_nothing_can_be_dropped_without_an_offer_or_after_the_start(two, ada, ben, cleo):
    with pytest.raises(refusals.NotNow) as refused:
        drop(two, ada)
    assert refused.value.code == "no_rematch"
    ask(two, ada)
    with pytest.raises(refusals.Forbidden) as forbidden:
        drop(two, cleo)
    assert forbidden.value.code == "not_seated"
    ask(two, ben)
    with pytest.raises(refusals.NotNow) as too_late:
        drop(two, ben)
    assert (too_late.value.code, state(two)) == ("full", (0, "playing", [0, 1], []))
