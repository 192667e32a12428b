"""The drawn examples of the rules in a real browser: every game's page draws, in words where nothing can be drawn."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from tests.browser.test_pages import SMALL, serious_findings, too_wide

# Runs in the page: what is drawn of the two lines of Sausage, and whether anything overlaps or doesn't meet.
TRY_LINES = """async () => {
  const { arrangeLines, cutPicture, placementRect } = await import("/static/js/sausage.js");
  const { placementOf } = await import("/static/js/notation.js");
  const layout = [
    { tile: "6-2", arm: "lead", at: null },
    { tile: "6-5", arm: "A", at: 6 }, { tile: "5-5", arm: "A", at: 5 }, { tile: "5-1", arm: "A", at: 5 },
    { tile: "2-0", arm: "B", at: 2 }, { tile: "4-0", arm: "B", at: 0 },
  ];
  const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  const clean = ({ tiles }) => tiles.every((a, i) => tiles.every((b, j) => i === j || !overlap(a, b)));
  const arranged = arrangeLines(layout);
  const after = [{ tile: "5-4", arm: "lead", at: null }, { tile: "5-1", arm: "A", at: 5 }];
  const cut = cutPicture(layout, after, placementOf("5-4/2"));
  const ends = [{ arm: "A", value: 2 }, { arm: "B", value: 6 }];
  const empty = arrangeLines([{ tile: "6-2", arm: "lead", at: null }], { ends });
  const ghosts = ["1-0>A", "4-3>B", "5-5^A1", "5-4/2"].map((text) => placementRect(arranged, placementOf(text)));
  return {
    clean: [1e9, 5, 3].every((columns) => clean(arrangeLines(layout, { columns }))),
    meets: arranged.tiles.filter(({ line }) => line === "A").map(({ values }) => values.join("-")),
    joints: ["A", "B"].map((line) => arranged.tiles.filter((tile) => tile.line === line && tile.number === 2)[0].x),
    start: arranged.tiles[0].values, turned: empty.tiles[0].values, newStart: cut.stay[0].values,
    gone: cut.gone.map(({ tile }) => tile), apart: clean({ tiles: [...cut.gone, ...cut.stay] }),
    ghosts: ghosts.map(({ values }) => values.join("-")),
    free: ghosts.every((ghost) => !arranged.tiles.some((tile) => overlap(tile, ghost))),
    bands: arrangeLines(layout, { columns: 5 }).seams.length, none: placementOf("turn"),
  };
}"""


DIFFERENT = ["brettspielnetz", "auction", "egyptian", "double_nine", "classic_six", "sea_goat", "donkey", "general",
             "telephone", "sausage"]  # fmt: skip


def test_every_kind_of_example_is_drawn(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/", viewport={"width": 360, "height": 800})
    for key in DIFFERENT:
        page.goto(f"/rules/{key}/?players={rules.VARIANTS[key].seats[-1]}")
        expect(page.locator(".sheet-example caption")).to_be_visible()
        drawings = page.locator(".example-drawing")
        for n in range(drawings.count()):
            expect(drawings.nth(n).locator(".domino").first).to_be_visible()
        assert page.locator(".sheet-example tfoot td").count() == page.locator(".sheet-example thead th").count() - 1
        assert too_wide(page) <= 0, key


def test_the_sheet_says_what_the_made_up_game_says(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/donkey/")
    sheet = page.evaluate("JSON.parse(document.getElementById('examples').textContent).at(-1)")
    rows = page.locator(".sheet-example tbody tr:not(.sheet-notes)")
    expect(rows).to_have_count(len(sheet["scores"]))
    for n, line in enumerate(sheet["scores"]):
        assert rows.nth(n).locator(".written").all_inner_texts() == [str(total) for total in line["totals"]]
        for side, kept in enumerate(line.get("kept", [])):
            if kept:
                expect(rows.nth(n).locator("td").nth(side)).to_contain_text(f"{kept} kept")
    assert page.locator(".sheet-example tfoot td").all_inner_texts() == [str(total) for total in sheet["totals"]]


def test_generals_are_strokes_and_what_is_written_off_is_struck_through(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/general/")
    sheet = page.evaluate("JSON.parse(document.getElementById('examples').textContent).at(-1)")
    for side, total in enumerate(sheet["totals"]):
        expect(page.locator(".sheet-example tfoot td").nth(side).locator(".tally path")).to_have_count(total)
    fishes = sum("fish" in line["notes"] for line in sheet["scores"])
    expect(page.locator(".sheet-example tbody tr.faint")).to_have_count(fishes)
    page.goto("/rules/sea_goat/")
    expect(page.locator(".sheet-example s").first).to_be_visible()
    expect(page.locator(".sheet-example .sheet-notes").first).to_be_visible()


def test_without_a_script_the_examples_are_told(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/sausage/", java_script_enabled=False)
    expect(page.locator("#example-cut .example-text")).to_contain_text("line A:")
    expect(page.locator("#example-cut .example-drawing")).to_be_hidden()
    expect(page.locator("#example-sheet tbody tr").first).to_be_visible()


def test_the_lines_of_sausage_lie_side_by_side(visit: Callable[..., Page], site: Any):
    tried = visit(site, "/healthz").evaluate(TRY_LINES)
    assert tried == {
        "clean": True, "meets": ["6-5", "5-5", "5-1"], "joints": [3, 3], "start": [6, 2], "turned": [2, 6],
        "newStart": [5, 4], "gone": ["6-2", "6-5", "5-5", "2-0", "4-0"], "apart": True,
        "ghosts": ["1-0", "4-3", "5-5", "5-4"], "free": True, "bands": 1, "none": None,
    }  # fmt: skip


def test_a_game_is_found_by_what_is_typed(visit: Callable[..., Page], site: Any):
    page = visit(site, "/rules/", viewport=SMALL)
    page.get_by_label("Find a game").fill("kolbasa")
    expect(page.locator(".rule-link:visible")).to_have_count(1)
    expect(page.get_by_role("heading", name="Fives")).to_be_hidden()
    page.get_by_label("Find a game").fill("chess")
    expect(page.get_by_text("No game has that")).to_be_visible()
    page.get_by_label("Find a game").fill("")
    expect(page.locator(".rule-link:visible")).to_have_count(len(rules.VARIANTS))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawn_rules_are_accessible(visit: Callable[..., Page], site: Any, scheme: Any):
    page = visit(site, "/rules/sea_goat/", viewport=SMALL, color_scheme=scheme)
    expect(page.locator(".sheet-example s").first).to_be_visible()
    assert too_wide(page) <= 0
    assert serious_findings(page) == []
