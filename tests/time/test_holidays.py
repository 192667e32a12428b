"""Vacations and quiet hours in the settings: booked, ended early, refused, and games that continue anyway."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import rest_actions
from accounts.models import User, Vacation
from common.refusals import NotNow
from games import actions, queries
from games.clocks import clock
from games.positions import memory
from tests.creating import create_game
from tests.pages.conftest import words_of
from tests.time.conftest import FRIDAY, days, hours, kyiv, rests

pytestmark = pytest.mark.django_db
PAGE, BOOK = "/settings/time/", "/settings/time/holiday/"
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


@pytest.fixture
def logged_in():
    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of


def kyivan(user: User) -> User:
    user.time_zone = "Europe/Kyiv"
    user.save(update_fields=["time_zone"])
    return user


def book(user, first, last, now=FRIDAY):
    return rest_actions.book_vacation(
        user=user, first=date.fromisoformat(first), last=date.fromisoformat(last), now=now
    )


def refused(user, first, last, now=FRIDAY):
    with pytest.raises(rest_actions.NotPossible) as error:
        book(user, first, last, now)
    return str(error.value)


# ---- Booking ----


def test_a_vacation_from_today_starts_now_and_ends_with_its_last_local_day(ada):
    vacation = book(kyivan(ada), "2026-11-20", "2026-11-26")
    assert (vacation.starts, vacation.ends) == (FRIDAY, kyiv("2026-11-27 00:00"))


def test_a_later_vacation_starts_with_its_first_day(ada):
    vacation = book(kyivan(ada), "2026-12-24", "2026-12-24")
    assert (vacation.starts, vacation.ends) == (kyiv("2026-12-24 00:00"), kyiv("2026-12-25 00:00"))


@pytest.mark.both_databases
def test_every_vacation_day_counts_against_a_yearly_allowance(ada):
    book(kyivan(ada), "2026-11-20", "2026-12-14")
    assert rest_actions.days_left(ada.rest, 2026) == 5
    assert "5 vacation days left in 2026" in refused(ada, "2026-12-20", "2026-12-25")
    book(ada, "2026-12-27", "2027-01-05")  # five days of this year, five of the next
    assert rest_actions.days_left(User.objects.get(pk=ada.pk).rest, 2026) == 0
    assert rest_actions.days_left(User.objects.get(pk=ada.pk).rest, 2027) == 25


@pytest.mark.both_databases
def test_ending_a_vacation_early_returns_the_unused_days(ada):
    vacation = book(kyivan(ada), "2026-11-20", "2026-12-09")
    assert rest_actions.days_left(ada.rest, 2026) == 10
    rest_actions.end_vacation(user=ada, vacation_id=vacation.pk, now=FRIDAY + days(2))
    assert rest_actions.days_left(User.objects.get(pk=ada.pk).rest, 2026) == 27
    later = book(ada, "2026-12-20", "2026-12-22", FRIDAY + days(3))
    rest_actions.end_vacation(user=ada, vacation_id=later.pk, now=FRIDAY + days(4))
    assert not Vacation.objects.filter(pk=later.pk).exists()


def test_invalid_vacations_are_refused_with_a_message(ada):
    kyivan(ada)
    assert "start in the past" in refused(ada, "2026-11-19", "2026-11-25")
    assert "start in the past" in refused(ada, "2026-11-25", "2026-11-24")
    assert "twelve months ahead" in refused(ada, "2027-12-01", "2027-12-02")
    assert "30 vacation days left in 2026" in refused(ada, "2026-11-20", "2026-12-20")
    book(ada, "2026-12-01", "2026-12-05")
    assert "already have a vacation on some of these days" in refused(ada, "2026-12-05", "2026-12-07")
    assert "already have a vacation on some of these days" in refused(ada, "2026-11-28", "2026-12-01")
    assert book(ada, "2026-12-06", "2026-12-07")


def test_vacation_days_start_in_the_players_time_zone(ada):
    ada.time_zone = "Pacific/Auckland"
    ada.save()
    late = datetime(2026, 11, 20, 12, tzinfo=UTC)  # already Saturday there
    assert "start in the past" in refused(ada, "2026-11-20", "2026-11-25", late)
    assert book(ada, "2026-11-21", "2026-11-21", late).starts == late


def test_vacations_of_others_cannot_be_ended(ada, ben):
    vacation = book(ada, "2026-11-20", "2026-11-22")
    assert rest_actions.end_vacation(user=ben, vacation_id=vacation.pk, now=FRIDAY) is False
    assert Vacation.objects.get() == vacation


@pytest.mark.both_databases
def test_booking_a_vacation_stops_the_clocks_and_cancelling_restores_them(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=3 * 86_400)
    mine = [ada, ben][memory.current(game.public_id).turn]
    vacation = book(mine, "2026-11-22", "2026-11-28")
    assert queries.find_game(game.public_id).deadline == FRIDAY + days(3) + days(7)
    rest_actions.end_vacation(user=mine, vacation_id=vacation.pk, now=FRIDAY + hours(1))
    assert queries.find_game(game.public_id).deadline == FRIDAY + days(3)


@pytest.mark.both_databases
@pytest.mark.parametrize("misses", ["out", "computer"])
def test_an_expired_turn_cannot_be_revived_by_resting(at, ada, ben, game_between, misses):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400, misses=misses)
    number = memory.current(game.public_id).turn
    mine, ends = kyivan([ada, ben][number]), FRIDAY + days(1)
    now = at(ends + hours(1))
    if misses == "computer":
        assert clock.sweep(now) == 1
    quiet = time(10), time(20)  # 13:00 in Kyiv, so all of their clocks are paused
    rest_actions.change_hours(user=mine, wanted=rest_actions.Hours("Europe/Kyiv", True, *quiet), now=now)
    book(mine, "2026-11-21", "2026-11-28", now)
    assert queries.find_game(game.public_id).deadline == ends
    if misses == "computer":
        with pytest.raises(NotNow, match="You ran out of time on this turn"):
            actions.come_back(public_id=game.public_id, player=mine)
    else:
        assert clock.sweep(now) == 1
        assert list(memory.current(game.public_id).frame.outcome.winners) == [1 - number]


# ---- The pages ----


@pytest.mark.both_databases
def test_the_confirmation_names_the_games_whose_clocks_continue(at, ada, ben, cleo, game_between, logged_in):
    strict = game_between(ada, ben, variant="draw", turn_seconds=86_400, pauses=False)
    fast = game_between(ada, cleo, variant="muggins", turn_seconds=3_600)
    game_between(ada, ben, variant="goat", turn_seconds=86_400)
    game_between(ada, ben, variant="sausage", clock="none")
    over = game_between(ada, ben, variant="sea_goat", turn_seconds=3_600)
    actions.resign_game(public_id=over.public_id, player=ada)
    answer = logged_in(ada).post(BOOK, {"first": "2026-11-20", "last": "2026-11-25"})
    page = words_of(answer)
    assert "Your clock keeps running in these 2 games:" in page
    assert "Draw Dominoes with Ben · 1 day per move" in page
    assert "Muggins (All Fives) with Cleo · 1 hour per move" in page
    assert "Your clock pauses in one game." in page
    for name in ("Goat with", "Sausage", "Sea Goat"):
        assert name not in page.partition("in these 2 games")[2].partition("If you run out")[0]
    assert strict.get_absolute_url() in answer.content.decode()
    assert fast.get_absolute_url() in answer.content.decode()
    assert not Vacation.objects.exists()


def test_only_a_confirmed_vacation_is_booked(at, ada, logged_in):
    client = logged_in(ada)
    client.post(BOOK, {"first": "2026-11-20", "last": "2026-11-25"})
    assert not Vacation.objects.exists()
    page = client.post(BOOK, {"first": "2026-11-20", "last": "2026-11-25", "sure": "1"}, follow=True)
    assert "Your vacation is booked." in words_of(page)
    assert "24 days left in 2026." in words_of(page)
    vacation = Vacation.objects.get()
    page = client.post(f"{BOOK}{vacation.pk}/end/", follow=True)
    assert "Your clocks are running again" in words_of(page)


def test_an_invalid_vacation_shows_an_error_and_keeps_the_dates(at, ada, logged_in):
    page = logged_in(ada).post(BOOK, {"first": "2026-11-01", "last": "2026-11-25", "sure": "1"})
    assert page.status_code == 422
    assert "A vacation can’t start in the past" in words_of(page)
    assert 'value="2026-11-25"' in page.content.decode()
    assert logged_in(ada).post(BOOK, {"first": "soon"}).status_code == 422


def test_the_page_needs_the_same_queries_with_two_and_with_thirty_games(at, ada, ben, game_between, logged_in):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    costs = []
    for number in (2, 28):
        for _ in range(number):
            game_between(ada, ben, variant="draw", turn_seconds=3_600)
        client = logged_in(ada)
        with CaptureQueriesContext(connection) as captured:
            client.post(BOOK, {"first": "2026-11-20", "last": "2026-11-25"})
        costs.append(len(captured))
    assert costs[0] == costs[1]


@pytest.mark.both_databases
def test_quiet_hours_are_stored_and_clocks_follow_them(at, ada, ben, game_between, logged_in):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    mine = [ada, ben][memory.current(game.public_id).turn]
    chosen = {"time_zone": "Europe/Kyiv", "weekend": "on", "quiet_from": "22:00", "quiet_to": "08:00"}
    page = logged_in(mine).post(PAGE, chosen, follow=True)
    assert "Saved." in words_of(page)
    mine.refresh_from_db()
    assert (mine.time_zone, mine.weekend_pause, str(mine.quiet_from), str(mine.quiet_to)) == (
        "Europe/Kyiv", True, "22:00:00", "08:00:00",
    )  # fmt: skip
    # Ten hours on Friday, fourteen on Monday.
    assert queries.find_game(game.public_id).deadline == kyiv("2026-11-23 22:00")


def test_a_page_that_was_opened_before_the_update_keeps_weekends_off(ada, logged_in):
    logged_in(ada).post(PAGE, {"time_zone": "Europe/Kyiv", "weekend_pause": "on"})
    ada.refresh_from_db()
    assert ada.weekend_pause


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"quiet_from": "08:00", "quiet_to": "21:00"}, "Quiet hours can last up to 12 hours"),
        ({"quiet_from": "08:00", "quiet_to": "08:00"}, "Quiet hours can last up to 12 hours"),
        ({"quiet_from": "08:00"}, "Give both a start and an end for your quiet hours"),
        ({"time_zone": "Mars/Olympus"}, "Choose a time zone from the list."),
    ],
)
def test_invalid_quiet_hours_are_refused_and_the_input_stays(ada, logged_in, wrong, sentence):
    page = logged_in(ada).post(PAGE, {"time_zone": "Europe/Kyiv", **wrong})
    assert page.status_code == 422
    assert sentence in words_of(page)
    ada.refresh_from_db()
    assert ada.time_zone == ""


@pytest.mark.both_databases
def test_changes_of_quiet_hours_are_limited(ada, logged_in):
    for hour in range(rest_actions.CHANGES):
        logged_in(ada).post(PAGE, {"time_zone": "UTC", "quiet_from": f"{hour:02}:00", "quiet_to": f"{hour + 9:02}:00"})
    page = logged_in(ada).post(PAGE, {"time_zone": "UTC", "quiet_from": "20:00", "quiet_to": "23:00"})
    assert "You’ve changed your quiet hours too often." in words_of(page)


def test_a_new_guest_gets_the_browsers_time_zone(ada, logged_in):
    stranger = Client()
    stranger.cookies["time_zone"] = "America/New_York"
    game = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link", "name": "Dora"}
    stranger.post("/new/", game)
    assert User.objects.get(nickname="Dora").time_zone == "America/New_York"
    client = logged_in(ada)
    client.cookies["time_zone"] = "Europe/Kyiv"
    assert client.get(PAGE).context["hours"]["time_zone"].value() == "Europe/Kyiv"
    client.cookies["time_zone"] = "<script>"
    assert client.get(PAGE).context["hours"]["time_zone"].value() == "UTC"


def test_a_stranger_sees_what_the_page_is_for(client):
    assert "Once you join a game" in words_of(client.get(PAGE))
    assert client.post(BOOK, {"first": "2026-11-20", "last": "2026-11-20", "sure": "1"}).status_code == 302
    assert not Vacation.objects.exists()


# ---- What opponents see ----


def test_opponents_see_the_end_of_a_vacation(at, ada, ben, game_between, logged_in):
    game_between(ada, ben, variant="draw")
    offer = create_game(creator=ben, variant="goat")
    rests(ben, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    assert "on vacation until 27 Nov" in words_of(logged_in(ada).get(offer.get_absolute_url()))
    assert "on vacation until 27 Nov" in words_of(logged_in(ada).get("/games/"))
