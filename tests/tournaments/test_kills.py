"""A tournament whose server is killed again and again ends with the same table as one whose server runs."""

from collections import Counter
from datetime import timedelta
from itertools import cycle
from typing import Any

import pytest

from games.models import Game
from games.settling import ends
from notices.models import Notice
from tests.samples import some
from tests.tournaments.ruled import STEP, Kills, Ruled, killed_at_every_statement
from tests.tournaments.world import WORK
from tournaments.entries import entering
from tournaments.formats import arena
from tournaments.life import steps as life
from tournaments.life.steps import steps
from tournaments.models import Pairing, Ranking, Result, Start, Step, TableOf, Tournament, Trophy
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
PAIRS = {"seating": "pairs", "seats": 4, "deals": 2}
EVENING = {"pace": "minutes", "deals": 1, "round_days": 1, "most": 60}
EVENINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "a Swiss": (7, EVENING | {"format": "swiss", "rounds": 4, "minutes": 60}),
    "a round robin": (5, EVENING | {"format": "round_robin", "rounds": 1, "most": 12, "minutes": 60}),
    "an arena": (6, EVENING | {"format": "arena", "minutes": 8}),
}
TOURNAMENTS: dict[str, tuple[int, dict[str, Any], float]] = {  # people, terms, hours between visits
    "a cup": (6, {}, 6),
    "two groups and a final": (8, {"most": 8, "group_size": 4, "deals": 1}, 6),
    "a Swiss of pairs": (24, PAIRS | {"format": "swiss", "rounds": 3, "most": 12}, 12),
    "an arena": (6, {"format": "arena", "round_days": 7, "at_once": 2, "most": 9}, 3),
    "a knockout": (8, {"format": "knockout", "most": 8}, 12),
}  # fmt: skip


@pytest.fixture(autouse=True)
def short_arenas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "MOST_COUNTED", 6)
    monkeypatch.setattr(arena, "_lot", lambda _arena, entry: entry)  # two arenas have the same draw


def held(ruled: Ruled, people: int, terms: dict[str, Any]) -> Tournament:
    """A tournament that people have entered; where two play together, every third names a partner, who agrees."""
    soon = {"entries_end": ruled.world.now + timedelta(minutes=1)} if "minutes" in terms else {}
    tournament = ruled.world.open(**terms, **soon)
    coming = ruled.people(people)
    while coming:
        player, now = coming.pop(0), ruled.world.now
        if tournament.seating == "pairs" and len(coming) % 3 == 0 and coming:
            entering.enter(public_id=tournament.public_id, player=player, partner=coming[0], now=now)
            entering.agree(public_id=tournament.public_id, player=coming.pop(0), now=now)
        else:
            entering.enter(public_id=tournament.public_id, player=player, now=now)
    ruled.world.give_trophies()
    return tournament


def is_whole(tournament: Tournament) -> None:
    """Each pairing has exactly its games, people have one notification a round, and nothing is open."""
    assert not Start.objects.exists()
    assert not Step.objects.exists()
    assert not Ranking.objects.exists()
    assert not Game.objects.filter(status=Game.Status.PLAYING).exists()
    assert not Result.objects.filter(points2=None).exists()
    assert not Pairing.objects.filter(over=False).exists()
    for table in Pairing.objects.filter(round__tournament=tournament).prefetch_related("tables__game"):
        assert sorted(each.number for each in table.tables.all()) == list(range(table.deals))
        assert sorted(map(int, table.scores)) == list(range(table.deals))
    assert Game.objects.count() == TableOf.objects.count()
    assert not Notice.objects.filter(event="started").exists()
    about = Counter(
        (notice.player_id, notice.words["about"], notice.words.get("stage"), notice.words.get("round"))
        for notice in Notice.objects.filter(event="tournament", words__url=tournament.get_absolute_url())
    )
    assert max(about.values()) == 1
    seated = Result.objects.filter(pairing__round__tournament=tournament, pairing__deals__gt=0)
    rounds = seated.values_list("entry__members__player", "pairing__round__stage", "pairing__round__number")
    if tournament.is_evening:  # then all are on the site
        rounds = rounds.filter(pairing__round__number=1)
    told = {(player, *round_) for player, what, *round_ in about if what == "round"}
    assert told == set(rounds)
    assert {player for player, what, *_round in about if what == "over"} == {
        player for player, *_round in seated.values_list("entry__members__player")
    }


@pytest.mark.parametrize("kind", some(TOURNAMENTS, 1))
def test_a_server_that_is_killed_again_and_again_ends_with_the_same_table(ruled: Ruled, kind):
    people, terms, hours = TOURNAMENTS[kind]
    calm = ruled.play(held(ruled, people, terms), hours=hours, work=ruled.world.work)
    is_whole(calm)
    Game.objects.all().delete()
    kills = Kills(ruled.world, cycle([*range(20, 260, 7)]))
    killed = ruled.play(held(ruled, people, terms), hours=hours, work=kills.work)
    is_whole(killed)
    assert ruled.standings(killed) == ruled.standings(calm)
    assert kills.number > 10
    assert [Trophy.objects.filter(tournament=each).count() for each in (calm, killed)] in [[3, 3], [4, 4], [6, 6]]


@pytest.fixture
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others take over after a second: after two minutes an evening would be another one."""
    monkeypatch.setattr(life, "LEASE", timedelta(seconds=1))
    for queue in WORK:
        monkeypatch.setattr(queue, "lease", life.LEASE)


@pytest.mark.usefixtures("short_leases")
@pytest.mark.parametrize("kind", some(EVENINGS, 1))
def test_an_evening_whose_server_is_killed_again_and_again_comes_to_its_end(ruled: Ruled, kind):
    """With the same table; but in an arena, time decides how many matches there are."""
    people, terms = EVENINGS[kind]
    calm = ruled.play(held(ruled, people, terms), hours=1 / 120, work=ruled.world.work)
    is_whole(calm)
    Game.objects.all().delete()
    kills = Kills(ruled.world, cycle([*range(20, 260, 7)]))
    killed = ruled.play(held(ruled, people, terms), hours=1 / 120, work=kills.work)
    is_whole(killed)
    if kind != "an arena":
        assert ruled.standings(killed) == ruled.standings(calm)
    assert kills.number > 10
    assert killed.over_at <= killed.last_day + timedelta(minutes=1)


ONE_BY_ONE = {"a cup": {"most": 3}, "an evening": EVENING | {"format": "swiss", "rounds": 3, "minutes": 60}}


@pytest.mark.parametrize("kind", some(ONE_BY_ONE, 1, always=["a cup"]))
def test_a_server_may_be_killed_at_every_statement(ruled: Ruled, monkeypatch, kind):
    for queue in (queues := (ends, steps, starts, rankings)):
        monkeypatch.setattr(queue, "most", 1)
        if kind == "an evening":  # which is over within minutes
            monkeypatch.setattr(queue, "lease", timedelta(milliseconds=20))
            monkeypatch.setattr(life, "LEASE", timedelta(milliseconds=20))
    terms, hours = ONE_BY_ONE[kind], 1 / 60 if kind == "an evening" else 6
    calm = ruled.play(held(ruled, 3, terms), hours=hours, work=ruled.world.work)
    Game.objects.all().delete()
    killed, kills = held(ruled, 3, terms), Counter[str]()

    def work() -> None:
        kills["all"] += killed_at_every_statement(ruled.world, queues)

    ruled.play(killed, hours=hours, work=work)
    is_whole(killed)
    assert ruled.standings(killed) == ruled.standings(calm)
    assert kills["all"] > 300 // STEP  # 6 games begin and are settled; a step begins the cup and another one ends it
