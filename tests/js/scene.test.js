// Positions of one deal: Ada leads 6-5, Ben draws and plays 5-3, Ada plays 6-2.

import assert from "node:assert/strict";
import test from "node:test";
import { finishedDeals, positionOf, sheetView } from "../../static/js/look_back/scene.js";
import { roundNumber } from "../../static/js/look_back/stepper.js";
import { startState, withDeal, withScene } from "../../static/js/table/state.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;

const LAYOUT = [
  { tile: "6-5", ply: 1, seat: 0 },
  { tile: "5-3", ply: 3, seat: 1 },
  { tile: "6-2", ply: 4, seat: 0 },
];
const RUNNING = viewOf({
  by: ["player", "forced", "player", "player"],
  round: {
    moves: ["0 6-5", "1 draw", "1 5-3>6-5", "0 6-2>6-5"],
    layout: LAYOUT,
    turn: 1,
    hands: [5, 7],
    boneyard: 13,
    ends: [{ tile: "5-3", value: 3 }],
  },
});
const at = (ply) => positionOf(withScene(startState(RUNNING), { kind: "step", deal: 0, ply }));

test("the present is what the view says", () => {
  const { counts, boneyard, turn, ends, last, isOver } = positionOf(startState(RUNNING));
  deepEqual([counts, boneyard, turn, last, isOver], [[5, 7], 13, 1, 4, false]);
  equal(ends.length, 1);
});

test("back in the deal, tiles played return to the hands and drawn ones to the boneyard", () => {
  deepEqual(
    [0, 1, 2, 3, 4].map((ply) => [...at(ply).counts, at(ply).boneyard]),
    [
      [7, 7, 14],
      [6, 7, 14],
      [6, 8, 13],
      [6, 7, 13],
      [5, 7, 13],
    ],
  );
});

test("at each ply it is the turn of the player who moved next", () => {
  deepEqual(
    [0, 1, 2, 3, 4].map((ply) => at(ply).turn),
    [0, 1, 1, 0, 1],
  );
});

test("the last tile laid is highlighted, even after a draw", () => {
  deepEqual(
    [0, 1, 2, 3, 4].map((ply) => at(ply).last),
    [null, 1, 1, 3, 4],
  );
});

test("open ends are known only in the present", () => {
  deepEqual(at(3).ends, []);
  equal(at(4).ends.length, 1);
});

test("a step beyond the last move is the present", () => {
  deepEqual(at(99), at(4));
});

test("a start that the rules turned over isn't a last move", () => {
  const layout = [{ tile: "6-5", ply: 0, seat: null }];
  equal(positionOf(startState(viewOf({ round: { layout } }))).last, null);
});

test("a table without a round is empty", () => {
  const { layout, counts, turn, hands } = positionOf(startState(viewOf({ round: null })));
  deepEqual([layout, counts, turn, hands], [[], [0, 0], null, null]);
});

test("a finished deal is replayed with open hands, from the first ply to the last", () => {
  const frame = (hands, turn, totals) => ({ hands, turn, totals, boneyard: 14, ends: [], count: null });
  const replay = {
    deal: 0,
    round: 1,
    by: ["player"],
    score: { totals: [12, 0] },
    view: { layout: LAYOUT, moves: ["0 6-5"] },
    frames: [frame([["6-5"], ["4-4"]], 0, [0, 0]), frame([[], ["4-4"]], null, [0, 0])],
  };
  const state = withDeal(startState(RUNNING), 0, replay);
  const ply = (number) => positionOf(withScene(state, { kind: "step", deal: 0, ply: number }));
  deepEqual(ply(0).hands, [["6-5"], ["4-4"]]);
  deepEqual([ply(0).totals, ply(0).isOver], [[0, 0], false]);
  deepEqual([ply(1).counts, ply(1).totals, ply(1).isOver], [[0, 1], [12, 0], true]);
  deepEqual(ply(9), ply(1));
  deepEqual(positionOf(withScene(state, { kind: "over", deal: 0 })), ply(1));
});

test("deals before the running one can be replayed, the last one once the game has ended", () => {
  deepEqual(finishedDeals(viewOf({ deal: 2 })), [0, 1]);
  deepEqual(finishedDeals(viewOf({ deal: 2, status: "finished", round: { open: [[], []] } })), [0, 1, 2]);
  deepEqual(finishedDeals(viewOf({ deal: null, round: null })), []);
});

test("an annulled deal has no round on the sheet", () => {
  const view = viewOf({ scores: [{ deal: 1, round: 1 }] });
  deepEqual([roundNumber(view, 0), roundNumber(view, 1)], [null, 1]);
});

test("beside the card of a round, the sheet shows no points of the next one", () => {
  const scores = [
    { deal: 0, round: 1, totals: [12, 0] },
    { deal: 1, round: 2, totals: [12, 9] },
  ];
  const view = viewOf({ deal: 2, scores, totals: [17, 9] });
  const written = (scene, position) => {
    const sheet = sheetView(withScene(startState(view), scene), position);
    return [sheet.scores.map(({ round }) => round), sheet.totals];
  };
  deepEqual(written({ kind: "over", deal: 0 }, { deal: 0, totals: [12, 0] }), [[1], [12, 0]]);
  deepEqual(written({ kind: "over", deal: 1 }, { deal: 1, totals: [12, 9] }), [
    [1, 2],
    [12, 9],
  ]);
  deepEqual(written({ kind: "over", deal: 2 }, { deal: 2, totals: [15, 9] }), [
    [1, 2],
    [17, 9],
  ]);
  deepEqual(written({ kind: "now" }, { deal: 2, totals: [15, 9] }), [
    [1, 2],
    [17, 9],
  ]);
});

test("the last deal of a finished game has its line of the sheet, with what paid", () => {
  const result = {
    round: 1,
    over: "out",
    by: 0,
    winner: 0,
    pips: [0, 4],
    written: [3, 0],
    totals: [3, 0],
    notes: ["both"],
  };
  const line = { ...result, deal: 0, more: { both: 3 } };
  const view = viewOf({ status: "finished", scores: [line], round: { result, turn: null } });
  assert.equal(positionOf(startState(view)).scoreLine, line);
});
