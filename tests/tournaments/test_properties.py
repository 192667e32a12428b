"""Standings are a function of the results: after whatever happens, computed anew they are the same."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from accounts.models import User
from common import queues
from common.refusals import NotNow
from games import actions
from games.models import Game
from games.settling import ends
from tests.samples import some
from tests.tournaments.ruled import Ruled, recounted
from tournaments.entries import withdrawing
from tournaments.models import Entry, Pairing, Place, Result, Round, Start, TableOf, Tournament
from tournaments.rounds import standing

pytestmark = pytest.mark.django_db(transaction=True)
KINDS: dict[str, dict[str, Any]] = {
    "cup": {"most": 5},
    "groups": {"most": 8, "group_size": 4},
    "swiss": {"format": "swiss", "rounds": 3, "most": 64, "round_days": 5},
    "arena": {"format": "arena", "deals": 1, "most": 64, "round_days": 9},
    "knockout": {"format": "knockout", "most": 6},
    "pods": {"seating": "pod", "seats": 4, "most": 6, "deals": 4},
    "rotating": {"format": "swiss", "seating": "rotating", "seats": 4, "rounds": 3, "deals": 4, "most": 64},
}  # fmt: skip
PEOPLE = {"groups": 8, "knockout": 6, "pods": 6}
EVENTS = 20


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", some([1, 2], 1))
def test_computed_anew_the_standings_are_the_same_after_anything(ruled: Ruled, kind, seed):
    chance = Random(f"{kind} {seed}")
    there, people = ruled.begun(PEOPLE.get(kind, 5 if kind == "cup" else 9), **KINDS[kind])
    for _ in range(EVENTS):
        chance.choices([end_some, annul_one, withdraw, pause, wait], [8, 4, 1, 1, 4])[0](ruled, there, people, chance)
        queues.drain(ends, ruled.world.now + ends.lease)
        there.refresh_from_db()
        recounted(there)
    ruled.play(there, hours=24)
    recounted(there)


def end_some(_ruled: Ruled, there: Tournament, _people: list[User], chance: Random) -> None:
    running = list(Game.objects.filter(table_of__pairing__round__tournament=there, status="playing").order_by("pk"))
    for game in chance.sample(running, min(3, len(running))):
        actions.resign_game(public_id=game.public_id, player=game.seats.get(number=game.turn).player)


def annul_one(ruled: Ruled, there: Tournament, _people: list[User], chance: Random) -> None:
    """Also while it runs, and before it's settled."""
    games = Game.objects.filter(table_of__pairing__round__tournament=there, annulled_at=None).order_by("pk")
    if games:
        actions.annul_game(public_id=chance.choice(list(games)).public_id, now=ruled.world.now)


def withdraw(ruled: Ruled, there: Tournament, people: list[User], chance: Random) -> None:
    with suppress(NotNow):  # they withdrew before
        withdrawing.leave(public_id=there.public_id, player=chance.choice(people), now=ruled.world.now)


def pause(ruled: Ruled, there: Tournament, people: list[User], chance: Random) -> None:
    with suppress(NotNow):
        paused, player = chance.random() < 0.5, chance.choice(people)
        withdrawing.pause(public_id=there.public_id, player=player, paused=paused)


def wait(ruled: Ruled, _there: Tournament, _people: list[User], chance: Random) -> None:
    ruled.world.wait(hours=chance.randrange(1, 30))


@pytest.mark.parametrize("kind", some(["cup", "swiss", "knockout"], 1))
def test_annulling_a_game_changes_the_standings_and_nothing_else(ruled: Ruled, kind):
    there, _people = ruled.begun(9 if kind == "swiss" else 5, **KINDS[kind])
    ruled.play_a_round(there)
    tables = TableOf.objects.filter(pairing__round__tournament=there, pairing__round__number=1, game__status="finished")
    table = tables.order_by("pk")[0]
    before, points = all_but(there, table), everybodys_points(there)
    for of_pairing in table.pairing.tables.all():
        actions.annul_game(public_id=of_pairing.game.public_id, now=ruled.world.now)
    assert all_but(there, table) == before
    won = {result.entry_id: 0 for result in table.pairing.results.all()}
    assert set(table.pairing.results.values_list("points2", "how")) == {(0, "annulled")}
    after = everybodys_points(there)
    assert {entry for entry in after if after[entry] != points[entry]} <= won.keys()
    assert sum(points.values()) - sum(after.values()) == 2
    recounted(there)


def everybodys_points(there: Tournament) -> dict[int, int]:
    places = Place.objects.filter(tournament=there, stage=1)
    return dict(places.values_list("entry", "points2"))


def all_but(there: Tournament, table: TableOf) -> list[Any]:
    """Everything about the tournament but its standings and this pairing."""
    other = Pairing.objects.exclude(pk=table.pairing_id).order_by("pk")
    return [
        list(Tournament.objects.values()), list(Round.objects.order_by("pk").values()), list(other.values()),
        list(Result.objects.filter(pairing__in=other).order_by("pk").values()), list(Start.objects.values()),
        list(Entry.objects.order_by("pk").values()), list(TableOf.objects.order_by("pk").values()),
        list(Game.objects.exclude(table_of__pairing=table.pairing_id).order_by("pk").values("status", "winners")),
    ]  # fmt: skip


@pytest.mark.parametrize(("sums", "ahead"), [((5.0, 3.0, 5.0, 7.0), (2, 1, 0)), ((), (0, 2, 1))])
def test_who_is_ahead_of_another_at_a_table_gets_two_for_it_and_one_if_level(sums, ahead):
    """By the sums of their games; where nobody played, by their points."""
    mine, *theirs = (Result(side=side, points2=points2) for side, points2 in enumerate((2, 4, 0, 2)))
    assert standing._ahead(mine, theirs, sums) == ahead
