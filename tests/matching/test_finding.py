"""Finding a game: who is paired with whom, at once or later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.farewell import delete_account
from accounts.models import User
from common import queues, refusals
from games import actions as games
from games.models import Game, Seat
from games.settling import ends
from matching import actions, queries
from matching.followers import MatchingOfPeople
from matching.models import Declined, Found, Seek, StandingOrder, Wish
from matching.planning import _clock as clock_of
from matching.pools import ANY, Pace, Wanted, pace_of
from matching.waiting import orders, wishes
from notices.models import Notice
from people import actions as bonds
from rulebook.time_control import Clock, TimeControl
from tests.creating import create_game
from tests.matching.conftest import NOW, find, fitting_open_game, people_at, played, rate, wanted_by

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def always_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games begin at the time at which people look, whatever the day of the tests."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def look(now) -> None:
    """What a worker does at that time."""
    queues.drain(wishes, now)


@pytest.mark.both_databases
def test_two_who_fit_play_at_once(people):
    ada, ben = people("Ada", "Ben")
    assert find(ada) is not None
    assert find(ben, NOW + 3 * HOUR) is None
    game = Game.objects.get()
    assert (game.variant, game.status, game.rated, game.visibility) == ("muggins", "playing", True, "public")
    assert (game.clock, game.bank_seconds, game.increment_seconds) == ("bank", 3 * 86_400, 86_400)
    assert people_at(game) == {"Ada", "Ben"}
    assert not Wish.objects.exists()
    assert not Seek.objects.exists()
    assert dict(Found.objects.values_list("player__nickname", "waited")) == {"Ada": 10_800, "Ben": 0}


def test_both_are_told_that_their_game_has_started(people):
    ada, ben = people("Ada", "Ben")
    find(ada)
    find(ben)
    told = {notice.player.nickname: (notice.event, notice.also) for notice in Notice.objects.select_related("player")}
    assert set(told.values()) == {("turn", "started"), ("started", "")}
    assert set(told) == {"Ada", "Ben"}


@pytest.mark.parametrize(
    "other",
    [{"variant": "draw"}, {"pace": Pace.BRISK}, {"rated": False}, {"seats": 3}],
    ids=["game", "clock", "rating", "seats"],
)
def test_people_who_want_different_games_are_not_paired(people, other):
    ada, ben = people("Ada", "Ben")
    find(ada)
    assert find(ben, **other) is not None
    assert not Game.objects.exists()


@pytest.mark.both_databases
def test_somebody_near_is_found_though_somebody_far_has_waited_longer(people):
    far, near, ada = people("Far", "Near", "Ada")
    for player, rating in ((far, 1900), (near, 1600), (ada, 1700)):
        rate(player, rating)
    assert find(far) is not None
    assert find(near, NOW + HOUR) is not None
    assert find(ada, NOW + 2 * HOUR) is None
    assert people_at(Game.objects.get()) == {"Ada", "Near"}


@pytest.mark.both_databases
def test_the_windows_widen_until_two_fit(people):
    """Both windows must reach: 100 points at first, and 25 more each hour."""
    ada, ben = people("Ada", "Ben")
    rate(ada, 1500)
    rate(ben, 1790)
    find(ada)
    find(ben, NOW + HOUR)
    last = NOW
    for hours in range(1, 14 * 24):
        look(last := NOW + timedelta(hours=hours))
        if Game.objects.exists():
            break
    assert Game.objects.exists()
    assert last == NOW + 9 * HOUR  # 290 points: eight hours for the one who came an hour later


def test_half_a_minute_of_waiting_for_a_live_game_counts_as_an_hour():
    begun, later = (clock_of(NOW + timedelta(seconds=seconds), Pace.LIVE) for seconds in (0, 30))
    assert later - begun == 3_600
    assert clock_of(NOW + HOUR, Pace.USUAL) - clock_of(NOW, Pace.USUAL) == 3_600


@pytest.mark.both_databases
def test_blocked_people_are_never_paired(people):
    ada, ben = people("Ada", "Ben")
    bonds.block(user=ben, person=ada, now=NOW)
    find(ada)
    assert find(ben) is not None
    look(NOW + 10 * DAY)
    assert not Game.objects.exists()


def test_a_block_made_while_both_wait_counts(people):
    ada, ben = people("Ada", "Ben")
    rate(ada, 1500)
    rate(ben, 1700)
    find(ada)
    find(ben)
    bonds.block(user=ada, person=ben, now=NOW)
    look(NOW + 10 * DAY)
    assert Wish.objects.count() == 2


def test_people_whose_names_look_alike_are_not_paired(people):
    ada, other, ben = people("Ada", "Other", "Ben")
    User.objects.filter(pk=other.pk).update(nickname="Аda")  # with a Cyrillic letter
    find(ada)
    assert find(other) is not None
    assert find(ben) is None  # the first one in line
    assert people_at(Game.objects.get()) == {"Ada", "Ben"}


@pytest.mark.both_databases
def test_the_last_opponents_come_later(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    find(ada)
    find(ben)
    games.resign_game(public_id=Game.objects.get().public_id, player=ada)
    find(ada)
    assert find(ben) is not None
    assert find(cleo) is None
    assert people_at(Game.objects.latest("pk")) == {"Ada", "Cleo"}


def test_last_opponents_meet_again_after_a_patient_wait(people):
    ada, ben = people("Ada", "Ben")
    find(ada)
    find(ben)
    games.resign_game(public_id=Game.objects.get().public_id, player=ada)
    find(ada)
    find(ben)
    for hours in range(1, 48):
        look(NOW + timedelta(hours=hours))
    assert Game.objects.count() == 2


def test_guests_play_unrated_with_everybody_who_does(people, guest):
    (ada,) = people("Ada")
    find(ada, rated=False)
    assert find(guest("Zoe"), rated=True) is None
    game = Game.objects.get()
    assert not game.rated
    assert people_at(game) == {"Ada", "Zoe"}


def test_programs_meet_programs_only(people):
    ada, bot, other = people("Ada", "Bot", "Other")
    User.objects.filter(pk__in=[bot.pk, other.pk]).update(is_program=True)
    find(ada)
    assert find(User.objects.get(pk=bot.pk)) is not None
    assert find(User.objects.get(pk=other.pk)) is None
    assert people_at(Game.objects.get()) == {"Bot", "Other"}


# ---- One wish, one game ---------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_wish_for_any_game_waits_in_five_pools_and_gives_one_game(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    games = ("draw", "block", "pool", "muggins", "goat")
    played(ada, *games, "sausage")
    wish = find(ada, variant=ANY, seats=0)
    pools = set(Seek.objects.values_list("pool", flat=True))
    assert pools == {f"{game}-2-usual-rated" for game in games}
    assert wish is not None
    assert find(ben, variant="block") is None
    assert find(cleo, variant="draw") is not None
    assert people_at(Game.objects.get()) == {"Ada", "Ben"}


def test_two_who_want_any_game_get_one_together(people):
    ada, ben = people("Ada", "Ben")
    played(ada, "block", "draw")
    played(ben, "muggins", "draw")
    find(ada, variant=ANY, seats=0)
    assert find(ben, variant=ANY, seats=0) is None
    assert Game.objects.count() == 1
    assert not Wish.objects.exists()


def test_a_person_waits_once_in_a_pool_and_in_five_at_most(people):
    (ada,) = people("Ada")
    find(ada)
    with pytest.raises(refusals.NotNow) as again:
        find(ada)
    assert again.value.code == "seeking"
    for variant in ("draw", "block", "goat", "sausage"):
        find(ada, variant=variant)
    with pytest.raises(refusals.NotNow) as one_more:
        find(ada, variant="pool")
    assert one_more.value.code == "too_many_seeks"
    assert Seek.objects.count() == 5


@pytest.mark.parametrize(
    ("wanted", "code"),
    [({"variant": "chess"}, "unknown_variant"), ({"seats": 5}, "bad_seats"), ({"seats": 9}, "bad_seats")],
)
def test_a_game_that_has_no_pool_is_refused(people, wanted, code):
    (ada,) = people("Ada")
    with pytest.raises(refusals.Unreadable) as refused:
        find(ada, **wanted)
    assert refused.value.code == code


def test_an_ended_wish_finds_nobody(people):
    ada, ben = people("Ada", "Ben")
    wish = find(ada)
    assert wish is not None
    assert actions.end_wish(player=ada, wish_id=wish.pk, now=NOW)
    assert not actions.end_wish(player=ada, wish_id=wish.pk, now=NOW)
    assert find(ben) is not None


def test_nobody_ends_the_wish_of_another(people):
    ada, ben = people("Ada", "Ben")
    wish = find(ada)
    assert wish is not None
    assert not actions.end_wish(player=ben, wish_id=wish.pk, now=NOW)
    assert Wish.objects.filter(player=ada).exists()


@pytest.mark.both_databases
def test_a_wish_ends_after_14_days_with_a_notification(people):
    (ada,) = people("Ada")
    find(ada)
    look(NOW + 14 * DAY - HOUR)
    assert Wish.objects.exists()
    look(NOW + 14 * DAY + HOUR)
    assert not Wish.objects.exists()
    assert Notice.objects.get(player=ada).words["seek"] == "alone"


def test_nobody_looks_for_a_game_with_forty(people, monkeypatch):
    monkeypatch.setattr("games.queries.MOST_GAMES", 2)
    ada, ben = people("Ada", "Ben")
    find(ada)
    for _ in range(2):
        create_game(creator=ada, variant="block")
    assert find(ben) is not None  # Ada's wish isn't taken any more
    look(NOW)
    assert not Wish.objects.filter(player=ada).exists()
    assert Notice.objects.get(player=ada).words["seek"] == "games"
    with pytest.raises(refusals.NotNow) as refused:
        find(ada)
    assert refused.value.code == "too_many_games"


@pytest.mark.both_databases
def test_a_deleted_account_waits_for_nothing(people):
    ada, ben = people("Ada", "Ben")
    find(ada)
    delete_account(user=ada, now=NOW)
    assert not Wish.objects.exists()
    assert find(ben) is not None


def test_a_guest_who_logs_in_brings_found_games_and_no_searches(people, guest):
    ada, ben = people("Ada", "Ben")
    zoe = guest("Zoe")
    find(zoe, rated=False)
    find(ada, rated=False)
    find(zoe, variant="draw", rated=False)
    Declined.objects.create(player=zoe, at=NOW)
    MatchingOfPeople().merged(guest=zoe, account=ben)
    assert not Wish.objects.exists()
    assert set(Found.objects.values_list("player__nickname", flat=True)) == {"Ada", "Ben"}
    assert queries.declines(ben, NOW) == 1


def test_a_guest_and_their_account_who_were_found_for_one_game_count_once_in_it(people, guest):
    ada, ben = people("Ada", "Ben")
    zoe = guest("Zoe")
    find(zoe, rated=False)
    find(ada, rated=False)
    Found.objects.create(player=ben, game=Found.objects.get(player=zoe).game, pool="block", wish=0, waited=7, at=NOW)
    MatchingOfPeople().merged(guest=zoe, account=ben)
    assert sorted(Found.objects.values_list("player__nickname", flat=True)) == ["Ada", "Ben"]


# ---- Three and four -------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_four_fill_a_table_and_the_sides_are_even(people):
    players = people("Ada", "Ben", "Cleo", "Dan")
    for player, rating in zip(players, (1440, 1470, 1500, 1530), strict=True):
        rate(player, rating, "goat")
    for player in players[:3]:
        assert find(player, variant="goat", seats=4) is not None
    assert find(players[3], variant="goat", seats=4) is None
    game = Game.objects.get()
    assert game.rules.pairs
    assert game.misses == "computer"
    sides: dict[int, set[str]] = {}
    for side, name in game.seats.values_list("side", "player__nickname"):
        sides.setdefault(side, set()).add(name)
    assert sorted(map(sorted, sides.values())) == [["Ada", "Dan"], ["Ben", "Cleo"]]


def test_after_a_day_the_first_in_line_lets_computers_in(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    first = find(ada, variant="goat", seats=4)
    second = find(ben, NOW + HOUR, variant="goat", seats=4)
    assert first is not None
    assert second is not None

    def let_in(player: User, wish: Wish, now) -> None:
        actions.let_computers_in(player=player, wish_id=wish.pk, level="casual", now=now)

    for player, wish, now in (
        (ada, first, NOW + 23 * HOUR),
        (ben, second, NOW + 2 * DAY),
        (cleo, first, NOW + 2 * DAY),
    ):
        with pytest.raises(refusals.NotNow) as refused:
            let_in(player, wish, now)
        assert refused.value.code == "not_first"
    let_in(ada, first, NOW + 25 * HOUR)
    game = Game.objects.get()
    assert (game.status, game.rated) == ("playing", False)
    assert {"Ada", "Ben"} < people_at(game)
    assert Seat.objects.filter(game=game, player__bot_level="casual").count() == 2
    assert not Wish.objects.exists()


# ---- Open games -----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_wish_joins_an_open_game_that_fits(people):
    ada, ben = people("Ada", "Ben")
    game = fitting_open_game(ada)
    assert find(ben) is None
    game.refresh_from_db()
    assert game.status == "playing"
    assert people_at(game) == {"Ada", "Ben"}
    assert Found.objects.get().player == ben
    assert set(Notice.objects.values_list("player__nickname", flat=True)) == {"Ada", "Ben"}


@pytest.mark.parametrize(
    "other",
    [
        {"variant": "draw"}, {"rated": False}, {"visibility": "link"}, {"turn_seconds": 600}, {"turn_seconds": 604_800},
        {"seats": 3}, {"options": {"hand": 5}}, {"options": {"end": "target:500"}},
        {"lasts_seconds": 30 * 86_400}, {"last_moment": timedelta(days=30)},
    ],
    ids=["game", "rating", "private", "live", "slow", "seats", "rules", "length", "time limit", "end time"],
)  # fmt: skip
def test_a_wish_joins_no_other_open_game(people, other):
    ada, ben = people("Ada", "Ben")
    if "last_moment" in other:
        other = {"last_moment": timezone.now() + other["last_moment"]}
    fitting_open_game(ada, **other)
    assert find(ben) is not None


@pytest.mark.parametrize(
    ("seconds", "pace"),
    [(12 * 3_600, Pace.BRISK), (12 * 3_600 + 1, Pace.USUAL), (2 * 86_400, Pace.USUAL), (2 * 86_400 + 1, None)],
)
def test_a_game_has_the_pace_to_which_its_time_per_move_comes_nearest(seconds, pace):
    assert pace_of(TimeControl(Clock.TURN, seconds)) is pace


def test_a_wish_joins_no_open_game_of_somebody_far_stronger_or_blocked(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    rate(ada, 2000)
    rate(ben, 1500)
    fitting_open_game(ada)
    bonds.block(user=cleo, person=ben, now=NOW)
    fitting_open_game(cleo)
    assert find(ben) is not None


def test_a_new_open_game_is_joined_by_somebody_who_waits(people):
    ada, ben = people("Ada", "Ben")
    find(ben)
    game = fitting_open_game(ada)
    look(NOW + HOUR)
    game.refresh_from_db()
    assert game.status == "playing"
    assert not Wish.objects.exists()


# ---- Standing orders ------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_standing_order_keeps_somebody_at_two_games(people):
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    wanted = Wanted(Pace.USUAL, rated=True, variant="muggins", seats=2)
    actions.order(player=ada, wanted=wanted, games=2, now=NOW)
    look_at_orders(NOW)
    assert Wish.objects.get().player == ada
    find(ben)
    look_at_orders(NOW + HOUR)
    find(cleo)
    look_at_orders(NOW + 2 * HOUR)
    assert Game.objects.filter(status="playing").count() == 2
    assert not Wish.objects.exists()
    game = Game.objects.filter(seats__player=ben).get()
    games.resign_game(public_id=game.public_id, player=ada)
    queues.drain(ends, NOW + 365 * DAY)
    look_at_orders(NOW + 365 * DAY)
    assert Wish.objects.get().player == ada
    find(dan, NOW + 365 * DAY)
    assert Game.objects.filter(status="playing", seats__player=ada).count() == 2


def test_an_order_of_no_games_ends_it(people):
    (ada,) = people("Ada")
    wanted = wanted_by()
    actions.order(player=ada, wanted=wanted, games=2, now=NOW)
    actions.order(player=ada, wanted=wanted, games=0, now=NOW)
    assert not StandingOrder.objects.exists()
    for games_, pace, code in ((11, Pace.USUAL, "bad_number"), (2, Pace.LIVE, "bad_pace")):
        with pytest.raises(refusals.Unreadable) as refused:
            actions.order(player=ada, wanted=Wanted(pace, rated=True), games=games_, now=NOW)
        assert refused.value.code == code


def look_at_orders(now) -> None:
    queues.drain(orders, now)
