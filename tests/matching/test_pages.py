"""The page *Find a game* and its buttons."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game
from matching import queries, wish_words
from matching.followers import MatchingAfterMove, MatchingOfPeople
from matching.models import Declined, Found, Gathering, StandingOrder, Wish
from matching.pools import Pace, Pool
from tests.creating import create_game
from tests.matching.conftest import browser_of, find, people_at
from tests.pages.conftest import english_again, html_of, stranger, words_of  # noqa: F401

pytestmark = pytest.mark.django_db
WANTED = {"game": "muggins-2", "pace": "usual", "rated": "on"}
FIND = "/find-a-game/"


def look(browser, **wanted: str):
    return browser.post(FIND, WANTED | wanted)


def test_a_click_leads_to_the_game_or_to_the_search(people):
    ada, ben = map(browser_of, people("Ada", "Ben"))
    assert look(ada).headers["Location"] == FIND
    assert "You’re looking for" in words_of(ada.get(FIND))
    there = look(ben).headers["Location"]
    assert there == Game.objects.get().get_absolute_url()
    page = words_of(ada.get(FIND))
    assert "We found you a game: Muggins (All Fives)" in page
    assert f'data-found="{there}"' in ada.get(FIND).content.decode()


def test_a_stranger_becomes_a_guest_who_plays_unrated(stranger):  # noqa: F811
    answer = stranger.post(FIND, {"game": "", "pace": "live", "name": "Zoe", "rated": "on"})
    assert answer.headers["Location"] == FIND
    wish = Wish.objects.get()
    assert (wish.player.nickname, wish.player.is_guest, wish.rated, wish.pace) == ("Zoe", True, False, "live")


def test_a_stranger_can_log_in_to_play_rated_and_comes_back(stranger):  # noqa: F811
    page = html_of(stranger.get(f"{FIND}?game=goat-4"))
    assert 'href="/accounts/login/?next=%2Ffind-a-game%2F%3Fgame%3Dgoat-4">Log in</a> to play rated' in page


def test_a_new_account_gets_no_rated_game_that_it_may_not_know(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    page = browser.get(FIND)
    for form in (page.context["form"], page.context["order_form"]):
        assert "" not in dict(form.fields["game"].choices)
        assert form["game"].value() == "draw-2"
    assert "When you’ve played a game here, you can also look for any" in words_of(page)
    for path, sent in ((FIND, {"game": ""}), ("/find-a-game/order/", {"order-pace": "usual", "order-games": "3"})):
        assert "You haven’t played a game here yet. Choose one." in words_of(
            browser.post(path, WANTED | sent, follow=True)
        )
    assert not Wish.objects.exists()
    assert not StandingOrder.objects.exists()
    create_game(creator=ada, variant="goat", seats=2)
    assert dict(browser.get(FIND).context["form"].fields["game"].choices)[""] == "Any of my games"
    assert "“Any” means one of these: Goat (Kozel)." in words_of(browser.get(FIND))
    look(browser, game="")
    assert [seek.pool for seek in Wish.objects.get().seeks.all()] == ["goat-2-usual-rated"]


def test_the_page_says_how_we_tell_that_a_game_begins(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    assert "only pages of this site will tell you" in words_of(browser.get(FIND))
    EmailAddress.objects.create(user=ada, email="ada@example.com", verified=True, primary=True)
    assert "We’ll tell you when the game begins: Daily email." in words_of(browser.get(FIND))


@pytest.mark.parametrize("wrong", [{"game": "chess-2"}, {"pace": "slow"}, {"game": "muggins-7"}, {"pace": ""}])
def test_a_wrong_choice_is_said_and_changes_nothing(people, wrong):
    (ada,) = people("Ada")
    answer = look(browser_of(ada), **wrong)
    assert answer.status_code == 422
    assert not Wish.objects.exists()


def test_a_refusal_is_said_on_the_page(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    answer = look(browser)
    assert answer.status_code == 422
    assert "You’re already looking for this game." in words_of(answer).replace("'", "’")


def test_the_last_choice_is_kept_and_a_link_chooses_the_game(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    browser.post(FIND, {"game": "goat-4", "pace": "brisk"})
    form = browser.get(FIND).context["form"]
    assert {name: form[name].value() for name in ("game", "pace", "rated")} == {
        "game": "goat-4", "pace": "brisk", "rated": False,
    }  # fmt: skip
    assert browser.get(f"{FIND}?game=block-2").context["form"]["game"].value() == "block-2"


def test_a_search_ends_with_a_tap(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    browser.post("/find-a-game/end/", {"wish": Wish.objects.get().pk})
    assert not Wish.objects.exists()
    assert browser.post("/find-a-game/end/", {"wish": "x" * 30}).status_code == 302


def test_a_live_search_says_to_keep_the_page_open_and_its_sign_moves_the_time(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser, pace="live")
    assert "every page calls you, and you have a minute to come" in words_of(browser.get(FIND))
    before = Wish.objects.get().seen_at
    Wish.objects.update(seen_at=before - timedelta(minutes=1))
    sign = {"wish": Wish.objects.get().pk, "looks": "no"}
    answer = browser.post("/find-a-game/here/", sign, HTTP_ACCEPT="application/json")
    assert answer.json() == {"game": ""}
    assert Wish.objects.get().seen_at >= before


def test_a_gathering_shows_a_button_that_begins_the_game(people):
    players = people("Ada", "Ben")
    ada, ben = map(browser_of, players)
    for browser in (ada, ben):
        look(browser, pace="live")
    assert "We found you a game. Press the button within a minute" in words_of(ada.get(FIND))
    wishes = {wish.player: wish.pk for wish in Wish.objects.select_related("player")}
    ada.post("/find-a-game/here/", {"wish": wishes[players[0]]})
    assert "It begins when everybody is here." in words_of(ada.get(FIND))
    answer = ben.post("/find-a-game/here/", {"wish": wishes[players[1]]})
    assert answer.headers["Location"] == Game.objects.get().get_absolute_url()
    assert not Gathering.objects.exists()


def test_a_search_that_ended_leads_to_no_other_game(people):
    """The page of an ended search must not lead to the game that another search found."""
    ada, ben = people("Ada", "Ben")
    first, second = find(ada, timezone.now(), variant="draw"), find(ada, timezone.now())
    find(ben, timezone.now())
    assert first is not None
    assert second is not None
    browser = browser_of(ada)
    browser.post("/find-a-game/end/", {"wish": first.pk})
    answers = [browser.post("/find-a-game/here/", {"wish": wish.pk}) for wish in (first, second)]
    assert [answer.headers["Location"] for answer in answers] == [FIND, Game.objects.get().get_absolute_url()]


def test_nobody_comes_to_the_gathering_of_another(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    for player in (ada, ben):
        find(player, timezone.now(), pace=Pace.LIVE)
    for wish in Wish.objects.all():
        browser_of(cleo).post("/find-a-game/here/", {"wish": wish.pk})
    assert not Game.objects.exists()
    assert not Wish.objects.filter(here=True).exists()


def test_the_page_warns_before_the_third_game_is_declined(people):
    ada, ben = people("Ada", "Ben")
    warning = "If you decline or miss this game, you can’t look for another for an hour."
    for player in (ada, ben):
        find(player, timezone.now(), pace=Pace.LIVE)
    for number in range(3):
        assert (warning in words_of(browser_of(ada).get(FIND))) is (number == 2)
        Declined.objects.create(player=ada, at=timezone.now())


def test_computers_take_free_seats_after_a_day(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser, game="goat-4")
    offer = "Let computers take the free seats (unrated)"
    assert offer not in words_of(browser.get(FIND))
    Wish.objects.update(since=timezone.now() - timedelta(hours=25))
    assert offer in words_of(browser.get(FIND))
    answer = browser.post("/find-a-game/computers/", {"wish": Wish.objects.get().pk, "level": "casual"})
    game = Game.objects.get()
    assert answer.headers["Location"] == game.get_absolute_url()
    assert len(people_at(game)) == 4


def test_after_a_live_search_a_standing_order_suggests_daily_games(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser, pace="live")
    page = browser.get(FIND)
    assert page.context["form"]["pace"].value() == "live"
    assert page.context["order_form"]["pace"].value() == "usual"


def test_a_standing_order_is_kept_shown_and_switched_off(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    order = {"order-game": "goat-2", "order-pace": "usual", "order-rated": "on", "order-games": "3"}
    browser.post("/find-a-game/order/", order)
    kept = StandingOrder.objects.get()
    assert (kept.variant, kept.seats, kept.pace, kept.rated, kept.games) == ("goat", 2, "usual", True, 3)
    assert browser.get(FIND).context["order_form"]["games"].value() == 3
    refused = browser.post("/find-a-game/order/", order | {"order-games": "50"})
    assert refused.status_code == 422
    assert "When you’ve played a game here, you can also" in words_of(refused)
    assert refused.context["order"].games == 3
    assert browser.post("/find-a-game/order/", order | {"order-pace": "live"}).status_code == 422
    browser.post("/find-a-game/order/", order | {"order-games": "0"})
    assert not StandingOrder.objects.exists()


# ---- The usual wait -------------------------------------------------------------------------------


MUGGINS = Pool("muggins", 2, Pace.USUAL, rated=True)


def waited(*seconds: int, pool: Pool = MUGGINS, days: int = 1) -> None:
    """Found games for which people have waited so long."""
    for each in seconds:
        host = User.objects.create(username=f"found{User.objects.count()}")
        game = create_game(creator=host, variant="muggins")
        Found.objects.create(game=game, pool=pool.key, wish=0, waited=each, at=timezone.now() - timedelta(days=days))


@pytest.mark.both_databases
def test_the_page_says_the_median_wait_of_thirty_days_of_those_who_waited(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    waited(0, 0, 0, 0, 2 * 3_600, 3 * 3_600, 90 * 3_600)
    waited(5, 5, 5, 5, 5, days=31)
    assert "People usually wait 3 hours here." in words_of(browser.get(FIND))


def test_a_pool_that_few_have_used_tells_the_wait_of_its_pace(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    waited(60, 60)
    waited(7_200, 7_200, 7_200, pool=Pool("goat", 2, Pace.USUAL, rated=False))
    assert "People usually wait 2 hours here." in words_of(browser.get(FIND))


def test_no_wait_is_told_where_nobody_has_waited(people):
    (ada,) = people("Ada")
    browser = browser_of(ada)
    look(browser)
    waited(0, 0, 0, 0)
    page = words_of(browser.get(FIND))
    assert "People usually wait" not in page
    assert "meanwhile" in page
    cache.clear()
    waited(20, 30, 40)
    assert "People usually wait a minute or two here." in words_of(browser.get(FIND))


# ---- On other pages -------------------------------------------------------------------------------


def test_home_leads_to_the_form_and_counts_searches(people):
    (ada,) = people("Ada")
    create_game(creator=ada, variant="block")
    browser = browser_of(ada)
    assert 'href="/find-a-game/"> Find a game </a>' in html_of(browser.get("/"))
    look(browser)
    page = browser.get("/")
    assert "You’re looking for 1 game" in words_of(page)
    assert 'class="button" href="/find-a-game/"' in html_of(page)


@pytest.mark.parametrize("path", ["/", "/lobby/"])
def test_a_stranger_finds_the_way_to_a_game(stranger, path):  # noqa: F811
    assert 'href="/find-a-game/">Find a game</a>' in html_of(stranger.get(path))


def test_every_open_page_calls_somebody_to_their_game_until_they_have_seen_it(people):
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    desk = MatchingAfterMove().desk
    find(ada, timezone.now())
    assert desk(ada.pk) == {}
    find(ben, timezone.now())
    game = Game.objects.get()
    text, url = "We found you a game. It has begun.", game.get_absolute_url()
    assert desk(ada.pk) == {"alert": {"text": text, "url": url, "rings": True}}
    User.objects.filter(pk=ada.pk).update(language="de")
    with translation.override("fr"):  # of the other player, whose request calls her
        assert desk(ada.pk)["alert"]["text"] == "Wir haben eine Partie für dich gefunden. Sie hat begonnen."
        assert desk(ben.pk)["alert"]["text"] == text
    game.seats.filter(player=ada).update(seen_version=1)
    assert desk(ada.pk) == {}
    for player in (cleo, dan):
        find(player, timezone.now(), pace=Pace.LIVE)
    call = desk(cleo.pk)["alert"]
    assert (call["url"], 50 < call["seconds"] <= 60) == (FIND, True)  # a live game waits for a minute
    Wish.objects.filter(player=cleo).update(here=True)
    assert desk(cleo.pk) == {}


def test_my_data_has_searches_found_games_and_the_order(people):
    ada, ben = people("Ada", "Ben")
    find(ada, timezone.now())
    record = MatchingOfPeople().on_record(ada)
    assert [each["variant"] for each in record["seeks"]] == ["muggins"]
    find(ben, timezone.now())
    record = MatchingOfPeople().on_record(ada)
    assert record["seeks"] == []
    assert [each["id"] for each in record["found_games"]] == [Game.objects.get().public_id]
    assert wish_words.mine(ada).found == queries.just_found(ada, timezone.now())
