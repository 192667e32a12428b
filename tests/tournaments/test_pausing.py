"""People pause in a tournament, and come back."""

from contextlib import nullcontext
from datetime import time, timedelta

import pytest
from django.test import Client

from accounts.followers import followers
from accounts.models import User, Vacation
from common.refusals import NotNow
from games import listed
from games.models import Game
from games.positions import memory
from tests.tournaments.world import World
from tournaments.entries import withdrawing

pytestmark = pytest.mark.django_db


def test_somebody_pauses_only_while_it_runs(world: World):
    there = world.open()
    ada, ben = world.people(2)
    world.enter(there, [ada])
    with pytest.raises(NotNow) as refused:
        withdrawing.pause(public_id=there.public_id, player=ada, paused=True)
    assert refused.value.code == "not_running"
    with pytest.raises(NotNow) as refused:
        withdrawing.pause(public_id=there.public_id, player=ben, paused=True)
    assert refused.value.code == "not_entered"


@pytest.mark.parametrize(
    ("format_", "entries", "refused"),
    [
        ("swiss", 9, None), ("arena", 9, None), ("cup", 6, "no_pauses"), ("knockout", 6, "no_pauses"),
        ("round_robin", 6, "no_pauses"), ("swiss", 4, "no_pauses"),
    ],
)  # fmt: skip
def test_people_pause_only_where_new_matches_follow(world: World, format_, entries, refused):
    """A Swiss of four entries becomes a round robin."""
    rounds = 3 if format_ == "swiss" else 0
    there = world.open(format=format_, rounds=rounds, round_days=14, least=4, most=30, group_size=6)
    people = world.people(entries)
    world.enter(there, people)
    world.wait(days=1, minutes=1)
    browser = Client()
    browser.force_login(people[0])
    assert ("Pause or leave" in browser.get(there.get_absolute_url()).content.decode()) == (refused is None)
    with nullcontext() if refused is None else pytest.raises(NotNow) as error:
        withdrawing.pause(public_id=there.public_id, player=people[0], paused=True)
    assert (error.value.code if error else None) == refused


def test_nothing_stops_a_tournament_clock(world: World):
    """Block on a usual clock: each player begins with 3 days. The tournament begins on a Wednesday at 12:00 UTC."""
    cup = world.open()
    people = world.people(3)
    world.enter(cup, people)
    for person in people:
        person.weekend_pause, person.quiet_from, person.quiet_to = True, time(20), time(8)
        person.save()
        Vacation.objects.create(user=person, starts=world.now, ends=world.now + timedelta(days=30))
    world.wait(days=1, minutes=1)
    game = Game.objects.filter(appointed=True).first()
    assert game is not None
    assert game.deadline is not None
    assert timedelta(days=3) <= game.deadline - world.now < timedelta(days=3, minutes=5)
    player = game.seats.get(number=game.turn).player
    assert player is not None
    assert game.public_id in [each for follower in followers() for each in follower.not_pausing(player)]


def test_the_clock_of_a_game_that_began_with_pauses_stops_no_more(world: World):
    """Rows of tournaments that began under an older version say that their clocks pause."""
    cup = world.open()
    people = world.people(3)
    world.enter(cup, people)
    User.objects.update(weekend_pause=True)
    world.wait(days=1, minutes=1)
    Game.objects.update(pauses=True)
    memory.remembered.forget()
    game = Game.objects.filter(appointed=True)[0]
    assert world.move(game.public_id)
    now = Game.objects.get(pk=game.pk)
    assert now.deadline - world.now < timedelta(days=3, minutes=5)
    assert [each.time_control.pauses for each in listed.listed_page(Game.objects.filter(pk=now.pk), "", 1)] == [False]
