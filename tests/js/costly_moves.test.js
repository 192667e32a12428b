// Marks of an analysis: found by place, and in sequence.

import assert from "node:assert/strict";
import test from "node:test";
import { markOf } from "../../static/js/look_back/costly_moves.js";
import { markAfter } from "../../static/js/look_back/stepper.js";

const MARKS = [
  { deal: 0, ply: 6, step: 2, words: "a mistake" },
  { deal: 0, ply: 9, step: 1, words: "a small slip" },
  { deal: 2, ply: 2, step: 3, words: "a blunder" },
];
globalThis.document = { getElementById: (id) => (id === "marks" ? { textContent: JSON.stringify(MARKS) } : null) };

test("a mark belongs to one move only", () => {
  assert.equal(markOf(0, 9).words, "a small slip");
  assert.equal(markOf(2, 9), undefined);
});

test("the next mistake may be in a later deal; after the last comes the first again", () => {
  assert.equal(markAfter(0, 6).ply, 9);
  assert.equal(markAfter(0, 9).deal, 2);
  assert.equal(markAfter(1, 0).deal, 2);
  assert.deepEqual(markAfter(2, 2), MARKS[0]);
});
