import assert from "node:assert/strict";
import test from "node:test";
import {
  brought,
  endInWords,
  lastLines,
  ratingInWords,
  roundWinnerInWords,
} from "../../static/js/table/result_text.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;

const FOUR = ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, side: seat % 2, name }));
const lineOf = (round, written, totals, more = {}) => ({
  ...{ deal: round - 1, round, over: "out", by: 1, winner: 1, pips: [0, 0], notes: [] },
  ...{ written, totals, ...more },
});
const finished = (outcome, more = {}) =>
  viewOf({ status: "finished", outcome: { totals: [10, 61], winners: [1], reason: "target", ...outcome }, ...more });

test("the title names the winner, and the words say why the game ended", () => {
  deepEqual(endInWords(finished({}), lineOf(1, [0, 61], [10, 61])), {
    title: "Ben wins",
    words: "Ben went out. The target is reached.",
  });
  equal(endInWords(finished({ winners: [0] }), null).title, "You win");
  equal(endInWords(finished({ winners: [0] }, { you: null }), null).title, "Ada wins");
  equal(endInWords(finished({ winners: [0, 1] }), null).title, "A draw");
});

test("partners are named beside the reader, who is never in a list", () => {
  const pairs = { seats: FOUR };
  equal(endInWords(finished({ winners: [0] }, pairs), null).title, "You and Cleo win");
  equal(endInWords(finished({ winners: [1] }, pairs), null).title, "Ben and Dan win");
  equal(endInWords(finished({ winners: [0] }, { ...pairs, you: null }), null).title, "Ada and Cleo win");
  const view = viewOf(pairs);
  equal(roundWinnerInWords(view, 0), "The round goes to you and Cleo.");
  equal(roundWinnerInWords(view, 1), "The round goes to Ben and Dan.");
  const cleos = viewOf({ ...pairs, you: 2 });
  equal(roundWinnerInWords(cleos, 0), "The round goes to you and Ada.");
  equal(roundWinnerInWords(cleos, 1), "The round goes to Dan and Ben.");
  equal(roundWinnerInWords(viewOf(), 0), "The round is yours.");
  equal(roundWinnerInWords(view, null), "No one wins the round.");
});

test("a player who resigned or ran out of time is named", () => {
  const left = (reason, move, more) =>
    endInWords(finished({ reason }, { round: { moves: [move] }, ...more }), null).words;
  equal(left("resigned", "1 resign"), "Ben resigns.");
  equal(left("resigned", "0 resign"), "You resign.");
  equal(left("timeout", "1 timeout"), "Ben ran out of time.");
  equal(left("timeout", "0 timeout", { you: null }), "Ada ran out of time.");
  equal(left("resigned", "0 5-3>6-5"), "A player resigned.");
});

test("a game that reached its last moment says that the scores decided", () => {
  const told = endInWords(finished({ reason: "adjudicated" }, { round: { moves: ["0 5-3>6-5"] } }), null);
  deepEqual(told, { title: "Ben wins", words: "Time is up. The current scores decide the game." });
});

test("games without a result say so", () => {
  const aborted = viewOf({ status: "aborted", outcome: null });
  equal(endInWords(aborted, null).title, "The game was aborted");
  equal(endInWords({ ...finished({}), annulled: "2026-11-20T12:00:00Z" }, null).title, "The game was annulled");
});

test("if some but not all sides are equal, they are named", () => {
  const seats = FOUR.map((seat) => ({ ...seat, side: seat.seat }));
  const view = finished({ winners: [1, 3], totals: [0, 61, 3, 61] }, { seats });
  equal(endInWords(view, null).words, "The target is reached. First place is shared: Ben; Dan.");
  equal(endInWords({ ...view, you: 3 }, null).words, "The target is reached. First place is shared: You; Ben.");
});

test("the last lines add up to the total: newest rounds, earlier ones, and a broken round", () => {
  const scores = [
    lineOf(1, [5, 0], [5, 0]),
    lineOf(2, [0, 20], [5, 25], { ends: [0, 5] }),
    lineOf(3, [5, 31], [10, 56]),
  ];
  const view = finished({ totals: [10, 61] }, { scores });
  const { heads, rows } = lastLines(view);
  deepEqual(heads, ["before", "Round 2", "Round 3", "so far"]);
  deepEqual(rows[1], { side: 1, figures: [0, 25, 31, 5], total: 61 });
  for (const { figures, total } of rows)
    equal(
      figures.reduce((sum, figure) => sum + figure, 0),
      total,
    );
  deepEqual(lastLines(finished({ totals: [5, 0] }, { scores: scores.slice(0, 1) })).heads, ["Round 1"]);
});

test("a round of General that was dealt again shows only once, with its final result", () => {
  const fish = lineOf(12, [0, 0], [3, 4], { over: "blocked", winner: null, notes: ["fish"] });
  const scores = [lineOf(10, [1, 0], [2, 4]), lineOf(11, [1, 0], [3, 4]), fish, lineOf(12, [0, 1], [3, 5])];
  const view = (sheet) => finished({ totals: [3, 5] }, { sheet, scores });
  deepEqual(lastLines(view({ counts: "generals" })).heads, ["before", "Round 11", "Round 12"]);
  deepEqual(lastLines(view({ counts: "generals" })).rows[0], { side: 0, figures: [2, 1, 0], total: 3 });
  const blocked = scores.map((scoreLine, n) => ({ ...scoreLine, round: n + 1 }));
  deepEqual(lastLines({ ...view({ counts: "points" }), scores: blocked }).heads, ["before", "Round 3", "Round 4"]);
});

test("a round brings the points scored during it and after it", () => {
  equal(brought(lineOf(1, [-10, 0], [0, 0], { draws: [-3, 0], bids: [2, 0] }), 0), -11);
});

test("a rating shows with its change, once that is settled", () => {
  const seats = [
    { seat: 0, rating: 1524, provisional: false, change: 12 },
    { seat: 1, rating: 1488, change: null },
  ];
  equal(ratingInWords({ seats }, 0), "1512 → 1524 (+12)");
  equal(ratingInWords({ seats }, 1), "");
  equal(ratingInWords({ seats: [] }, 0), "");
});
