import assert from "node:assert/strict";
import test from "node:test";
import { endOf, newsBetween } from "../../static/js/table/new_events.js";
import { viewOf } from "./views.js";

const { deepEqual } = assert;
const moves = (...list) => ({ by: list.map(() => "player"), round: { moves: list } });
const BEFORE = viewOf({ version: 3, ...moves("0 6-5") });

test("moves missing in the older view are news", () => {
  const after = viewOf({ version: 5, ...moves("0 6-5", "1 draw", "1 5-3>6-5"), by: ["player", "forced", "player"] });
  deepEqual(newsBetween(BEFORE, after), [
    { version: 5, deal: 0, ply: 2, seat: 1, move: "draw", by: "forced" },
    { version: 5, deal: 0, ply: 3, seat: 1, move: "5-3>6-5", by: "player" },
  ]);
});

test("all moves of a new deal are news", () => {
  const after = viewOf({ version: 9, deal: 1, ...moves("1 4-4") });
  deepEqual(
    newsBetween(BEFORE, after).map(({ deal, ply, move }) => [deal, ply, move]),
    [[1, 1, "4-4"]],
  );
});

test("neither the same view nor a closed table brings news", () => {
  deepEqual(newsBetween(BEFORE, BEFORE), []);
  deepEqual(newsBetween(BEFORE, viewOf({ round: null })), []);
});

test("a deal that has ended brings its last moves and its line of the sheet", () => {
  const replay = {
    view: { moves: ["0 6-5", "1 5-3>6-5"] },
    by: ["player", "player"],
    score: { round: 1, over: "out", by: 1 },
  };
  const view = viewOf({ version: 9, deal: 1, ...moves() });
  deepEqual(endOf(BEFORE, { view, deals: { 0: replay } }), [
    { version: 9, deal: 0, ply: 2, seat: 1, move: "5-3>6-5", by: "player" },
    { type: "round", round: 1, over: "out", by: 1, deal: 0 },
  ]);
});

test("an ended deal that couldn't be fetched brings no news", () => {
  deepEqual(endOf(BEFORE, { view: viewOf({ deal: 1 }), deals: {} }), []);
});
