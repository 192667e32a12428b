"""People challenge each other: who may, what the games decide, and who moves where."""

import pytest

from accounts import rest_actions
from accounts.models import Vacation
from common import queues
from common.refusals import Forbidden, NotNow
from games import actions
from games.clocks.lost_time import LostTime
from games.models import Seat
from ladders import joining, rules
from ladders.followers import LaddersAfterMove
from ladders.looking import looks
from ladders.models import Challenge, GameOf, Ladder, Rung
from notices.models import Notice
from tests.ladders.world import World, days, places
from tests.tournaments.world import BEGIN

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(do) -> str:
    with pytest.raises((NotNow, Forbidden)) as refused:
        do()
    return refused.value.code


@pytest.mark.both_databases
def test_who_wins_from_below_takes_the_place_and_those_between_move_down(world: World):
    people = world.known_people(6)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[4], people[1])
    games = [of.game for of in GameOf.objects.filter(challenge=made).order_by("number")]
    assert [(game.host, game.rated, game.appointed, game.last_moment) for game in games] == [
        (lead, True, True, world.now + days(21)) for lead in (0, 1)
    ]
    assert list(Notice.objects.filter(event="tournament").values_list("player", "words__about")) == [
        (people[1].pk, "challenged")
    ]
    world.end(made, people[4])
    assert places(ladder) == [people[0], people[4], people[1], people[2], people[3], people[5]]
    assert (made.outcome, made.moved, made.from_place, made.to_place) == ("won", True, 5, 2)
    winner, loser = (Rung.objects.get(player=people[n]) for n in (4, 1))
    assert (winner.best, winner.won, winner.lost) == (2, 1, 0)
    assert (loser.best, loser.won, loser.lost) == (2, 0, 1)
    told = Notice.objects.filter(words__about="over").values_list("player", "words__outcome", "words__place")
    assert sorted(told) == [(people[1].pk, "lost", 3), (people[4].pk, "won", 2)]


def test_nobody_moves_if_the_upper_one_wins_or_the_games_are_level(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    for lower, winner, outcome in ((3, 0, "lost"), (2, None, "drawn")):
        made = world.challenge(ladder, people[lower], people[0])
        world.end(made, None if winner is None else people[winner])
        assert (made.outcome, made.moved) == (outcome, False)
        assert places(ladder) == people
    assert list(Rung.objects.order_by("place").values_list("won", "lost")) == [(1, 0), (0, 0), (0, 0), (0, 1)]


def test_one_challenges_up_to_ten_places_above_and_has_three_challenges(world: World):
    people = world.known_people(14)
    ladder = world.ladder(people)
    last = people[13]
    assert refusal(lambda: world.challenge(ladder, last, people[2])) == "out_of_reach"
    assert refusal(lambda: world.challenge(ladder, people[2], last)) == "out_of_reach"
    assert refusal(lambda: world.challenge(ladder, last, last)) == "out_of_reach"
    for other in people[3:6]:
        world.challenge(ladder, last, other)
    assert refusal(lambda: world.challenge(ladder, last, people[6])) == "too_many_challenges"


def test_somebody_with_three_challenges_is_not_challenged(world: World):
    people = world.known_people(6)
    ladder = world.ladder(people)
    for each in people[1:4]:
        world.challenge(ladder, each, people[0])
    assert refusal(lambda: world.challenge(ladder, people[4], people[0])) == "too_many_challenges"
    assert refusal(lambda: world.challenge(ladder, people[1], people[0])) == "challenged"


def test_who_never_moves_loses_and_goes_to_the_bottom(world: World):
    people = world.known_people(5)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[2], people[1])
    world.absent = {people[1].pk}
    world.until(lambda: bool(Challenge.objects.get().outcome), most=60)
    made.refresh_from_db()
    assert made.outcome == "won"
    assert places(ladder) == [people[0], people[2], people[3], people[4], people[1]]
    assert made.over_at < made.at + days(10)
    told = Notice.objects.filter(words__about="over").values_list("player", "words__place")
    assert sorted(told) == [(people[1].pk, 5), (people[2].pk, 2)]


def test_if_nobody_moves_both_go_to_the_bottom_in_their_order(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    world.challenge(ladder, people[1], people[0])
    world.wait(days=30)
    assert Challenge.objects.get().outcome == "drawn"
    assert places(ladder) == [people[2], people[3], people[0], people[1]]


def test_a_challenger_who_is_above_by_then_stays_there(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    first, second = world.challenge(ladder, people[3], people[1]), world.challenge(ladder, people[3], people[0])
    world.end(second, people[3])
    world.end(first, people[3])
    assert places(ladder) == [people[3], people[0], people[1], people[2]]
    assert (first.outcome, first.moved) == ("won", False)


@pytest.mark.both_databases
def test_newcomers_enter_at_the_bottom_and_places_close_up_behind_who_leaves(world: World):
    people = world.known_people(5)
    ladder = world.ladder(people[:4])
    assert refusal(lambda: joining.join(public_id=ladder.public_id, player=people[0], now=world.now)) == "joined"
    joining.leave(public_id=ladder.public_id, player=people[1], now=world.now)
    assert places(ladder) == [people[0], people[2], people[3]]
    joining.join(public_id=ladder.public_id, player=people[4], now=world.now)
    joining.join(public_id=ladder.public_id, player=people[1], now=world.now)
    assert places(ladder) == [people[0], people[2], people[3], people[4], people[1]]
    made = world.challenge(ladder, people[1], people[0])
    leave = {"public_id": ladder.public_id, "player": people[0], "now": world.now}
    assert refusal(lambda: joining.leave(**leave)) == "still_playing"
    world.end(made, None)
    joining.leave(**leave)
    assert refusal(lambda: joining.leave(**leave)) == "not_on_ladder"


def test_an_annulled_game_counts_for_nothing_and_gives_a_place_back(world: World):
    people = world.known_people(5)
    ladder = world.ladder(people)
    made = world.beat(ladder, people[4], people[0])
    assert places(ladder)[0] == people[4]
    Rung.objects.filter(player=people[0]).update(lost=0)  # as if they had left and come back
    for of in GameOf.objects.filter(challenge=made).select_related("game"):
        actions.annul_game(public_id=of.game.public_id, now=world.now, by=people[3])
        made.refresh_from_db()
    assert (made.outcome, made.moved) == ("annulled", False)
    assert set(Rung.objects.values_list("won", "lost")) == {(0, 0)}
    assert places(ladder) == [people[0], people[4], people[1], people[2], people[3]]


def test_the_other_game_decides_if_one_is_annulled(world: World):
    people = world.known_people(3)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[2], people[0])
    first, second = [of.game for of in GameOf.objects.filter(challenge=made).order_by("number")]
    actions.resign_game(public_id=first.public_id, player=people[2])
    world.work()
    actions.annul_game(public_id=first.public_id, now=world.now, by=people[1])
    actions.resign_game(public_id=second.public_id, player=people[0])
    world.work()
    made.refresh_from_db()
    assert (made.outcome, places(ladder)) == ("won", [people[2], people[0], people[1]])


def test_an_outage_moves_the_end_of_a_challenge_and_of_its_games(world: World):
    ada, ben = world.known_people(2)
    made = world.challenge(world.ladder([ada, ben]), ben, ada)
    lost = LostTime.given(days(2), world.now)
    games = LaddersAfterMove().time_lost(lost)
    made.refresh_from_db()
    assert made.ends == made.at + days(23)
    assert sorted(games) == sorted(GameOf.objects.values_list("game", flat=True))


@pytest.mark.both_databases
def test_a_vacation_makes_unchallengeable_and_thirty_days_of_it_park(world: World, settings):
    settings.VACATION_DAYS = 60
    people = world.known_people(4)
    ladder, top, today = world.ladder(people), people[0], world.now.date()
    booked = rest_actions.book_vacation(user=top, first=today, last=today + days(40), now=world.now)
    assert refusal(lambda: world.challenge(ladder, people[2], top)) == "on_vacation"
    world.wait(days=29)
    assert places(ladder) == people
    world.wait(days=2)
    assert places(ladder) == people[1:]
    assert refusal(lambda: joining.join(public_id=ladder.public_id, player=top, now=world.now)) == "on_vacation"
    assert refusal(lambda: world.challenge(ladder, people[3], top)) == "out_of_reach"
    rest_actions.end_vacation(user=top, vacation_id=booked.pk, now=world.now)
    joining.join(public_id=ladder.public_id, player=top, now=world.now)
    assert places(ladder) == [*people[1:], top]
    assert Rung.objects.get(player=top).best == 1
    Rung.objects.filter(player=top).update(place=None, best=9)  # parked again, and the ladder was longer
    Ladder.objects.update(size=3)
    joining.join(public_id=ladder.public_id, player=top, now=world.now)
    assert Rung.objects.get(player=top).best == 4


def test_who_is_back_in_time_keeps_the_place(world: World):
    people = world.known_people(2)
    ladder, today = world.ladder(people), world.now.date()
    booked = rest_actions.book_vacation(user=people[0], first=today, last=today + days(29), now=world.now)
    world.wait(days=20)
    rest_actions.end_vacation(user=people[0], vacation_id=booked.pk, now=world.now)
    assert Rung.objects.get(player=people[0]).due is None
    world.wait(days=20)
    assert places(ladder) == people


def test_nobody_is_parked_while_they_play_or_resigns_for_it(world: World):
    people = world.known_people(3)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[1], people[0])
    Vacation.objects.create(user=people[0], starts=world.now - days(30), ends=world.now + days(60))
    Rung.objects.filter(player=people[0]).update(due=world.now)
    world.work()
    assert places(ladder) == people
    world.now = made.ends
    queues.drain(looks, world.now)  # sooner than the clock ends the games
    assert not Seat.objects.filter(left=True).exists()
    for _ in range(2):
        world.wait(seconds=3)
    assert set(places(ladder)) == set(people[1:])


@pytest.mark.parametrize(
    ("booked", "parks"),
    [
        ([(0, 29)], None),
        ([(0, 30 + 1 / 24)], None),  # thirty days in autumn, when clocks change
        ([(0, 31)], 30),
        ([(0, 20), (21, 40)], 31),  # a day between two vacations doesn't help
        ([(0, 20), (28, 40)], None),  # a week does
        ([(5, 50)], 35),
    ],
)
def test_when_vacations_park(booked, parks):
    at = BEGIN
    spans = [(at + days(first), at + days(last)) for first, last in booked]
    assert rules.parks_at(spans, at) == (None if parks is None else at + days(parks))
