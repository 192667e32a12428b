"""A guest plays against computers, from the home page to the end of a game, on a phone and on a desktop."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import Course, is_live, number_of
from tests.browser.test_pages import MORE, serious_findings, too_wide
from tests.browser.test_whole_game import PHONE, is_over, plays_by_keyboard, plays_by_thumb

DESK = {"viewport": {"width": 1440, "height": 900}}


def plays_to_the_end(page: Page, plays) -> None:
    course = Course(page)
    while not is_over(page):
        course.goes_on()
        plays(page)
        page.wait_for_timeout(40)


@pytest.mark.parametrize(
    ("device", "plays"), [(PHONE, plays_by_thumb), (DESK, plays_by_keyboard)], ids=["phone", "desk"]
)
def test_a_guest_plays_a_computer_from_the_home_page_to_the_end(visit, site, device, plays):
    page = visit(site, **device)
    page.get_by_role("link", name="All games").click()
    page.get_by_label("Length").select_option("one")
    page.get_by_role("button", name="Play now").click()
    is_live(page)
    expect(page.locator("#seats, .players").first).to_contain_text("Casual")
    plays_to_the_end(page, plays)
    table = page.url
    page.get_by_role("link", name="Analysis").first.click()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="Luck")).to_be_visible(timeout=30_000)  # a first loss has no grade
    assert too_wide(page) <= 0
    page.goto(table)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#card")).to_be_hidden()
    is_live(page)
    expect(page.locator(".player-name", has_text="Quill").first).to_be_visible()


def test_a_game_of_four_with_three_computers(visit, site):
    page = visit(site, "/computers/", **PHONE)
    page.get_by_label("Game").select_option("partnership")
    page.get_by_label("Against").select_option("solid")
    page.get_by_label("Length").select_option("one")
    page.get_by_role("button", name="Play now").click()
    is_live(page)
    expect(page.locator(".player-tag.program")).to_have_count(3)
    expect(page.locator("[data-panel-name=talk]")).to_have_count(0)
    assert too_wide(page) <= 0
    assert serious_findings(page) == []
    plays_to_the_end(page, plays_by_thumb)
    expect(page.locator("#card .program")).to_have_count(3)


def test_on_a_phone_the_lamp_opens_the_hint_alone(visit, site):
    page = visit(site, "/computers/", **PHONE)
    page.get_by_role("button", name="Play now").click()
    is_live(page)
    page.locator(".my-move .hint-link").tap()
    expect(page.locator("[data-panel-name=hints] [data-panel-body]")).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("heading", name="Score sheet")).to_be_hidden()
    expect(page.locator("#side [data-panel-name]:visible")).to_have_count(1)
    page.locator("#side-close").tap()
    page.locator("#side-toggle").tap()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()  # the whole drawer again


def test_while_a_tile_is_laid_one_arrow_puts_it_back(visit, site):
    page = visit(site, "/computers/", **PHONE)
    page.get_by_role("button", name="Play now").click()
    is_live(page)
    course, arrows = Course(page), page.locator("#undo, .take-back")
    while not number_of(page, "#undo:not([hidden])") or not number_of(page, ".hand-tile.playable"):
        course.goes_on()
        plays_by_thumb(page)
        page.wait_for_timeout(40)
    expect(arrows.locator("visible=true")).to_have_count(1)
    page.locator(".hand-tile.playable").first.tap()
    expect(page.locator(".take-back")).to_be_visible()
    expect(arrows.locator("visible=true")).to_have_count(1)


@pytest.mark.core
def test_one_tap_on_a_phones_home_page_starts_a_game(visit, site):
    page = visit(site, **PHONE)
    go = page.get_by_role("button", name="Play now")
    expect(go).to_be_in_viewport(ratio=1)
    go.tap()
    is_live(page)
    course = Course(page)
    while "You play" not in page.evaluate("document.getElementById('log').textContent"):
        course.goes_on()
        plays_by_thumb(page)
        page.wait_for_timeout(40)


def test_a_game_with_a_computer_as_partner_is_filled_up_with_computers(visit, site):
    page = visit(site, "/new/?variant=partnership", **PHONE)
    page.locator(MORE).click()
    page.locator("summary", has_text="Other players").click()
    page.get_by_label("Seat 3").select_option("master")
    expect(page.get_by_label("Seat 3")).to_have_accessible_name("Seat 3 · your partner")
    expect(page.get_by_label("Seat 4")).to_have_accessible_name("Seat 4 · opponent")
    page.get_by_role("button", name="Create the invitation").click()
    seats = page.locator("#seats")
    expect(seats).to_contain_text("Polaris")
    page.get_by_label("Seat 2").select_option("good")
    page.get_by_label("Seat 4").select_option("")
    page.get_by_role("button", name="Add computers").click()
    expect(seats).to_contain_text("Octavo")
    page.get_by_role("button", name="Remove Octavo").click()
    expect(seats).not_to_contain_text("Octavo")
    page.get_by_role("button", name="Add computers").click()
    is_live(page)
    expect(page.locator(".player[data-place=top] .player-name")).to_have_text("Polaris")
    expect(page.locator(".player[data-place=top]")).to_contain_text("Master")


def test_without_scripts_every_seat_of_a_new_game_can_be_a_computer(visit, site):
    page = visit(site, "/new/?variant=partnership", java_script_enabled=False)
    page.locator(MORE).click()
    page.locator("summary", has_text="Other players").click()
    for seat in (2, 3, 4):
        page.get_by_label(f"Seat {seat}").select_option("casual")
    page.get_by_role("button", name="Create the invitation").click()
    expect(page.locator(".player-tag.program")).to_have_count(3)
