"""The drawn examples of the rules in a real browser; without scripts, the page describes them in words."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from tests.browser.table_fixtures import finds
from tests.browser.test_pages import SMALL, serious_findings, too_wide
from tests.samples import some
from tests.texts import EVERY_LANGUAGE

DIFFERENT = ["brettspielnetz", "auction", "egyptian", "double_nine", "classic_six", "sea_goat", "donkey", "general",
             "telephone", "sausage", "dominican", "jamaican", "cyprus", "matador", "mexican_train"]  # fmt: skip


# The drawings without a visible tile.
NOT_DRAWN = """() => [...document.querySelectorAll(".example-drawing")]
  .filter((drawing) => !drawing.querySelector(".domino")?.getBoundingClientRect().width)
  .map((drawing) => drawing.outerHTML.slice(0, 160))"""


def test_every_kind_of_example_is_drawn(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/", viewport={"width": 360, "height": 800})
    for key in some(DIFFERENT, 8):
        page.goto(f"/rules/{key}/?players={rules.VARIANTS[key].seats[-1]}")
        expect(page.locator(".sheet-example caption")).to_be_visible()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")  # on the screen, each is drawn as it comes near
        finds(page, NOT_DRAWN, [], at=key)
        finds(page, "document.querySelectorAll('.sheet-example tfoot td').length - "
                    "document.querySelectorAll('.sheet-example thead th').length", -1, at=key)  # fmt: skip
        assert too_wide(page) <= 0, key


def test_the_example_sheet_matches_its_game(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/donkey/")
    sheet = page.evaluate("JSON.parse(document.getElementById('examples').textContent).at(-1)")
    rows = page.locator(".sheet-example tbody tr:not(.sheet-notes)")
    expect(rows).to_have_count(len(sheet["scores"]))
    for n, line in enumerate(sheet["scores"]):
        expect(rows.nth(n).locator(".written")).to_have_text([str(total) for total in line["totals"]])
        for side, kept in enumerate(line.get("kept", [])):
            if kept:
                expect(rows.nth(n).locator("td").nth(side)).to_contain_text(f"{kept} carried")
    expect(page.locator(".sheet-example tfoot td")).to_have_text([str(total) for total in sheet["totals"]])


def test_generals_are_strokes_and_written_off_points_are_struck_through(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/general/")
    sheet = page.evaluate("JSON.parse(document.getElementById('examples').textContent).at(-1)")
    for side, total in enumerate(sheet["totals"]):
        expect(page.locator(".sheet-example tfoot td").nth(side).locator(".tally path")).to_have_count(total)
    fishes = sum("fish" in line["notes"] for line in sheet["scores"])
    expect(page.locator(".sheet-example tbody tr.faint")).to_have_count(fishes)
    page.goto("/rules/sea_goat/")
    expect(page.locator(".sheet-example s").first).to_be_visible()
    expect(page.locator(".sheet-example .sheet-notes").first).to_be_visible()


def test_without_scripts_the_examples_are_described(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/sausage/", java_script_enabled=False)
    expect(page.locator("#example-cut .example-text")).to_contain_text("line A:")
    expect(page.locator("#example-cut .example-drawing")).to_be_hidden()
    expect(page.locator("#example-sheet tbody tr").first).to_be_visible()


@pytest.mark.core
def test_typing_finds_a_game(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/", viewport=SMALL)
    page.get_by_label("Find a game").fill("kolbasa")
    expect(page.locator(".rule-link:visible")).to_have_count(1)
    expect(page.get_by_role("heading", name="Fives")).to_be_hidden()
    page.get_by_label("Find a game").fill("chess")
    expect(page.get_by_text("No games match")).to_be_visible()
    page.get_by_label("Find a game").fill("")
    expect(page.locator(".rule-link:visible")).to_have_count(len(rules.VARIANTS))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawn_rules_are_accessible(visit: Callable[..., Page], site: Any, scheme: Any):
    page = visit(site, "/rules/sea_goat/", viewport=SMALL, color_scheme=scheme)
    expect(page.locator(".sheet-example s").first).to_be_visible()
    assert too_wide(page) <= 0
    assert serious_findings(page) == []


# ---- Names of games ----------------------------------------------------------------------------------------

NAMED = "h1, h2, h3, th, legend, .game-title, .eyebrow, .choice strong"

# The words of *selector* that break across two lines; with *names*, with each of them as its text, in a page that fits.
BROKEN_WORDS = """([selector, names]) => {
  const nodes = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const { documentElement: page } = document;
  const broken = [];
  for (const name of names ?? [null]) {
    if (name) nodes[0].textContent = name;
    if (page.scrollWidth > page.clientWidth) broken.push(`too wide: ${name}`);
    for (const node of nodes) {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
  }
  return broken;
}"""


WITH_NAMES = {
    "/": None, "/rules/": None, "/new/": None, "/rules/draw/": "h1", "/standings/draw/": "h1",
    "/new/?variant=draw": None, "/games/": ".row-game", "/g/{game}/": "h1", "/g/{game}/rules/": "p.lead",
}  # fmt: skip


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_no_name_of_a_game_breaks_within_a_word_on_a_small_phone(
    visit: Callable[..., Page], site: Any, language: str
) -> None:
    game = site.seed(games=1, variant="draw")["games"][0]
    page = visit(site, "/rules/", game["seats"][0], viewport={"width": 360, "height": 640}, locale=language)
    assert page.evaluate("document.documentElement.lang") == language
    names = page.evaluate("[...document.querySelectorAll('.rule-link strong')].map((name) => name.innerText)")
    assert len(names) == len(rules.VARIANTS)
    for path, named in some(WITH_NAMES.items(), 4, salt=language):
        page.goto(path.format(game=game["id"]))
        finds(page, BROKEN_WORDS, [], arg=[NAMED, None], at=path)
        if named:
            finds(page, BROKEN_WORDS, [], arg=[named, names], at=path)
