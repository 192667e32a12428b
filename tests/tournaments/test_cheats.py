"""One person with many accounts, through the doors that everyone has, gets no trophy and chooses no opponents."""

import itertools
from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F
from django.test import Client

from accounts import computers
from accounts.models import Browser, User
from games import actions
from games.models import Game, Move, Seat
from games.positions import memory
from tests.api.conftest import Caller, refused
from tests.moderation.conftest import moderator
from tests.pages.conftest import finished
from tests.tournaments.ruled import Ruled
from tests.tournaments.world import CUP, World
from tournaments.entries import entering
from tournaments.models import Entry, Pairing, Place, Result, Round, Tournament, Trace, Trophy
from tournaments.rounds import scoring

__all__ = ["finished"]
pytestmark = pytest.mark.django_db
FEW = {"variant": "block", "rated": True, "least": 4}


def all_enter(there: Tournament, people: list[User], networks: list[str]) -> int:
    """How many of these people get in by the button, each from the next of these networks."""
    for player, network in zip(people, networks, strict=True):
        browser = Client()
        browser.force_login(player)
        browser.get("/")
        Browser.objects.filter(user=player).update(place=network)
        browser.post(f"{there.get_absolute_url()}enter/")
        browser.post("/accounts/logout/")  # what the browser leaves behind there goes
    return Entry.objects.filter(tournament=there).count()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("is_known", "places", "get_in"),
    [
        (False, [f"81.2.{n}.0/24" for n in range(6)], 0),
        (True, ["81.2.0.0/24"] * 6, 1),
        (True, [f"81.2.{n}.0/24" for n in range(6)], 6),
        (True, ["192.168.0.0/24"] * 6, 6),
    ],
    ids=["new accounts", "one network", "six networks", "a club's own server"],
)  # fmt: skip
def test_six_accounts_fill_no_cup_with_trophies_within_a_day(world: World, is_known, places, get_in):
    cup = world.open(**FEW, entries_end=world.now + timedelta(days=7))
    people = world.known_people(6) if is_known else world.people(6)
    assert all_enter(cup, people, places) == get_in
    world.wait(hours=23, minutes=59)
    cup.refresh_from_db()
    assert (cup.state, Game.objects.count()) == ("open", 0)
    world.wait(minutes=2)
    cup.refresh_from_db()
    assert cup.state == ("running" if get_in == 6 else "open")


@pytest.mark.parametrize(("terms", "is_made"), [({}, False), ({"rated": False}, True), ({"starts_in_hours": 24}, True)])
def test_nobody_makes_a_tournament_with_trophies_that_starts_within_a_day(world: World, terms, is_made):
    """Neither at the API nor by the form. An evening is unrated."""
    [ada] = world.known_people(1)
    tonight = {"variant": "block", "format": "swiss", "pace": "live", "length": "short", "deals": 1, "least": 3}
    asked = tonight | {"starts_in_hours": 1, "rated": True} | terms
    answer = Caller(ada).post("tournaments/", **asked)
    assert answer.status_code == (201 if is_made else 400), answer.json()
    said = Client().get("/tournaments/takes/", asked | {"entering": "open"}).content.decode()
    assert ("a day at the earliest" in said) is not is_made
    evening = {"variant": "block", "entering": "open", **terms}
    assert "Unrated" in Client().get("/tournaments/evening/takes/", evening).content.decode()


def test_whoever_plays_for_a_trophy_reads_what_is_missing(world: World, finished):
    """Ten games against people, the first three days ago; those against computers and annulled ones don't count."""
    cup, address = world.open(**FEW), "tournaments/{}/enter/"
    [ada, ben] = world.people(2)
    caller = Caller(ada)

    def enter() -> object:
        return caller.post(address.format(cup.public_id))

    page = Client()
    page.force_login(ada)
    refused(enter(), 403, "address_needed")
    assert 'href="/accounts/email/"' in page.get(cup.get_absolute_url()).content.decode()
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    finished(ada, computers.free_computer("casual", []), 10)
    games = finished(ada, ben, 10)
    Game.objects.filter(pk=games[0].pk).update(annulled_at=world.now)
    assert "You have finished 9." in refused(enter(), 403, "too_few_games")
    Game.objects.filter(pk=games[0].pk).update(annulled_at=None)
    Seat.objects.filter(player=ada).update(over_at=world.now - timedelta(days=2, hours=23))
    refused(enter(), 409, "too_new")
    world.now += timedelta(hours=1)
    assert enter().status_code == 200
    assert "first three get a trophy" in page.get(cup.get_absolute_url()).content.decode()


@pytest.mark.both_databases
def test_moderators_see_entries_that_came_from_elsewhere_and_play_from_one_network(world: World):
    cup = world.open(**FEW)
    ada, ben, cleo = people = world.known_people(3)
    assert all_enter(cup, people, ["81.2.1.0/24", "81.2.2.0/24", "81.2.3.0/24"]) == 3
    browser, page = Client(), "/moderation/pairs/"
    browser.force_login(moderator("Mo"))
    assert cup.get_absolute_url() not in browser.get(page).content.decode()
    for player in (ada, ben):
        Client().force_login(player)
        Browser.objects.filter(user=player).update(place="81.3.100.0/24")
    said = browser.get(page).content.decode()
    assert [each.name in said for each in people] == [True, True, False]
    assert cup.get_absolute_url() in said
    assert "81." not in said
    Client().force_login(cleo)
    Browser.objects.filter(user=cleo).update(place="81.2.2.0/24")  # where Ben was when he entered
    assert cleo.name in browser.get(page).content.decode()


def test_the_next_tournament_to_end_forgets_the_networks_of_a_month_ago(world: World):
    cup = world.open(**FEW)
    assert all_enter(cup, world.known_people(1), ["81.2.1.0/24"]) == 1
    assert Trace.objects.exists()
    Tournament.objects.filter(pk=cup.pk).update(state="cancelled", over_at=world.now)
    small = world.open(format="round_robin", least=3, most=3)
    world.enter(small, world.people(3))
    world.wait(days=29)
    assert Trace.objects.exists()
    Tournament.objects.filter(pk=cup.pk).update(over_at=world.now - timedelta(days=31))
    world.enter(world.open(format="round_robin", least=3, most=3), world.people(3))
    world.wait(days=29)
    assert not Trace.objects.exists()


@pytest.mark.parametrize(
    ("terms", "gives"),
    [
        ({"rated": True}, True), ({"rated": False}, False), ({"rated": True, "entering": "link"}, False),
        ({"rated": True, "programs": True}, False),
    ],
)  # fmt: skip
def test_only_rated_tournaments_of_people_that_everyone_may_enter_give_trophies(terms, gives):
    assert Tournament(**(CUP | terms)).gives_trophies is gives


# ---- Opponents in an arena -----------------------------------------------------------------------

ARENA = {"format": "arena", "at_once": 1, "round_days": 14, "deals": 1, "least": 3, "most": 64}


def go_on(player: User, there: Tournament, *, paused: bool) -> None:
    browser = Client()
    browser.force_login(player)
    browser.post(f"{there.get_absolute_url()}pause/", {"paused": "yes" if paused else "no"})


def test_in_an_arena_nobody_is_paired_at_the_moment_of_a_wish(ruled: Ruled):
    """Eight accounts of one person pause; two at a time go on, and are free only beside all the others."""
    arena, people = ruled.begun(8, **ARENA)
    begun = arena.starts_at
    for player in people:
        go_on(player, arena, paused=True)
    ruled.visit()
    for n in range(4):
        ruled.world.now = begun + timedelta(minutes=10 * n)
        ruled.world.work()
        for player in people[2 * n : 2 * n + 2]:
            go_on(player, arena, paused=False)
        ruled.world.work()
        ruled.visit()
        for player in people[2 * n : 2 * n + 2]:
            go_on(player, arena, paused=True)
    ruled.world.now = begun + timedelta(minutes=59, seconds=59)
    for player in people[:3]:  # of three, two haven't met in the first round
        go_on(player, arena, paused=False)
    ruled.world.work()
    assert Round.objects.count() == 1
    page = Client().get(arena.get_absolute_url()).content.decode()
    assert f"{begun + timedelta(hours=1):%Y-%m-%dT%H:%M}" in page
    ruled.world.now = begun + timedelta(hours=1)
    ruled.world.work()
    assert Round.objects.count() == 2


def test_in_an_arena_few_are_not_paired_before_a_day_has_passed(ruled: Ruled):
    """Of fifteen, one sits out, and two are free again at once."""
    ruled.begun(15, **ARENA)
    game = Game.objects.order_by("pk")[0]
    actions.resign_game(public_id=game.public_id, player=game.seats.first().player)
    ruled.world.wait(hours=1)
    ruled.world.wait(hours=22)
    assert Round.objects.count() == 1
    ruled.world.wait(hours=1)
    assert Round.objects.count() == 2


def test_the_same_ones_meet_again_in_an_arena_only_after_half_of_the_field(ruled: Ruled):
    """Six accounts that always play at once, beside six people who are seldom free."""
    arena, people = ruled.begun(12, **ARENA)
    own = people[:6]
    for _hour in range(12):
        for game in Game.objects.filter(status="playing", seats__player__in=own).distinct():
            actions.resign_game(public_id=game.public_id, player=game.seats.filter(player__in=own)[0].player)
        ruled.world.wait(hours=1)
    for player in own:
        met = [frozenset(each) for each in opponents_in_order(arena, player)]
        for first, later in itertools.combinations(range(len(met)), 2):
            assert later - first > 6 or met[first] != met[later]


def opponents_in_order(arena: Tournament, player: User) -> list[list[int]]:
    mine = Pairing.objects.filter(round__tournament=arena, results__entry__members__player=player)
    return [
        list(Result.objects.filter(pairing=each).exclude(entry__members__player=player).values_list("entry", flat=True))
        for each in mine.order_by("round__number")
    ]


# ---- Stalling ------------------------------------------------------------------------------------


def draw_out(world: World, staller: User) -> None:
    """Others move at once, and the staller in the last minute, until all is over."""
    for _ in range(1_000):
        playing = Game.objects.filter(status="playing").order_by("deadline", "pk")
        theirs = playing.filter(seats__player=staller, seats__number=F("turn"))
        for game in playing.exclude(pk__in=theirs.values("pk")):
            world.move(game.public_id)
        if (game := theirs.first()) is None:
            if not playing.exists():
                return
            continue
        last_minute = game.deadline - timedelta(minutes=1)
        if last_minute <= world.now:
            world.move(game.public_id)
        else:
            world.now = min(last_minute, game.last_moment)
        world.work()
    raise AssertionError("it never came to its end")


def test_stalling_in_a_cup_gains_nothing(world: World):
    """By quiet hours, weekends and the whole bank, every game of the staller reaches the last moment."""
    cup = world.open(round_days=8, least=3)
    [staller, *others] = people = world.people(3)
    User.objects.filter(pk=staller.pk).update(weekend_pause=True, quiet_from=time(20), quiet_to=time(8))
    world.enter(cup, people)
    world.wait(days=1, seconds=10)
    for game in Game.objects.exclude(seats__player=staller):  # none of our business
        actions.resign_game(public_id=game.public_id, player=others[0])
    draw_out(world, staller)
    drawn_out = Game.objects.filter(seats__player=staller, finished_at__gte=F("last_moment"))
    assert drawn_out.count() > 0
    for game in drawn_out:
        assert game.reason == "timeout"
        assert game.seats.get(player=staller).result == "lost"
    assert not Game.objects.filter(reason="adjudicated").exists()


@pytest.mark.parametrize(
    ("days", "away", "late"),
    [((4, 6), None, 1), ((6, 4), None, 0), ((5, 5), None, None), ((5.001, 4.999), None, 0), ((6, 4), (1, 4), 1)],
    ids=["the second took more", "the first took more", "both took half", "by a minute", "the site took three"],
)  # fmt: skip
def test_at_the_last_moment_the_side_that_took_more_than_its_half_loses(world: World, days, away, late):
    """*days* of a game's ten that each player took: the first in one turn, the second since. The site was *away*."""
    cup = world.open(round_days=10, least=3)
    world.enter(cup, world.people(3))
    world.wait(days=1, seconds=10)
    game = Game.objects.order_by("pk")[0]
    first = memory.current(game.public_id).turn
    while memory.current(game.public_id).turn == first:  # it may be forced to play twice
        world.move(game.public_id)
    begun = game.last_moment - timedelta(days=10)
    began, ended = (begun + timedelta(days=day) for day in away) if away else (None, None)
    Game.objects.filter(pk=game.pk).update(started_at=begun, outage_began=began, outage_ended=ended)
    Move.objects.filter(game=game).update(made_at=begun + timedelta(days=days[0]))
    world.now = game.last_moment
    assert actions.adjudicate(public_id=game.public_id, now=world.now)
    over = Game.objects.get(pk=game.pk)
    seats = {seat.number: seat.result for seat in over.seats.all()}
    if late is None:
        assert (over.reason, set(seats.values())) == ("adjudicated", {"drawn"})
    else:
        loser = first if late == 0 else 1 - first
        assert (over.reason, seats[loser], seats[1 - loser]) == ("timeout", "lost", "won")


def test_of_three_at_a_table_those_lose_who_took_more_than_a_third(world: World):
    """Of nine days the first took four, and the others half of the rest. The scores decide between these."""
    pods = world.open(seating="pod", seats=3, deals=3, least=4, round_days=10, format="round_robin")
    world.enter(pods, world.people(4))
    world.wait(days=1, seconds=10)
    game = Game.objects.filter(seats_number=3).order_by("pk")[0]
    begun = game.last_moment - timedelta(days=9)
    slow = memory.current(game.public_id).turn
    for until in (4, 6.5):
        turn, before = memory.current(game.public_id).turn, Move.objects.count()
        while memory.current(game.public_id).turn == turn:
            world.move(game.public_id)
        new = Move.objects.order_by("pk").values("pk")[before:]
        Move.objects.filter(pk__in=list(new.values_list("pk", flat=True))).update(made_at=begun + timedelta(days=until))
    Game.objects.filter(pk=game.pk).update(started_at=begun)
    assert actions.adjudicate(public_id=game.public_id, now=game.last_moment)
    over = Game.objects.get(pk=game.pk)
    results = {seat.number: (seat.left, seat.result) for seat in over.seats.all()}
    assert over.reason == "adjudicated"
    assert results == {n: (True, "lost") if n == slow else (False, "drawn") for n in range(3)}
    memory.remembered.forget()
    assert memory.current(game.public_id).frame.totals == tuple(over.totals)  # it can be replayed


# ---- Away ----------------------------------------------------------------------------------------


def test_a_computer_wins_nothing_for_somebody_who_makes_a_move_and_leaves(world: World):
    """Of four with changing partners, their partners get what their sides get."""
    world.give_trophies()
    robin = world.open(format="round_robin", seating="rotating", seats=4, deals=4, least=4, most=4)
    people = world.people(4)
    entries = world.enter(robin, people)
    world.wait(days=1, seconds=10)
    world.visit()
    world.absent = {people[0].pk}
    world.play(robin, hours=12)
    assert Seat.objects.filter(player=people[0], stood_in=False).count() == 0
    for table in Pairing.objects.prefetch_related("results"):
        results = sorted(table.results.all(), key=lambda result: result.side)
        [absent] = [result for result in results if result.entry_id == entries[0].pk]
        partner, *others = [results[(absent.side + n) % 4].points2 for n in (2, 1, 3)]
        assert (absent.points2, absent.how) == (0, "forfeit")
        assert others == [2 - partner] * 2
    assert Trophy.objects.exists()
    assert not Trophy.objects.filter(player=people[0]).exists()


@pytest.mark.parametrize(("seating", "number"), [("pod", 3), ("pairs", 6)])
def test_somebody_for_whom_a_computer_plays_has_no_trophy_but_their_partner_has(world: World, seating, number):
    """Three entries have three trophies, if everybody plays."""
    world.give_trophies()
    seats = {"pod": 3, "pairs": 4}[seating]
    cup = world.open(seating=seating, seats=seats, deals=seats, least=3, most=number, round_days=21)
    people = world.people(number)
    for entry in range(3):
        first, *partner = people[entry::3]
        entering.enter(public_id=cup.public_id, player=first, partner=next(iter(partner), None), now=world.now)
        for each in partner:
            entering.agree(public_id=cup.public_id, player=each, now=world.now)
    world.wait(days=1, seconds=10)
    world.visit()
    world.absent = {people[0].pk}
    world.play(cup, hours=12)
    assert set(Trophy.objects.values_list("player", flat=True)) == {each.pk for each in people[1:]}
    if seating == "pod":
        assert Place.objects.get(entry__members__player=people[0]).points2 == 0


def test_computers_win_no_trophies(world: World):
    world.give_trophies()
    cup = world.open(computers="beginner", least=3, most=3, deals=2)
    [person] = world.people(1)
    world.enter(cup, [person])
    world.play(cup)
    assert Entry.objects.filter(tournament=cup, place__lte=3).count() == 3
    assert list(Trophy.objects.values_list("player", flat=True)) == [person.pk]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_won_the_first_of_two_whole_games_doesnt_keep_the_lead_by_resigning_the_second(seat: int):
    """Won 61 to 40, then left at nothing to nothing: a whole game to 61 is lost, not an average deal of 6 points."""
    won, lost = [61, 40], [0, 0]
    first = scoring.score(won[:: 1 if seat == 0 else -1], (), 6.05, low_wins=False, whole_game=61)
    second = scoring.score(lost, {seat}, 6.05, low_wins=False, whole_game=61)
    totals = scoring.totals([first, second])
    assert (totals[seat], totals[1 - seat]) == (0, 40)
