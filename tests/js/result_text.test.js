import assert from "node:assert/strict";
import test from "node:test";
import {
  brought,
  endInWords,
  ranking,
  ratingInWords,
  roundWinnerInWords,
  seriesInWords,
  seriesWith,
} from "../../static/js/table/result_text.js";
import { viewOf } from "./views.js";
import { ended, faultsOf } from "./winners.js";

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

test("a game to love says how it was won", () => {
  const words = (totals) => endInWords(finished({ reason: "love", totals }), null).words;
  deepEqual([words([6, 0]), words([0, 3])], ["Six love.", "3 love."]);
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

/** Everybody alone, or partners across the table: seats and sides. */
const TABLES = [
  ...[2, 3, 4, 5, 6, 7, 8].map((seats) => [seats, seats]),
  ...[
    [4, 2],
    [6, 2],
    [6, 3],
    [8, 2],
    [8, 4],
  ],
];
const table = (seats, sides) => Array.from({ length: seats }, (_none, seat) => seat % sides);
const at = (seats, sides, winners, you) => ended(table(seats, sides), winners, you);

test("every combination of winners names the first place to every reader, and no loser reads of a draw", () => {
  const { wrong, tried } = faultsOf(TABLES.map(([seats, sides]) => table(seats, sides)));
  deepEqual(wrong, []);
  equal(tried, 4050 + 247); // (2 ** sides − 1) × (seats + 1): alone, and in pairs
});

test("a loser of four reads who tied for first", () => {
  equal(endInWords(at(4, 4, [1, 3], 0), null).title, "Ben and Dan share first place");
  equal(endInWords(at(4, 4, [1, 3], 3), null).title, "You share first place with Ben");
  equal(endInWords(at(8, 4, [1, 3], 0), null).title, "Ben & Fay and Dan & Hal share first place");
  equal(endInWords(at(8, 4, [1, 3], 5), null).title, "You share first place with Hal & Dan");
  equal(endInWords(at(4, 4, [], 0), null).title, "No one wins");
});

test("where the lowest score wins, the card says so, unless somebody gave up", () => {
  const low = { sheet: { counts: "points", goal: "low" } };
  equal(endInWords(finished({ winners: [0] }, low), null).words, "The target is reached. Lowest score wins.");
  equal(endInWords(finished({}, { sheet: { goal: "high" } }), null).words, "The target is reached.");
  const left = { ...low, round: { moves: ["1 resign"] } };
  equal(endInWords(finished({ winners: [0], reason: "resigned" }, left), null).words, "Ben resigns.");
});

const places = (view) => ranking(view).map(({ side, place, total }) => [place, side, total]);

test("sides are ranked: winners, then by score, equal sides at one place, and who left comes last", () => {
  const four = { seats: FOUR.map((seat) => ({ ...seat, side: seat.seat })) };
  const high = finished({ winners: [2], totals: [10, 30, 61, 10] }, { ...four, sheet: { goal: "high" } });
  deepEqual(places(high), [
    [1, 2, 61],
    [2, 1, 30],
    [3, 0, 10],
    [3, 3, 10],
  ]);
  const low = finished({ winners: [0, 3], totals: [10, 30, 61, 10] }, { ...four, sheet: { goal: "low" } });
  deepEqual(places(low), [
    [1, 0, 10],
    [1, 3, 10],
    [3, 1, 30],
    [4, 2, 61],
  ]);
  const gone = high.seats.map((seat) => ({ ...seat, left: seat.seat === 1 }));
  deepEqual(
    places({ ...high, seats: gone }).map(([, side]) => side),
    [2, 0, 3, 1],
  );
  const resigned = finished({ winners: [0], reason: "resigned", totals: [3, 50] }, { sheet: { goal: "high" } });
  deepEqual(places(resigned), [
    [1, 0, 3],
    [2, 1, 50],
  ]);
});

test("the series counts the game that has just ended, and names the reader first", () => {
  const earlier = { won: [2, 1], drawn: 0 };
  const won = finished({ winners: [0] });
  equal(seriesInWords(won, seriesWith(won, earlier)), "You 3 – 1 Ben");
  const bens = { ...finished({ winners: [0] }), you: 1 };
  equal(seriesInWords(bens, seriesWith(bens, earlier)), "You 1 – 3 Ada");
  const drawn = finished({ winners: [0, 1] }, { seats: FOUR });
  equal(seriesInWords(drawn, seriesWith(drawn, earlier)), "You & Cleo 2 – 1 Ben & Dan · 1 draw");
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
