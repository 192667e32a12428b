import assert from "node:assert/strict";
import test from "node:test";
import { stageOf, waitingInWords } from "../../static/js/table/rematch_text.js";
import { viewOf } from "./views.js";

const { equal } = assert;
const NOW = Date.parse("2026-11-26T12:00:00Z");
const FIVE = ["Ada", "Ben", "Cleo", "Dan", "Eve"].map((name, seat) => ({ seat, side: seat, name }));
const over = (rematch, more = {}) => viewOf({ status: "finished", finished: "2026-11-26T11:00:00Z", rematch, ...more });
const offer = (accepted, waiting, more = {}) => ({
  ...{ id: "again", by: "Ben", host: 1, status: "open" },
  ...{ accepted, waiting, ...more },
});

test("a player asks, waits or answers; others watch; and all go to a rematch that has begun", () => {
  const stage = (rematch, you = 0, mine = true) => stageOf(over(rematch, { you }), mine, NOW);
  equal(stage(null), "ask");
  equal(stage(offer([1], [0])), "answer");
  equal(stage(offer([0, 1], [2])), "wait");
  equal(stage(offer([1], [2])), "watch"); // I have declined
  equal(stage(offer([0, 1], [], { status: "playing" })), "begun");
  equal(stage(offer([1], [0]), null), "watch");
  equal(stage(null, null), "none");
  equal(stage(null, 0, false), "none"); // a seat by private link
  equal(stage(offer([1], [0]), 0, false), "watch");
});

test("after seven days nobody can ask, but an open offer stands", () => {
  const old = { finished: "2026-11-19T11:59:59Z" };
  equal(stageOf(over(null, old), true, NOW), "late");
  equal(stageOf(over(null, { finished: "2026-11-19T12:00:01Z" }), true, NOW), "ask");
  equal(stageOf(over(offer([1], [0]), old), true, NOW), "answer");
});

test("up to two are waited for by name, more by their number", () => {
  const words = (accepted, waiting) => waitingInWords(over(offer(accepted, waiting), { seats: FIVE }));
  equal(words([0], [1]), "Waiting for Ben …");
  equal(words([0, 1], [2, 3]), "Waiting for Cleo and Dan …");
  equal(words([0], [1, 2, 3, 4]), "Waiting for 4 players …");
  equal(words([0, 1], []), "Waiting for a player …");
});
