"""Two workers, two tabs, somebody who goes while games begin: everything happens once, and nobody waits in a circle."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.farewell import delete_account
from accounts.models import User
from common import queues
from games import actions, settling
from games.models import Game
from notices.models import Notice
from tests.games.test_races import at_once, codes
from tests.matching.test_races import slowly
from tests.samples import some
from tests.tournaments.ruled import Ruled, recounted
from tests.tournaments.world import CUP, World
from tournaments.entries import entering, withdrawing
from tournaments.life import closing
from tournaments.life.calendar import calendar
from tournaments.life.steps import Steps, steps
from tournaments.models import (
    Entry,
    Member,
    Pairing,
    Place,
    Ranking,
    Result,
    Round,
    Series,
    Start,
    Step,
    TableOf,
    Tournament,
    Trophy,
)
from tournaments.rounds.games import Starts, begin_next, starts
from tournaments.rounds.rankings import rankings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 3
SWISS = {"format": "swiss", "rounds": 3, "round_days": 7, "least": 3, "most": 64}
ARENA = {"format": "arena", "at_once": 2, "round_days": 14, "least": 3, "most": 64}


def by_two_workers(tournament: Tournament, now: Any) -> None:
    """Two processes think that the same step is theirs."""
    Step.objects.filter(tournament=tournament).update(due=now)
    step = Step.objects.get(tournament=tournament)
    same = Step.objects.get(tournament=tournament)
    at_once(partial(Steps().work, step, now), partial(Steps().work, same, now))


def told(tournament: Tournament, about: str) -> list[int]:
    """The people who were notified, each as often as they were."""
    notices = Notice.objects.filter(event="tournament", words__url=tournament.get_absolute_url(), words__about=about)
    return sorted(notices.values_list("player", flat=True))


# ---- Two workers ---------------------------------------------------------------------------------


def test_a_tournament_begins_once(ruled: Ruled):
    for _ in range(TIMES):
        cup, people = ruled.world.open(), ruled.people(6)
        ruled.world.enter(cup, people)
        by_two_workers(cup, ruled.world.now)
        cup.refresh_from_db()
        assert (cup.state, cup.stage, cup.round) == ("running", 1, 1)
        assert Round.objects.filter(tournament=cup).count() == 1
        assert Pairing.objects.filter(round__tournament=cup).count() == 15


def test_a_round_is_paired_once(ruled: Ruled):
    swiss, _people = ruled.begun(9, **SWISS)
    for number in (2, 3):
        ruled.visit()
        ruled.world.now += timedelta(days=1)
        queues.drain(settling.ends, ruled.world.now)
        by_two_workers(swiss, ruled.world.now)
        assert Round.objects.filter(tournament=swiss).count() == number
        assert Result.objects.filter(pairing__round__tournament=swiss).count() == 9 * number
        queues.drain(starts, ruled.world.now)


@pytest.mark.parametrize("terms", [{"format": "swiss", "rounds": 3, "minutes": 10}, {"format": "arena", "minutes": 60}])
def test_a_round_of_an_evening_is_paired_once(ruled: Ruled, terms):
    live = {"pace": "minute", "deals": 1, "round_days": 1, "most": 64, "entries_end": ruled.world.now}
    evening = ruled.world.open(**live, **terms)
    ruled.world.enter(evening, ruled.people(8))
    for number in (1, 2):
        by_two_workers(evening, ruled.world.now)
        assert Round.objects.filter(tournament=evening).count() == number
        assert Pairing.objects.filter(round__tournament=evening).count() == 4 * number
        queues.drain(starts, ruled.world.now + timedelta(seconds=1))  # one after the other
        ruled.visit()
        ruled.world.now += timedelta(seconds=20)
        queues.drain(settling.ends, ruled.world.now)


def test_an_arena_is_paired_once_an_hour(ruled: Ruled):
    arena, _people = ruled.begun(6, **ARENA)
    by_two_workers(arena, ruled.world.now)
    assert Round.objects.filter(tournament=arena).count() == 2  # two pairings at once, one an hour


def test_a_tournament_closes_once(ruled: Ruled):
    cup, people = ruled.begun(5)
    ruled.world.give_trophies()
    ruled.visit()
    ruled.world.now += timedelta(hours=1)
    queues.drain(settling.ends, ruled.world.now)
    by_two_workers(cup, ruled.world.now)
    cup.refresh_from_db()
    assert cup.state == "over"
    assert Trophy.objects.filter(tournament=cup, place=1).exists()
    assert Trophy.objects.filter(tournament=cup).count() == Entry.objects.filter(tournament=cup, place__lte=3).count()
    assert told(cup, "over") == [each.pk for each in people]
    assert not Step.objects.exists()


def test_games_begin_once(ruled: Ruled):
    for _ in range(TIMES):
        cup, people = ruled.world.open(least=2), ruled.people(2)
        ruled.world.enter(cup, people)
        queues.drain(steps, cup.entries_end)
        start, same = Start.objects.get(), Start.objects.get()
        now = cup.entries_end
        at_once(partial(begin_next, Starts(), start, now), partial(begin_next, Starts(), same, now))
        ruled.world.now = now
        queues.drain(starts, now)
        games = TableOf.objects.filter(pairing__round__tournament=cup)
        assert sorted(games.values_list("number", flat=True)) == [0, 1]
        assert told(cup, "round") == [each.pk for each in people]


def test_the_last_two_games_of_a_round_are_settled_at_once(ruled: Ruled):
    for n in range(TIMES):
        swiss, people = ruled.begun(10, **SWISS)
        ruled.visit()
        games = list(Game.objects.filter(table_of__pairing__round__tournament=swiss).values_list("pk", flat=True))
        for game in games[:-2]:
            settling.settle(game)
        at_once(*[partial(settling.settle, game) for game in games[-2:]])
        recounted(swiss)
        assert sum(Place.objects.filter(tournament=swiss).values_list("points2", flat=True)) == 10
        assert Step.objects.get(tournament=swiss).due <= ruled.world.now
        ruled.world.wait(seconds=10)
        assert Round.objects.filter(tournament=swiss).count() == 2
        assert len(told(swiss, "round")) == 2 * len(people), n


def test_one_game_is_settled_and_annulled_at_once(ruled: Ruled):
    for _ in range(TIMES):
        cup, _people = ruled.begun(3)
        ruled.visit()
        game = Game.objects.filter(table_of__pairing__round__tournament=cup).first()
        annul = partial(actions.annul_game, public_id=game.public_id, now=ruled.world.now)
        at_once(partial(settling.settle, game.pk), annul)
        assert TableOf.objects.get(game=game).pairing.scores == {"0": None}
        ruled.world.wait(seconds=10)
        cup.refresh_from_db()
        assert cup.state == "over"
        assert sorted(Place.objects.filter(tournament=cup).values_list("deals", flat=True)) == [3, 3, 4]
        recounted(cup)


# ---- People come and go --------------------------------------------------------------------------


def test_a_click_in_two_tabs_makes_one_entry(ruled: Ruled):
    cup, people = ruled.world.open(), ruled.people(TIMES)
    for n, ada in enumerate(people, start=1):
        enter = partial(entering.enter, public_id=cup.public_id, player=ada, now=ruled.world.now)
        assert codes(at_once(enter, enter, enter)) == ["entered"] * 2
        cup.refresh_from_db()
        assert cup.entered == Member.objects.count() == n


def test_two_enter_the_last_place(ruled: Ruled):
    for _ in range(TIMES):
        cup = ruled.world.open(least=2, most=2)
        first, *others = ruled.people(4)
        ruled.world.enter(cup, [first])
        now = ruled.world.now
        calls = [partial(entering.enter, public_id=cup.public_id, player=each, now=now) for each in others]
        assert codes(at_once(*calls)) == ["tournament_full"] * 2
        ruled.world.wait(seconds=10)
        cup.refresh_from_db()
        assert (cup.state, cup.entered, Place.objects.filter(tournament=cup).count()) == ("running", 2, 2)


@pytest.mark.parametrize("how", ["leaves", "is deleted"])
def test_somebody_goes_while_a_tournament_begins(ruled: Ruled, how):
    for _ in range(TIMES):
        cup, people = ruled.world.open(), ruled.people(6)
        ruled.world.enter(cup, people)
        step = Step.objects.get(tournament=cup)
        at_once(partial(Steps().work, step, cup.entries_end), goes(how, cup, people[0], ruled))
        ruled.world.now = cup.entries_end
        ruled.world.wait(seconds=10)
        cup.refresh_from_db()
        assert cup.entered == 5
        assert nobody_waits_for(people[0], cup)
        met = Result.objects.filter(pairing__round__tournament=cup).exclude(how="forfeit")
        assert met.count() == 20  # the others meet in ten pairings
        recounted(cup)


@pytest.mark.parametrize("how", ["leaves", "is deleted"])
@pytest.mark.parametrize("format_", ["cup", "swiss"])
def test_somebody_goes_while_games_begin(ruled: Ruled, how, format_):
    for _ in range(TIMES):
        there = ruled.world.open(**(SWISS if format_ == "swiss" else {}))
        people = ruled.people(9 if format_ == "swiss" else 4)
        ruled.world.enter(there, people)
        now = ruled.world.now = there.entries_end
        queues.drain(steps, now)
        there.refresh_from_db()
        at_once(lambda now=now: queues.drain(starts, now), goes(how, there, people[0], ruled))
        ruled.world.wait(seconds=30)
        assert nobody_waits_for(people[0], there)
        assert len(told(there, "round") + told(there, "bye")) <= len(people)
        assert {each.pk for each in people[1:]} <= {*told(there, "round"), *told(there, "bye")}
        recounted(there)


def goes(how: str, tournament: Tournament, player: User, ruled: Ruled) -> Callable[[], object]:
    if how == "leaves":
        return partial(withdrawing.leave, public_id=tournament.public_id, player=player, now=ruled.world.now)
    return partial(delete_account, user=player, now=ruled.world.now)


def nobody_waits_for(player: User, tournament: Tournament) -> bool:
    playing = Game.objects.filter(status="playing", seats__player=player, seats__left=False)
    return not playing.exists() and not Entry.objects.filter(members__player=player, state="in").exists()


def test_a_partner_agrees_while_it_begins(ruled: Ruled):
    for _ in range(TIMES):
        cup = ruled.world.open(seating="pairs", seats=4, deals=4, least=3, most=12)
        ada, ben, *others = ruled.people(7)
        ruled.world.enter(cup, others)
        entering.enter(public_id=cup.public_id, player=ada, partner=ben, now=ruled.world.now)
        step = Step.objects.get(tournament=cup)
        at_once(
            partial(Steps().work, step, cup.entries_end),
            partial(entering.agree, public_id=cup.public_id, player=ben, now=ruled.world.now),
        )
        cup.refresh_from_db()
        assert cup.state == "running"
        entries = Entry.objects.filter(tournament=cup)
        assert all(entry.members.count() == 2 and entry.seed for entry in entries)
        together = Member.objects.filter(entry__members__player=ada, player=ben).exists()
        assert Member.objects.filter(tournament=cup, player=ben).exists() is together
        ruled.world.now = cup.entries_end


def test_whoever_agrees_with_two_at_once_plays_with_one(ruled: Ruled):
    for _ in range(TIMES):
        cup = ruled.world.open(seating="pairs", seats=4, deals=4, least=3, most=12)
        ada, ben, cleo = ruled.people(3)
        enter = partial(entering.enter, public_id=cup.public_id, partner=cleo, now=ruled.world.now)
        enter(player=ada), enter(player=ben)
        agree = partial(entering.agree, public_id=cup.public_id, player=cleo, now=ruled.world.now)
        assert codes(at_once(partial(agree, asked_by=ada), partial(agree, asked_by=ben))) == ["not_asked"]
        assert Member.objects.get(tournament=cup, player=cleo).agreed


# ---- Nobody waits in a circle --------------------------------------------------------------------

Change = Callable[[Tournament, list[User], World], Callable[[], object]]


def one_game(tournament: Tournament, status: str, number: int = 0) -> Game:
    return Game.objects.filter(table_of__pairing__round__tournament=tournament, status=status).order_by("pk")[number]


RUNNING: dict[str, Change] = {
    "a step": lambda there, _people, world: partial(steps.work, Step.objects.get(tournament=there), world.now),
    "games begin": lambda _there, _people, world: partial(
        begin_next, starts, Start.objects.all()[0], world.now
    ),
    "a game is settled": lambda there, _people, _world: partial(settling.settle, one_game(there, "finished").pk),
    "another one is settled": lambda there, _people, _world: partial(
        settling.settle, one_game(there, "finished", 1).pk
    ),
    "one is annulled": lambda there, _people, world: partial(
        actions.annul_game, public_id=one_game(there, "finished").public_id, now=world.now
    ),
    "one ends": lambda there, people, _world: partial(
        actions.resign_game, public_id=one_game(there, "playing").public_id,
        player=User.objects.filter(seats__game=one_game(there, "playing"))[0],
    ),
    "Ada leaves": lambda there, people, world: partial(
        withdrawing.leave, public_id=there.public_id, player=people[0], now=world.now
    ),
    "Ben is deleted": lambda _there, people, world: partial(delete_account, user=people[1], now=world.now),
    "Cleo pauses": lambda there, people, world: partial(
        withdrawing.pause, public_id=there.public_id, player=people[2], paused=True
    ),
    "Dee is here": lambda there, people, world: partial(
        withdrawing.pause, public_id=there.public_id, player=people[3], paused=False
    ),
    "Eve enters": lambda there, people, world: partial(
        entering.enter, public_id=there.public_id, player=people[-1], now=world.now
    ),
    "places are ranked": lambda there, _people, world: partial(
        rankings.work, Ranking.objects.get(tournament=there), world.now
    ),
}  # fmt: skip


@pytest.mark.postgres  # SQLite has no locks of rows
@pytest.mark.parametrize("one", some(RUNNING, 5))
def test_two_changes_of_a_running_tournament_never_wait_for_each_other_in_a_circle(ruled: Ruled, one):
    names = [*RUNNING]
    for other in names[names.index(one) :]:
        there, people = ruled.begun(4, **ARENA)
        games = Game.objects.filter(status="playing").order_by("pk")
        for game in games[:2]:
            actions.resign_game(public_id=game.public_id, player=User.objects.filter(seats__game=game)[0])
        ruled.world.now += timedelta(hours=1)
        queues.drain(steps, ruled.world.now)  # another round, of which no game has begun
        Step.objects.update(due=ruled.world.now)
        Ranking.objects.get_or_create(tournament=there, defaults={"due": ruled.world.now})
        people += ruled.people(1)
        at_once(*[partial(slowly, RUNNING[name](there, people, ruled.world)) for name in (one, other)])
        recounted(there)
        for model in (Tournament, Game):
            model.objects.all().delete()


def opened(there: Tournament) -> Series:
    assert there.series is not None
    return there.series


OPEN: dict[str, Change] = {
    "it begins": lambda there, _people, _world: partial(
        steps.work, Step.objects.get(tournament=there), there.entries_end
    ),
    "the calendar looks": lambda there, _people, world: partial(calendar.work, opened(there), world.now),
    "Ada leaves": lambda there, people, world: partial(
        withdrawing.leave, public_id=there.public_id, player=people[0], now=world.now
    ),
    "Ben agrees": lambda there, people, world: partial(
        entering.agree, public_id=there.public_id, player=people[1], now=world.now
    ),
    "Ben is deleted": lambda _there, people, world: partial(delete_account, user=people[1], now=world.now),
    "Eve names Ben": lambda there, people, world: partial(
        entering.enter, public_id=there.public_id, player=people[-1], partner=people[1], now=world.now
    ),
    "Eve enters": lambda there, people, world: partial(
        entering.enter, public_id=there.public_id, player=people[-1], now=world.now
    ),
    "its host is deleted": lambda there, people, world: partial(delete_account, user=people[-2], now=world.now),
    "its host cancels it": lambda there, people, world: partial(
        closing.cancel_own, public_id=there.public_id, by=people[-2], now=world.now
    ),
}  # fmt: skip


@pytest.mark.postgres
@pytest.mark.parametrize("one", some(OPEN, 5))
def test_two_changes_of_an_open_tournament_never_wait_for_each_other_in_a_circle(ruled: Ruled, one):
    names = [*OPEN]
    for n, other in enumerate(names[names.index(one) :]):
        terms = CUP | {"seating": "pairs", "seats": 4, "deals": 4, "most": 12}
        series = Series.objects.create(
            **terms, key=f"pairs {n}", opens=ruled.world.now, due=ruled.world.now, every_days=7, lead_days=3
        )
        people = ruled.people(10)
        there = ruled.world.open(**terms, series=series, made_by=people[-2])
        entering.enter(public_id=there.public_id, player=people[0], partner=people[1], now=ruled.world.now)
        ruled.world.enter(there, people[2:-2])
        at_once(*[partial(slowly, OPEN[name](there, people, ruled.world)) for name in (one, other)])
        there.refresh_from_db()
        assert (
            there.is_open
            or not Entry.objects.filter(tournament=there, seed=None, state="in").exists()
            or (there.state == "cancelled")
        )
        for model in (Tournament, Series, Game):
            model.objects.all().delete()
