"""Moderators end a tournament or remove an entry; a game is annulled after the end; guests come by a link."""

import pytest
from django.test import Client

from accounts.models import User
from games import actions
from games.models import Game
from notices.models import Notice
from tests.tournaments.world import World
from tournaments.entries import withdrawing
from tournaments.life import closing
from tournaments.models import Entry, Place, Start, Step, TableOf, Trophy

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.both_databases
def test_running_games_go_on_when_a_tournament_is_cancelled_and_count_for_nothing(world: World):
    cup = world.open()
    world.enter(cup, world.people(6))
    world.wait(seconds=10)
    closing.cancel_as_moderator(public_id=cup.public_id, now=world.now)
    for _ in range(40):
        world.visit()
        world.wait(hours=1)
    cup.refresh_from_db()
    assert cup.state == "cancelled"
    assert not Game.objects.filter(status="playing").exists()
    assert not Place.objects.filter(points2__gt=0).exists()
    for model in (Step, Start, Trophy):
        assert not model.objects.exists()
    told = Notice.objects.filter(event="tournament", words__about="cancelled")
    assert told.count() == 6


@pytest.mark.both_databases
def test_a_moderator_removes_an_entry_and_its_games_are_resigned(world: World):
    cup = world.open()
    entries = world.enter(cup, world.people(6))
    world.wait(seconds=10)
    withdrawing.remove(entry=entries[0], now=world.now)
    world.work()
    entries[0].refresh_from_db()
    assert entries[0].state == Entry.State.OUT
    theirs = TableOf.objects.filter(pairing__results__entry=entries[0], game__status="playing")
    assert not theirs.exists()
    world.play(cup)
    assert cup.state == "over"


@pytest.mark.both_databases
def test_places_and_trophies_follow_a_game_that_is_annulled_after_the_end(world: World):
    cup = world.open(most=3, least=3)
    people = world.people(3)
    world.enter(cup, people)
    world.wait(seconds=10)
    world.give_trophies()
    for table in TableOf.objects.select_related("game"):  # the first one in the order of accounts wins
        loser = max(table.game.seats.select_related("player"), key=lambda seat: seat.player_id).player
        actions.resign_game(public_id=table.game.public_id, player=loser)
    world.play(cup)
    assert Trophy.objects.get(place=1).player == people[0]
    profile = Client().get(f"/people/{people[0].username}/").content.decode()
    assert f'<a class="chip wraps trophy" href="{cup.get_absolute_url()}"> 1. ' in " ".join(profile.split())
    for table in TableOf.objects.filter(game__seats__player=people[0]).select_related("game"):
        actions.annul_game(public_id=table.game.public_id, now=world.now)
    assert Trophy.objects.get(place=1).player == people[1]
    assert Entry.objects.get(members__player=people[1]).place == 1
    assert Trophy.objects.count() == 3


def test_a_guest_enters_by_the_link_under_a_name(world: World):
    cup = world.open(entering="link")
    browser = Client()
    assert cup.get_absolute_url() not in browser.get("/tournaments/").content.decode()
    page = browser.get(cup.get_absolute_url()).content.decode()
    assert "Your name in this game" in page
    assert "Anyone with this link can enter" in page
    answer = browser.post(f"{cup.get_absolute_url()}enter/", {"name": "  "})
    assert answer.status_code == 422
    assert not User.objects.filter(is_guest=True).exists()
    browser.post(f"{cup.get_absolute_url()}enter/", {"name": "Zoe"})
    assert Entry.objects.get(tournament=cup).members.get().player.nickname == "Zoe"


def test_strangers_need_an_account_for_a_rated_tournament(world: World):
    cup = world.open(entering="link", rated=True)
    browser = Client()
    assert "Create an account to enter" in browser.get(cup.get_absolute_url()).content.decode()
    browser.post(f"{cup.get_absolute_url()}enter/", {"name": "Zoe"})
    assert not Entry.objects.exists()
