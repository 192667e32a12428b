"""The pages in a real browser: accessible, never wider than the screen, and live where they should be."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import resolve
from playwright.sync_api import Page, expect

import rules
from tests.browser.table_fixtures import held_back
from tests.samples import some

SMALL = {"width": 320, "height": 640}


PLAIN = {"color_scheme": "null", "contrast": "null", "forced_colors": "null"}  # None would change nothing
LOOKS: list[dict[str, Any]] = [  # besides the plain one, which is light
    {"color_scheme": "dark"},
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
    {"forced_colors": "active"},
]
# Colours that are still on their way to those of the new look.
SETTLE = "document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())"
OF_COLOURS = ("color-contrast", "link-in-text-block")  # axe's rules about colours
# axe finds two more kinds less serious, but they tell people who listen where they are.
FINDINGS = """(options) => axe.run(options).then(({ violations }) => violations
  .filter(({ id, impact }) => ["serious", "critical"].includes(impact) ||
    ["landmark-unique", "page-has-heading-one"].includes(id))
  .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`)))"""


def serious_findings(page: Page, *rules: str) -> list[str]:
    """The findings of axe with these *rules*, or with all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # preload: axe would copy imported style sheets into the page, which our policy blocks
    options = {"preload": False, "resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    return page.evaluate(FINDINGS, options)


def findings_in_looks(page: Page, first: dict[str, Any], *others: dict[str, Any]) -> list[str]:
    """axe's findings: all in the first look, and those about colours in one of the *others*, drawn for this page."""
    found = []
    drawn = some([str(look) for look in others], 1, salt=resolve(urlsplit(page.url).path).view_name)
    for n, look in enumerate([first, *(look for look in others if str(look) in drawn)]):
        # In light forced colours, axe sees the unforced colour of text on the felt.
        forced = {"color_scheme": "dark"} if "forced_colors" in look else {}
        page.emulate_media(**(PLAIN | forced | look))
        page.evaluate(SETTLE)
        found += [f"{look}: {each}" for each in serious_findings(page, *(OF_COLOURS if n else ()))]
    return found


def too_wide(page: Page) -> int:
    """The number of pixels by which the page is wider than the screen."""
    page.wait_for_load_state()  # with its styles
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def sticking_out(page: Page) -> list[str]:
    """The elements that stick out, if the page is wider than the screen."""
    return page.evaluate("""() => document.documentElement.scrollWidth <= innerWidth ? [] :
      [...document.querySelectorAll("body, body *")].filter((node) => node.getBoundingClientRect().right > innerWidth)
        .map((node) => `${node.outerHTML.slice(0, 160)} to ${node.getBoundingClientRect().right}`)""")


def small_targets(page: Page) -> list[str]:
    """Tap targets smaller than 44 px; links within a sentence are allowed, and tiles of a hand that lie in one row may
    be 32 px wide."""
    page.wait_for_load_state()  # with its styles
    return page.evaluate("""() => {
      const found = [];
      for (const each of document.querySelectorAll("a, button, select, summary, input, label.choice, label.check")) {
        if (each.closest("p, li, dd") && each.matches("a:not(.button, nav a, .game-card-face)")) continue;
        if (each.matches(".skip") || each.closest("[hidden]") || each.type === "hidden") continue;
        const target = each.matches("input[type=radio], input[type=checkbox]") ? each.closest("label") : each;
        const { width, height } = target.getBoundingClientRect();
        const least = each.matches(".hand-tile") ? 32 : 43.5;
        if (!width || (height >= 43.5 && width >= least)) continue;
        found.push(`${target.outerHTML.slice(0, 90)} ${width}×${height}`);
      }
      return found;
    }""")


MORE = ".new-settings > details > summary"


def host(visit: Callable[..., Page], site: Any, name: str = "Ada", **context: Any) -> Page:
    """A stranger who has created a game for two; the page is their invitation."""
    page = visit(site, "/new/", **context)
    page.get_by_label("Your name in this game").fill(name)
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")
    return page


def path_of(page: Page) -> str:
    return re.sub(r"^https?://[^/]+", "", page.url)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_around_a_game_fit_and_have_no_serious_finding(visit, site, scheme):
    hosting = host(visit, site, color_scheme=scheme, viewport=SMALL)
    invitation = path_of(hosting)
    seat = hosting.locator("#seat-link").input_value()
    visiting = visit(site, invitation, color_scheme=scheme, viewport=SMALL)
    link = visit(site, seat, color_scheme=scheme, viewport=SMALL)
    mine = hosting.context.new_page()
    mine.goto("/games/")
    leaving = hosting.context.new_page()
    leaving.goto("/accounts/logout/")
    hosting.locator(".seat-link summary").click()
    for page in (hosting, visiting, link, mine, leaving):
        assert too_wide(page) <= 0, page.url
        assert small_targets(page) == [], page.url
        assert serious_findings(page) == [], page.url
    hosting.get_by_role("button", name="Cancel the invitation").click()
    expect(hosting.get_by_role("heading", level=1)).to_have_text("This invitation was cancelled")
    assert too_wide(hosting) <= 0
    assert serious_findings(hosting) == []


def test_drawn_tiles_are_white_to_their_edges(visit, site):
    page = visit(site)
    parts = page.evaluate("""() => [...document.querySelectorAll(".home-picture .domino")].map((tile) =>
      [".domino-body", ".domino-depth"].map((part) => tile.querySelector(part).getBoundingClientRect().width))""")
    assert len(parts) > 5
    assert all(face > 0.9 * edge for face, edge in parts), parts


def test_the_longest_name_without_a_gap_fits_at_320_pixels(visit, site):
    host = visit(site, "/new/?variant=partnership", viewport=SMALL)
    host.get_by_label("Your name in this game").fill("W" * 30)
    host.get_by_role("button", name="Create the invitation").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Now send the link")
    guest = visit(site, host.url, viewport=SMALL)
    expect(guest.get_by_role("radio")).to_have_count(3)
    assert too_wide(host) <= 0
    assert too_wide(guest) <= 0
    guest.goto("/accounts/signup/")
    guest.get_by_label("Username").fill("w" * 30)
    guest.get_by_label("Password", exact=True).fill("a-long-password-77")
    guest.get_by_role("button", name="Create account").click()
    expect(guest.get_by_role("status").filter(has_text="w" * 30)).to_be_visible()
    assert too_wide(guest) <= 0


def test_the_private_link_is_copied_three_clicks_from_home(visit, site):
    page = visit(site, "/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Play a friend").click()
    page.get_by_role("button", name="Create the invitation").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_button_pressed_before_the_scripts_load_works(visit, site):
    hosting = host(visit, site)
    page = hosting.context.new_page()
    with held_back(page, "**/js/app/site*.js"):
        with page.expect_request("**/js/app/site*.js"):
            page.goto(path_of(hosting), wait_until="commit")
        page.get_by_role("button", name="Copy link").click()
        assert page.evaluate("document.readyState") != "complete"
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "field", "choice", "answer"),
    [
        ("/house-rules/change/draw/", "[name=seats][value='3']", None, "#told-words:has-text('3 players')"),
        ("/new/?variant=draw", "[name=seats][value='4']", None, "[data-pairs]"),
        ("/lobby/?seats=2", "[name=variant]", "muggins", ".lobby-filters button"),
        ("/", "[name=language]", "de", "form.language button"),
    ],
)
@pytest.mark.every_case("each page has its own script for the choice")
def test_a_choice_made_before_the_scripts_load_works(visit, site, path, field, choice, answer):
    page = visit(site, "/healthz")
    with held_back(page, re.compile("/js/(?!app/early_clicks)")):
        page.goto(path, wait_until="commit")
        expect(page.locator(answer)).to_have_count(0 if ":has-text" in answer else 1)
        if choice:
            page.locator(field).select_option(choice)
        else:
            page.locator("label").filter(has=page.locator(field)).click()  # waits until the page stands still
    page.wait_for_load_state()
    expect(page.locator(answer)).to_be_visible()


def test_forms_that_the_browser_restores_after_going_back_are_up_to_date(visit, site):
    page = visit(site, "/new/?variant=draw&length=usual")
    page.locator(MORE).click()
    estimate = page.locator("[data-estimate]")
    page.locator("[name=length]").select_option("one")
    expect(estimate).to_contain_text("About 18 turns")
    page.get_by_role("link", name="Boneyard, home page").click()
    page.evaluate("window.addEventListener('unload', () => {})")  # no back-forward cache
    page.go_back()
    expect(page.locator("[name=length]")).to_have_value("one")
    expect(estimate).to_contain_text("About 18 turns")


def test_my_games_are_up_to_date_after_going_back(visit, site):
    who = ("Goes", "Comes back")
    made = site.seed(accounts=who, games=1, players=who, variant="draw", moves=12)
    path = f"/api/v1/games/{made['games'][0]['id']}/"
    pages = [visit(site, "/games/", account) for account in made["accounts"]]
    turn = pages[0].request.get(path).json()["round"]["turn"]
    other, page = pages[turn], pages[1 - turn]  # how many games wait for the reader doesn't change
    sections = page.locator("#current, #past")
    expect(sections).to_have_text(["In play"])
    page.reload()  # with the cookies that the first visit has set, so that the browser keeps the page
    page.evaluate("window.addEventListener('unload', () => {})")  # no back-forward cache
    page.goto("/rules/")
    other.goto("/settings/")
    token = other.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    headers = {"X-CSRFToken": token, "Referer": other.url}
    assert other.request.post(f"{path}resign/", headers=headers).ok
    expect(page.locator("[data-unread]").first).to_be_visible()  # the news has come, so the next page won't get it
    page.go_back()
    expect(sections).to_have_text(["In play", "Just finished"])
    expect(page.locator("[data-boards-near] [data-small-board] svg")).to_be_visible()


def test_two_invitations_open_in_two_tabs_can_both_be_accepted(visit, site):
    one, other = host(visit, site), host(visit, site)
    tab = visit(site, path_of(one))
    second = tab.context.new_page()
    second.goto(path_of(other))
    for page in (tab, second):  # the first one creates a guest, so the form of the second is outdated
        page.get_by_role("button", name="Join and play").click()
        expect(page.locator("#view")).to_be_attached()


@pytest.mark.core
def test_the_invitation_becomes_the_table_when_the_last_seat_is_filled(visit, site):
    hosting = host(visit, site)
    visiting = visit(site, path_of(hosting))
    visiting.get_by_role("button", name="Join and play").click()
    for page in (visiting, hosting):
        expect(page.locator("#view")).to_be_attached()


def test_without_websockets_it_becomes_the_table_too(visit, site):
    hosting = host(visit, site)
    hosting.context.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    hosting.reload()
    visit(site, path_of(hosting)).get_by_role("button", name="Join and play").click()
    expect(hosting.locator("#view")).to_be_attached(timeout=20_000)


def test_a_third_player_shows_at_once(visit, site):
    page = visit(site, "/new/?variant=draw&seats=3")
    page.get_by_label("Your name in this game").fill("Ada")
    page.get_by_role("button", name="Create the invitation").click()
    guest = visit(site, path_of(page))
    guest.get_by_label("Your name in this game").fill("Ben")
    guest.get_by_role("button", name="Join and play").click()
    expect(page.locator("#seats")).to_contain_text("Ben")
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")


def test_the_host_sees_the_answer_to_an_invitation_without_a_reload(visit, site):
    ada, ben = site.seed(accounts=["Ada", "Ben"])["accounts"]
    page = visit(site, "/new/?variant=draw", ada)
    page.get_by_label("A player’s name").fill(ben["username"])
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now wait for an answer")
    invited = visit(site, path_of(page) + "decline/", ben)
    invited.get_by_role("textbox").fill("Next week, gladly")
    invited.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")
    expect(page.locator("#invited")).to_contain_text("Next week, gladly")
    page.get_by_label("A player’s name").press_sequentially(ben["username"][:6])  # the field in the new part works
    expect(page.locator("#found-people option").first).to_be_attached()


def test_the_private_link_brings_a_guest_back_in_another_browser(visit, site):
    hosting = host(visit, site, name="Dora")
    visit(site, path_of(hosting)).get_by_role("button", name="Join and play").click()
    seat = hosting.locator("#seat-link").input_value()
    elsewhere = visit(site, seat)
    elsewhere.get_by_role("button", name="Continue").click()
    expect(elsewhere.locator("#view")).to_be_attached()
    assert elsewhere.evaluate("JSON.parse(document.getElementById('view').textContent).you") == 0


def test_open_pages_show_that_a_guests_private_link_was_used(visit, site):
    home = host(visit, site, name="Dora")
    home.goto("/settings/browsers/")
    home.get_by_role("button", name="Create link").click()
    link = home.get_by_label("The link to all your games").input_value()
    home.goto("/rules/")
    elsewhere = visit(site, urlsplit(link).path)
    elsewhere.get_by_role("button", name="Continue as Dora").click()
    expect(home.get_by_role("alert")).to_contain_text("The link to all your games was opened")


def test_a_new_game_offers_only_what_the_game_allows(visit, site):
    page = visit(site, "/new/?length=usual")
    page.locator(MORE).click()
    games = page.get_by_role("group", name="Which game?").get_by_role("radio")
    seats = page.get_by_role("group", name="Players", exact=True)
    expect(games).to_have_count(4)
    page.get_by_label("Show all games").check()
    expect(games).to_have_count(sum(2 in game.seats for game in rules.VARIANTS.values()))
    seats.get_by_role("radio", name="7").check()
    expect(games).to_have_count(3)
    expect(page.get_by_role("radio", name="Mexican Train")).to_be_checked()
    page.get_by_label("Find a game").fill("capicua")  # whatever the number of players
    expect(games).to_have_count(4)
    page.get_by_role("radio", name="Dominican").check()
    expect(seats.get_by_role("radio", name="4")).to_be_checked()
    page.get_by_label("Find a game").fill("")
    seats.get_by_role("radio", name="4").check()
    expect(games).to_have_count(sum(4 in game.seats for game in rules.VARIANTS.values()))
    page.get_by_role("radio", name="Draw Dominoes").check()
    expect(page.get_by_label("Length").locator("option:checked")).to_have_text("Default: to 61 points")
    page.get_by_label("In pairs, with partners").check()
    expect(page.get_by_label("Length").locator("option:checked")).to_have_text("Default: to 100 points")
    seats.get_by_role("radio", name="2").check()
    page.locator("#find-text").fill("brettspielnetz")
    page.locator("[name=variant][value=brettspielnetz]").check()
    expect(page.get_by_label("In pairs, with partners")).to_be_hidden()
    expect(page.get_by_label("Length").locator("option:checked")).to_have_text("Default: 4 rounds")


@pytest.mark.core
def test_the_theme_button_cycles_and_the_choice_is_saved(visit, site):
    page = visit(site, "/", color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.locator(".site-tools [data-menu] summary").click()
    for expected in ("light", "dark"):
        with page.expect_response("**/settings/look/"):
            page.get_by_role("button", name="Colours").click()
        expect(page.locator("html")).to_have_attribute("data-theme", expected)
    assert page.evaluate(ground) != light
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_deadline_shows_in_the_readers_time_zone(visit, site):
    page = host(visit, site, timezone_id="Pacific/Auckland", locale="en-GB")
    moment = page.locator("time[data-local=datetime]").first
    expect(moment).not_to_contain_text("UTC")
    shown = page.evaluate(
        """time => new Date(time).toLocaleTimeString("en-GB", {
            hour: "2-digit", minute: "2-digit", timeZone: "Pacific/Auckland" })""",
        moment.get_attribute("datetime"),
    )
    assert shown in moment.inner_text()


@pytest.mark.core
def test_the_basics_work_without_scripts(visit, site):
    page = visit(site, "/", java_script_enabled=False)
    page.get_by_role("link", name="Play a friend").click()
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_label("Link to this game")).to_have_value(page.url)
    page.locator(".site-tools [data-menu] summary").click()
    page.get_by_role("button", name="Colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.locator("#language").select_option("de")
    page.get_by_role("button", name="Choose").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_keyboard_reaches_the_content_first(visit, site):
    page = visit(site, "/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Play a friend")).to_be_focused()


def test_an_error_shows_at_its_field(visit, site):
    page = visit(site, "/new/", viewport={"width": 360, "height": 640})
    page.get_by_label("Your name in this game").fill("")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_text("Enter a name that the other players will see.")).to_be_in_viewport()
    expect(page.get_by_label("Your name in this game")).to_be_focused()


def test_my_games_update_without_a_reload(visit, site):
    hosting = host(visit, site)
    invitation = path_of(hosting)
    hosting.goto("/games/")
    current = hosting.get_by_role("region", name="In play")
    expect(current).to_contain_text("Waiting for players")
    visit(site, invitation).get_by_role("button", name="Join and play").click()
    expect(current).to_contain_text(re.compile("(Your|Their) turn"))
