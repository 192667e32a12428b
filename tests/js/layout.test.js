// Units: the short side of a tile is 1. The middle of the lead is the origin, y grows downwards.

import assert from "node:assert/strict";
import test from "node:test";
import { arrange, boxFor } from "../../static/js/geometry/layout.js";
import { chance, faults, randomLayout } from "./random_layouts.js";

const { deepEqual, equal, ok } = assert;

const WIDE = { columns: 40, rows: 20 };
const WINDOWS = [
  [320, 300],
  [360, 380],
  [412, 560],
  [768, 640],
  [1024, 520],
  [1440, 620],
  [1920, 860],
];

/** A layout written as moves, "5-5! 5-3>5-5 5-1/5-5": ! is a spinner, > the line on, / a side. */
function layoutOf(moves) {
  return moves.split(" ").map((move, ply) => {
    const [, tile, spinner, way, onto, value] = /^(\d-\d)(!?)(?:([>/])(\d-\d)(?::(\d))?)?$/.exec(move);
    const at = way ? (value ?? tile.split("-").find((half) => onto.includes(half))) : null;
    return {
      tile,
      ply,
      seat: ply % 2,
      spinner: spinner === "!",
      onto: onto ?? null,
      at: at && Number(at),
      arm: { ">": "line", "/": "side" }[way] ?? "lead",
    };
  });
}

/** The place of each tile: "x,y across 6-5", its top left corner and its values from there. */
const placesOf = (moves, box = WIDE, sum = null) =>
  arrange(layoutOf(moves), box, { sum }).tiles.map(
    ({ x, y, vertical, values }) => `${x},${y} ${vertical ? "down" : "across"} ${values.join("-")}`,
  );

test("the lead lies in the middle, its higher half to the left", () => {
  deepEqual(placesOf("6-5"), ["-1,-0.5 across 6-5"]);
});

test("a double leads upright", () => {
  deepEqual(placesOf("4-4"), ["-0.5,-1 down 4-4"]);
});

test("a line grows on both sides, matching halves together", () => {
  deepEqual(placesOf("6-5 5-3>6-5 6-2>6-5"), ["-1,-0.5 across 6-5", "1,-0.5 across 5-3", "-3,-0.5 across 2-6"]);
});

test("a double lies across its line, and the line goes on behind it", () => {
  deepEqual(placesOf("6-5 5-5>6-5 5-1>5-5"), ["-1,-0.5 across 6-5", "1,-1 down 5-5", "2,-0.5 across 5-1"]);
});

test("a double laid lengthwise lies like any other tile", () => {
  const layout = layoutOf("6-5 5-5>6-5");
  layout[1].lengthwise = true;
  const [, double] = arrange(layout, WIDE).tiles;
  deepEqual([double.x, double.y, double.vertical], [1, -0.5, false]);
});

test("a spinner has four arms: two ends and two sides", () => {
  deepEqual(placesOf("5-5! 5-1>5-5 5-2>5-5 5-3/5-5 5-4/5-5"), [
    "-0.5,-1 down 5-5",
    "0.5,-0.5 across 5-1",
    "-2.5,-0.5 across 2-5",
    "-0.5,1 down 5-3",
    "-0.5,-3 down 4-5",
  ]);
});

test("if halves must add up to six, a five meets a one", () => {
  deepEqual(placesOf("6-5 5-1>6-5:5", WIDE, 6), ["-1,-0.5 across 6-5", "1,-0.5 across 1-5"]);
});

test("a tile played face down ends its arm", () => {
  const layout = layoutOf("6-5 5-5>6-5");
  layout[1].closed = true;
  const { tiles, ends } = arrange(layout, WIDE);
  equal(tiles[1].closed, true);
  deepEqual(
    ends.map(({ tile, value }) => [tile, value]),
    [["6-5", 6]],
  );
});

test("a lead with eight arms lies in a bar: the line at its short sides, three arms at each long one", () => {
  const layout = layoutOf("6-6! 6-1>6-6 6-2>6-6 6-5/6-6 6-4/6-6");
  const { tiles, ends } = arrange(layout, WIDE, { arms: 8 });
  deepEqual([tiles[0].x, tiles[0].y, tiles[0].vertical, tiles[0].hub], [-1, -0.5, false, 7]);
  deepEqual(
    tiles.slice(1).map(({ x, y, vertical, values }) => [x, y, vertical, values.join("-")]),
    [
      [3.5, -0.5, false, "6-1"],
      [-5.5, -0.5, false, "2-6"],
      [-3, -2.5, true, "5-6"],
      [2, -2.5, true, "4-6"],
    ],
  );
  deepEqual(
    ends.filter(({ tile }) => tile === "6-6").map(({ x, y, d }) => [x, y, d]),
    [
      [0, -0.5, 3],
      [-2.5, 0.5, 1],
      [0, 0.5, 1],
      [2.5, 0.5, 1],
    ],
  );
});

test("two and three arms are fewer of the usual four", () => {
  const arms = (number) =>
    arrange(layoutOf("5-5!"), WIDE, { arms: number }).ends.map(
      ({ arm, d }) => `${arm} ${"right down left up".split(" ")[d]}`,
    );
  deepEqual(arms(2), ["line right", "line left"]);
  deepEqual(arms(3), ["line right", "line left", "side down"]);
});

test("a matador lies with the half outside that it names", () => {
  const layout = layoutOf("6-5 5-2>6-5:5");
  const outside = (out) => arrange([layout[0], { ...layout[1], out }], WIDE, { sum: 7 }).tiles[1].values;
  deepEqual(
    [outside(2), outside(5)],
    [
      [5, 2],
      [2, 5],
    ],
  );
});

test("an open end is in the middle of the edge where the line continues", () => {
  const found = arrange(layoutOf("6-5 5-3>6-5"), WIDE).ends.map(({ x, y, d, tile, value }) => [x, y, d, tile, value]);
  deepEqual(found, [
    [-1, 0, 2, "6-5", 6],
    [3, 0, 0, "5-3", 3],
  ]);
});

test("a line turns at the border of its box and continues below", () => {
  const moves = "6-5 5-4>6-5 4-3>5-4 3-2>4-3 2-1>3-2 1-0>2-1";
  const box = { columns: 8, rows: 8 };
  ok(arrange(layoutOf(moves), WIDE).bounds.w > 8);
  const { tiles } = arrange(layoutOf(moves), box);
  ok(tiles.every(({ x, w }) => x >= -4 && x + w <= 4));
  deepEqual(faults(arrange(layoutOf(moves), box), layoutOf(moves)), []);
});

test("the bounds enclose all tiles exactly", () => {
  deepEqual(arrange(layoutOf("5-5! 5-1>5-5 5-3/5-5"), WIDE).bounds, { x: -0.5, y: -1, w: 3, h: 4 });
});

test("without moves, the layout is empty", () => {
  const { tiles, ends } = arrange([], WIDE);
  deepEqual([tiles, ends], [[], []]);
});

test("the columns of a box fill the window, and tiles are neither tiny nor huge", () => {
  for (const [width, height] of WINDOWS) {
    const { columns, rows, unit } = boxFor(width, height);
    ok(Math.abs(columns * unit - width) < 1e-9 && rows * unit <= height + unit, `${width} × ${height}`);
    ok(unit >= 28 && unit <= 62, `${unit} px`);
  }
});

// ---- Random layouts ------------------------------------------------------------------------------

const KINDS = {
  lines: [{}, 100],
  "lines that grow on one side": [{ oneSided: true }, 60],
  "lines of the double-nine set": [{ set: 9 }, 40],
  "halves that add up to six": [{ sum: 6 }, 40],
  "one spinner": [{ spinner: "first" }, 30],
  "one spinner, doubles face down": [{ spinner: "first", closed: true }, 20],
  "every double a spinner": [{ spinner: "all" }, 30],
  "Double Nine, every double a spinner": [{ set: 9, spinner: "all" }, 9],
  "feet of four, every double filled at once": [{ set: 9, spinner: "all", fill: "all" }, 5],
  "a hub with eight arms": [{ set: 9, spinner: "first", fill: "lead", arms: 8 }, 5],
  "a hub with seven arms, every double a foot": [{ set: 9, spinner: "all", fill: "all", arms: 7 }, 3],
  "three arms": [{ spinner: "first", fill: "lead", arms: 3 }, 5],
  matadors: [{ sum: 7, matadors: true }, 20],
};

/** Calls *look*(arranged, layout, open ends, where) for *games* random layouts of *kind* in each of *windows*. */
function eachArrangement(kind, games, look, windows = WINDOWS) {
  for (const [number, [width, height]] of windows.entries()) {
    for (let game = 0; game < games; game += 1) {
      const { layout, ends } = randomLayout(chance(1000 * number + 7919 * game), kind);
      look(arrange(layout, boxFor(width, height), kind), layout, ends, `game ${game} at ${width} × ${height}`);
    }
  }
}

for (const [name, [kind, games]] of Object.entries(KINDS)) {
  test(`tiles touch their neighbours with matching halves, and no other tile, not even at a corner: ${name}`, () => {
    eachArrangement(kind, games, (arranged, layout, ends, where) => {
      deepEqual(faults(arranged, layout, kind), [], where);
      deepEqual(
        arranged.tiles.filter((tile) => tile.apart),
        [],
        where,
      );
      if (kind.sum === undefined) for (const end of ends.slice(0, 6)) lieBeside(arranged, layout, end, where);
    });
  });
}

/** A further tile on *end* would also lie correctly, unless it would cause a new layout. */
function lieBeside(arranged, layout, end, where) {
  for (const tile of [`${end.value}-${end.value}`, `${Math.max(end.value, 3)}-${Math.min(end.value, 3)}`]) {
    if (layout.some((played) => played.tile === tile)) continue;
    const next = { tile, onto: end.tile, at: end.value };
    const ghost = arranged.ghost(next);
    const bounds = { x: -999, y: -999, w: 1998, h: 1998 };
    if (!ghost.apart)
      deepEqual(faults({ tiles: [...arranged.tiles, ghost], bounds }, [...layout, next]), [], `${where}, ${tile}`);
  }
}

test("in huge sets, too, every tile touches its neighbour and no other", () => {
  for (const kind of [{ set: 12, spinner: "all" }, { set: 18, spinner: "first" }, { set: 18 }])
    eachArrangement(
      kind,
      2,
      (arranged, layout, _ends, where) => {
        deepEqual(faults(arranged, layout), [], where);
        ok(!arranged.tiles.some(({ apart }) => apart), where);
      },
      [[360, 380]],
    );
});

test("tiles of an ordinary game stay large on a phone", () => {
  // Up to 18 tiles on the table: longer than most rounds.
  const [width, height] = [360, 400];
  eachArrangement(
    { most: 18 },
    150,
    ({ bounds: { w, h } }, _layout, _ends, where) => {
      const unit = Math.min(boxFor(width, height).unit, width / (w + 1.5), height / (h + 1.5));
      ok(unit >= 24, `${where}: ${unit} px`);
    },
    [[width, height]],
  );
});

test("nothing moves when a tile is added", () => {
  const where = ({ tile, x, y, w }) => [tile, x, y, w];
  for (const [width, height] of [
    [360, 380],
    [1440, 620],
  ]) {
    for (let game = 0; game < 25; game += 1) {
      const { layout } = randomLayout(chance(game), {});
      const whole = arrange(layout, boxFor(width, height)).tiles.map(where);
      for (let length = 1; length < layout.length; length += 1)
        deepEqual(arrange(layout.slice(0, length), boxFor(width, height)).tiles.map(where), whole.slice(0, length));
    }
  }
});

test("a ghost lies where the tile will lie", () => {
  const where = ({ x, y, values }) => [x, y, values];
  for (const spinner of ["none", "first"]) {
    for (let game = 0; game < 15; game += 1) {
      const { layout } = randomLayout(chance(game), { spinner });
      if (layout.some((played) => played.spinner && played.ply > 0)) continue; // a spinner only once it is laid
      for (const [index, { tile, onto }] of layout.entries()) {
        if (!index) continue;
        const ghost = arrange(layout.slice(0, index), boxFor(768, 640)).ghost({ tile, onto, at: null });
        deepEqual(where(ghost), where(arrange(layout.slice(0, index + 1), boxFor(768, 640)).tiles.at(-1)), tile);
      }
    }
  }
});
