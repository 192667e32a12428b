"""The pages of an evening: two taps to create it, where everybody goes, and the big screen."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from accounts import farewell
from accounts.models import User
from games import actions
from games.models import Game
from notices.models import Notice
from rulebook import choices
from sharing.models import Picture
from tests.conftest import a_minute_later
from tests.tournaments.world import World
from tournaments.entries import withdrawing
from tournaments.life import beginning
from tournaments.models import Entry, Round, Tournament
from tournaments.pages import evening_now
from tournaments.queries import OnPodium

pytestmark = pytest.mark.django_db
EVENING = {
    "format": "swiss", "pace": "minute", "minutes": 20, "rounds": 3, "deals": 1, "round_days": 1, "most": 256,
    "variant": "muggins",
}  # fmt: skip


def browser_of(user) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def text_of(page) -> str:
    return " ".join(strip_tags(page.content.decode()).split())


def evening(world: World, **terms) -> Tournament:
    return world.open(**(EVENING | {"entries_end": world.now + timedelta(minutes=5)} | terms))


def begun(world: World, number: int, **terms) -> tuple[Tournament, list[User]]:
    there, people = evening(world, **terms), world.people(number)
    world.enter(there, people)
    world.wait(minutes=6)
    world.wait(seconds=5)  # games begin one after the other
    there.refresh_from_db()
    assert there.is_running
    return there, people


def no_more(player: User, there: Tournament) -> bool:
    """Whether the page says so to this player."""
    return "No more games begin" in text_of(browser_of(player).get(there.get_absolute_url()))


def asks(browser: Client, there: Tournament) -> dict[str, str]:
    return browser.get(f"{there.get_absolute_url()}now/").json()


# ---- Two taps ------------------------------------------------------------------------------------


def test_an_evening_takes_one_button_and_no_confirmed_address(world: World):
    (captain,) = world.people(1)
    browser = browser_of(captain)
    page = browser.get("/tournaments/evening/")
    assert "Create the evening" in text_of(page)
    answer = browser.post("/tournaments/evening/", {})
    made = Tournament.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.is_evening, made.format, made.minutes, made.pace, made.rated) == (True, "arena", 90, "minute", False)
    assert (made.entering, made.made_by) == ("link", captain)
    assert made.entries_end == world.now + timedelta(minutes=5)


def test_the_sentence_says_what_it_will_be_in_the_readers_time_zone(world: World):
    asked = {"variant": "muggins", "when": "eight", "zone": "America/Havana", "minutes": "90"}
    said = Client().get("/tournaments/evening/takes/", asked).content.decode()
    assert said == (
        "Muggins (All Fives), live, Tue 1 Dec from 20:00 to 21:30. Anyone with the link can play, also without an "
        "account. Unrated."
    )


@pytest.mark.parametrize(("hour", "day"), [(12, 1), (19, 1), (20, 2), (23, 2)])
def test_eight_is_tonight_until_shortly_before_it(world: World, hour, day):
    world.now = datetime(2026, 12, 1, hour, 55, 40, tzinfo=UTC)
    (captain,) = world.people(1)
    browser_of(captain).post("/tournaments/evening/", {"when": "eight"})
    made = Tournament.objects.get()
    assert made.entries_end == datetime(2026, 12, day if hour != 19 else 2, 20, 0, 40, tzinfo=UTC)


@pytest.mark.parametrize(("hour", "minute"), [(0, 58), (1, 30)])
def test_five_minutes_are_five_minutes_when_the_clocks_change(world: World, hour, minute):
    """In Berlin, 2:58 and 2:30 come twice that day."""
    world.now = datetime(2026, 10, 25, hour, minute, tzinfo=UTC)
    browser = browser_of(*world.people(1))
    for when in ("5", "eight"):
        browser.post("/tournaments/evening/", {"zone": "Europe/Berlin", "when": when})
    begin = list(Tournament.objects.order_by("pk").values_list("entries_end", flat=True))
    assert begin == [world.now + timedelta(minutes=5), datetime(2026, 10, 25, 19, tzinfo=UTC)]


def test_a_swiss_fits_its_rounds_into_the_evening(world: World):
    (captain,) = world.people(1)
    browser_of(captain).post("/tournaments/evening/", {"how": "swiss", "minutes": "60", "variant": "muggins"})
    made = Tournament.objects.get()
    assert 3 <= made.rounds <= 9
    assert made.rounds * made.minutes <= 60


def test_every_game_makes_an_evening_or_says_why_not(world: World):
    browser = Client()
    for how in ("arena", "swiss"):
        for variant in choices.catalogue():
            said = browser.get("/tournaments/evening/takes/", {"variant": variant, "how": how}).content.decode()
            assert said
            assert "Unrated" in said or "minutes" in said, (variant, said)


def test_an_evening_for_everyone_asks_who_makes_it(world: World):
    (captain,) = world.people(1)
    answer = browser_of(captain).post("/tournaments/evening/", {"entering": "open"})
    assert answer.status_code == 422
    assert "Confirm your email address first." in text_of(answer)
    assert not Tournament.objects.exists()


def test_a_fourth_evening_waits(world: World):
    (captain,) = world.people(1)
    browser = browser_of(captain)
    for _ in range(4):
        browser.post("/tournaments/evening/", {})
    assert Tournament.objects.count() == 3
    assert "already run three" in text_of(browser.get("/tournaments/evening/"))


def test_guests_create_none_and_odd_answers_break_nothing(world: World):
    assert Client().post("/tournaments/evening/", {}).status_code == 302
    assert not Tournament.objects.exists()
    (captain,) = world.people(1)
    browser = browser_of(captain)
    for odd in ({"variant": "\x00"}, {"when": "7"}, {"minutes": "-1"}, {"pace": "usual"}, {"how": "cup"}):
        assert browser.post("/tournaments/evening/", odd).status_code == 422
    assert browser.get("/tournaments/evening/?again=%00&variant=%00").status_code == 200
    assert browser.post("/tournaments/evening/", {"zone": "Mars/Olympus"}).status_code == 302


# ---- Its page ------------------------------------------------------------------------------------


def test_a_guest_is_in_with_one_tap_and_the_maker_starts(world: World):
    (captain, ben) = world.people(2)
    there = evening(world, entering="link", made_by=captain)
    page = text_of(Client().get(there.get_absolute_url()))
    assert "Nobody yet" in page
    assert "0 days" not in page
    phone = Client()
    phone.post(f"{there.get_absolute_url()}enter/", {"name": "Grandma"})
    world.enter(there, [captain])
    maker = browser_of(captain)
    assert "1 more player, and you can start." in text_of(maker.get(there.get_absolute_url()))
    world.enter(there, [ben])
    page = text_of(maker.get(there.get_absolute_url()))
    assert "Grandma" in page
    assert "Start now" in page
    assert "Start now" not in text_of(phone.get(there.get_absolute_url()))
    browser_of(ben).post(f"{there.get_absolute_url()}start/")
    world.work()
    there.refresh_from_db()
    assert there.is_open
    maker.post(f"{there.get_absolute_url()}start/")
    world.work()
    there.refresh_from_db()
    assert there.is_running


def test_everybody_is_sent_to_their_game_and_strangers_nowhere(world: World):
    there, people = begun(world, 4)
    for player in people:
        game = Game.objects.get(seats__player=player)
        asked = asks(browser_of(player), there)
        assert asked["go"] == game.get_absolute_url()
        page = text_of(browser_of(player).get(there.get_absolute_url()))
        assert "Your game against" in page
        assert "Go to the game" in page
    assert asks(Client(), there)["go"] == ""


def test_the_odd_one_reads_that_they_sit_out(world: World):
    there, people = begun(world, 3)
    said = [text_of(browser_of(each).get(there.get_absolute_url())) for each in people]
    assert sum("You sit this round out. The next round begins within" in each for each in said) == 1


def test_those_who_are_knocked_out_wait_for_nothing(world: World):
    there, people = begun(world, 4, format="knockout", rounds=0)
    for player in people[2:]:
        actions.resign_game(public_id=Game.objects.get(seats__player=player).public_id, player=player)
    world.wait(seconds=1)
    world.wait(seconds=1)
    assert [no_more(each, there) for each in people] == [False, False, True, True]


@pytest.mark.parametrize("terms", [{"format": "swiss"}, {"format": "round_robin", "most": 12}])
def test_the_last_round_promises_no_other_one(world: World, terms):
    there, people = begun(world, 5, rounds=3, **terms)
    Tournament.objects.update(round=(last := 3 if there.format == "swiss" else 5))
    Round.objects.update(number=last)
    free = next(each for each in people if not Game.objects.filter(seats__player=each).exists())
    assert [no_more(each, there) for each in people] == [each == free for each in people]


def test_a_break_an_absence_and_coming_back_have_one_button(world: World):
    there, people = begun(world, 3)
    free = next(each for each in people if not Game.objects.filter(seats__player=each).exists())
    browser = browser_of(free)
    browser.post(f"{there.get_absolute_url()}pause/", {"paused": "yes"})
    page = text_of(browser.get(there.get_absolute_url()))
    assert "You’re taking a break" in page
    assert "I’m here" in page
    Entry.objects.filter(members__player=free).update(state="absent", absent_in=1)
    assert "You missed a game" in text_of(browser.get(there.get_absolute_url()))
    browser.post(f"{there.get_absolute_url()}pause/", {"paused": "no"})
    assert Entry.objects.get(members__player=free).state == "in"
    browser.post(f"{there.get_absolute_url()}leave/")
    assert "I’m in" in text_of(browser.get(there.get_absolute_url()))
    browser.post(f"{there.get_absolute_url()}enter/")
    assert Entry.objects.get(members__player=free).state == "in"


def test_pages_of_a_crowd_ask_less_often(world: World, monkeypatch: pytest.MonkeyPatch):
    there, (ada, *_others) = begun(world, 4)
    for crowd, every in ((5, 5), (4, 10)):
        monkeypatch.setattr(evening_now, "CROWD", crowd)
        assert f'data-every="{every}"' in browser_of(ada).get(there.get_absolute_url()).content.decode()


def test_the_edition_changes_with_what_the_page_shows_and_not_with_time(world: World):
    there, people = begun(world, 4)
    browser = browser_of(people[0])
    first = asks(browser, there)
    world.now += timedelta(seconds=3)
    assert asks(browser, there) == first
    game = Game.objects.get(seats__player=people[0])
    while game.status == Game.Status.PLAYING:
        world.move(game.public_id)
        game.refresh_from_db()
    world.work()
    after = asks(browser, there)
    assert after["go"] == ""
    assert after["edition"] != first["edition"]


def test_the_board_leads_back_to_the_evening(world: World):
    there, people = begun(world, 4)
    game = Game.objects.get(seats__player=people[0])
    page = browser_of(people[0]).get(game.get_absolute_url()).content.decode()
    assert re.search(rf'<a href="{there.get_absolute_url()}"\s+data-evening>', page)


def test_the_end_has_places_a_picture_and_the_same_again(world: World):
    there, people = begun(world, 3, entering="link")
    withdrawing.leave(public_id=there.public_id, player=people[1], now=world.now)
    world.until(lambda: Tournament.objects.get().over_at is not None, hours=0.01)
    browser = browser_of(people[0])
    answer = browser.get(there.get_absolute_url())
    page = text_of(answer)
    place = Entry.objects.get(members__player=people[0]).place
    assert f"You took place {place} of 3." in page
    assert set(Notice.objects.filter(words__about="over").values_list("words__of", flat=True)) == {3}
    assert "Next evening: the same again" in page
    picture = re.search(r'href="[^"]*(/pictures/en/tournaments/[^"]+\.png)"', answer.content.decode())
    assert picture is not None
    drawn = Client().get(picture[1])
    assert drawn.status_code == 200
    assert drawn["Content-Type"] == "image/png"
    assert Picture.objects.count() == 1
    winner = Entry.objects.get(place=1).members.get().player
    farewell.delete_account(user=next(each for each in people if each == winner), now=world.now)
    assert not Picture.objects.exists()  # it named them


def test_the_same_again_fills_the_form(world: World):
    there = evening(world, entering="link", pace="minutes")
    (captain,) = world.people(1)
    form = browser_of(captain).get(f"/tournaments/evening/?again={there.public_id}").content.decode()
    for value in ("swiss", "minutes", "link", "60"):
        assert re.search(rf'value="{value}"[^>]*checked', form), value
    assert 'value="muggins" selected' in form


def test_a_podium_of_deleted_players_has_no_names():
    assert OnPodium(1, 1, []).names == "Deleted player"


# ---- The big screen ------------------------------------------------------------------------------


def test_the_screen_costs_six_statements_however_many_play(world: World):
    costs = []
    for number in (4, 40):
        there, _people = begun(world, number)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = Client().get(f"{there.get_absolute_url()}screen/")
        assert page.status_code == 200
        costs.append(len(asked))
    assert costs == [6, 6]


def test_the_screen_shows_who_is_here_then_games_then_winners_and_no_hands(world: World):
    there, people = evening(world), world.people(3)
    screen = f"{there.get_absolute_url()}screen/"
    world.enter(there, people)
    assert "Player 0" in text_of(Client().get(screen))
    world.wait(minutes=6)
    game = Game.objects.first()
    page = Client().get(screen).content.decode()
    assert f'data-small-board="{game.public_id}"' in page
    board = Client().get(f"/api/v1/boards/?games={game.public_id}").json()["boards"][0]
    assert board["hand"] is None
    world.until(lambda: Tournament.objects.get().over_at is not None, hours=0.01)
    page = Client().get(screen).content.decode()
    assert "screen-podium" in page
    assert Client().get(f"{there.get_absolute_url()}qr/")["Content-Type"] == "image/svg+xml"
    assert Client().get(f"/t/{there.public_id}/")["Location"] == there.get_absolute_url()


# ---- Home and the list ---------------------------------------------------------------------------


def test_home_names_the_next_evening_for_everyone_and_where_i_play_first(world: World):
    a_minute_later()
    people = world.people(4)
    there = evening(world, entries_end=world.now + timedelta(hours=8))
    evening(world, entering="link", entries_end=world.now + timedelta(hours=1))
    stranger = text_of(Client().get("/"))
    assert "Tue 1 Dec, 20:00 UTC: Muggins (All Fives), live. Everyone is welcome. I’m in" in stranger
    assert "Everyone is welcome" in text_of(Client().get("/tournaments/"))
    world.enter(there, people)
    assert "To the evening" in text_of(browser_of(people[0]).get("/"))
    world.now = there.entries_end
    world.work()
    assert "Live now:" in text_of(browser_of(people[0]).get("/"))
    page = text_of(browser_of(people[0]).get("/tournaments/"))
    assert page.index("Live now:") < page.index("My tournaments")


def test_an_evening_that_is_far_is_in_the_list_alone(world: World):
    a_minute_later()
    evening(world, entries_end=world.now + timedelta(days=3))
    assert "Everyone is welcome" not in text_of(Client().get("/"))
    assert "Everyone is welcome" not in text_of(Client().get("/tournaments/"))


def test_only_makers_may_start(world: World):
    captain, ben = world.people(2)
    there = evening(world, made_by=captain, computers="casual")
    assert beginning.may_start(there, captain)
    assert not beginning.may_start(there, ben)
    world.enter(there, [ben])  # computers are the others
    assert "Start now" in text_of(browser_of(captain).get(there.get_absolute_url()))
