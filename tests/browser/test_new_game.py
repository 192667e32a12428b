"""The form for a new game in a real browser: speeds, folded settings, and the bar with the main button."""

import re

import pytest
from playwright.sync_api import expect

import rules
from rulebook import lengths
from tests.browser.table_fixtures import held_back
from tests.browser.test_pages import MORE, serious_findings, small_targets, too_wide


def test_with_all_folds_open_it_fits_a_phone_and_has_large_targets(visit, site):
    for path in ("/new/?variant=partnership", "/house-rules/change/partnership/"):
        page = visit(site, path, viewport={"width": 320, "height": 640})
        page.evaluate("document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true; })")
        expect(page.locator("[name=misses_most]")).to_be_visible()
        assert too_wide(page) <= 0
        assert small_targets(page) == []
        assert serious_findings(page) == []


@pytest.mark.core
def test_the_clocks_follow_the_speed_and_the_page_says_how_long_the_game_takes(visit, site):
    page = visit(site, "/new/")
    clock, estimate = page.get_by_label("Clock", exact=True), page.locator("[data-estimate]")
    expect(estimate).to_be_visible()
    expect(estimate).to_contain_text("About 18 turns")
    page.get_by_role("radio", name="Live").check()
    expect(clock).to_have_value("120")
    expect(clock.locator("option[value='86400']")).to_be_hidden()
    expect(estimate).to_contain_text("At 30 seconds per turn")
    clock.select_option("600")
    page.get_by_role("radio", name="Daily").check()
    expect(clock).to_have_value("86400")
    expect(estimate).to_contain_text("At 4 turns a day")


def test_a_speed_or_clock_chosen_before_the_scripts_load_is_kept(visit, site):
    for control, value, speed, clock in (("speed", "fast", "fast", "120"), ("clock", "600", "fast", "600")):
        page = visit(site, "/healthz")
        with held_back(page, re.compile("/js/(?!app/early_clicks)")):
            page.goto("/new/", wait_until="commit")
            if control == "speed":
                page.locator(f"[name=speed][value={value}]").check()
            else:
                page.locator("[name=clock]").select_option(value)
        page.wait_for_load_state()
        expect(page.locator(f"[name=speed][value={speed}]")).to_be_checked()
        expect(page.locator("[name=clock]")).to_have_value(clock)
        expect(page.locator("[data-estimate]")).not_to_contain_text("turns a day")


def test_folded_settings_show_their_values(visit, site):
    page = visit(site, "/new/")
    page.locator(MORE).click()
    fold = page.locator(".fold .fold", has_text="Who can join")
    expect(fold.locator("summary")).to_contain_text("Only people with the link")
    fold.locator("summary").click()
    fold.get_by_label("Everyone: listed with the open games").check()
    fold.locator("summary").click()
    expect(fold.locator("summary")).to_contain_text("Everyone: listed with the open games")
    fold = page.locator(".fold .fold", has_text="Other players")
    fold.locator("summary").click()
    page.get_by_label("Seat 2").select_option("good")
    fold.locator("summary").click()
    expect(fold.locator("summary")).to_contain_text("Octavo, computer: Good")


def test_the_keyboard_focus_is_never_behind_the_bar_with_the_main_button(visit, site):
    page = visit(site, "/new/", viewport={"width": 360, "height": 640})
    page.locator(MORE).click()
    page.get_by_label("Clock", exact=True).focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        bottom, bar = page.evaluate("""() => [document.activeElement.getBoundingClientRect().bottom,
          document.activeElement.closest(".action-bar") ? innerHeight :
            document.querySelector(".action-bar").getBoundingClientRect().top]""")
        assert bottom <= bar + 1, page.evaluate("document.activeElement.outerHTML")


def test_only_five_or_six_players_choose_between_two_sets_of_tiles(visit, site):
    page = visit(site, "/new/?variant=draw&seats=4&length=usual", viewport={"width": 360, "height": 640})
    page.locator(MORE).click()
    sets, estimate = page.locator("[data-sets]"), page.locator("[data-estimate]")
    expect(sets).to_be_hidden()
    page.locator("[name=seats][value='6']").check()
    expect(page.get_by_label("Double-9, 7 tiles each")).to_be_checked()
    expect(estimate).to_contain_text(f"About {turns('draw', 6, set=9, hand=7)} turns")
    page.get_by_label("Double-6, 4 tiles each").check()
    expect(estimate).to_contain_text(f"About {turns('draw', 6)} turns")
    assert too_wide(page) <= 0
    assert small_targets(page) == []
    page.locator("[name=seats][value='4']").check()
    expect(sets).to_be_hidden()


def turns(key, seats, **options):
    return lengths.turns(rules.ruleset(key, options, seats))
