"""Evenings: all are there for an hour or three, people come late and go, and nobody waits for anybody."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.db import connection

from accounts.models import User
from common import queues
from common.refusals import Forbidden, NotNow, Unreadable
from games.clocks.lost_time import LostTime
from games.models import Game, Seat
from notices.models import Notice
from tests.tournaments.ruled import Killed, Ruled
from tests.tournaments.world import BEGIN, CUP, World
from tournaments import plans, wishes
from tournaments.entries import entering, withdrawing
from tournaments.life import beginning, calendar, outages
from tournaments.life.steps import steps
from tournaments.models import Absence, Entry, Pairing, Place, Result, Series, Tournament, Trophy
from tournaments.rounds import pairings
from tournaments.rounds.games import Starts

pytestmark = pytest.mark.django_db(transaction=True)
SWISS = {"format": "swiss", "rounds": 3, "minutes": 10, "deals": 1, "pace": "minute", "round_days": 1, "most": 30}
ARENA = SWISS | {"format": "arena", "rounds": 0, "minutes": 60}


def begun(ruled: Ruled, people: int, **terms) -> tuple[Tournament, list[User]]:
    """An evening whose first games have begun, and its people."""
    there, players = ruled.world.open(**{**SWISS, "entries_end": ruled.world.now, **terms}), ruled.people(people)
    ruled.world.enter(there, players)
    ruled.world.wait(seconds=1)
    ruled.world.wait(seconds=1)  # games begin one after the other
    there.refresh_from_db()
    assert there.is_running
    return there, players


def refreshed(there: Tournament) -> Tournament:
    there.refresh_from_db()
    return there


def entry_of(there: Tournament, player: User) -> Entry:
    return Entry.objects.get(tournament=there, members__player=player)


def met(there: Tournament) -> list[tuple[int, frozenset[int]]]:
    """The number of the round of each table, and its entries; in the order in which they were paired."""
    tables = Pairing.objects.filter(round__tournament=there, deals__gt=0).order_by("round__number", "table")
    return [
        (table.round.number, frozenset(result.entry_id for result in table.results.all()))
        for table in tables.select_related("round").prefetch_related("results")
    ]


def wish(**asked) -> wishes.NewTournament:
    return wishes.NewTournament(**{"variant": "block", "format": "swiss", "pace": "minute", "minutes": 10} | asked)


def test_games_that_are_due_together_begin_one_after_the_other(ruled: Ruled):
    """A worker looks once a second, and finds ten."""
    world = ruled.world
    world.enter(world.open(**SWISS | {"entries_end": world.now}), ruled.people(8))
    queues.drain(steps, world.now)
    pauses = [step().pause for _start, step in Starts().begin(world.now + timedelta(seconds=1))]
    assert pauses == [n * pairings.BETWEEN_GAMES for n in range(4)]


# ---- Its terms -----------------------------------------------------------------------------------


def test_two_taps_make_an_evening(world: World):
    made = wish(starts_in_minutes=30, rated=False).tournament(world.now)
    assert plans.refusals_of_makers(made, world.now) == []
    assert made.entries_end == world.now + timedelta(minutes=30)
    assert (made.deals, made.is_evening, made.takes_guests, made.gives_trophies) == (1, True, True, False)
    assert plans.last_day(made) == made.entries_end + timedelta(minutes=50)  # five rounds


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"pace": "usual"}, "pace"),
        ({"format": "cup"}, "format"),
        ({"minutes": 2}, "minutes"),
        ({"minutes": 120}, "minutes"),  # ten hours
        ({"minutes": None, "most": 200}, "most"),
        ({"minutes": None, "deals": 1}, "deals"),
        ({"deals": 3}, "format"),  # three live games at once
    ],
)
def test_terms_that_make_no_evening(world: World, asked, field):
    made = wish(**asked).tournament(world.now)
    assert field in [each.field for each in plans.refusals_of_makers(made, world.now)]


def test_a_match_of_clubs_is_no_evening(world: World):
    with pytest.raises(Unreadable):
        wish(format="match").tournament(world.now)


@pytest.mark.parametrize("format_", ["swiss", "arena", "round_robin", "knockout"])
def test_all_formats_of_evenings_can_be_made_with_200_people_or_what_they_hold(world: World, format_):
    most = {"round_robin": 12, "knockout": 32}.get(format_, 200)
    made = wish(format=format_, minutes=60 if format_ == "arena" else 10, most=most).tournament(world.now)
    assert plans.refusals_of_makers(made, world.now) == []


def test_rated_evenings_may_begin_at_once_but_give_no_trophies(ruled: Ruled):
    there, _people = begun(ruled, 4, rated=True)
    assert not there.gives_trophies
    play(ruled, there)
    assert not Trophy.objects.exists()
    assert set(Game.objects.values_list("rated", flat=True)) == {True}


def play_a_round(ruled: Ruled, there: Tournament) -> None:
    """Everybody plays, and the next round begins."""
    before = there.round
    ruled.visit()
    ruled.world.wait(seconds=2)
    ruled.world.wait(seconds=1)
    assert refreshed(there).round == before + 1


def play(ruled: Ruled, there: Tournament, seconds: float = 90) -> Tournament:
    return ruled.play(there, hours=seconds / 3600)


# ---- It begins -----------------------------------------------------------------------------------


def test_an_evening_without_a_time_begins_as_soon_as_enough_are_there(world: World):
    there, people = world.open(**SWISS, entries_end=world.now), world.people(3)
    world.wait(seconds=1)
    world.enter(there, people[:2])
    world.wait(seconds=10)
    assert refreshed(there).is_open
    world.enter(there, people[2:])
    world.wait(seconds=6)
    assert refreshed(there).is_running


def test_with_too_few_it_waits_ten_minutes_three_times_and_says_that_it_is_cancelled(world: World):
    there = world.open(**SWISS, entries_end=world.now)
    world.enter(there, world.people(2))
    for _ in range(4):
        assert refreshed(there).is_open
        world.wait(minutes=10)
    assert there.state == "open"
    assert refreshed(there).state == "cancelled"
    assert {notice.words["about"] for notice in Notice.objects.all()} == {"delay", "cancelled"}


def test_people_who_come_alone_do_not_use_up_its_delays(world: World):
    there = world.open(**SWISS | {"seating": "pairs", "seats": 4, "variant": "partnership"}, entries_end=world.now)
    world.wait(seconds=1)
    for number, player in enumerate(world.people(6)):  # three make no three pairs
        assert beginning.missing(there) == 6 - number
        world.enter(there, [player])
        world.wait(seconds=6)
    assert (refreshed(there).state, there.waits, there.entered) == ("running", 1, 3)


def test_a_full_evening_keeps_its_time(world: World):
    there = world.open(**SWISS | {"most": 4})
    world.enter(there, world.people(4))
    world.wait(hours=23)
    assert refreshed(there).is_open
    world.wait(hours=1)
    assert refreshed(there).is_running


def test_only_its_maker_starts_it_and_only_with_enough(world: World):
    maker, *people = world.people(4)
    there = world.open(**SWISS, made_by=maker)
    with pytest.raises(NotNow) as too_few:
        beginning.start_now(public_id=there.public_id, by=maker, now=world.now)
    assert too_few.value.code == "too_few_entries"
    world.enter(there, people)
    with pytest.raises(Forbidden):
        beginning.start_now(public_id=there.public_id, by=people[0], now=world.now)
    beginning.start_now(public_id=there.public_id, by=maker, now=world.now)
    world.wait(seconds=1)
    assert refreshed(there).is_running
    with pytest.raises(NotNow):
        beginning.start_now(public_id=there.public_id, by=maker, now=world.now)


def test_computers_fill_it_for_one_who_came_alone(world: World):
    there = world.open(**ARENA | {"least": 4, "computers": "beginner"}, entries_end=world.now)
    assert beginning.missing(there) == 1
    world.enter(there, world.people(1))
    assert beginning.missing(there) == 0
    world.wait(seconds=1)
    assert refreshed(there).is_running
    assert there.entered == 4


# ---- A Swiss -------------------------------------------------------------------------------------


def test_a_round_begins_when_the_last_is_over_or_after_its_time(ruled: Ruled):
    there, _people = begun(ruled, 6)
    play_a_round(ruled, there)
    slow = Game.objects.filter(status="playing").first()
    for game in Game.objects.filter(status="playing").exclude(pk=slow.pk):
        resign(ruled, game)
    ruled.world.wait(minutes=9)
    there.refresh_from_db()
    moved_on = there.round_ends
    if there.round == 2:  # the slow game's clock ran out before
        ruled.world.now = moved_on
        ruled.world.wait(seconds=3)
    assert refreshed(there).round == 3
    play(ruled, there)
    assert there.over_at <= there.last_day


def resign(ruled: Ruled, game: Game) -> None:
    from games import actions

    seat = Seat.objects.get(game=game, number=game.turn)
    actions.resign_game(public_id=game.public_id, player=seat.player)


def test_with_few_everyone_meets_everyone(ruled: Ruled):
    there, _people = begun(ruled, 6, rounds=5)
    play(ruled, there)
    assert set(Counter(table for _round, table in met(there)).values()) == {1}
    assert len(met(there)) == 15


def test_of_two_who_meet_the_one_leads_who_led_less(ruled: Ruled):
    there, _people = begun(ruled, 7, rounds=5)
    play(ruled, there)
    led: Counter[int] = Counter()
    for table in Pairing.objects.filter(round__tournament=there, deals=1).order_by("round__number"):
        first, second = table.results.order_by("side").values_list("entry", flat=True)
        assert led[first] <= led[second]
        assert Game.objects.get(table_of__pairing=table).host == 0
        led[first] += 1
    games = Counter(entry for _round, table in met(there) for entry in table)
    assert all(abs(2 * led[entry] - number) <= 2 for entry, number in games.items())


def test_a_latecomer_gets_half_a_point_once_and_can_not_choose_an_opponent(ruled: Ruled):
    there, _people = begun(ruled, 6, rounds=5)
    play_a_round(ruled, there)
    play_a_round(ruled, there)
    [late] = ruled.people(1)
    before = met(there)
    entering.enter(public_id=there.public_id, player=late, now=ruled.world.now)
    assert met(there) == before  # the next round is paired by points, whenever they come
    assert Place.objects.get(entry=entry_of(there, late)).points2 == 1
    play(ruled, there)
    results = Result.objects.filter(entry=entry_of(there, late))
    assert results.count() == there.round
    with pytest.raises(NotNow):
        entering.enter(public_id=there.public_id, player=ruled.people(1)[0], now=ruled.world.now)


def test_nobody_enters_when_the_last_round_is_paired(ruled: Ruled):
    there, _people = begun(ruled, 4)
    play_a_round(ruled, there)
    play_a_round(ruled, there)
    assert there.round == there.rounds
    with pytest.raises(NotNow) as closed:
        entering.enter(public_id=there.public_id, player=ruled.people(1)[0], now=ruled.world.now)
    assert closed.value.code == "entries_closed"


@pytest.mark.parametrize("terms", [SWISS | {"rounds": 4}, ARENA | {"minutes": 8}])
def test_an_absent_one_is_not_paired_twice_until_they_are_here(ruled: Ruled, terms):
    there, _people = begun(ruled, 6, **terms)
    game = Game.objects.order_by("pk")[0]
    away = Seat.objects.get(game=game, number=game.turn).player
    mine = entry_of(there, away)
    ruled.world.absent = {away.pk}

    def tables() -> int:
        return Result.objects.filter(entry=mine, pairing__deals__gt=0).count()

    ruled.visit()  # the others play
    ruled.world.wait(seconds=61)
    ruled.visit()
    ruled.world.wait(seconds=61)
    assert entry_of(there, away).state == Entry.State.ABSENT
    assert refreshed(there).round >= 2
    assert tables() == 1
    assert not Absence.objects.exists()
    ruled.world.absent = set()
    withdrawing.pause(public_id=there.public_id, player=away, paused=False)
    play(ruled, there)
    assert tables() > 1


def test_leaving_and_entering_again_keeps_the_losses(ruled: Ruled):
    there, people = begun(ruled, 6, rounds=4)
    play_a_round(ruled, there)
    worst = Place.objects.filter(tournament=there).order_by("points2").first()
    player = next(each for each in people if entry_of(there, each).pk == worst.entry_id)
    before = (worst.points2, worst.played)
    withdrawing.leave(public_id=there.public_id, player=player, now=ruled.world.now)
    back = entering.enter(public_id=there.public_id, player=player, now=ruled.world.now)
    worst.refresh_from_db()
    assert back.pk == worst.entry_id
    assert (worst.points2, worst.played) == before
    assert Entry.objects.filter(tournament=there).count() == 6
    with pytest.raises(NotNow):
        entering.enter(public_id=there.public_id, player=player, now=ruled.world.now)
    play(ruled, there)


def killed_at_the_mark(execute: Callable[..., object], statement: str, *values: object) -> object:
    """The process ends before an entry is marked as removed."""
    if statement.startswith("UPDATE") and 'SET "absent_in"' in statement:
        raise Killed
    return execute(statement, *values)


def test_whom_a_moderator_removed_does_not_come_back(ruled: Ruled):
    there, people = begun(ruled, 6)
    remove = partial(withdrawing.remove, entry=entry_of(there, people[0]), now=ruled.world.now)
    with pytest.raises(Killed), connection.execute_wrapper(killed_at_the_mark):
        remove()
    assert entry_of(there, people[0]).state == "in"  # the moderator tries again
    remove()
    with pytest.raises(NotNow):
        entering.enter(public_id=there.public_id, player=people[0], now=ruled.world.now)


# ---- An arena ------------------------------------------------------------------------------------


def test_an_arena_pairs_who_is_free_and_never_the_same_two_twice_in_a_row(ruled: Ruled):
    there, _people = begun(ruled, 7, **ARENA)
    for _ in range(14):
        visit_some(ruled)
        ruled.world.wait(seconds=20)
    last: dict[int, frozenset[int]] = {}
    for _round, table in met(there):
        assert not any(last.get(entry) == table for entry in table)
        last |= dict.fromkeys(table, table)
    numbers = Counter(entry for _round, table in met(there) for entry in table)
    assert min(numbers.values()) >= 3
    assert max(numbers.values()) - min(numbers.values()) <= 3


def visit_some(ruled: Ruled) -> None:
    """Half of the running games end."""
    for game in list(Game.objects.filter(status="playing").order_by("pk"))[::2]:
        resign(ruled, game)


def test_two_who_are_alone_meet_again_and_again(ruled: Ruled):
    there, people = begun(ruled, 3, **ARENA)
    withdrawing.pause(public_id=there.public_id, player=people[2], paused=True)
    for _ in range(8):
        ruled.visit()
        ruled.world.wait(seconds=20)
    mine = {entry_of(there, each).pk for each in people[:2]}
    assert sum(table == mine for _round, table in met(there)) > 1


def test_no_match_begins_that_could_not_end_and_the_last_ones_end_with_the_arena(ruled: Ruled):
    there, _people = begun(ruled, 4, **ARENA | {"minutes": 7})
    lasts = timedelta(seconds=there.kind.lasts)
    play(ruled, there, seconds=20)
    starts = there.all_rounds.values_list("starts", flat=True)
    assert max(starts) + lasts <= there.last_day
    assert there.over_at - there.last_day <= timedelta(seconds=30)
    assert min(each.place for each in there.entries.all()) == 1


def test_games_that_run_at_the_end_finish_at_their_last_moment(ruled: Ruled):
    there, _people = begun(ruled, 4, **ARENA | {"minutes": 10, "pace": "minutes"})
    ruled.world.now = there.last_day - timedelta(seconds=1)
    assert set(Game.objects.values_list("last_moment", flat=True)) == {there.last_day}
    ruled.world.wait(seconds=5)
    ruled.world.wait(seconds=3)  # when the last games are settled
    assert refreshed(there).state == "over"
    assert not Game.objects.filter(status="playing").exists()


# ---- Others --------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"format": "round_robin", "rounds": 1, "most": 12}, {"format": "knockout"}])
def test_other_formats_come_to_their_end(ruled: Ruled, terms):
    there, people = begun(ruled, 5, **terms)
    ruled.world.absent = {people[0].pk}
    play(ruled, there)
    assert there.over_at <= there.last_day + timedelta(minutes=2)
    assert {1} <= set(there.entries.values_list("place", flat=True))


def test_guests_enter_an_unrated_evening_only(world: World):
    guest = User.objects.create_user(username="guest", is_guest=True)
    world.enter(world.open(**SWISS), [guest])
    with pytest.raises(Forbidden):
        world.enter(world.open(**SWISS | {"rated": True}), [guest])


def test_in_evenings_people_hear_once_that_it_begins(ruled: Ruled):
    there, people = begun(ruled, 4)
    play(ruled, there)
    about = Counter(notice.words["about"] for notice in Notice.objects.filter(player=people[0], event="tournament"))
    assert about == {"round": 1, "over": 1}


# ---- Series --------------------------------------------------------------------------------------


def daily(world: World) -> Series:
    return Series.objects.create(
        key="daily", opens=world.now, due=world.now, every_days=1, lead_days=1,
        **{name: value for name, value in (CUP | ARENA).items() if name not in {"entries_end", "group_size"}},
    )  # fmt: skip


def look(world: World) -> None:
    while queues.drain(calendar.calendar, world.now) + queues.drain(steps, world.now):
        pass


def test_an_evening_to_which_nobody_comes_ends_quietly_and_the_next_one_keeps_its_day(world: World):
    daily(world)
    began = world.now
    for day, minute in product(range(3), [*range(0, 60, 10), 12 * 60]):
        world.now = began + timedelta(days=day, minutes=minute)
        look(world)
        assert Tournament.objects.filter(state="open").count() <= 1
    ended = Tournament.objects.order_by("number")
    assert [each.state for each in ended] == ["cancelled", "cancelled", "open"]
    assert [(each.entries_end - began).days for each in ended] == [1, 2, 3]
    assert ended[2].entries_end == began + timedelta(days=3)
    assert not Notice.objects.exists()


def test_the_calendar_of_a_site_has_something_live_at_eight_every_day(world: World, settings):
    settings.TOURNAMENT_CALENDAR = str(calendar.SHIPPED)
    calendar.load(world.now)
    days = set()
    for hour in range(0, 10 * 24, 6):
        world.now = BEGIN + timedelta(hours=hour)
        look(world)
        days |= set(Tournament.objects.filter(minutes__gt=0).values_list("entries_end__date", "entries_end__hour"))
    later = [(BEGIN + timedelta(days=day)).date() for day in range(2, 9)]
    assert {(day, hour) for day in later for hour in (0, 18)} <= days
    for there in Tournament.objects.filter(minutes__gt=0):
        assert there.takes_guests
        assert there.computers


# ---- Outages -------------------------------------------------------------------------------------


def test_after_an_outage_an_evening_goes_on_with_the_time_that_it_lost(ruled: Ruled):
    there, _people = begun(ruled, 4)
    tonight = ruled.world.open(**SWISS, entries_end=ruled.world.now + timedelta(minutes=30))
    round_ends, last_day, begins = there.round_ends, there.last_day, tonight.entries_end
    gap = timedelta(minutes=5)
    ruled.world.now += gap
    lost = LostTime.by_outage(gap, ruled.world.now)
    outages.move_on(lost)
    there.refresh_from_db()
    assert (there.round_ends - round_ends, there.last_day - last_day) == (lost.more_live, lost.more_live)
    assert set(Pairing.objects.values_list("last_moment", flat=True)) == {there.round_ends}
    assert refreshed(tonight).entries_end == begins
    outages.move_on(LostTime.given(timedelta(days=1), ruled.world.now))
    assert refreshed(there).last_day == last_day + lost.more_live
