"""People pause in a tournament, and come back."""

from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from accounts.followers import followers
from accounts.models import User, Vacation
from common.refusals import NotNow
from games.models import Game
from tests.following import it_happens
from tests.tournaments.world import World
from tournaments import entering

pytestmark = pytest.mark.django_db


def test_somebody_pauses_only_while_it_runs(world: World):
    there = world.open()
    ada, ben = world.people(2)
    world.enter(there, [ada])
    with pytest.raises(NotNow) as refused:
        entering.pause(public_id=there.public_id, player=ada, paused=True)
    assert refused.value.code == "not_running"
    with pytest.raises(NotNow) as refused:
        entering.pause(public_id=there.public_id, player=ben, paused=True)
    assert refused.value.code == "not_entered"


@pytest.mark.parametrize(
    ("format_", "entries", "refused"),
    [
        ("swiss", 9, None), ("arena", 9, None), ("cup", 6, "no_pauses"), ("knockout", 6, "no_pauses"),
        ("round_robin", 6, "no_pauses"), ("swiss", 6, "no_pauses"),
    ],
)  # fmt: skip
def test_people_pause_only_where_new_matches_follow(world: World, format_, entries, refused):
    """A Swiss of so few entries is one group that plays all at once."""
    rounds = 3 if format_ == "swiss" else 0
    there = world.open(format=format_, rounds=rounds, round_days=14, least=4, most=30, group_size=6)
    people = world.people(entries)
    world.enter(there, people)
    world.wait(days=1, minutes=1)
    browser = Client()
    browser.force_login(people[0])
    assert ("Pause or leave" in browser.get(there.get_absolute_url()).content.decode()) == (refused is None)
    with nullcontext() if refused is None else pytest.raises(NotNow) as error:
        entering.pause(public_id=there.public_id, player=people[0], paused=True)
    assert (error.value.code if error else None) == refused


@pytest.mark.both_databases
def test_a_tournament_clock_stops_at_weekends_and_in_quiet_hours_but_not_on_vacation(world: World):
    """Block on a usual clock: each player begins with 3 days. The tournament begins on a Wednesday at 12:00 UTC."""
    cup = world.open()
    people = world.people(3)
    world.enter(cup, people)
    for person in people:
        person.weekend_pause = True
        person.save()
        Vacation.objects.create(user=person, starts=world.now, ends=world.now + timedelta(days=30))
    world.wait(days=1, minutes=1)
    game = Game.objects.filter(appointed=True).first()
    assert game is not None
    begun = world.now
    assert game.deadline is not None
    assert timedelta(days=5) <= game.deadline - begun < timedelta(days=5, minutes=5)  # three days, and the weekend
    player = game.seats.get(number=game.turn).player
    assert player is not None
    assert game.public_id in [each for follower in followers() for each in follower.not_pausing(player)]
    Vacation.objects.filter(user=player).delete()
    now = User.objects.get(pk=player.pk)
    before = replace(now.rest, vacations=((begun, begun + timedelta(days=30)),))
    it_happens("rest_changed", now, before, world.now)
    game_now = Game.objects.get(pk=game.pk)
    assert (game_now.deadline, game_now.version) == (game.deadline, game.version + 1)
