// The start 6-2 stands upright at the left; line A grows from its 6, line B from its 2.

import assert from "node:assert/strict";
import test from "node:test";
import { cutPicture, insertion } from "../../static/js/geometry/sausage_changes.js";
import { arrangeLines, placementRect } from "../../static/js/geometry/sausage_lines.js";
import { layoutAfter, tilesCut } from "../../static/js/geometry/sausage_past.js";
import { placementOf } from "../../static/js/text/notation.js";

const { deepEqual, equal, ok } = assert;

const START = { tile: "6-2", arm: "lead", at: null };
const LAYOUT = [
  START,
  { tile: "6-5", arm: "A", at: 6 },
  { tile: "5-5", arm: "A", at: 5 },
  { tile: "5-1", arm: "A", at: 5 },
  { tile: "2-0", arm: "B", at: 2 },
  { tile: "4-0", arm: "B", at: 0 },
];
const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const lieApart = (tiles) => tiles.every((tile, index) => tiles.slice(0, index).every((other) => !overlap(tile, other)));
const read = ({ values }) => values.join("-");

test("both lines lie side by side, matching halves together, joint above joint", () => {
  const { tiles } = arrangeLines(LAYOUT);
  deepEqual(
    tiles.map((tile) => [read(tile), tile.x, tile.y]),
    [
      ["6-2", 0, 0],
      ["6-5", 1, 0],
      ["5-5", 3, 0],
      ["5-1", 5, 0],
      ["2-0", 1, 1],
      ["0-4", 3, 1],
    ],
  );
});

test("a start without lines is turned as the ends say", () => {
  const ends = [
    { arm: "A", value: 2 },
    { arm: "B", value: 6 },
  ];
  deepEqual(arrangeLines([START], { ends }).tiles.map(read), ["2-6"]);
});

test("lines too long for the box continue in a band below", () => {
  for (const [columns, bands] of [
    [1e9, 1],
    [5, 2],
    [3, 3],
  ]) {
    const { tiles, seams } = arrangeLines(LAYOUT, { columns });
    ok(lieApart(tiles), `${columns} columns`);
    equal(seams.length, bands - 1);
  }
});

test("places for a tile lie beside the lines, with the matching half towards them", () => {
  const arranged = arrangeLines(LAYOUT);
  const ghosts = ["1-0>A", "4-3>B", "5-5^A1", "5-4/2"].map((text) => placementRect(arranged, placementOf(text)));
  deepEqual(ghosts.map(read), ["1-0", "4-3", "5-5", "5-4"]);
  deepEqual(
    ghosts.slice(0, 2).map(({ x, y }) => [x, y]),
    [
      [7, 0],
      [5, 1],
    ],
  );
  for (const ghost of ghosts)
    ok(
      arranged.tiles.every((tile) => !overlap(tile, ghost)),
      ghost.values.join(),
    );
});

test("an inserted tile shows with the halves on both sides of it", () => {
  const arranged = arrangeLines(LAYOUT);
  const { tile, halves } = insertion(arranged, placementOf("5-5^A1"));
  equal(tile.tile, "5-5");
  deepEqual(
    halves.map(({ x, y }) => [x, y]),
    [
      [2, 0],
      [5, 0],
    ],
  );
});

test("a cut removes the start and both lines up to the joint, and takes their place", () => {
  const after = [
    { tile: "5-4", arm: "lead", at: null },
    { tile: "5-1", arm: "A", at: 5 },
  ];
  const { gone, stay } = cutPicture(LAYOUT, after, placementOf("5-4/2"));
  deepEqual(
    gone.map(({ tile }) => tile),
    ["6-2", "6-5", "5-5", "2-0", "4-0"],
  );
  equal(read(stay[0]), "5-4");
  ok(lieApart([...gone, ...stay]));
});

test("earlier layouts follow from the moves", () => {
  const moves = ["0 turn 6-2", "1 2-0>B", "0 6-5>A", "1 turn 4-4", "0 5-5^A1", "1 5-0/1"];
  const tiles = (ply) => layoutAfter(moves, ply, 14).layout.map(({ tile, arm }) => `${tile} ${arm}`);
  deepEqual(tiles(0), []);
  deepEqual(tiles(3), ["6-2 lead", "6-5 A", "2-0 B"]);
  deepEqual(tiles(5), ["6-2 lead", "6-5 A", "5-5 A", "2-0 B"]);
  deepEqual(tiles(6), ["5-0 lead", "5-5 A"]);
  deepEqual(tilesCut(moves, 6), ["6-2", "6-5", "2-0"]);
  deepEqual(layoutAfter(moves, 3, 14).ends, [
    { arm: "A", tile: "6-5", value: 5 },
    { arm: "B", tile: "2-0", value: 0 },
  ]);
  deepEqual(layoutAfter(moves, 6, 14).counts, [14 - 3 + 3, 14 - 2]);
});
