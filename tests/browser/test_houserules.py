"""House rules in a real browser: conflicts are refused at once, the rules are shown, saved and played."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import MORE, SMALL, serious_findings, small_targets, too_wide
from tests.texts import LANGUAGES

DRAW = "/house-rules/change/draw/?seats=2"


def group(page: Page, title: str):
    """Opens a group of options."""
    found = page.locator("[data-group]").filter(has=page.get_by_role("heading", name=title, exact=True))
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def open_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('[data-group]').forEach((group) => { group.open = true; })")


def verdict(page: Page):
    return page.locator("#verdict")


@pytest.mark.core
def test_a_conflict_is_refused_at_once_and_allowed_when_it_fits(visit, site):
    page = visit(site, DRAW)
    expect(verdict(page)).to_have_text("No changes yet.")
    points = group(page, "Points")
    points.get_by_label("Points after going out", exact=True).focus()
    points.get_by_label("Points after going out", exact=True).select_option("Everybody: their own pips, as a penalty")
    sentence = "Penalties for everyone can’t be mixed with points for the winner"
    expect(verdict(page)).to_contain_text(sentence)
    expect(page.locator("#row-score_out")).to_contain_text(sentence)
    expect(page.locator("#row-score_block")).to_contain_text(sentence)
    expect(page.get_by_label("Points after going out", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Points after going out", exact=True)).to_be_focused()
    points.get_by_label("Points after a block", exact=True).select_option("Everybody: their own pips, as a penalty")
    expect(verdict(page)).to_have_text("2 changes. Ready to play.")
    expect(page.locator(".option-refusal")).to_have_count(0)
    expect(page.get_by_label("Points after going out", exact=True)).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#told-all")).to_contain_text("Every side scores the pips it has left, as a penalty.")


def test_the_rules_update_while_typing_and_the_cursor_stays(visit, site):
    page = visit(site, DRAW)
    # As after a login in another tab: the token that the page came with isn't valid any more.
    page.context.add_cookies([{"name": "csrftoken", "value": "a" * 32, "url": site.url}])
    hand = page.get_by_label("Tiles in a hand", exact=True)
    hand.fill("1")
    page.keyboard.press("End")
    page.keyboard.type("0")
    expect(page.locator("#told-words")).to_contain_text("Each player gets 10 tiles")
    expect(hand).to_be_focused()
    expect(hand).to_have_value("10")
    hand.fill("15")
    expect(page.locator("#row-hand")).to_contain_text("2 hands of 15 tiles need 30 tiles, but the set has only 28.")
    expect(page.locator("#row-set")).to_contain_text("need 30 tiles")
    hand.fill("")
    expect(page.locator("#row-hand")).to_contain_text("Please enter a whole number.")


def test_a_change_is_marked_and_reset(visit, site):
    page = visit(site, DRAW)
    drawing = group(page, "Drawing")
    drawing.get_by_label("When nothing fits", exact=True).select_option("Nobody draws")
    expect(page.locator("#row-draw")).to_contain_text("changed")
    expect(drawing.locator("summary")).to_contain_text("1 change")
    drawing.get_by_role("button", name="When nothing fits: reset").click()
    expect(page.get_by_label("When nothing fits", exact=True)).to_have_value("until")
    expect(page.get_by_label("When nothing fits", exact=True)).to_be_focused()
    expect(verdict(page)).to_have_text("No changes yet.")
    page.get_by_label("Tiles in a hand", exact=True).fill("9")
    page.get_by_label("Doubles in the set", exact=True).set_checked(False, force=True)
    expect(verdict(page)).to_contain_text("2 changes")
    page.get_by_role("button", name="Reset all").click()
    expect(page.get_by_label("Tiles in a hand", exact=True)).to_have_value("7")
    expect(page.get_by_label("Doubles in the set", exact=True)).to_be_checked()


def test_a_tile_field_shows_when_needed_and_follows_the_set(visit, site):
    page = visit(site, DRAW)
    group(page, "The lead").get_by_label("Lead of the first round", exact=True).select_option("tile")
    which = page.locator("#o-lead_first-rest")
    expect(which).to_be_visible()
    expect(which).to_have_value("6-6")
    page.get_by_label("Set of tiles", exact=True).select_option("Double-9")
    expect(which.locator("option")).to_have_count(55)
    which.select_option("9-8")
    expect(page.locator("#told-words")).to_contain_text("9-8, else the highest double")
    page.get_by_label("Set of tiles", exact=True).select_option("Double-6 (default)")
    expect(page.locator("#row-lead_first")).to_contain_text("9-8 isn’t in the set.")
    expect(which).to_have_value("9-8")


def test_players_and_partners_change_the_defaults(visit, site):
    page = visit(site, DRAW)
    page.get_by_role("group", name="Players").get_by_role("radio", name="4").check(force=True)
    expect(page.get_by_label("Tiles in a hand", exact=True)).to_have_value("5")
    page.get_by_label("Play in pairs", exact=True).set_checked(True, force=True)
    expect(page.locator("#told-words")).to_contain_text("4 players in pairs")
    expect(page.locator("#o-end-rest")).to_have_value("100")
    expect(verdict(page)).to_contain_text("1 change.")


def test_from_a_new_game_to_saved_rules_and_an_invitation(visit, site):
    page = visit(site, "/new/?variant=draw&seats=3")
    page.locator(MORE).click()
    page.get_by_role("button", name="Change the rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Draw Dominoes")
    expect(page.get_by_role("radio", name="3")).to_be_checked()
    expect(verdict(page)).to_contain_text("1 change.")  # newcomers are offered a game of one round
    group(page, "Doubles and the layout").get_by_label("Doubles that open sideways", exact=True).select_option(
        "Every double"
    )
    expect(verdict(page)).to_contain_text("2 changes.")
    page.get_by_label("Name of these rules").fill("Sunday")
    page.locator("#save").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday")
    link = page.get_by_label("Link to these rules").input_value()
    visitor = visit(site, link.removeprefix(site.url))
    expect(visitor.get_by_role("heading", name="These rules are yours")).to_have_count(0)
    visitor.get_by_role("button", name="Create the invitation").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Now send the link")
    expect(visitor.locator(".change-list")).to_contain_text("Every double")
    page.goto("/new/")
    page.get_by_role("link", name=re.compile("Sunday")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday")


def test_enter_on_the_new_game_page_creates_the_invitation(visit, site):
    page = visit(site, "/new/")
    page.get_by_label("Your name in this game").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")


def test_everything_works_without_scripts(visit, site):
    page = visit(site, DRAW, java_script_enabled=False)
    page.locator("#group-points summary").click()
    page.get_by_label("Points after going out", exact=True).select_option("penalty")
    page.get_by_role("button", name="Show the rules").click()
    expect(page.locator("#row-score_block")).to_contain_text("Penalties for everyone can’t be mixed")
    page.get_by_role("button", name="Points after going out: reset").click()
    expect(verdict(page)).to_have_text("No changes yet.")
    page.locator("#group-layout summary").click()
    page.get_by_label("Doubles that open sideways", exact=True).select_option("all")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")


@pytest.mark.parametrize(("size", "scheme"), [(SMALL, "light"), ({"width": 1440, "height": 900}, "dark")])
def test_the_pages_fit_have_large_targets_and_no_serious_finding(visit, site, size, scheme):
    page = visit(site, "/house-rules/change/goat/?seats=4&pairs=on", viewport=size, color_scheme=scheme)
    open_all(page)
    page.locator("#o-score_out").select_option("losers")
    expect(page.locator("#row-score_out .option-refusal")).to_be_visible()
    check(page, size)
    page.get_by_role("button", name="Reset all").click()
    expect(page.locator(".option-refusal")).to_have_count(0)
    page.get_by_label("Set of tiles", exact=True).select_option("Double-9")
    expect(page.locator("#row-set")).to_contain_text("changed")
    page.get_by_label("Name of these rules").fill("The long evenings at my grandmother’s house by the sea")
    check(page, size)
    page.locator("#save").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The long evenings")
    page.get_by_text("Delete these rules").click()
    check(page, size)
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now send the link")
    check(page, size)
    page.get_by_role("link", name="full rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of this game")
    check(page, size)
    for path in ("/house-rules/", "/new/"):
        page.goto(path)
        check(page, size)


def check(page: Page, size: dict[str, int]) -> None:
    page.wait_for_load_state()
    assert too_wide(page) <= 0, page.url
    assert size is not SMALL or small_targets(page) == [], page.url
    assert serious_findings(page) == [], page.url


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_at_320_pixels(visit, site, language):
    page = visit(site, "/house-rules/change/donkey/?seats=4", viewport=SMALL, locale=language)
    open_all(page)
    page.locator("#o-hand").fill("20")
    expect(page.locator("#row-hand .option-refusal")).to_be_visible()
    assert too_wide(page) <= 0
