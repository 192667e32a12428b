import assert from "node:assert/strict";
import test from "node:test";
import { add } from "../../static/js/extras/registry.js";
import { extra as roundNotes } from "../../static/js/extras/round_notes.js";
import { shortNames } from "../../static/js/extras/train_words.js";
import { rows } from "../../static/js/table/score_sheet.js";
import { viewOf } from "./views.js";

const { deepEqual } = assert;
add({ extra: roundNotes });

const lineOf = (more) => ({
  deal: 0,
  round: 1,
  over: "out",
  by: 0,
  winner: 0,
  pips: [0, 12],
  written: [12, 0],
  totals: [12, 0],
  notes: [],
  ...more,
});
const cells = (view, totals) =>
  rows(view, totals).map((row) =>
    row.cells.map(({ entries, struck, total }) => [entries.map(({ text }) => text), struck, total]),
  );

test("a row shows the points of a round for each side, and the total so far", () => {
  const view = viewOf({ scores: [lineOf()], totals: [12, 0] });
  deepEqual(cells(view), [
    [
      [["+12"], null, 12],
      [["12 pips"], null, 0],
    ],
  ]);
});

test("points scored for the ends are a separate entry", () => {
  const view = viewOf({ scores: [lineOf({ ends: [5, 10], totals: [17, 10] })], totals: [17, 10] });
  deepEqual(cells(view)[0], [
    [["ends +5", "+12"], null, 17],
    [["ends +10", "12 pips"], null, 10],
  ]);
});

test("points of the running round have a row of their own, without a score line", () => {
  const view = viewOf({ scores: [lineOf()], totals: [12, 0] });
  const [, running] = rows(view, [12, 5]);
  deepEqual([running.round, running.scoreLine, running.faint], [null, null, true]);
  deepEqual(cells(view, [12, 5])[1], [
    [[], null, 12],
    [["+5"], null, 5],
  ]);
  deepEqual(rows(view, [12, 0]).length, 1);
});

test("an account that is written off is struck through", () => {
  const view = viewOf({
    sheet: { counts: "account" },
    scores: [lineOf({ written: [-10, 0], totals: [0, 0] })],
    totals: [0, 0],
  });
  deepEqual(cells(view)[0][0], [[], 10, 0]);
});

test("pips too few to score are carried over", () => {
  const view = viewOf({ scores: [lineOf({ written: [0, 0], kept: [0, 12], totals: [0, 0] })], totals: [0, 0] });
  deepEqual(cells(view)[0][1], [["12 carried"], null, 0]);
});

test("a blocked round says so, unless it is a fish", () => {
  const how = (more) => rows(viewOf({ scores: [lineOf({ over: "blocked", ...more })], totals: [12, 0] }))[0].how;
  deepEqual([how({}), how({ notes: ["fish"] })], ["blocked", ""]);
});

test("in General a blocked round says that it is dealt again, as the round goes on", () => {
  const fish = lineOf({ over: "blocked", notes: ["fish"], written: [0, 0], totals: [0, 0] });
  const [row] = rows(viewOf({ sheet: { counts: "generals" }, scores: [fish], totals: [0, 0] }));
  deepEqual([row.how, row.faint], ["Dealt again", true]);
});

test("notes name their player", () => {
  const notes = (more) => rows(viewOf({ you: null, scores: [lineOf(more)], totals: [12, 0] }))[0].notes;
  deepEqual(notes({ notes: ["owes"], ledger: { debtor: 1 } }), ["Ben owes a fish."]);
  deepEqual(notes({ ledger: { debtor: 1, tries: 2 } }), ["Ben still owes a fish: round 2 of 3."]);
  deepEqual(notes({ notes: ["right"], ledger: { right: 0 } }), ["Ada gets the right of the hundred."]);
  deepEqual(notes({ notes: ["eggs", "rotten"] }), ["The third eggs in a row are rotten: forgotten."]);
});

test("notes about the reader say “you”", () => {
  const notes = (more) => rows(viewOf({ you: 1, scores: [lineOf(more)], totals: [12, 0] }))[0].notes;
  deepEqual(notes({ notes: ["owes"], ledger: { debtor: 1 } }), ["You owe a fish."]);
  deepEqual(notes({ ledger: { debtor: 1, tries: 2 } }), ["You still owe a fish: round 2 of 3."]);
  deepEqual(notes({ notes: ["right"], ledger: { right: 1 } }), ["You get the right of the hundred."]);
});

test("the reader's column comes first, then the others in order of play", () => {
  const seats = ["Ada", "Ben", "Cleo"].map((name, seat) => ({ seat, side: seat, name }));
  const line = lineOf({ written: [0, 12, 0], pips: [5, 0, 7], totals: [0, 12, 0] });
  const totals = (you) =>
    rows(viewOf({ you, seats, scores: [line], totals: [0, 12, 0] }))[0].cells.map((cell) => cell.total);
  deepEqual(
    [totals(1), totals(0), totals(null)],
    [
      [12, 0, 0],
      [0, 12, 0],
      [0, 12, 0],
    ],
  );
});

test("points for passes are a separate entry of the side they were paid to", () => {
  const view = viewOf({ scores: [lineOf({ passes: [0, 30], totals: [12, 30] })], totals: [12, 30] });
  deepEqual(cells(view)[0][1], [["passes +30", "12 pips"], null, 30]);
});

test("the last tile, bonuses and drawn rounds say what they were worth, in the game’s own word", () => {
  const sheet = { counts: "points", finish_pays: "add", words: { both: "capicúa" } };
  const notes = (more, rest = {}) =>
    rows(viewOf({ sheet: { ...sheet, ...rest }, scores: [lineOf(more)], totals: [12, 0] }))[0].notes;
  deepEqual(notes({ notes: ["both"], more: { both: 30 } }), ["Capicúa: +30."]);
  deepEqual(notes({ notes: ["double"], more: { double: 2 } }, { finish_pays: "instead" }), [
    "Out with a double: 2 points.",
  ]);
  deepEqual(notes({ notes: ["same"], more: { same: 3 } }, { finish_pays: "times" }), ["Out on two equal ends: × 3."]);
  deepEqual(notes({ notes: ["bonus", "carried"], more: { bonus: 75, carried: 1 }, next: { bonus: 50, carried: 2 } }), [
    "Round bonus: +75.",
    "Carried over: 1 more.",
    "The next round is worth 52 points more.",
  ]);
  deepEqual(notes({ untaken: 2, winner: 1 }, { exact: 61 }), ["Ben: 2 points would pass 61, so they don’t count."]);
});

test("a game to love says when it is broken, and at one all; only the last line looks ahead", () => {
  const broken = lineOf({ notes: ["broken"], written: [0, -4], totals: [0, 0], next: { carried: 1 } });
  const oneAll = lineOf({ deal: 1, written: [1, 0], totals: [1, 1], next: { "one-all": 2 } });
  const view = viewOf({ sheet: { love: 6, words: {} }, scores: [broken, oneAll], totals: [1, 1] });
  deepEqual(
    rows(view).map(({ notes }) => notes),
    [["The game is broken: all at 0."], ["One all: the next round takes it."]],
  );
  deepEqual(cells(view)[0][1], [["−4", "12 pips"], null, 0]);
});

test("a block that single hands decide names them", () => {
  const told = (you, compared, winner = 0) =>
    roundNotes.blockInWords(lineOf({ over: "blocked", by: null, compared, winner }), viewOf({ you }));
  deepEqual(told(null, [[1, 3]], 1), "Blocked: Ben’s hand is the lowest (3).");
  deepEqual(told(1, [[1, 3]], 1), "Blocked: your hand is the lowest (3).");
  const duel = [
    [1, 9],
    [0, 9],
  ];
  deepEqual(told(null, duel, 1), "Ben locked against Ada: 9 to 9, the locker wins.");
  deepEqual(told(0, duel, 1), "Ben locked against you: 9 to 9, the locker wins.");
  deepEqual(told(1, [duel[0], [0, 4]]), "You locked against Ada: 9 to 4.");
  deepEqual(told(null, undefined), null);
});

test("the side of a player who went out has a mark, a hand without pips hasn’t", () => {
  const [{ cells: out }] = rows(viewOf({ scores: [lineOf({ pips: [0, 0], written: [0, 0], totals: [0, 0] })] }));
  deepEqual(
    out.map(({ points, out: isOut }) => [points, isOut]),
    [
      [0, true],
      [0, false],
    ],
  );
  const [{ cells: blocked }] = rows(viewOf({ scores: [lineOf({ over: "blocked", by: null })] }));
  deepEqual(
    blocked.map(({ out: isOut }) => isOut),
    [false, false],
  );
});

test("three letters tell names apart", () => {
  deepEqual(shortNames(["You", "Marco", "Maria", "Marie", "Al", "J", "Jo Ann", "Jo Andrew"]), [
    "You",
    "Mar",
    "Mai",
    "Mae",
    "Al",
    "J",
    "JoA",
    "Jon",
  ]);
});
