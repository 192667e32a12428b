"""Leagues: seasons follow each other by themselves, with a quarter of each division up and down."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from itertools import chain, cycle, groupby, pairwise
from operator import itemgetter

import pytest

from accounts.models import User
from common import queues
from games.models import Game
from tests.samples import ALL
from tests.tournaments.ruled import STEP, Kills, Ruled, killed_at_every_statement, recounted
from tests.tournaments.seasons import LEAGUE
from tournaments.life.calendar import calendar
from tournaments.life.steps import steps
from tournaments.models import Entry, Place, Series, Tournament, Trophy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
EVERY_DAYS = 28


class League:
    """A league of a site whose workers do this *work* after each visit of its people."""

    def __init__(self, ruled: Ruled, key: str = "league", work: Callable[[], object] | None = None) -> None:
        self.ruled, self.world = ruled, ruled.world
        self.work = work or self.everything
        self.series = Series.objects.create(**LEAGUE, key=key, opens=self.world.now, due=self.world.now)
        self.everything()

    def everything(self) -> None:
        queues.drain(calendar, self.world.now)
        self.world.work()

    def pass_time(self, **time: float) -> None:
        self.ruled.visit()
        self.world.now += timedelta(**time)
        self.work()

    def season(self, number: int) -> Tournament | None:
        return Tournament.objects.filter(series=self.series, number=number).first()

    def opened(self, number: int) -> Tournament:
        """This season, as soon as it takes entries."""
        while (there := self.season(number)) is None:
            self.pass_time(days=1)
        return there

    def begun(self, number: int, people: Sequence[User]) -> Tournament:
        """This season, which these people enter when it opens, once it has begun."""
        self.world.enter(there := self.opened(number), people)
        while there.is_open:
            self.pass_time(days=1)
            there.refresh_from_db()
        return there

    def over(self, number: int) -> Tournament:
        there = self.opened(number)
        while there.state != Tournament.State.OVER:
            self.pass_time(days=1)
            there.refresh_from_db()
        return there


def divisions_of(ruled: Ruled, season: Tournament) -> list[list[int]]:
    """The people by division, the first of each first."""
    rows = Place.objects.filter(tournament=season).order_by("group", "place", "seed")
    people = rows.values_list("group", "entry__members__player")
    return [[ruled.number[player] for _group, player in here] for _number, here in groupby(people, itemgetter(0))]


def entry_of(season: Tournament, player: User) -> Entry:
    return Entry.objects.get(tournament=season, members__player=player)


def moves(last: list[list[int]], people: Iterable[int]) -> list[set[int]]:
    """Who has a place in which division after a season: two go up and two go down between each two divisions."""
    after = [set(division) for division in last]
    for number, (above, below) in enumerate(pairwise(last)):
        after[number] = after[number] - {*above[-2:]} | {*below[:2]}
        after[number + 1] = after[number + 1] - {*below[:2]} | {*above[-2:]}
    return [division & {*people} for division in after]


# ---- Seasons that run by themselves ---------------------------------------------------------------


def held(ruled: Ruled, key: str, coming: Sequence[Iterable[int]], kills: Kills | None) -> list[Tournament]:
    """A league whose seasons people of these numbers enter. With *kills*, its steps are killed at every statement, and
    the rest of the server again and again.
    """
    world, league = ruled.world, None

    def killed() -> None:
        assert kills is not None
        kills.number += killed_at_every_statement(world, [calendar, steps])
        kills.work()

    people = ruled.people(1 + max(max(each) for each in coming))
    league = League(ruled, key, work=killed if kills else None)
    began = world.now
    for number, numbers in enumerate(coming, start=1):
        season = league.begun(number, [people[n] for n in numbers])
        assert season.starts_at is not None
        late = season.starts_at - began - timedelta(days=14 + EVERY_DAYS * (number - 1))
        assert timedelta() <= late < timedelta(days=2)
    for number in range(1, len(coming) + 1):
        league.over(number)
    Series.objects.filter(pk=league.series.pk).update(active=False)
    Tournament.objects.filter(series=league.series, state="open").delete()
    return [*Tournament.objects.filter(series=league.series).order_by("number")]


def whole(ruled: Ruled, season: Tournament) -> list[object]:
    """All that the tables of a season say."""
    came_from = Entry.objects.filter(tournament=season).order_by("seed").values_list("members__player", "division")
    trophies = Trophy.objects.filter(tournament=season).order_by("place").values_list("player", "place")
    return [
        ruled.standings(season),
        [(ruled.number[player], division) for player, division in came_from],
        [(ruled.number[player], place) for player, place in trophies],
    ]


def places_are_handed_on(ruled: Ruled, seasons_of: Sequence[Tournament], coming: Sequence[Iterable[int]]) -> None:
    tables = [[[*numbers] for numbers in divisions_of(ruled, season)] for season in seasons_of]
    for divisions, numbers in zip(tables, coming, strict=True):
        assert sorted(chain(*divisions)) == sorted(numbers)
    for (last, now), numbers in zip(pairwise(tables), coming[1:], strict=True):
        for number, promised in enumerate(moves(last, numbers)):
            assert promised <= {*now[number]} | ({*now[number - 1]} if number else set())  # or it filled an empty place
        if {*numbers} == {*chain(*last)}:
            assert [*map(len, now)] == [*map(len, last)]
        newcomers = {*numbers} - {*chain(*last)}
        assert newcomers <= {*chain(*now[-2:])}  # the best of them may fill an empty place
        assert len(newcomers & {*now[-1]}) >= len(newcomers) - 1


SMALL = [range(12), range(12)]
LARGE = [range(40), range(40), [*range(35), *range(40, 48)]]  # five leave, and eight come


@pytest.mark.parametrize("coming", [SMALL, pytest.param(LARGE, marks=pytest.mark.skipif(not ALL, reason="minutes"))])
def test_seasons_run_by_themselves_and_kills_change_nothing(ruled: Ruled, monkeypatch, coming):
    monkeypatch.setattr(calendar, "most", 1)
    monkeypatch.setattr(steps, "most", 1)
    ruled.world.give_trophies()
    calm = held(ruled, "calm", coming, None)
    places_are_handed_on(ruled, calm, coming)
    for season in calm:
        recounted(season)
    tables, trophies = [whole(ruled, each) for each in calm], Trophy.objects.count()
    assert trophies == 3 * len(coming)
    Game.objects.all().delete()
    kills = Kills(ruled.world, cycle([*range(20, 260, 7)]))
    killed = held(ruled, "killed", coming, kills)
    assert [whole(ruled, each) for each in killed] == tables
    assert kills.number > 100 // STEP
    assert Trophy.objects.count() == 2 * trophies  # titles stay
