"""The header with its menus, and the home page of players with games."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table_fixtures import box_of
from tests.browser.test_pages import findings_in_looks, serious_findings, small_targets, too_wide
from tests.samples import some
from tests.texts import EVERY_LANGUAGE

Visit = Callable[..., Page]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
WIDTHS = [320, 360, 390, 560, 719, 759, 760, 768, 800, 959, 960, 1024, 1119, 1199, 1200, 1280, 1440]
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"}, {"forced_colors": "active"},
]  # fmt: skip
GROUPS = {
    "Play": [
        "New game",
        "Find a game",
        "Tournaments",
        "Open games",
        "Family table",
        "Play the computer",
        "House rules",
    ],
    "Learn": ["First steps", "Puzzles", "Rules", "Studies"],
    "Community": ["Clubs", "Watch", "Standings", "People"],
}


@pytest.fixture(scope="module")
def people(site: Any) -> dict[str, Any]:
    """Ada, who has games with Ben; in some, it's her turn."""
    made = site.seed(accounts=["Ada", "Ben"], games=5, players=["Ada", "Ben"], variant="draw", moves=3)
    ada, ben = made["accounts"]
    return {"ada": ada, "ben": ben}


def menu_of(page: Page) -> Locator:
    return page.locator(".site-tools .menu")


def test_a_phones_menu_has_every_page_in_groups_and_my_profile(visit: Visit, site: Any, people: dict[str, Any]):
    page = visit(site, "/rules/", people["ada"], **PHONE)
    menu_of(page).locator("summary").click()
    for group, pages in GROUPS.items():
        expect(menu_of(page).get_by_role("group", name=group).get_by_role("link")).to_have_text(pages)
    panel = box_of(menu_of(page).locator(".menu-panel"))
    assert panel is not None
    assert panel["x"] >= 0
    assert panel["x"] + panel["width"] <= 360
    assert panel["y"] + panel["height"] <= 740
    menu_of(page).get_by_role("link", name="My profile").click()
    expect(page).to_have_url(re.compile(rf"/people/{people['ada']['username']}/$"))


def test_a_wide_header_unfolds_each_group(visit: Visit, site: Any, people: dict[str, Any]):
    page = visit(site, "/rules/", people["ada"], **DESKTOP)
    for group, pages in GROUPS.items():
        header = page.locator(".nav-group", has=page.locator("summary", has_text=group))
        header.locator("summary").click()
        expect(header.get_by_role("link")).to_have_text(pages)
        expect(page.locator(".nav-group[open]")).to_have_count(1)  # the others close
    page.keyboard.press("Escape")
    expect(page.locator(".nav-group[open]")).to_have_count(0)
    expect(page.locator(".nav-group > summary").last).to_be_focused()
    page.locator(".nav-group > summary").first.click()
    page.locator(".nav-group").get_by_role("link", name="Open games").click()
    expect(page).to_have_url(re.compile("/lobby/$"))
    marked = page.locator(".nav-group", has=page.locator("[aria-current=page]"))
    expect(marked.locator("summary")).to_have_text("Play")


@SIZES
def test_the_menus_work_without_scripts_and_by_keyboard(visit: Visit, site: Any, size: dict[str, Any]):
    page = visit(site, "/rules/", java_script_enabled=False, **size)
    menu = ".site-tools .menu" if size == PHONE else ".nav-group"
    page.locator(f"{menu} > summary").first.press("Enter")
    page.locator(menu).first.get_by_role("link", name="Open games").press("Enter")
    expect(page).to_have_url(re.compile("/lobby/$"))


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_the_header_keeps_its_height_and_fits_in_every_language(
    visit: Visit, site: Any, people: dict[str, Any], language: str
):
    """Two rows below 760 px, one from there."""
    for person in (None, people["ada"]):
        page = visit(site, "/rules/", person)
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        for path in ("/rules/", "/games/"):
            page.goto(path)
            measured = {}
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                height = page.evaluate("document.querySelector('.site-header').offsetHeight")
                measured[width] = (height, max(0, too_wide(page)))
            assert measured == {width: (101 if width < 760 else 65, 0) for width in WIDTHS}


@SIZES
def test_open_menus_have_large_targets_and_no_finding(visit: Visit, site: Any, people: dict[str, Any], size: Any):
    page = visit(site, "/rules/", people["ada"], **size)
    page.locator(".site-tools .menu > summary" if size == PHONE else ".nav-group > summary").first.click()
    assert small_targets(page) == []
    assert findings_in_looks(page, *LOOKS) == []


@SIZES
@pytest.mark.core
def test_home_shows_first_what_waits_and_one_tap_opens_it(visit: Visit, site: Any, people: dict[str, Any], size: Any):
    page = visit(site, "/", people["ada"], **size)
    first = page.locator(".home-games .play-row.my-turn").first
    expect(first.locator(".small-board .domino").first).to_be_visible()
    box = box_of(first)
    assert box is not None
    assert box["y"] + box["height"] <= size["viewport"]["height"], "without scrolling"
    assert (too_wide(page), small_targets(page)) == (0, [])
    assert serious_findings(page) == []
    page.mouse.click(box["x"] + 40, box["y"] + 40)  # the board
    expect(page).to_have_url(re.compile("/g/"))


IN_SIGHT = """() => {
  const main = document.querySelector("main");
  const controls = [...main.querySelectorAll("a[href], button, input, select, textarea, summary")];
  const unseen = [...main.querySelectorAll("option:not(:checked)")].map((option) => option.textContent).join(" ");
  const words = (text) => (text.match(/[\\p{L}\\p{N}]\\S*/gu) ?? []).length;
  return {
    words: words(main.innerText) - words(unseen),
    controls: controls.filter((node) => node.type !== "hidden" && node.checkVisibility()).length,
    screens: document.documentElement.scrollHeight / innerHeight,
  };
}"""


def test_home_and_a_new_game_show_a_stranger_little(visit: Visit, filled: tuple[Any, Any]):
    """The numbers are promises: what more they show has to leave."""
    site, _made = filled
    page = visit(site, "/", **PHONE)
    shown = page.evaluate(IN_SIGHT)
    assert (shown["words"] <= 200, shown["controls"] <= 15) == (True, True), shown
    box = box_of(page.locator(".home-picture .domino").last)
    assert box is not None
    assert box["y"] + box["height"] < 740
    page.goto("/new/")
    shown = page.evaluate(IN_SIGHT)
    assert shown["words"] <= 150, shown


def test_home_of_a_player_with_four_games_is_short(visit: Visit, filled: tuple[Any, Any]):
    """It is 1.5 screens with today's puzzle; here tournaments follow."""
    site, _made = filled
    made = site.seed(accounts=["Ada4", "Ben4"], games=4, players=["Ada4", "Ben4"], variant="draw", moves=3)
    page = visit(site, "/", made["accounts"][0], **PHONE)
    expect(page.get_by_role("heading", name="Today’s puzzle")).to_be_visible()
    shown = page.evaluate(IN_SIGHT)
    assert shown["screens"] <= 1.8, shown


@SIZES
def test_a_friend_who_shows_it_is_here_until_their_last_page_closes(visit: Visit, site: Any, size: dict[str, Any]):
    made = site.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="draw")
    ada, ben = made["accounts"]
    hers = visit(site, f"/people/{ben['username']}/", ada, **size)
    hers.get_by_role("button", name="Add friend").click()
    his = visit(site, f"/people/{ada['username']}/", ben, **size)
    his.get_by_role("button", name="Accept").click()
    for page in (his, hers):
        page.goto("/settings/")
        shows = page.get_by_role("group", name="Show friends when I’m here")
        shows.locator("label", has_text="On").click()
        page.get_by_role("button", name="Save").click()
        expect(shows.get_by_label("On")).to_be_checked()
    here = hers.get_by_role("region", name="Friends here now")

    def found() -> None:
        hers.goto("/")
        expect(hers.get_by_role("heading", level=1)).to_be_visible()

    for _ in range(100):  # the header's socket tells it a moment after the page came
        found()
        if hers.evaluate("document.getElementById('friends-here') !== null"):
            break
    expect(here).to_contain_text("Ben")
    assert (too_wide(hers), serious_findings(hers)) == (0, [])
    here.get_by_role("link", name="Challenge Ben").click()
    expect(hers.get_by_text("Ben is here now.")).to_be_visible()
    assert (too_wide(hers), small_targets(hers), serious_findings(hers)) == (0, [], [])
    button = hers.get_by_role("button", name="Send challenge")
    button.focus()
    hers.keyboard.press("Enter")
    expect(hers.get_by_role("heading", level=1)).to_have_text("Now wait for an answer")
    alert = his.get_by_role("alert")
    expect(alert).to_contain_text("Ada invites you: Draw Dominoes")
    alert.get_by_role("link").click()
    his.get_by_role("button", name="Join").click()
    for page in (his, hers):
        expect(page.locator("#view")).to_be_attached()


@SIZES
def test_the_dates_of_a_vacation_never_overlap(visit: Visit, site: Any, people: dict[str, Any], size: dict[str, Any]):
    page = visit(site, "/settings/time/", people["ada"], **size)
    for width in (320, 360, 390, 414, 768, size["viewport"]["width"]):
        page.set_viewport_size({"width": width, "height": 800})
        overlapping = page.evaluate("""() => [...document.querySelectorAll(".two-dates")].filter((dates) => {
          const [one, other] = [...dates.querySelectorAll("input")].map((each) => each.getBoundingClientRect());
          return one.right > other.left && one.bottom > other.top;
        }).length""")
        assert (overlapping, too_wide(page)) == (0, 0), width


def test_the_settings_menu_keeps_its_order_and_shows_every_page(visit: Visit, site: Any, people: dict[str, Any]):
    page = visit(site, "/settings/", people["ada"], **PHONE)
    links = page.locator(".settings-nav a")
    expect(links.first).to_have_attribute("aria-current", "page")
    names = page.evaluate("[...document.querySelectorAll('.settings-nav a')].map((each) => each.textContent)")
    assert len(names) == 8
    for n, path in ((1, "/settings/time/"), (5, "/settings/access/"), (7, "/settings/account/")):
        page.goto(path)
        current = page.locator(".settings-nav [aria-current=page]")
        expect(current).to_have_text(names[n])
        for link in range(len(names)):
            expect(links.nth(link)).to_be_in_viewport(ratio=0.99)
        places = page.evaluate(
            "[...document.querySelectorAll('.settings-nav a')].map((each) => [each.offsetTop, each.offsetLeft])"
        )
        assert places == sorted(places)


@SIZES
def test_the_names_of_months_stay_in_one_line(visit: Visit, site: Any, size: dict[str, Any]):
    made = site.seed(
        accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], options={"end": "rounds:1"}, moves=200
    )  # fmt: skip
    page = visit(site, "/history/", made["accounts"][0], **size)
    for language in some(EVERY_LANGUAGE, 2):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        page.goto("/history/")
        expect(page.locator(".months")).to_be_visible()
        shown = page.evaluate("""() => [...document.querySelectorAll(".months span:not(.visually-hidden, .no-games)")]
          .map((name) => ({ box: name.getBoundingClientRect(), style: getComputedStyle(name), text: name.textContent }))
          .filter(({ box, style }) => box.width && style.visibility === "visible")
          .map(({ box: { left, right, height }, text }) => ({ left, right, height, text }))""")
        assert len(shown) == 6, shown
        assert all(name["height"] < 24 for name in shown), shown
        assert all(one["right"] <= other["left"] for one, other in pairwise(shown)), shown
        page.goto("/history/results/")
        expect(page.locator(".by-month")).to_be_visible()
        hidden = page.evaluate(
            "[...document.querySelectorAll('.table-wrap')].map((each) => each.scrollWidth - each.clientWidth)"
        )
        assert (language, hidden) == (language, [0])
