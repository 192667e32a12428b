"""A tournament in three browsers: enter, play, be paired again, withdraw, win."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_pages import findings_in_looks, small_targets, too_wide
from tests.samples import some

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
TABLE = re.compile(r"/g/[a-z0-9]+/$")
MAKE = """
from datetime import timedelta
from django.utils import timezone
from tournaments.life import making
from tournaments.models import Tournament
now = timezone.now()
made = making.store(Tournament(
    name="{name}", format="{format}", seating="duel", variant="block", end="rounds:1", seats=2, pace="usual",
    rated=False, deals=2, round_days=21, group_size=6, at_once=1, least=2, most={most},
    entries_end=now + timedelta(days=3)), now)
print(made.public_id)
"""
BEGIN = """
from tournaments.models import Step, Tournament
from django.utils import timezone
Tournament.objects.filter(public_id="{tournament}").update(entries_end=timezone.now())
Step.objects.filter(tournament__public_id="{tournament}").update(due=timezone.now())
"""
GO_ON = """
from tournaments.models import Step
from django.utils import timezone
Step.objects.filter(tournament__public_id="{tournament}").update(due=timezone.now())
"""
LAST_DAY = """
from tournaments.models import Pairing, Step, Tournament
from games.models import Game
from django.utils import timezone
now = timezone.now()
Tournament.objects.filter(public_id="{tournament}").update(last_day=now)
Game.objects.filter(table_of__pairing__round__tournament__public_id="{tournament}").update(last_moment=now)
Step.objects.filter(tournament__public_id="{tournament}").update(due=now)
"""


@pytest.fixture
def people(site):
    return site.seed(accounts=["Ada", "Ben", "Cleo"])["accounts"]


def made(site, name: str, **terms: object) -> str:
    """Its id."""
    return site.manage(
        "shell", "-v0", "-c", MAKE.format(name=name, **({"format": "arena", "most": 50} | terms))
    ).strip()


def shown_after_a_while(page: Page, what: Locator) -> None:
    """The worker does something within seconds, and the page asks now and then: ask sooner."""
    for _ in range(60):
        try:
            expect(what).to_be_visible(timeout=1_000)
        except AssertionError:
            page.reload()
        else:
            return
    expect(what).to_be_visible()


def resigns(page: Page, game: str) -> None:
    headers = {"X-CSRFToken": next(each["value"] for each in page.context.cookies() if each["name"] == "csrftoken")}
    assert page.request.post(f"/api/v1/games/{game}/resign/", headers=headers).ok


def row_of(page: Page, name: str) -> Locator:
    """Their line in the standings."""
    return page.get_by_role("row").filter(has_text=name)


@SIZES
def test_enter_play_be_paired_again_withdraw_and_win(visit, site, people, viewport):
    arena = made(site, "The arena")
    address = f"/tournaments/{arena}/"
    ada, ben, cleo = (visit(site, "/tournaments/", person, viewport=viewport) for person in people)

    def enters(page: Page) -> None:
        page.locator(f"a[href='{address}']").click()
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_text("You’re in", exact=True)).to_be_visible()

    enters(ada), enters(ben)
    site.manage("shell", "-v0", "-c", BEGIN.format(tournament=arena))
    games = ada.locator(".pairing", has_text="Ben").get_by_role("link", name="Game")
    shown_after_a_while(ada, games.nth(1))
    ada.get_by_role("link", name="Game 1").click()
    expect(ada).to_have_url(TABLE)
    expect(ada.locator(".tournament-of")).to_contain_text("The arena")
    ada.goto(address)
    expect(games).to_have_count(2)
    for n in range(2):
        resigns(ben, games.nth(n).get_attribute("href").split("/")[2])
    shown_after_a_while(ada, row_of(ada, "Ada").filter(has_text="2"))
    cleo.reload()
    enters(cleo)
    site.manage("shell", "-v0", "-c", GO_ON.format(tournament=arena))
    shown_after_a_while(ada, ada.locator(".pairing", has_text="Cleo").get_by_role("link", name="Game").nth(1))
    cleo.goto(address)
    cleo.locator("summary", has_text="Pause or leave").click()
    cleo.get_by_role("button", name="Leave the tournament").click()
    expect(cleo.get_by_text("You have left the tournament.")).to_be_visible()
    shown_after_a_while(ada, row_of(ada, "Ada").filter(has_text="4"))
    site.manage("shell", "-v0", "-c", LAST_DAY.format(tournament=arena))
    shown_after_a_while(ada, ada.get_by_text("ended"))
    expect(ada.locator(".tournament-winner")).to_contain_text("Ada")


@SIZES
def test_pages_of_tournaments_fit_the_screen_and_are_accessible(visit, site, people, viewport):
    cup = made(site, "The cup", format="cup", most=3)
    pages = [visit(site, f"/tournaments/{cup}/", person, viewport=viewport) for person in people]
    ada = pages[0]
    fits_and_is_accessible(ada)
    for page in pages:
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_text("You’re in", exact=True)).to_be_visible()
    shown_after_a_while(ada, ada.get_by_role("heading", name="My games"))
    theirs = ("/tournaments/{cup}/", "/tournaments/{cup}/round/1/1/", "/tournaments/", "/tournaments/new/")
    for address in some((*theirs, "/", "/games/"), 3, salt=str(viewport)):  # the last two say what waits in tournaments
        ada.goto(address.format(cup=cup))
        fits_and_is_accessible(ada)
    ada.goto(f"/tournaments/{cup}/")
    table = "document.querySelector('.tournament-table')"
    assert ada.evaluate(f"{table}.scrollWidth - {table}.clientWidth") == 0
    ada.locator(".whole > summary").click()
    expect(ada.get_by_role("columnheader", name="Effectiveness")).to_be_visible()


KNOCKOUT = """
from django.db import transaction
from django.utils import timezone
from accounts.models import User
from tournaments.entries import entering
from tournaments.life.steps import go_on
from tournaments.models import Pairing, Start, Step, Tournament
from tournaments.rounds import results
now = timezone.now()
for name in {people}:
    entering.enter(public_id="{tournament}", player=User.objects.get(username=name), now=now)
Step.objects.all().delete()  # the server's worker leaves it alone
with transaction.atomic():
    go_on(Tournament.objects.get(public_id="{tournament}"), now)
    for table in Pairing.objects.select_related("round"):
        table.scores = {{str(n): {{"gains": [1234, -1234], "effects": [0, 0], "left": []}} for n in range(2)}}
        results.finish(Tournament.objects.get(public_id="{tournament}"), table, now)
    go_on(Tournament.objects.get(public_id="{tournament}"), now)
    Start.objects.all().delete()
"""


def test_a_phone_shows_my_way_through_a_knockout_and_then_the_whole_one_stage_below_the_other(visit, site):
    people = site.seed(accounts=["Ada", "Ben", "Cleo", "W" * 30])["accounts"]
    knockout = made(site, "The knockout", format="knockout", most=4)
    names = [person["username"] for person in people]
    site.manage("shell", "-v0", "-c", KNOCKOUT.format(tournament=knockout, people=names))
    ada = visit(site, f"/tournaments/{knockout}/", people[0], viewport=PHONE)
    pairs = ada.locator(".bracket-pair:visible")
    expect(pairs).to_have_count(2)
    expect(pairs.filter(has_text="Ada")).to_have_count(2)
    ada.locator(".whole > summary").click()
    expect(pairs).to_have_count(3)
    stages = """[...document.querySelectorAll(".bracket-stage")].map((each) => each.getBoundingClientRect())"""
    assert ada.evaluate(f"(([semifinals, final]) => semifinals.bottom < final.top)({stages})")
    scores = """[...document.querySelectorAll(".bracket-pair .num:not(:empty)")].map((each) => {
        const text = new Range();
        text.selectNodeContents(each);
        return [text.getClientRects().length, text.getBoundingClientRect().right < innerWidth];
    })"""
    assert ada.evaluate(scores) == [[1, True]] * 4  # each in one line, and not cut off
    assert too_wide(ada) == 0
    ada.set_viewport_size(DESKTOP)
    expect(ada.get_by_text("The whole bracket")).to_be_hidden()
    expect(pairs).to_have_count(3)


def fits_and_is_accessible(page: Page) -> None:
    assert (too_wide(page), small_targets(page)) == (0, []), page.url
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == [], page.url


@pytest.mark.core
def test_a_tournament_is_entered_by_keyboard_alone(visit, site, people):
    cup = made(site, "By keyboard", format="cup", most=6)
    ada = visit(site, f"/tournaments/{cup}/", people[0])
    expect(ada.get_by_role("button", name="Enter")).to_be_visible()
    for _ in range(60):
        ada.keyboard.press("Tab")
        if ada.evaluate("document.activeElement.matches('.enter-button')"):
            break
    ada.keyboard.press("Enter")
    expect(ada.get_by_text("You’re in", exact=True)).to_be_visible()


@pytest.mark.parametrize("language", some(["en", "de", "es", "pt", "ru", "uk"], 1))
def test_nothing_scrolls_sideways_at_320_pixels_in_any_language(visit, site, people, language):
    cup = made(site, "Tiny", format="cup", most=3)
    narrow = {"width": 320, "height": 640}
    first, *others = (
        visit(site, f"/tournaments/{cup}/", person, viewport=narrow, locale=language) for person in people
    )
    for page in (first, *others):
        page.locator(".enter-button").click()
        expect(page.locator(".enter-button")).to_have_count(0)
    shown_after_a_while(first, first.locator("#my-pairings"))
    for address in (f"/tournaments/{cup}/", "/tournaments/", "/tournaments/new/", f"/tournaments/{cup}/round/1/1/"):
        first.goto(address)
        assert too_wide(first) == 0, address
