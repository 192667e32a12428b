"""What can happen to people in a tournament: they come late, pause, stay away, withdraw, are deleted or suspended."""

from collections import Counter
from datetime import timedelta

import pytest

from accounts.farewell import delete_account, leave
from accounts.models import User
from common import queues
from common.refusals import Refused
from games import actions
from games.models import Game
from games.settling import ends
from notices.models import Notice
from people.actions.blocks import block
from rulebook.time_control import DAY
from talk import actions as talking
from talk import queries as talk
from tests.matching.conftest import rate
from tests.tournaments.ruled import Ruled, recounted
from tests.tournaments.world import World
from tournaments.entries import absence, entering, withdrawing
from tournaments.followers import TournamentsOfPeople
from tournaments.kinds import Kind
from tournaments.life import calendar
from tournaments.life.steps import steps
from tournaments.models import (
    Absence,
    Departure,
    Entry,
    Member,
    Pairing,
    Place,
    Result,
    Series,
    Start,
    TableOf,
    Tournament,
    Trophy,
)
from tournaments.rounds import results
from tournaments.rounds.games import starts
from tournaments.rounds.scoring import Score

pytestmark = pytest.mark.django_db(transaction=True)
SWISS = {"format": "swiss", "rounds": 3, "round_days": 7, "deals": 1, "least": 3, "most": 64}
ARENA = {"format": "arena", "at_once": 2, "round_days": 14, "deals": 1, "least": 3, "most": 64}
SLOW_SWISS = SWISS | {"rounds": 5, "round_days": 1, "pace": "slow"}
ROBIN = {"format": "round_robin", "rounds": 1, "round_days": 7, "deals": 1}
PAIRS = {"seating": "pairs", "seats": 4, "deals": 4, "least": 3, "most": 12}


def entry_of(player: User, tournament: Tournament) -> Entry:
    return Entry.objects.get(tournament=tournament, members__player=player)


def results_of(player: User, tournament: Tournament) -> list[tuple[int | None, str]]:
    """Points × 2 and how, round by round."""
    found = Result.objects.filter(entry__members__player=player, pairing__round__tournament=tournament)
    return list(found.order_by("pairing__round__number", "pairing__table").values_list("points2", "how"))


def refused(tournament: Tournament, player: User, world: World, **more: object) -> str:
    """Why somebody can't enter."""
    with pytest.raises(Refused) as why:
        entering.enter(public_id=tournament.public_id, player=player, now=world.now, **more)
    return why.value.code


def enter(tournament: Tournament, player: User, world: World) -> Entry:
    return entering.enter(public_id=tournament.public_id, player=player, now=world.now)


# ---- Absent --------------------------------------------------------------------------------------


def test_somebody_who_never_moves_is_out_after_a_round_without_a_word(ruled: Ruled):
    swiss, people = ruled.begun(10, **SWISS)
    away = people[0]  # who leads
    ruled.world.absent = {away.pk}
    ruled.play_a_round(swiss)
    assert entry_of(away, swiss).state == "absent"
    assert Notice.objects.filter(player=away, words__about="absent").count() == 1
    ruled.play_a_round(swiss)
    assert entry_of(away, swiss).state == "out"
    assert results_of(away, swiss)[1:] == [(0, "absent")]
    ruled.play(swiss)
    recounted(swiss)


def test_somebody_who_was_absent_is_back_with_one_click(ruled: Ruled):
    swiss, people = ruled.begun(10, **SWISS)
    away = people[0]  # who leads
    ruled.world.absent = {away.pk}
    ruled.play_a_round(swiss)
    withdrawing.pause(public_id=swiss.public_id, player=away, paused=False)
    ruled.world.absent = set()
    ruled.play_a_round(swiss)
    assert entry_of(away, swiss).state == "in"
    assert Start.objects.count() == 0
    assert [how for _points, how in results_of(away, swiss)][1:] == ["absent", "played"]


def test_in_a_round_robin_nobody_waits_a_second_time_for_somebody_who_never_moves(ruled: Ruled):
    """Nor for those who leave. Who was there for less than half of their games counts for nobody."""
    terms = SWISS | {"format": "round_robin", "rounds": 1, "round_days": 14, "most": 6, "least": 6}
    robin, people = ruled.begun(6, **terms)
    away, ben = people[:2]  # who lead
    ruled.world.absent = {away.pk}
    ruled.play_a_round(robin)
    assert entry_of(away, robin).state == "absent"
    begins = ruled.world.now
    ruled.play_a_round(robin)
    assert ruled.world.now - begins == timedelta(hours=6)  # one visit
    assert entry_of(away, robin).state == "out"
    withdrawing.leave(public_id=robin.public_id, player=ben, now=ruled.world.now)
    ruled.play(robin)
    places = Place.objects.filter(tournament=robin)
    assert {place.entry.members.get().player for place in places.filter(struck_out=True)} == {away, ben}
    assert {place.played for place in places.filter(struck_out=False)} == {3}
    recounted(robin)


def test_whoever_stays_away_waits_twice_as_long_each_time_until_they_play_one_to_its_end(ruled: Ruled):
    [ada] = ruled.people(1)
    waits = []
    for _ in range(7):
        absence.ban([ada], ruled.world.now)
        waits.append((Absence.objects.get().until - ruled.world.now).days)
        until = Absence.objects.get().until
        assert absence.banned_until(ada, until - timedelta(seconds=1)) == until
        assert absence.banned_until(ada, until) is None
    assert waits == [1, 2, 4, 8, 16, 30, 30]
    cup = ruled.world.open()
    assert refused(cup, ada, ruled.world) == "absent_before"
    ruled.world.now += timedelta(days=30)
    cup = ruled.world.open(most=3)
    enter(cup, ada, ruled.world)
    ruled.world.enter(cup, [*ruled.people(2)])
    ruled.number[ada.pk] = 2
    ruled.play(cup)
    assert not Absence.objects.exists()


def test_only_the_partner_who_was_away_waits(ruled: Ruled):
    cup = ruled.world.open(**PAIRS | {"most": 3})
    people = ruled.people(6)
    for first, second in zip(people[::2], people[1::2], strict=True):
        entering.enter(public_id=cup.public_id, player=first, partner=second, now=ruled.world.now)
        entering.agree(public_id=cup.public_id, player=second, now=ruled.world.now)
    ruled.world.absent = {people[0].pk}
    ruled.play(cup)
    assert list(Absence.objects.values_list("player", flat=True)) == [people[0].pk]


# ---- Withdrawn -----------------------------------------------------------------------------------


def settle_all(ruled: Ruled) -> None:
    ruled.world.now += timedelta(seconds=10)
    queues.drain(ends, ruled.world.now)


def end_games(ruled: Ruled, tournament: Tournament, player: User, number: int) -> None:
    """So many games of the player come to their end."""
    theirs = Game.objects.filter(table_of__pairing__round__tournament=tournament, seats__player=player)
    for game in theirs.order_by("pk")[:number]:
        actions.resign_game(public_id=game.public_id, player=game.seats.get(number=game.turn).player)
    settle_all(ruled)


@pytest.mark.parametrize(("played", "struck_out"), [(3, True), (4, False)])
def test_with_less_than_half_of_their_games_over_somebody_who_leaves_a_group_counts_for_nobody(
    ruled: Ruled, played, struck_out
):
    cup, people = ruled.begun(5)
    ada = people[0]
    end_games(ruled, cup, ada, played)
    withdrawing.leave(public_id=cup.public_id, player=ada, now=ruled.world.now)
    ruled.play(cup)
    among_others = 6  # pairings of four
    places = Place.objects.filter(tournament=cup)
    assert places.get(entry=entry_of(ada, cup)).struck_out is struck_out
    assert {place.played for place in places.exclude(entry=entry_of(ada, cup))} == {3 if struck_out else 4}
    all_points = sum(places.values_list("points2", flat=True))
    assert all_points == 2 * (among_others if struck_out else among_others + 4)
    assert entry_of(ada, cup).place == 5 or not struck_out
    recounted(cup)


def test_whoever_withdraws_from_a_final_leaves_the_groups_before_it_as_they_are(ruled: Ruled):
    cup, _people = ruled.begun(8, most=8, group_size=4)
    ruled.play_a_round(cup)
    before = list(Place.objects.filter(tournament=cup, stage=1).order_by("pk").values())
    finalist = Entry.objects.filter(places__stage=2).first()
    withdrawing.leave(public_id=cup.public_id, player=finalist.members.get().player, now=ruled.world.now)
    assert finalist.places.get(stage=2).struck_out
    recounted(cup)
    assert list(Place.objects.filter(tournament=cup, stage=1).order_by("pk").values()) == before


def test_whoever_withdraws_harms_no_tie_break_of_those_they_met(ruled: Ruled):
    swiss, people = ruled.begun(10, **SWISS)
    ruled.play_a_round(swiss)
    gone = people[0]
    met = Result.objects.filter(pairing__results__entry=entry_of(gone, swiss), pairing__round__number=1)
    [opponent] = met.exclude(entry=entry_of(gone, swiss)).values_list("entry", flat=True)
    withdrawing.leave(public_id=swiss.public_id, player=gone, now=ruled.world.now)
    ruled.play(swiss)
    buchholz = Place.objects.get(entry=opponent).tiebreaks[0] / 12
    own = [Place.objects.get(entry=each).points2 / 2 for each in opponents_of(opponent, but=entry_of(gone, swiss).pk)]
    first_round = results_of(gone, swiss)[0][0] / 2
    assert buchholz >= sum(own) + first_round + 2 * 0.5 - min(*own, first_round + 2 * 0.5)


def opponents_of(entry: int, *, but: int) -> list[int]:
    tables = Pairing.objects.filter(results__entry=entry)
    return [
        each for each in Result.objects.filter(pairing__in=tables).values_list("entry", flat=True)
        if each not in {entry, but}
    ]  # fmt: skip


# ---- They come late, pause, sit out --------------------------------------------------------------


def test_a_late_entry_to_a_swiss_has_half_a_point_until_the_second_round_is_paired(ruled: Ruled):
    swiss, _people = ruled.begun(9, **SWISS)
    late, later = ruled.people(2)
    entry = enter(swiss, late, ruled.world)
    assert entry.late
    assert results_of(late, swiss) == [(1, "absent")]
    place = Place.objects.get(entry=entry)
    assert (place.points2, place.seed, place.entry.seed) == (1, 10, 10)
    recounted(swiss)
    ruled.play_a_round(swiss)
    assert refused(swiss, later, ruled.world) == "entries_closed"
    ruled.number |= {late.pk: 9}
    ruled.play(swiss)
    assert [how for _points, how in results_of(late, swiss)] == ["absent", "played", "played"]
    recounted(swiss)


def test_an_arena_takes_people_until_its_last_day_and_pairs_them_within_the_hour(ruled: Ruled):
    arena, _people = ruled.begun(4, **ARENA)
    late, too_late = ruled.people(2)
    ruled.number |= {late.pk: 4, too_late.pk: 5}
    ruled.world.wait(days=5)
    ruled.visit()
    ruled.world.wait(seconds=10)
    enter(arena, late, ruled.world)
    ruled.world.wait(minutes=59)
    assert not results_of(late, arena)
    ruled.world.wait(minutes=1)
    assert results_of(late, arena)
    ruled.world.now = arena.last_day
    assert refused(arena, too_late, ruled.world) == "entries_closed"


def test_whoever_waits_for_two_matches_gets_half_a_point_once(ruled: Ruled):
    """Nobody moves in a week, and a round lasts a day: all wait for their first two matches."""
    swiss, people = ruled.begun(10, **SLOW_SWISS)
    ruled.world.wait(days=1)
    ruled.world.wait(days=1)
    ruled.world.wait(days=1)
    waiting = [(None, "played"), (None, "played"), (1, "absent"), (0, "absent")]  # points × 2
    assert [results_of(each, swiss) for each in people] == [waiting] * 10
    assert set(Place.objects.filter(tournament=swiss).values_list("points2", flat=True)) == {1}


def test_whoever_pauses_is_not_paired_and_gets_nothing_for_it(ruled: Ruled):
    swiss, people = ruled.begun(10, **SWISS)
    ada = people[0]
    withdrawing.pause(public_id=swiss.public_id, player=ada, paused=True)
    ruled.play_a_round(swiss)
    withdrawing.pause(public_id=swiss.public_id, player=ada, paused=False)
    ruled.play_a_round(swiss)
    assert results_of(ada, swiss)[1] == (0, "absent")
    assert len(results_of(ada, swiss)) == 3


def test_nobody_sits_out_twice(ruled: Ruled):
    swiss, people = ruled.begun(9, **SWISS)
    ruled.play(swiss)
    byes = Counter(Result.objects.filter(how="bye").values_list("entry", flat=True))
    assert len(byes) == 3
    assert set(byes.values()) == {1}
    told = Notice.objects.filter(words__about="bye").values_list("player", flat=True)
    assert sorted(told) == sorted(Member.objects.filter(entry__in=byes).values_list("player", flat=True))
    assert all(len(results_of(each, swiss)) == 3 for each in people)


# ---- Who can enter -------------------------------------------------------------------------------


def test_a_full_tournament_takes_nobody(ruled: Ruled):
    cup = ruled.world.open(most=3)
    *three, late = ruled.people(4)
    ruled.world.enter(cup, three)
    assert refused(cup, late, ruled.world) == "tournament_full"


def test_a_rating_range_keeps_others_out_also_as_partners(ruled: Ruled):
    low, high, plain = ruled.people(3)
    rate(low, 1200, "block")
    rate(high, 1800, "block")
    duels, pairs = ruled.world.open(rating_from=1400, rating_to=1600), ruled.world.open(**PAIRS, rating_to=1600)
    assert refused(duels, low, ruled.world) == refused(duels, high, ruled.world) == "wrong_rating"
    enter(duels, plain, ruled.world)
    entering.enter(public_id=pairs.public_id, player=plain, partner=high, now=ruled.world.now)
    with pytest.raises(Refused) as why:
        entering.agree(public_id=pairs.public_id, player=high, now=ruled.world.now)
    assert why.value.code == "wrong_rating"


def test_guests_enter_by_link_only_and_nothing_that_is_rated(ruled: Ruled, guest):
    mo, [ada] = guest("Mo"), ruled.people(1)
    assert refused(ruled.world.open(), mo, ruled.world) == "account_needed"
    assert refused(ruled.world.open(entering="link", rated=True), mo, ruled.world) == "account_needed"
    cup = ruled.world.open(entering="link")
    enter(cup, mo, ruled.world)
    enter(cup, ada, ruled.world)
    assert refused(cup, ada, ruled.world) == "entered"


def test_a_guest_who_logs_in_plays_on_as_the_account(ruled: Ruled, guest):
    mo, [ada, ben, cleo] = guest("Mo"), ruled.people(3)
    cup = ruled.world.open(entering="link", most=3)
    for player in (mo, ben, cleo):
        enter(cup, player, ruled.world)
    ruled.world.wait(seconds=10)
    later = ruled.world.open(entering="link", most=6)
    enter(later, mo, ruled.world)
    asked = Entry.objects.create(tournament=later, entered_at=ruled.world.now)  # by somebody who doesn't know
    Member.objects.create(tournament=later, entry=asked, player=ada, agreed=False)
    Departure.objects.create(tournament=later, player=mo, due=ruled.world.now)
    actions.merge_guest(guest=mo, account=ada)
    TournamentsOfPeople().merged(mo, ada)
    assert not nobody_is(ada, cup)
    assert Departure.objects.get().player == ada  # whose games they are now
    assert Member.objects.get(tournament=later, player=ada).agreed
    cup.refresh_from_db()
    assert cup.entered == 3
    assert ruled.play(cup).state == "over"
    assert nobody_is(mo, cup)


@pytest.mark.parametrize("runs", [False, True])
def test_a_guest_and_the_account_in_one_tournament_are_one_entry(ruled: Ruled, guest, runs):
    mo, [ada, ben, cleo] = guest("Mo"), ruled.people(3)
    ruled.number[mo.pk] = 3
    cup = ruled.world.open(entering="link", most=6)
    for player in (mo, ada, ben, cleo):
        enter(cup, player, ruled.world)
    if runs:
        ruled.world.wait(days=1, seconds=10)
    actions.merge_guest(guest=mo, account=ada)
    TournamentsOfPeople().merged(mo, ada)
    cup.refresh_from_db()
    assert cup.entered == 3
    ruled.number[None] = 3
    ruled.play(cup)
    assert Member.objects.filter(tournament=cup, player=ada).count() == 1
    assert Trophy.objects.filter(player=ada).count() <= 1
    recounted(cup)


def nobody_is(player: User, tournament: Tournament) -> bool:
    return not Member.objects.filter(tournament=tournament, player=player).exists()


def test_people_who_blocked_each_other_are_paired_and_their_chat_stays_shut(ruled: Ruled):
    cup = ruled.world.open(most=3)
    ada, ben, _cleo = people = ruled.people(3)
    block(user=ada, person=ben, now=ruled.world.now)
    ruled.world.enter(cup, people)
    ruled.world.wait(seconds=10)
    games = Game.objects.filter(seats__player=ada).filter(seats__player=ben)
    assert games.count() == 2
    talking.say(game=games[0], author=ben, text="Hello", now=ruled.world.now)
    assert talk.last_message(games[0], ada) is None


# ---- Partners ------------------------------------------------------------------------------------


def test_a_partner_who_declines_takes_nobody_else_out(ruled: Ruled):
    cup = ruled.world.open(**PAIRS)
    ada, ben = ruled.people(2)
    entering.enter(public_id=cup.public_id, player=ada, partner=ben, now=ruled.world.now)
    withdrawing.leave(public_id=cup.public_id, player=ben, now=ruled.world.now)
    assert list(Member.objects.values_list("player", flat=True)) == [ada.pk]


@pytest.mark.parametrize("first", [True, False])
def test_somebody_whose_partner_leaves_stays_in_and_gets_another(ruled: Ruled, first):
    cup = ruled.world.open(**PAIRS | {"most": 3})
    ada, ben, *others = ruled.people(7)
    entering.enter(public_id=cup.public_id, player=ada, partner=ben, now=ruled.world.now)
    entering.agree(public_id=cup.public_id, player=ben, now=ruled.world.now)
    gone, stays = (ada, ben) if first else (ben, ada)
    delete_account(user=gone, now=ruled.world.now)
    ruled.world.enter(cup, others)
    ruled.world.wait(days=1)
    cup.refresh_from_db()
    assert cup.state == "running"
    assert entry_of(stays, cup).members.count() == 2


def test_nobody_gets_a_partner_before_it_begins(ruled: Ruled):
    cup = ruled.world.open(**PAIRS)
    ruled.world.enter(cup, ruled.people(5))
    ruled.world.wait(days=1)
    cup.refresh_from_db()
    assert (cup.state, cup.entered) == ("open", 5)
    assert Entry.objects.filter(tournament=cup).count() == 5


def test_people_who_come_alone_count_as_half_an_entry(ruled: Ruled):
    cup = ruled.world.open(**PAIRS | {"least": 3, "most": 3})
    people = ruled.people(7)
    ruled.world.enter(cup, people[:6])
    assert refused(cup, people[6], ruled.world) == "tournament_full"
    ruled.world.wait(seconds=10)
    cup.refresh_from_db()
    assert (cup.state, cup.entered) == ("running", 3)


@pytest.mark.parametrize("format_", ["cup", "swiss"])
def test_who_finds_no_partner_waits_in_the_next_tournament_of_the_series(ruled: Ruled, format_):
    now = ruled.world.now
    terms = PAIRS | {"format": format_, "most": 20, "rounds": 3 if format_ == "swiss" else 0}
    there = ruled.world.open(**terms)
    weekly = Series(key="pairs", opens=now, due=now, every_days=7, lead_days=3, **calendar.terms_of(there))
    weekly.save()
    Tournament.objects.filter(pk=there.pk).update(series=weekly, number=0)
    people = ruled.people(19)
    ruled.world.enter(there, people)
    ruled.world.wait(days=1)
    there.refresh_from_db()
    assert (there.state, there.entered) == ("running", 9)
    [alone] = Entry.objects.exclude(tournament=there)
    assert alone.tournament.is_open
    assert alone.tournament.entered == 1
    assert Notice.objects.get(words__about="delay").player == alone.members.get().player
    assert not Entry.objects.filter(tournament=there, seed=None).exists()


# ---- Deleted and suspended -----------------------------------------------------------------------


@pytest.mark.parametrize("when", ["open", "begun", "a round later", "over"])
@pytest.mark.parametrize("how", ["deleted", "suspended"])
def test_accounts_can_go_at_any_time(ruled: Ruled, when, how):
    there = ruled.world.open(**(SWISS if (how, when) == ("deleted", "a round later") else ROBIN))
    people = ruled.people(10 if there.format == "swiss" else 4)
    ada = people[0]
    ruled.world.enter(there, people)
    if when != "open":
        ruled.world.wait(days=1)
    if when == "a round later":
        ruled.play_a_round(there)
    if when == "over":
        ruled.play(there)
    if how == "deleted":
        ruled.number[None] = ruled.number[ada.pk]
        delete_account(user=ada, now=ruled.world.now)
    else:
        User.objects.filter(pk=ada.pk).update(is_active=False)
        leave(ada)
    assert not Game.objects.filter(status="playing", seats__player=ada, seats__left=False).exists()
    ruled.play(there)
    assert Entry.objects.filter(tournament=there).count() == (len(people) - 1 if when == "open" else len(people))
    assert Entry.objects.filter(tournament=there, place=None).count() == 0
    assert not Trophy.objects.filter(player=ada).exists() or (how, when) == ("suspended", "over")
    recounted(there)


def test_somebody_suspended_between_the_pairing_and_the_games_loses_by_forfeit(ruled: Ruled):
    cup = ruled.world.open(least=3)
    people = ruled.people(4)
    ruled.world.enter(cup, people)
    User.objects.filter(pk=people[0].pk).update(is_active=True)
    ruled.world.now += timedelta(days=1)
    queues.drain(steps, ruled.world.now)
    User.objects.filter(pk=people[0].pk).update(is_active=False)
    queues.drain(starts, ruled.world.now)
    assert entry_of(people[0], cup).state == "out"
    assert [points for points, _how in results_of(people[0], cup)] == [0, 0, 0]
    assert Game.objects.count() == 6
    ruled.play(cup)
    recounted(cup)


# ---- Computers -----------------------------------------------------------------------------------


def test_computers_fill_up_to_four_entries(ruled: Ruled):
    cup = ruled.world.open(computers="beginner", least=4)
    ruled.world.enter(cup, ruled.people(2))
    ruled.world.now += timedelta(days=1)
    queues.drain(steps, ruled.world.now)
    cup.refresh_from_db()
    assert (cup.state, cup.entered) == ("running", 4)
    assert Member.objects.filter(player__bot_level="beginner").values("player").distinct().count() == 2


@pytest.mark.parametrize(("people", "least"), [(0, 3), (1, 6)])
def test_computers_never_play_alone_nor_many_of_them(ruled: Ruled, people, least):
    cup = ruled.world.open(computers="beginner", least=least)
    ruled.world.enter(cup, ruled.people(people))
    ruled.world.wait(days=1, seconds=1)
    cup.refresh_from_db()
    assert (cup.state, cup.entered) == ("open", people)


def test_a_computer_has_a_computer_as_its_partner(ruled: Ruled):
    cup = ruled.world.open(**PAIRS, computers="beginner")
    ruled.world.enter(cup, ruled.people(2))
    ruled.world.now += timedelta(days=1)
    queues.drain(steps, ruled.world.now)
    assert [entry.members.count() for entry in Entry.objects.filter(tournament=cup)] == [2, 2, 2]


# ---- The last moment -----------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"pace": "slow", "round_days": 6}, SWISS | {"pace": "slow", "round_days": 1},
                                   ARENA | {"pace": "slow", "round_days": 6}])  # fmt: skip
def test_on_the_last_day_all_games_end_and_it_is_over_within_a_minute(world: World, terms, monkeypatch):
    monkeypatch.setattr(Kind, "lasts", 5 * DAY)  # so that an arena pairs people
    there = world.open(**terms)
    people = world.people(9)
    world.enter(there, people[: there.most])
    world.wait(days=1, seconds=10)
    world.absent = {each.pk for each in people}
    for _ in range(40):
        there.refresh_from_db()
        if there.last_day - world.now < timedelta(days=1):
            break
        world.wait(days=1)
    world.now = there.last_day
    world.work()
    for _ in range(10):
        world.wait(seconds=3)
    there.refresh_from_db()
    assert there.state == "over"
    assert there.over_at <= there.last_day + timedelta(minutes=1)
    assert not Game.objects.filter(status="playing").exists()
    assert set(Game.objects.values_list("reason", flat=True)) == {"timeout"}  # of those who never moved
    recounted(there)


def level(*_of: object) -> Score:
    return Score((1.0, 1.0), (0, 0))


def test_level_pairings_of_a_knockout_have_four_more_games_and_then_the_better_seed_goes_on(ruled: Ruled, monkeypatch):
    monkeypatch.setattr(results, "_score", level)
    knockout, people = ruled.begun(4, format="knockout", most=4)
    ruled.visit()
    ruled.world.wait(hours=1)
    assert Game.objects.filter(status="playing").count() == 8
    assert knockout.stage == 1
    ruled.play(knockout)
    assert TableOf.objects.count() == 3 * (2 + 4)
    assert [entry_of(each, knockout).place for each in people] == [1, 2, 3, 3]
    recounted(knockout)


def test_whoever_withdraws_from_a_level_pairing_does_not_go_on(ruled: Ruled, monkeypatch):
    monkeypatch.setattr(results, "_score", level)
    knockout, people = ruled.begun(4, format="knockout", most=4)
    ruled.visit()
    settle_all(ruled)
    assert Start.objects.count() == 2  # of four more games
    withdrawing.leave(public_id=knockout.public_id, player=people[0], now=ruled.world.now)
    ruled.world.wait(hours=1)
    assert (results_of(people[0], knockout), results_of(people[3], knockout)) == ([(0, "played")], [(2, "played")])
    ruled.play(knockout)
    assert entry_of(people[0], knockout).place == 3


# ---- Notifications -------------------------------------------------------------------------------


def test_somebody_whose_first_opponent_has_gone_is_told_of_the_round(ruled: Ruled):
    cup = ruled.world.open(least=3)
    people = ruled.people(4)
    ruled.world.enter(cup, people)
    ruled.world.now += timedelta(days=1)
    queues.drain(steps, ruled.world.now)
    withdrawing.leave(public_id=cup.public_id, player=people[0], now=ruled.world.now)
    queues.drain(starts, ruled.world.now)
    told = Counter(Notice.objects.filter(words__about="round").values_list("player", flat=True))
    assert told == {each.pk: 1 for each in people[1:]}


def test_turns_are_told_as_always_and_no_start(ruled: Ruled):
    _cup, _people = ruled.begun(6)
    turns = Notice.objects.filter(event="turn").values_list("game", "player")
    assert len(turns) == Game.objects.count() == 30
    assert all(Game.objects.get(pk=game).seats.get(player=player).number == Game.objects.get(pk=game).turn
               for game, player in turns)  # fmt: skip
    assert set(Notice.objects.values_list("event", flat=True)) == {"turn", "tournament"}


# ---- Rated ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_of_series", [True, False])
def test_three_games_of_a_match_are_rated_as_everywhere(ruled: Ruled, is_of_series):
    there = ruled.world.open(rated=True, entering="link", deals=4, least=2)
    if is_of_series:
        made = {"key": "cup", "opens": ruled.world.now, "due": ruled.world.now, "every_days": 7, "lead_days": 7}
        of = Series.objects.create(**made, **calendar.terms_of(there))
        Tournament.objects.filter(pk=there.pk).update(series=of, number=1)
    ruled.world.enter(there, ruled.people(2))
    ruled.world.wait(days=1, seconds=10)
    assert Game.objects.filter(rated=True).count() == 3
    assert Game.objects.count() == 4
