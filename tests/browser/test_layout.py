"""No two tiles ever overlap: thousands of random layouts, arranged by the real module in a real browser."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import rules
from tests.live.server import LiveServer

WINDOWS = [(320, 300), (360, 380), (412, 560), (768, 640), (1024, 520), (1440, 620), (1920, 860)]
HELPERS = Path(__file__).parent / "random_layouts.js"

# Runs in the page: *games* random layouts of one kind in one window; answers what went wrong and how it went.
TRY = """async ({ kind, games, width, height, seed }) => {
  const { arrange, boxFor } = await import("/static/js/layout.js");
  const { chance, randomLayout, faults } = await import("/random_layouts.js");
  const box = boxFor(width, height);
  const wrong = [];
  let apart = 0, tiles = 0, unit = box.unit, slowest = 0;
  for (let game = 0; game < games; game += 1) {
    const { layout, ends } = randomLayout(chance(seed + 7919 * game), kind);
    const started = performance.now();
    const arranged = arrange(layout, box, kind.sum ?? null);
    slowest = Math.max(slowest, performance.now() - started);
    tiles += layout.length;
    apart += arranged.tiles.filter((tile) => tile.apart).length;
    unit = Math.min(unit, width / (arranged.bounds.w + 1.5), height / (arranged.bounds.h + 1.5));
    for (const fault of faults(arranged, layout, kind)) wrong.push(`game ${game}: ${fault}`);
    // Where a further tile would lie: beside, never on what lies there.
    for (const end of ends.slice(0, 6)) {
      for (const tile of [`${end.value}-${end.value}`, `${Math.max(end.value, 3)}-${Math.min(end.value, 3)}`]) {
        if (kind.sum !== undefined || layout.some((played) => played.tile === tile)) continue;
        const ghost = arranged.ghost({ tile, onto: end.tile, at: end.value });
        if (ghost.apart) continue;
        const fault = faults({ tiles: [...arranged.tiles, ghost], bounds: { x: -999, y: -999, w: 1998, h: 1998 } },
          [...layout, { tile, onto: end.tile, at: end.value }], kind);
        for (const words of fault) wrong.push(`game ${game}, ghost: ${words}`);
      }
    }
  }
  return { wrong, apart, tiles, unit, slowest };
}"""

KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "lines": ({}, 120),
    "lines that grow on one side": ({"oneSided": True}, 60),
    "lines of the double-nine set": ({"set": 9}, 40),
    "halves that add up to six": ({"sum": 6}, 40),
    "one spinner": ({"spinner": "first"}, 60),
    "one spinner, doubles face down": ({"spinner": "first", "closed": True}, 30),
    "every double a spinner": ({"spinner": "all"}, 40),
    "Double Nine, every double a spinner": ({"set": 9, "spinner": "all"}, 9),
}


@pytest.fixture
def blank(visit: Callable[..., Page], site: LiveServer) -> Page:
    """A page from which the site's modules and the helpers beside this file can be imported."""
    page = visit(site, "/healthz")
    page.route("**/random_layouts.js", lambda route: route.fulfill(path=HELPERS, content_type="text/javascript"))
    return page


@pytest.fixture
def geometry(blank: Page) -> Callable[..., dict[str, Any]]:
    def run(kind: dict[str, Any], games: int, width: int, height: int, seed: int = 1) -> dict[str, Any]:
        return blank.evaluate(TRY, {"kind": kind, "games": games, "width": width, "height": height, "seed": seed})

    return run


@pytest.mark.parametrize("name", KINDS)
def test_tiles_never_overlap_and_neighbours_meet_with_matching_halves(name: str, geometry: Any):
    kind, games = KINDS[name]
    for number, (width, height) in enumerate(WINDOWS):
        tried = geometry(kind, games, width, height, seed=1000 * number)
        assert tried["wrong"] == [], f"{width} × {height}"
        assert tried["apart"] == 0, f"{width} × {height}: a tile had to lie apart from its neighbour"


def test_every_layout_of_a_huge_set_is_still_free_of_overlaps(geometry: Any):
    """Beyond what any preset needs a tile may lie apart; it may not lie on another one."""
    assert geometry({"set": 12, "spinner": "all"}, 3, 360, 380)["wrong"] == []


def test_tiles_of_an_ordinary_game_stay_large_on_a_phone(geometry: Any):
    """Up to 18 tiles on the table: longer than most rounds."""
    assert geometry({"most": 18}, 150, 360, 400)["unit"] >= 24


def test_nothing_moves_when_a_tile_is_added(blank: Page):
    moved = blank.evaluate(
        """async () => {
          const { arrange, boxFor } = await import("/static/js/layout.js");
          const { chance, randomLayout } = await import("/random_layouts.js");
          const moved = [];
          for (const [width, height] of [[360, 380], [1440, 620]]) for (let game = 0; game < 25; game += 1) {
            const { layout } = randomLayout(chance(game), {});
            const whole = arrange(layout, boxFor(width, height)).tiles;
            for (let length = 1; length < layout.length; length += 1) {
              arrange(layout.slice(0, length), boxFor(width, height)).tiles.forEach((tile, index) => {
                const later = whole[index];
                if (tile.x !== later.x || tile.y !== later.y || tile.w !== later.w) moved.push(`${game}: ${tile.tile}`);
              });
            }
          }
          return moved;
        }"""
    )
    assert moved == []


def test_the_ghost_lies_where_the_tile_will_lie(blank: Page):
    wrong = blank.evaluate(
        """async () => {
          const { arrange, boxFor } = await import("/static/js/layout.js");
          const { chance, randomLayout } = await import("/random_layouts.js");
          const wrong = [], box = boxFor(768, 640);
          for (const spinner of ["none", "first"]) for (let game = 0; game < 40; game += 1) {
            const { layout } = randomLayout(chance(game), { spinner });
            if (layout.some((played) => played.spinner && played.ply > 0)) continue; // it isn't one before it lies
            layout.slice(1).forEach((next, index) => {
              const before = layout.slice(0, index + 1);
              const ghost = arrange(before, box).ghost({ tile: next.tile, onto: next.onto, at: null });
              const tile = arrange([...before, next], box).tiles.at(-1);
              const same = ghost.x === tile.x && ghost.y === tile.y && String(ghost.values) === String(tile.values);
              if (!same) wrong.push(`${game}: ${next.tile}`);
            });
          }
          return wrong;
        }"""
    )
    assert wrong == []


# ---- Every preset, by the real engine ------------------------------------------------------------

# The same for layouts that the server made; a position in the middle of a round is the beginning of its last one.
ARRANGE = """async ({ key, layouts, sum, windows }) => {
  const { arrange, boxFor } = await import("/static/js/layout.js");
  const { arrangeLines } = await import("/static/js/sausage.js");
  const { faults } = await import("/random_layouts.js");
  const wrong = [];
  let unit = 99, tried = 0, slowest = 0;
  for (const [width, height] of windows) layouts.forEach(({ layout, ends }, number) => {
    const box = boxFor(width, height);
    for (const length of new Set([Math.ceil(layout.length / 2), layout.length])) {
      const part = key === "sausage" ? layout : layout.slice(0, length);
      const started = performance.now();
      const lines = key === "sausage";
      const arranged = lines ? arrangeLines(part, { ends, columns: box.columns }) : arrange(part, box, sum);
      slowest = Math.max(slowest, performance.now() - started);
      tried += 1;
      const found = lines ? overlaps(arranged) : faults(arranged, part, { sum });
      for (const tile of arranged.tiles) if (tile.apart) found.push(`${tile.tile} lies apart`);
      wrong.push(...found.map((fault) => `${number} at ${width} × ${height}: ${fault}`));
      unit = Math.min(unit, box.unit, width / (arranged.bounds.w + 1.5), height / (arranged.bounds.h + 1.5));
    }
  });
  return { wrong, tried, unit, slowest };

  function overlaps({ tiles, bounds }) {
    const found = [];
    tiles.forEach((a, index) => {
      const right = bounds.x + bounds.w, bottom = bounds.y + bounds.h;
      const inside = a.x >= bounds.x && a.y >= bounds.y && a.x + a.w <= right && a.y + a.h <= bottom;
      if (!inside) found.push(`${a.tile} is outside`);
      for (const b of tiles.slice(0, index)) {
        const lies = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        if (lies) found.push(`${a.tile} lies on ${b.tile}`);
      }
    });
    return found;
  }
}"""


def layouts_of(key: str, rounds: int, **options: Any) -> list[dict[str, Any]]:
    """What lies on the table at the end of random rounds, with every number of seats in turn."""
    rng, found = random.Random(key), []
    variant = rules.VARIANTS[key]
    while len(found) < rounds:
        ruleset = rules.ruleset(key, options, variant.seats[len(found) % len(variant.seats)])
        deal = rules.make_deal(rules.new_game(ruleset), lambda _purpose, tiles: rng.sample(tiles, len(tiles)))
        position = rules.start_round(rules.new_game(ruleset), deal)
        stop = 30 if key == "sausage" else 999  # lines of Sausage are cut again: some look at long ones
        while not position.over and position.ply < stop:
            position = rules.play(position, rng.choice(position.legal))
        view = rules.view_for(position, None).as_dict()
        if view["layout"]:
            found.append({"layout": view["layout"], "ends": view["ends"]})
    return found


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_rounds_of_every_game_lie_well(key: str, blank: Page):
    sum_of = 6 if key == "classic_six" else None
    many = 25 if key == "double_nine" else 50
    tried = blank.evaluate(ARRANGE, {"key": key, "layouts": layouts_of(key, many), "sum": sum_of, "windows": WINDOWS})
    assert tried["wrong"] == []
    assert tried["tried"] >= 7 * many


def test_as_many_tiles_as_a_set_has_lie_on_the_table_of_double_nine(blank: Page):
    """Longer than any round of the preset: random play goes on until the set is used up or nothing fits."""
    for number, (width, height) in enumerate(WINDOWS):
        kind = {"set": 9, "spinner": "all"}
        tried = blank.evaluate(TRY, {"kind": kind, "games": 12, "width": width, "height": height, "seed": 77 * number})
        assert (tried["wrong"], tried["apart"]) == ([], 0)
        assert tried["tiles"] > 12 * 45
