// Ada is the reader; Ben, Cleo and Dan sit to her left.

import assert from "node:assert/strict";
import test from "node:test";
import {
  bubbleInWords,
  eventsOf,
  happenedInWords,
  marksOf,
  turnsOf,
  unseenInWords,
} from "../../static/js/table/turns.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;

/** A view after *moves*. A suffix names the mover if it wasn't the player: "1 pass/forced". */
function after(...moves) {
  const made = moves.map((move) => move.split("/"));
  return viewOf({
    by: made.map(([, by]) => by ?? "player"),
    seats: ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, side: seat, name })),
    round: { moves: made.map(([text]) => text) },
  });
}
const positionOf = ({ round, deal, by }) => ({ ...round, deal, by, ply: round.moves.length });
const told = (view) => happenedInWords(view, turnsOf(eventsOf(positionOf(view))));
const marks = (view) => marksOf(view, positionOf(view)).map(({ seat, text }) => `${seat} ${text}`);

const SENTENCES = {
  "1 pass/forced": "Ben had nothing to play.",
  "0 pass/forced": "You had nothing to play.",
  "1 6-5": "Ben led 6-5.",
  "1 5-3>6-5": "Ben played 5-3 on the 6-5.",
  "1 draw,1 pass": "Ben drew 1 tile and passed.",
  "1 draw,1 draw,1 pass": "Ben drew 2 tiles and passed.",
  "1 draw,1 draw": "Ben drew 2 tiles.",
  "0 draw 5-3": "You drew 5-3.",
  "1 draw,1 6-6": "Ben drew 1 tile and played 6-6.",
  "1 draw,1 5-3>6-5": "Ben drew 1 tile and played 5-3 on the 6-5.",
  "0 draw 5-3/forced,0 5-3>6-5/clock": "Ada (out of time) drew 1 tile and played 5-3 on the 6-5.",
  "1 draw/forced,1 5-3>6-5/bot": "Ben (by computer) drew 1 tile and played 5-3 on the 6-5.",
  "1 pass/forced,2 pass/forced": "Ben and Cleo had nothing to play.",
  "1 pass/forced,2 5-3>6-5,3 pass/forced":
    "Ben had nothing to play. Cleo played 5-3 on the 6-5. Dan had nothing to play.",
  "1 redeal": "Ben asks for a new deal.",
};

for (const [moves, sentence] of Object.entries(SENTENCES))
  test(`${moves}: ${sentence}`, () => equal(told(after(...moves.split(","))), sentence));

test("in an auction, a pass says nothing about the hand", () => {
  const view = after("1 pass");
  equal(told({ ...view, rules: { sum: null, auction: true } }), "Ben passed.");
});

test("a bubble says in a few words what the layout doesn't show", () => {
  const bubble = (...moves) => turnsOf(eventsOf(positionOf(after(...moves)))).map(bubbleInWords);
  deepEqual(bubble("1 pass/forced"), ["passes"]);
  deepEqual(bubble("1 draw", "1 draw", "1 pass"), ["draws 2, passes"]);
  deepEqual(bubble("1 draw", "1 5-3>6-5", "2 5-5>5-3", "3 bid 12"), ["draws 1", null, "bids 12"]);
});

test("a pass stays at its seat until the reader has moved, even if the seat has played since", () => {
  const since = ["1 pass/forced", "2 5-3>6-5", "3 3-1>5-3", "0 pass/forced", "1 1-1>3-1"];
  deepEqual(marks(after("0 6-5", ...since)), ["1 passes", "0 passes"]);
  deepEqual(marks(after("0 6-5", ...since, "2 2-1>1-1", "3 pass", "0 6-2>6-5")), []);
});

test("watchers see the last action of each seat", () => {
  const view = { ...after("0 6-5", "1 pass", "2 5-3>6-5", "3 pass", "0 3-1>5-3", "1 1-1>3-1"), you: null };
  deepEqual(marks(view), ["3 passes"]);
});

test("the status tells of passes and draws, not of tiles laid", () => {
  const { sentences, allPassed } = unseenInWords(after("0 6-5", "1 pass/forced", "2 5-3>6-5", "3 draw", "3 pass"));
  equal(sentences, "Ben had nothing to play. Dan drew 1 tile and passed.");
  equal(allPassed, false);
});

test("when all have passed, the status says so", () => {
  const { sentences, allPassed } = unseenInWords(after("0 6-5", "1 pass/forced", "2 pass/forced", "3 pass/forced"));
  equal(sentences, "Ben, Cleo, and Dan had nothing to play.");
  equal(allPassed, true);
});

test("right after the reader's own move there is no news", () => {
  deepEqual(unseenInWords(after("1 pass/forced", "0 6-5")), { sentences: "", allPassed: false });
});
