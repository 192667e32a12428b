// Ada's hand is 6-5, 5-3 and 5-5 unless a test says otherwise.

import assert from "node:assert/strict";
import test from "node:test";
import { startState, withScene, withSent } from "../../static/js/table/state.js";
import { whyNot } from "../../static/js/table/why_not.js";
import { viewOf } from "./views.js";

const { equal } = assert;
const ENDS = [
  { tile: "6-1", value: 6, arm: "line" },
  { tile: "2-1", value: 2, arm: "line" },
];
const stateOf = (round, view = {}) =>
  startState(viewOf({ round: { ends: ENDS, legal: ["6-5>6-1"], ...round }, ...view }));

test("a tile that fits no end names the ends", () => {
  equal(whyNot(stateOf(), "5-3"), "5-3 fits neither 6 nor 2");
  equal(whyNot(stateOf({ ends: [ENDS[0], { ...ENDS[0], tile: "6-4" }] }), "5-3"), "5-3 doesn’t fit the 6");
  const four = [...ENDS, { tile: "4-4", value: 4, arm: "side" }];
  equal(whyNot(stateOf({ ends: four }), "5-3"), "5-3 fits none of the ends: 6, 4, and 2");
});

test("if halves must add up, the reason names the halves that fit", () => {
  const state = stateOf({ legal: ["5-5>2-1"] }, { rules: { sum: 7 } });
  equal(whyNot(state, "6-4"), "6-4 doesn’t fit: touching halves must add up to 7, so you need 5 and 1");
});

test("it isn't the reader’s turn", () => {
  equal(whyNot(stateOf({ turn: 1, legal: [] }), "6-5"), "It’s Ben’s turn");
});

test("another tile has to lead", () => {
  equal(whyNot(stateOf({ ends: [], legal: ["5-5"] }), "5-3"), "You must lead the 5-5");
  const fetching = stateOf({ ends: [], legal: ["draw"] });
  equal(whyNot(fetching, "5-3"), "Draw first: the leading tile is still in the boneyard");
});

test("another decision comes before a tile", () => {
  equal(whyNot(stateOf({ legal: ["keep", "redeal"] }), "6-5"), "First decide whether to keep this hand");
  equal(whyNot(stateOf({ legal: ["bid 1", "bid 2", "pass"] }), "6-5"), "First bid, or say “No bid”");
});

test("other cases get a general reason", () => {
  equal(whyNot(stateOf({ legal: ["5-5>6-1"] }), "6-4"), "6-4 can’t be played now");
});

test("a move being sent, an ended round, an ended game", () => {
  equal(whyNot(withSent(stateOf(), "6-5>6-1"), "6-5"), "Your move is on its way");
  const over = withScene(stateOf(), { kind: "over", deal: 0 });
  equal(whyNot(over, "6-5"), "This round has ended. The next one is ready");
  equal(whyNot(stateOf({}, { status: "finished" }), "6-5"), "The game has ended");
});
