"""Nobody chooses opponents by declining: three games left or missed in a day, and then a pause of an hour."""

import random
from datetime import timedelta

import pytest

from common import queues, refusals
from games import actions as games
from games import queries as at_table
from games.models import Game
from games.settling import ends
from matching import queries
from matching.models import Declined
from tests.creating import create_game
from tests.games.playing import play_one
from tests.matching.conftest import NOW, find

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def found(people):
    """A game that was found for Ada and Ben, and the two."""
    ada, ben = people("Ada", "Ben")
    find(ada)
    find(ben)
    return Game.objects.get(), ada, ben


def settle() -> None:
    queues.drain(ends, NOW + 365 * DAY)


def declined() -> list[str]:
    return list(Declined.objects.order_by("pk").values_list("player__nickname", flat=True))


def test_resigning_before_the_first_move_counts(found):
    game, ada, _ben = found
    games.resign_game(public_id=game.public_id, player=ada)
    settle()
    assert declined() == ["Ada"]


def test_aborting_counts(found):
    game, ada, _ben = found
    games.abort_game(public_id=game.public_id, player=ada)
    assert declined() == ["Ada"]


def test_running_out_of_time_before_the_first_move_counts(found):
    game, _ada, _ben = found
    games.time_out(public_id=game.public_id, now=game.deadline + DAY)
    settle()
    slow = game.seats.get(number=game.turn).player
    assert declined() == [slow.nickname]


def test_resigning_after_a_move_does_not_count(found):
    game, _ada, _ben = found
    mover = game.seats.get(number=game.turn).player
    play_one(game.public_id, random.Random(1))
    games.resign_game(public_id=game.public_id, player=mover)
    settle()
    assert declined() == []


def test_leaving_a_game_that_was_not_found_does_not_count(people):
    ada, ben = people("Ada", "Ben")
    game = create_game(creator=ada, variant="muggins")
    games.join_game(public_id=game.public_id, player=ben)
    games.abort_game(public_id=game.public_id, player=ada)
    assert declined() == []
    assert at_table.find_game(game.public_id).status == "aborted"


@pytest.mark.both_databases
def test_three_in_a_day_pause_the_search_for_an_hour(people):
    (ada,) = people("Ada")
    for hours in (0, 10, 20):
        Declined.objects.create(player=ada, at=NOW + hours * HOUR)
    third = NOW + 20 * HOUR
    for now in (third, third + timedelta(minutes=59)):
        with pytest.raises(refusals.NotNow) as refused:
            find(ada, now)
        assert refused.value.code == "paused"
    assert find(ada, third + HOUR) is not None


@pytest.mark.parametrize(
    ("declined", "now", "until"),
    [
        ([0, 1, 2], 2.5, 3), ([0, 1, 2], 3, None),
        ([0, 1, 2, 3], 3.5, 4),  # a fourth one begins the hour anew
        ([0, 23, 23.5], 23.9, 24.5), ([0, 23, 23.5], 24, None),  # the first is a day old
        ([0, 1], 1.5, None),
    ],
)  # fmt: skip
def test_the_newest_of_three_in_a_day_begins_an_hours_pause(people, declined, now, until):
    """All times in hours."""
    ada, ben = people("Ada", "Ben")
    for hours in declined:
        Declined.objects.create(player=ada, at=NOW + hours * HOUR)
    expected = None if until is None else NOW + until * HOUR
    assert queries.paused_until(ada, NOW + now * HOUR) == expected
    assert queries.paused_until(ben, NOW + now * HOUR) is None


@pytest.mark.both_databases
def test_two_in_a_day_and_old_ones_pause_nothing(people):
    (ada,) = people("Ada")
    for hours in (0, 25, 26):
        Declined.objects.create(player=ada, at=NOW + hours * HOUR)
    assert queries.declines(ada, NOW + 26 * HOUR) == 2
    assert find(ada, NOW + 26 * HOUR) is not None
