"""What a season hands on to the next: of people who withdraw, don't come, are late or cheat."""

from datetime import timedelta

import pytest

from accounts.farewell import delete_account
from accounts.models import User
from common.refusals import NotNow
from notices.models import Notice
from tests.tournaments.seasons import Seasons
from tests.tournaments.world import World
from tournaments import plans
from tournaments.entries import known, withdrawing
from tournaments.leagues.drops import drops
from tournaments.models import Entry, Pairing, Place, Series, Tournament, Trophy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def league(world: World) -> Seasons:
    world.give_trophies()
    return Seasons(world)


def divisions(season: Tournament) -> list[set[int]]:
    """The people of each division."""
    found: list[set[int]] = []
    for place in Place.objects.filter(tournament=season).order_by("group"):
        while len(found) <= place.group:
            found.append(set())
        found[place.group].add(place.entry.members.get().player_id or 0)
    return found


def entry_of(season: Tournament, player: User) -> Entry:
    return Entry.objects.get(tournament=season, members__player=player)


def keys(people: list[User]) -> set[int]:
    return {each.pk for each in people}


def test_half_of_the_pairings_begin_at_once_and_the_others_at_half_time(league: Seasons, world: World):
    season = league.begin(1, world.people(17))
    assert sorted(map(len, divisions(season))) == [8, 9]
    assert Pairing.objects.count() == 4 * 4 + 5 * 4  # of 7 rounds of eight people 4, of 9 of nine people 5
    assert set(Pairing.objects.values_list("last_moment", flat=True)) == {season.last_day}
    assert season.last_day - season.starts_at == timedelta(days=28)
    league.wait(days=13, hours=23)
    assert Pairing.objects.count() == 36
    season = league.half_time(season)
    assert Pairing.objects.count() == 8 * 7 // 2 + 9 * 8 // 2
    met = {frozenset(table.results.values_list("entry", flat=True)) for table in Pairing.objects.all()}
    assert len(met) == 64
    assert season.round_ends == season.last_day
    effort = plans.effort(season)
    assert (effort.games, effort.most, effort.whole) == (6, 10, 28)


def test_places_go_division_by_division_and_only_the_first_one_has_trophies(league: Seasons, world: World):
    people = world.people(12)
    season = league.end(league.begin(1, people))
    assert [entry_of(season, each).place for each in people] == [*range(1, 13)]
    assert [*Trophy.objects.order_by("place").values_list("player", flat=True)] == [each.pk for each in people[:3]]


def test_a_champion_who_does_not_come_back_keeps_the_title_but_not_the_place(league: Seasons, world: World):
    people = world.people(16)
    first = league.end(league.begin(1, people))
    second = league.begin(2, people[1:])
    assert divisions(second)[0] == keys(people[1:6]) | keys(people[8:11])  # two go up, and one fills the place
    assert entry_of(second, people[9]).division == 1
    league.end(second)
    third = league.begin(3, people)
    assert people[0].pk in divisions(third)[1]  # as a newcomer
    assert entry_of(third, people[0]).division is None
    assert Trophy.objects.get(tournament=first, place=1).player == people[0]


def test_someone_who_withdraws_early_is_struck_out_and_goes_down(league: Seasons, world: World):
    people = world.people(12)
    first = league.begin(1, people)
    withdrawing.leave(public_id=first.public_id, player=people[0], now=world.now)
    first = league.end(first)
    assert Place.objects.get(entry=entry_of(first, people[0])).struck_out
    assert entry_of(first, people[0]).place == 6
    assert entry_of(first, people[1]).place == 1
    second = league.begin(2, people)
    assert people[0].pk in divisions(second)[1]


def test_people_who_never_move_are_out_at_half_time_but_not_those_who_forgot_one_game(league: Seasons, world: World):
    people = world.people(12)
    first = league.begin(1, people)
    league.play(first)
    gone, forgetful = entry_of(first, people[1]), entry_of(first, people[2])
    Place.objects.filter(entry=gone).update(effect=-6000, deals=3)
    Entry.objects.filter(pk__in=[gone.pk, forgetful.pk]).update(state="absent", absent_in=1)
    league.wait(days=14)
    first = league.number(1)
    gone.refresh_from_db()
    forgetful.refresh_from_db()
    assert (gone.state, forgetful.state) == ("out", "absent")
    first = league.end(first)
    second = league.begin(2, people)
    assert people[1].pk in divisions(second)[1]
    assert people[2].pk in divisions(second)[0]


def test_a_deleted_account_leaves_its_place_empty(league: Seasons, world: World):
    people = world.people(12)
    league.end(league.begin(1, people))
    delete_account(user=people[11], now=world.now)
    second = league.begin(2, people[:11])
    assert divisions(second) == [keys(people[:11])]  # eleven can't be two divisions
    third = league.begin(3, world.people(1) + people[:11]) if league.end(second) else None
    assert third is not None
    assert sorted(map(len, divisions(third))) == [6, 6]


def test_a_season_that_ends_late_lets_the_next_one_wait(league: Seasons, world: World):
    people = world.people(12)
    first = league.begin(1, people)
    Tournament.objects.filter(pk=first.pk).update(last_day=first.last_day + timedelta(days=3))  # after an outage
    first = league.half_time(league.number(1))
    world.enter(league.number(2), people)
    league.wait(days=15)
    second = league.number(2)
    assert (first.state, second.state) == ("running", "open")
    assert second.entries_end == first.last_day
    league.end(first)
    league.wait(minutes=2)
    assert league.number(2).state == "running"
    assert league.number(2).last_day == league.number(2).starts_at + timedelta(days=28)


def test_with_too_few_entries_a_season_is_put_off_and_everybody_stays_in(league: Seasons, world: World):
    people = world.people(12)
    league.end(league.begin(1, people))
    second = league.begin(2, people[:5])
    assert (second.state, second.entered) == ("open", 5)
    assert Notice.objects.filter(words__about="delay").count() == 5
    world.enter(second, people[5:7])
    league.wait(days=28)
    assert divisions(league.number(2)) == [keys(people[:7])]
    assert entry_of(league.number(2), people[6]).division == 1


def test_one_person_has_one_account_in_a_league(world: World, monkeypatch):
    league = Seasons(world, rated=True)
    one, other, third = world.known_people(3)
    monkeypatch.setattr(known, "traces", lambda people: {each: {str(each == third.pk)} for each in people})
    world.enter(league.number(1), [one, third])
    with pytest.raises(NotNow) as refused:
        world.enter(league.number(1), [other])
    assert refused.value.code == "shared_network"


def test_moderators_see_who_was_much_weaker_than_before(world: World):
    league, people = Seasons(world, deals=2), world.people(12)
    league.end(league.begin(1, people))
    league.wins = lambda one, other: one != people[0] and (other == people[0] or one.pk < other.pk)
    second = league.end(league.begin(2, people))
    found = drops(world.now)
    assert [(each.season, each.player) for each in found] == [(second, people[0])]
    assert found[0].before > 0 > found[0].now
    assert drops(world.now + timedelta(days=31)) == []


def test_a_series_that_is_off_opens_no_season(league: Seasons, world: World):
    people = world.people(6)
    league.begin(1, people)
    Series.objects.update(active=False)
    league.wait(days=29)
    assert Tournament.objects.count() == 1
