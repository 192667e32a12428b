"""Whole tournaments in simulated time, in each format: everything is played, and nothing is open afterwards."""

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from accounts.models import User
from common import queues
from games import actions
from games.models import Game, Seat
from tests.samples import some
from tests.tournaments.world import CUP, World, table_of
from tournaments.formats.knockout import Knockout
from tournaments.formats.swiss import Swiss
from tournaments.life.steps import steps
from tournaments.models import Entry, Member, Pairing, Place, Result, Round, Start, Tournament, Trophy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def nothing_is_open() -> bool:
    running = Game.objects.filter(status=Game.Status.PLAYING).exists()
    return not (running or Start.objects.exists() or Pairing.objects.filter(over=False).exists())


def test_a_cup_of_six_starts_when_it_is_full_and_everybody_meets_everybody(world: World):
    cup = world.open()
    world.enter(cup, world.people(6))
    world.wait(seconds=10)
    world.give_trophies()
    cup.refresh_from_db()
    assert cup.state == "running"
    assert Game.objects.count() == 30  # 15 pairings of two games, all at once
    world.play(cup)
    assert nothing_is_open()
    assert sum(points for _group, points, _place in table_of(cup)) == 30  # two half points a pairing
    assert min(Entry.objects.values_list("place", flat=True)) == 1
    assert Trophy.objects.filter(place=1).exists()
    assert cup.over_at <= cup.last_day + timedelta(minutes=1)


def test_the_best_of_two_groups_meet_in_a_final(world: World):
    cup = world.open(most=10, group_size=5)
    world.enter(cup, world.people(10))
    world.play(cup)
    assert not Trophy.objects.exists()  # it's unrated
    assert cup.stage == 2
    assert Round.objects.filter(tournament=cup).count() == 2
    through = Place.objects.filter(tournament=cup, stage=1, place__lte=2).values("entry")
    assert set(Place.objects.filter(tournament=cup, stage=2).values_list("entry")) == set(through.values_list("entry"))
    assert nothing_is_open()


def test_a_swiss_is_paired_on_fixed_days_and_nobody_meets_twice(world: World):
    swiss = world.open(format="swiss", rounds=4, round_days=7, deals=2, least=4, most=64)
    world.enter(swiss, world.people(11))
    world.play(swiss, hours=12)
    assert Round.objects.filter(tournament=swiss).count() == 4
    met = [tuple(sorted(table.results.values_list("entry", flat=True))) for table in Pairing.objects.filter(deals=2)]
    assert len(met) == len(set(met)) == 20
    byes = Result.objects.filter(how="bye").values_list("entry", flat=True)
    assert len(byes) == len(set(byes)) == 4
    assert nothing_is_open()


def shown(browser: Client, tournament: Tournament) -> str:
    """Its page. Its picture and its terms at the API are there, too."""
    page = browser.get(tournament.get_absolute_url())
    picture = re.search(r'og:image" content="https?://[^/]+([^"]+)', page.content.decode())
    assert picture is not None
    for address in (picture[1], f"/api/v1{tournament.get_absolute_url()}"):
        assert browser.get(address).status_code == 200
    return page.content.decode()


def test_a_swiss_of_four_becomes_a_round_robin_with_one_match_at_a_time(world: World):
    swiss = world.open(format="swiss", rounds=4, round_days=7, deals=2, least=4, most=10_000)
    people = world.people(4)
    world.enter(swiss, people)
    world.wait(hours=25)
    assert Game.objects.count() == 4
    swiss.refresh_from_db()
    assert swiss.last_day - swiss.starts_at == timedelta(days=33)  # 35 were promised: three rounds of eleven
    browser = Client()
    browser.force_login(people[0])
    page = shown(browser, swiss)
    assert "Block round robin" in page
    assert "Swiss" not in page
    Tournament.objects.update(format="swiss", rounds=0, most=10_000)  # as they began before
    assert not Swiss().takes_latecomers(Tournament.objects.get())
    with connection.cursor() as cursor:
        cursor.execute(import_module("tournaments.migrations.0007_small_swiss").Migration.operations[0].sql)
    assert "Block round robin" in shown(browser, swiss)
    swiss.save()
    world.play(swiss, hours=12)
    assert Round.objects.filter(tournament=swiss).count() == 3
    assert Game.objects.count() == 12
    assert nothing_is_open()


def test_a_swiss_of_one_table_has_three_rounds_at_least(world: World):
    swiss = world.open(format="swiss", seating="pod", seats=4, rounds=5, round_days=14, deals=4, least=4, most=64)
    world.enter(swiss, world.people(4))
    world.wait(days=1)
    assert Tournament.objects.get().rounds == 3


def test_in_a_knockout_the_winners_of_neighbours_meet(world: World):
    knockout = world.open(format="knockout", deals=2, least=4, most=8)
    world.enter(knockout, world.people(8))
    world.play(knockout)
    winners = dict(Place.objects.filter(stage=1, place=1).values_list("group", "entry"))
    semifinals = {group: set[int]() for group in range(2)}
    for group, entry in Place.objects.filter(stage=2).values_list("group", "entry"):
        semifinals[group].add(entry)
    assert semifinals == {0: {winners[0], winners[1]}, 1: {winners[2], winners[3]}}


def test_of_six_left_at_tables_of_four_the_two_with_the_most_points_go_through():
    points = {1: (10, 3), 2: (14, 4), 3: (12, 5)}  # of the first and the second of each table
    tables = [
        [
            Place(entry=Entry(pk=10 * table + place, seed=place), place=place, points2=points2, through=2)
            for place, points2 in enumerate(of_two, start=1)
        ]
        for table, of_two in points.items()
    ]
    terms = CUP | {"format": "knockout", "seating": "pod", "seats": 4}
    next_tables = Knockout().next_groups(Tournament(**terms), tables)
    assert [set(each.entries) for each in next_tables or ()] == [{21}, {31}, {11, 12, 22, 32}]


def test_a_knockout_goes_on_until_one_is_left(world: World):
    knockout = world.open(format="knockout", deals=2, least=4, most=7)
    world.enter(knockout, world.people(7))
    world.play(knockout)
    assert knockout.stage == 3
    assert Entry.objects.filter(place=1).count() == 1
    assert Entry.objects.filter(place=2).count() == 1
    assert nothing_is_open()


def test_in_an_arena_of_four_an_opponent_comes_again_after_two_pairings(world: World):
    arena = world.open(format="arena", at_once=1, round_days=10, least=4, most=100)
    world.enter(arena, world.people(4))
    world.wait(days=1)
    for _ in range(3):
        for seat in Seat.objects.filter(over_at=None, game__turn=F("number")).select_related("game", "player"):
            actions.resign_game(public_id=seat.game.public_id, player=seat.player)
        world.wait(hours=1)
    assert Round.objects.filter(tournament=arena).count() == 4


def test_an_arena_pairs_who_is_free_until_its_last_day(world: World):
    arena = world.open(format="arena", deals=2, at_once=2, round_days=14, least=3, most=100)
    world.enter(arena, world.people(5))
    world.wait(days=1, minutes=1)
    late = world.people(1)
    world.enter(arena, late)
    world.play(arena)
    assert Place.objects.get(entry__members__player=late[0]).played > 0
    assert Round.objects.filter(tournament=arena).count() > 2
    assert nothing_is_open()


def test_a_round_robin_without_rounds_is_played_at_once(world: World):
    robin = world.open(format="round_robin", rounds=0, least=3, most=4)
    world.enter(robin, world.people(4))
    world.play(robin)
    assert Round.objects.filter(tournament=robin).count() == 1
    assert Pairing.objects.count() == 6
    assert nothing_is_open()


@pytest.mark.parametrize(
    ("format_", "seating", "entries"),
    some([("cup", "rotating", 8), ("cup", "pod", 5), ("swiss", "rotating", 9), ("swiss", "pod", 10),
          ("arena", "rotating", 6), ("knockout", "pod", 6), ("round_robin", "rotating", 4), ("cup", "pairs", 4),
          ("arena", "pod", 8)], 3),
)  # fmt: skip
def test_four_at_a_table(world: World, format_, seating, entries):
    terms = {"rounds": 3 if format_ == "swiss" else 0, "group_size": 5, "round_days": 14}
    people = entries * (2 if seating == "pairs" else 1)
    there = world.open(format=format_, seating=seating, seats=4, deals=4, least=4, most=people, **terms)
    world.enter(there, world.people(people))
    world.play(there, hours=12)
    assert there.state == Tournament.State.OVER
    assert nothing_is_open()
    assert Result.objects.exclude(points2=None).exists()


def test_more_entries_than_one_statement_can_name_are_paired_and_ranked(world: World):
    """SQLite refuses lists of a thousand keys."""
    swiss = world.open(format="swiss", rounds=3, deals=2, least=4, most=5_000)
    people = User.objects.bulk_create(User(username=f"many{n}", skeleton=f"many{n}") for n in range(1_101))
    entries = Entry.objects.bulk_create(Entry(tournament=swiss, entered_at=world.now) for _ in people)
    Member.objects.bulk_create(
        Member(tournament=swiss, entry=entry, player=person) for entry, person in zip(entries, people, strict=True)
    )
    Tournament.objects.update(entered=len(people))
    world.now += timedelta(days=1)
    queues.drain(steps, world.now)
    assert Pairing.objects.filter(deals=2).count() == 550
    Entry.objects.filter(pk__gt=entries[50].pk).update(state=Entry.State.PAUSED)
    Start.objects.all().delete()
    world.now += timedelta(days=14)
    queues.drain(steps, world.now)
    second = Result.objects.filter(pairing__round__number=2)
    assert second.filter(how="absent").count() == 1_050
    assert Place.objects.filter(place=0).count() == 0
