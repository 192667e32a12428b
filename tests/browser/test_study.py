"""E1, E2: a finished game is studied, stepped through in every way, and shared by link."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.rules.test_records import EXAMPLES


@pytest.fixture
def game(site):
    return site.seed(games=1, variant="muggins", moves=10_000)["games"][0]


@pytest.fixture
def ada(game):
    return game["seats"][0]


def caption(page):
    return page.locator("[data-step=words]")


@pytest.mark.core
def test_a_finished_game_is_studied_from_its_menu(visit, site, game, ada):
    page = visit(site, f"/g/{game['id']}/", ada)
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("button", name="Study this game").click()
    page.wait_for_url("**/study/**")
    expect(caption(page)).to_have_text("The deal")
    expect(page.locator(".player-tiles.open").first).to_be_visible()


def test_stepping_by_buttons_slider_keyboard_and_address(visit, site, ada):
    page = visit(site, "/study/", ada)
    record = next(path for path in EXAMPLES if path.stem == "muggins-1")
    moves = len(json.loads(record.read_text())["rounds"][0]["moves"])
    page.get_by_label("File").set_input_files(record)
    page.get_by_role("button", name="Import").click()
    expect(caption(page)).to_have_text("The deal")
    page.get_by_role("button", name="One move forward").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step=count]")).to_have_text(f"2 of {moves}")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"#0\.1$"))
    page.get_by_role("slider").fill("3")
    expect(page).to_have_url(re.compile(r"#0\.3$"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(rf"#0\.{moves}$"))
    address = page.url.replace(f"#0.{moves}", "#0.2")
    there = visit(site, address, ada)
    expect(there.locator("[data-step=count]")).to_have_text(f"2 of {moves}")


def test_others_see_a_study_once_it_is_shared(visit, site, ada):
    page = visit(site, "/study/", ada)
    page.get_by_label("File").set_input_files(EXAMPLES[0])
    page.get_by_role("button", name="Import").click()
    expect(caption(page)).to_have_text("The deal")
    address = page.url.partition("#")[0]
    other = visit(site, address)
    expect(other.locator("#board")).to_have_count(0)
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share by link").click()
    expect(page.locator("button[name=shared][value=no]")).to_be_attached()
    other.reload()
    expect(caption(other)).to_have_text("The deal")


def test_an_unreadable_record_stays_in_the_form(visit, site, ada):
    page = visit(site, "/study/", ada)
    page.get_by_label("paste the record").fill("no record")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("This isn’t a record")
    expect(page.get_by_label("paste the record")).to_have_value("no record")
