"""Challenges, results and departures at once, and a server that is killed at every statement."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from accounts import farewell
from accounts.models import Vacation
from games import actions, settling
from games.models import Game
from ladders import joining, looking
from ladders.looking import looks
from ladders.models import Challenge, GameOf, Rung
from notices.models import Notice
from tests.games.test_races import at_once, codes
from tests.ladders.world import World, days, places
from tests.samples import ALL
from tests.tournaments.ruled import STEP, Killed, Kills, as_another_process, killed_at_every_statement

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 5 if ALL else 1


def test_of_two_who_challenge_somebody_for_the_last_time_at_once_one_does(world: World):
    people = world.known_people(6)
    ladder = world.ladder(people)
    for each in people[1:3]:
        world.challenge(ladder, each, people[0])
    results = at_once(*(partial(world.challenge, ladder, each, people[0]) for each in people[3:5]))
    assert codes(results) == ["too_many_challenges"]
    assert Challenge.objects.filter(challenged=people[0]).count() == 3
    assert Game.objects.count() == GameOf.objects.count() == 6


def test_two_who_challenge_each_other_in_both_directions_or_twice(world: World):
    ada, ben = world.known_people(2)
    ladder = world.ladder([ada, ben])
    results = at_once(*(partial(world.challenge, ladder, ben, ada) for _ in range(3)))
    assert codes(results) == ["challenged", "challenged"]


def test_two_who_join_at_once_have_two_places(world: World):
    people = world.known_people(4)
    at_once(*(partial(joining.join_site, variant="block", player=each, now=world.now) for each in people))
    ladder = Rung.objects.select_related("ladder")[0].ladder
    assert set(places(ladder)) == set(people)


def last_of(world: World, challenge: Challenge) -> int:
    """The key of the second game of a challenge, in which the challenger has won both; the first one is settled."""
    games = [of.game for of in GameOf.objects.filter(challenge=challenge).order_by("number").select_related("game")]
    for game in games:
        actions.resign_game(public_id=game.public_id, player=challenge.challenged)
    settling.settle(games[0].pk)
    return games[1].pk


def test_a_swap_while_a_third_leaves(world: World):
    for _ in range(TIMES):
        people = world.known_people(5)
        ladder = world.ladder(people)
        here = places(ladder)
        first = here.index(people[0])
        game = last_of(world, world.challenge(ladder, people[4], people[0]))
        leave = partial(joining.leave, public_id=ladder.public_id, player=people[2], now=world.now)
        at_once(partial(settling.settle, game), leave)
        assert places(ladder)[first:] == [people[4], people[0], people[1], people[3]]


def test_a_result_while_the_loser_is_deleted(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    game = last_of(world, world.challenge(ladder, people[3], people[0]))
    at_once(partial(settling.settle, game), partial(farewell.delete_account, user=people[0], now=world.now))
    assert places(ladder) == [people[3], people[1], people[2]]
    assert Challenge.objects.get().outcome == "won"


def test_a_result_while_a_vacation_parks(world: World):
    people = world.known_people(3)
    ladder = world.ladder(people)
    game = last_of(world, world.challenge(ladder, people[2], people[0]))
    Vacation.objects.create(user=people[1], starts=world.now, ends=world.now + days(50))
    looking.rest_changed(people[1], world.now)
    Rung.objects.filter(player=people[1]).update(due=world.now)
    Vacation.objects.update(starts=world.now - days(31))
    looks.model.objects.filter(player=people[1]).update(due=world.now)
    rung = Rung.objects.select_related("player").get(player=people[1])
    at_once(partial(settling.settle, game), partial(looks.work, rung, world.now))
    assert places(ladder) == [people[2], people[0]]


# ---- Killed --------------------------------------------------------------------------------------


def killed_at_each(do: Callable[[], object], whole: Callable[[], bool]) -> int:
    """Do it again and again, killed some statements later each time, until it's done. Returns how often that was.

    *whole* says whether it is; until then, nothing of it may be there.
    """
    for statement in range(0, 1_000, STEP):
        try:
            with connection.execute_wrapper(Kills(None, [statement, 1_000_000])):  # type: ignore[arg-type]
                do()
        except Killed:
            as_another_process()
        if whole():
            return statement
    raise AssertionError("it's never done")


def test_a_challenge_is_made_whole_or_not_at_all(world: World):
    people = world.known_people(3)
    ladder = world.ladder(people)

    def whole() -> bool:
        there = (Challenge.objects.count(), Game.objects.count(), GameOf.objects.count(),
                 Notice.objects.filter(event="tournament").count())  # fmt: skip
        assert there in {(0, 0, 0, 0), (1, 2, 2, 1)}
        return there[0] == 1

    assert killed_at_each(partial(world.challenge, ladder, people[2], people[0]), whole) > 8


def test_places_move_whole_or_not_at_all(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[3], people[0])
    game = last_of(world, made)

    def whole() -> bool:
        made.refresh_from_db()
        moved = [people[3], people[0], people[1], people[2]]
        assert places(ladder) == (moved if made.outcome else people)
        assert Notice.objects.filter(words__about="over").count() == (2 if made.outcome else 0)
        return bool(made.outcome)

    assert killed_at_each(partial(settling.settle, game), whole) > 8
    assert Rung.objects.get(player=people[3]).won == 1


def test_a_vacation_parks_once(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    for each in people[:2]:
        Vacation.objects.create(user=each, starts=world.now, ends=world.now + days(60))
        looking.rest_changed(each, world.now)
    world.now += days(31)
    assert killed_at_every_statement(world, (looks,)) > 10 // STEP
    assert places(ladder) == people[2:]
    assert list(Rung.objects.filter(place=None).order_by("player").values_list("player", "due")) == [
        (each.pk, None) for each in people[:2]
    ]
