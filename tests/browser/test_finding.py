"""*Find a game* in two browsers: two who fit sit at a table, and a lone one plays a computer meanwhile."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import findings_in_looks, small_targets, too_wide

TABLE = re.compile(r"/g/[a-z0-9]+/$")
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
LAST_USED = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Browser
Browser.objects.filter(user={person}).update(last_used=timezone.now() - timedelta(minutes={minutes}))
"""
PATIENT = """
from datetime import timedelta
from django.db.models import F
from matching.models import Gathering
Gathering.objects.update(due=F("due") + timedelta(hours=1))
"""  # axe needs longer than a minute on a busy machine


@pytest.fixture
def pair(site):
    """Two accounts who have met nobody."""
    return site.seed(accounts=["Ada", "Ben"])["accounts"]


def find_a_game(page: Page, pace: str, game: str) -> None:
    page.locator("#find_game").select_option(label=game)
    page.get_by_role("group", name="Clock").get_by_role("radio", name=pace, exact=True).check()
    page.get_by_role("button", name=re.compile("^Find (a|another) game$")).click()


def waits(page: Page) -> None:
    expect(page.get_by_role("heading", name="You’re looking for")).to_be_visible()


def ends_every_search(page: Page) -> None:
    page.goto("/find-a-game/")
    page.get_by_role("button", name="End search").click()
    expect(page.get_by_role("heading", name="You’re looking for")).to_be_hidden()


@SIZES
@pytest.mark.core
def test_two_who_fit_sit_at_a_table(visit, site, pair, viewport):
    ada, ben = (visit(site, "/find-a-game/", person, viewport=viewport) for person in pair)
    find_a_game(ada, "Daily", "Sea Goat")
    waits(ada)
    find_a_game(ben, "Daily", "Sea Goat")
    for page in (ben, ada):  # who waited is taken there without a click
        expect(page).to_have_url(TABLE)
    assert ada.url == ben.url
    expect(ada.locator("#players")).to_contain_text("Ben")


def test_a_live_game_begins_when_both_look(visit, site, pair):
    ada, ben = (visit(site, "/find-a-game/", person) for person in pair)
    find_a_game(ada, "Live", "Dutch")
    waits(ada)
    find_a_game(ben, "Live", "Dutch")
    for page in (ben, ada):
        expect(page).to_have_url(TABLE)
    assert ada.url == ben.url


def test_somebody_on_another_page_is_called_to_a_live_game(visit, site):
    """With the scripts bundled as `make run` serves them: other pages have no table that some of them need."""
    ada, ben = (visit(site, "/find-a-game/", person) for person in site.seed(accounts=["Ada", "Ben"])["accounts"])
    find_a_game(ada, "Live", "Donkey (Osel)")
    waits(ada)
    ada.goto("/puzzles/")
    find_a_game(ben, "Live", "Donkey (Osel)")
    expect(ada.get_by_role("alert")).to_contain_text("A live game is waiting for you.")
    ada.get_by_role("link", name="Go there").click()
    for page in (ada, ben):
        expect(page).to_have_url(TABLE)


def test_a_lone_guest_plays_a_computer_meanwhile_and_the_search_stays(visit, site):
    zoe = visit(site, "/find-a-game/", viewport=PHONE)
    find_a_game(zoe, "Daily", "Telephone, fifths")
    waits(zoe)
    zoe.get_by_role("button", name=re.compile("^Play .+ meanwhile$")).click()
    expect(zoe).to_have_url(TABLE)
    expect(zoe.locator("#hand")).to_be_visible()
    ends_every_search(zoe)


def test_the_last_choice_is_kept(visit, site, pair):
    ada = visit(site, "/find-a-game/", pair[0])
    find_a_game(ada, "Brisk", "Donkey (Osel)")
    ends_every_search(ada)
    ada.goto("/find-a-game/")
    expect(ada.locator("#find_game")).to_have_value("donkey-2")
    expect(ada.get_by_role("radio", name="Brisk")).to_be_checked()


def fits_and_is_accessible(page: Page) -> None:
    assert (too_wide(page), small_targets(page)) == (0, []), page.url
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == [], page.url


@SIZES
def test_a_search_and_a_gathering_fit_the_screen_and_are_accessible(visit, site, pair, viewport):
    ada, ben = (visit(site, "/healthz", person, viewport=viewport) for person in pair)
    for page in (ada, ben):
        page.route("**/finding*.js", lambda route: route.abort())  # its players press the buttons themselves
        page.goto("/find-a-game/")
    find_a_game(ada, "Daily", "Austrian")
    waits(ada)
    fits_and_is_accessible(ada)
    ada.goto("/find-a-game/")
    find_a_game(ada, "Live", "Austrian")
    find_a_game(ben, "Live", "Austrian")
    site.manage("shell", "-v0", "-c", PATIENT)
    ada.reload()
    expect(ada.get_by_text("Press the button within a minute")).to_be_visible()
    fits_and_is_accessible(ada)
    for page in (ada, ben):
        page.get_by_role("button", name="I’m here").click()
    expect(ben).to_have_url(TABLE)
    ada.goto("/find-a-game/")
    expect(ada.get_by_text("We found you a game: Austrian")).to_be_visible()
    fits_and_is_accessible(ada)
    ends_every_search(ada)


@SIZES
def test_the_form_works_by_keyboard_alone(visit, site, viewport):
    (ada,) = site.seed(accounts=["Ada"])["accounts"]
    ada = visit(site, "/find-a-game/", ada, viewport=viewport)
    game = ada.locator("#find_game")
    for _ in range(60):
        ada.keyboard.press("Tab")
        if ada.evaluate("document.activeElement.id") == "find_game":
            break
    expect(game).to_be_focused()
    ada.keyboard.type("Jordanian")
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("radio", name="Daily")).to_be_focused()
    ada.keyboard.press("ArrowLeft")
    expect(ada.get_by_role("radio", name="Brisk")).to_be_checked()
    ada.keyboard.press("Tab")
    ada.keyboard.press("Space")  # unrated
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("button", name="Find a game")).to_be_focused()
    ada.keyboard.press("Enter")
    waits(ada)
    expect(ada.locator(".search")).to_contain_text("Brisk")
    expect(ada.locator(".search")).to_contain_text("unrated")
    ends_every_search(ada)


def offers_to_all(page: Page, game: str, **clock: str) -> str:
    """Create an open game for everybody, and return its address."""
    query = "".join(f"&{name}={value}" for name, value in clock.items())
    page.goto(f"/new/?visibility=public&variant={game}{query}")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")
    return page.url


def test_a_live_open_game_is_listed_only_while_its_host_is_here(visit, site, pair):
    ada, ben = (visit(site, "/find-a-game/", person) for person in pair)
    offers_to_all(ada, "egyptian", clock="120")
    ada.close()
    listed = ben.locator(".play-row", has_text="Ada")
    for minutes, number in ((0, 1), (3, 0), (1, 1)):
        site.manage("shell", "-v0", "-c", LAST_USED.format(person=pair[0]["id"], minutes=minutes))
        ben.goto("/lobby/?variant=egyptian&speed=fast")
        expect(listed).to_have_count(number)
    assert ben.evaluate("document.querySelector('.lobby-fold').open")
    for viewport in (PHONE, DESKTOP):
        ben.set_viewport_size(viewport)
        fits_and_is_accessible(ben)


@SIZES
def test_two_hosts_of_the_same_open_game_meet(visit, site, pair, viewport):
    ada, ben = (visit(site, "/find-a-game/", person, viewport=viewport) for person in pair)
    hers, his = (offers_to_all(page, "vietnamese") for page in (ada, ben))
    expect(ben.get_by_role("heading", name="Ada has the same game open")).to_be_visible()
    fits_and_is_accessible(ben)
    ben.get_by_role("button", name="Join Ada’s game").click()
    for page in (ben, ada):  # her page becomes the table by itself
        expect(page.locator("#view")).to_be_attached()
        assert page.url == hers
    ben.goto(his)
    expect(ben.get_by_role("heading", level=1)).to_have_text("This invitation was cancelled")
