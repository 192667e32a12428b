// Without /jsi18n/ the page speaks English.

import assert from "node:assert/strict";
import test from "node:test";
import { outageInWords } from "../../static/js/table/outage.js";
import {
  deadlineInWords,
  durationInWords,
  inPlayOrder,
  moveInWords,
  pipsInWords,
  roundEndInWords,
  seatName,
  sideName,
  sides,
} from "../../static/js/table/sentences.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;
const PAIRS = viewOf({
  seats: ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, side: seat % 2, name })),
});

const MOVES = {
  "6-5": "Ben leads 6-5",
  "5-3>6-5": "Ben plays 5-3 on the 6-5",
  "5-5>6-5=": "Ben plays 5-5 lengthwise on the 6-5",
  "2-2>6-2x": "Ben plays 2-2 face down on the 6-2",
  "2-2>6-2,4-4>4-1": "Ben plays 2-2 on the 6-2 and 4-4 on the 4-1",
  draw: "Ben draws a tile",
  "draw 6-1": "Ben draws 6-1",
  "draw@3 6-1": "Ben draws 6-1",
  pass: "Ben passes",
  redeal: "Ben asks for a new deal",
  keep: "Ben keeps the hand",
  resign: "Ben resigns",
  timeout: "Ben ran out of time",
};

for (const [text, sentence] of Object.entries(MOVES))
  test(`${text}: ${sentence}`, () => equal(moveInWords(text, "Ben"), sentence));

test("the reader's own moves are told as “You”", () => {
  equal(moveInWords("5-3>6-5", "Ada", { you: true }), "You play 5-3 on the 6-5");
  equal(moveInWords("timeout", "Ada", { you: true }), "You ran out of time");
});

test("a forced pass says that nothing could be played", () => {
  equal(moveInWords("pass", "Ben", { by: "forced" }), "Ben passes – nothing fits");
});

test("a name is shown unchanged, whatever characters it has", () => {
  equal(moveInWords("pass", "%(name)s $& <b>"), "%(name)s $& <b> passes");
});

test("a duration is given in its two largest units", () => {
  const lengths = { 0: "0 seconds", 1: "1 second", 61: "1 minute 1 second", 3600: "1 hour", 3661: "1 hour 1 minute" };
  for (const [seconds, words] of Object.entries(lengths)) equal(durationInWords(Number(seconds)), words);
  equal(durationInWords(2 * 86400 + 3 * 3600 + 5), "2 days 3 hours");
  equal(durationInWords(86400 + 5), "1 day");
  equal(durationInWords(7199, 1), "1 hour");
  equal(durationInWords(-5), "0 seconds");
});

test("a deadline today is a time; any other is a day and a time", () => {
  const noon = new Date(2026, 10, 20, 12, 0);
  equal(deadlineInWords(new Date(2026, 10, 20, 14, 5), noon).startsWith("today, "), true);
  equal(deadlineInWords(new Date(2026, 10, 21, 13, 0), noon).includes("Nov"), true);
});

test("an outage is told for a day, with its times in the reader’s zone, while the game is played", () => {
  const noon = new Date(2026, 10, 20, 12, 0);
  const outage = { began: new Date(2026, 10, 20, 2, 10), ended: new Date(2026, 10, 20, 5, 40) };
  const told = (more, now = noon) => outageInWords(viewOf({ outage, ...more }), now).replaceAll(/.[AP]M/g, "");
  equal(told(), "The site was away from 02:10 to 05:40; your time was extended.");
  equal(told({ you: null }), "The site was away from 02:10 to 05:40; the players’ time was extended.");
  equal(told({ outage: { ...outage, began: new Date(2026, 10, 19, 23, 0) } }).includes("Nov"), true);
  equal(told({ outage: { ...outage, began: null } }), "The host of this site has given everyone more time.");
  equal(told({}, new Date(2026, 10, 21, 5, 40)) !== "", true);
  for (const nothing of [told({ outage: null }), told({ status: "finished" }), told({}, new Date(2026, 10, 21, 5, 41))])
    equal(nothing, "");
});

test("the reader is “You”, others have their names, unnamed seats a number", () => {
  const view = viewOf({ seats: [{ seat: 0 }, { seat: 1, name: "Ben" }, { seat: 2, name: "" }] });
  deepEqual(
    [0, 1, 2].map((seat) => seatName(view, seat)),
    ["You", "Ben", "Seat 3"],
  );
});

test("partners are named together", () => {
  deepEqual(sides(PAIRS), [0, 1]);
  equal(sideName(PAIRS, 1), "Ben and Dan");
});

test("the reader comes first, then the others in order of play; for watchers, from the first seat", () => {
  const names = (you) => inPlayOrder({ ...PAIRS, you }).map(({ name }) => name);
  deepEqual(names(2), ["Cleo", "Dan", "Ada", "Ben"]);
  deepEqual(names(null), ["Ada", "Ben", "Cleo", "Dan"]);
  const cleos = { ...PAIRS, you: 2 };
  deepEqual([sideName(cleos, 0), sideName(cleos, 1)], ["You and Ada", "Dan and Ben"]);
  deepEqual(sides({ ...PAIRS, you: 3 }), [1, 0]);
});

test("a round ends because a player went out or no one can play", () => {
  equal(roundEndInWords({ over: "out", by: 1 }, PAIRS), "Ben went out.");
  equal(roundEndInWords({ over: "out", by: 0 }, PAIRS), "You went out.");
  equal(roundEndInWords({ over: "blocked", by: null }, PAIRS), "Blocked: no one can play.");
});

test("one pip, two pips", () => {
  deepEqual([pipsInWords(1), pipsInWords(2), pipsInWords(0)], ["1 pip", "2 pips", "0 pips"]);
});
