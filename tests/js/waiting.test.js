import assert from "node:assert/strict";
import test from "node:test";
import { forgetMove, forgetOthers, keepMove, waitingMove } from "../../static/js/waiting.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;

globalThis.localStorage = Object.create({
  getItem(name) {
    return this[name] ?? null;
  },
  setItem(name, text) {
    this[name] = text;
  },
  removeItem(name) {
    delete this[name];
  },
});
const before = (me) => {
  globalThis.document = { body: { dataset: me ? { me } : {} } };
};
const VIEW = viewOf({ version: 3, round: { legal: ["5-3>6-5"] } });
const MOVE = { move: "5-3>6-5", version: 3, you: 0, key: "one" };

test.beforeEach(() => before("7"));

test("a move waits for the page that comes next", () => {
  keepMove("abc", MOVE);
  deepEqual(waitingMove(VIEW), MOVE);
});

const CHANGED = {
  "the game has gone on": { ...VIEW, version: 4 },
  "somebody else sits here": { ...VIEW, you: 1 },
  "the move isn't legal": viewOf({ version: 3, round: { legal: ["6-5>6-5"] } }),
};

for (const [why, view] of Object.entries(CHANGED))
  test(`it is forgotten when ${why}`, () => {
    keepMove("abc", MOVE);
    equal(waitingMove(view), null);
    equal(waitingMove(VIEW), null);
  });

test("an answer forgets its own move alone", () => {
  keepMove("abc", { ...MOVE, key: "two" });
  forgetMove("abc", "one");
  equal(waitingMove(VIEW)?.key, "two");
  forgetMove("abc", "two");
  equal(waitingMove(VIEW), null);
});

for (const [whose, me, next] of [
  ["who logged out", "7", ""],
  ["who played by a seat's link", "", "7"],
  ["another account", "7", "70"],
])
  test(`nothing of ${whose} is left or sent once somebody else opens a page`, () => {
    before(me);
    keepMove("abc", MOVE);
    before(next);
    equal(waitingMove(VIEW), null);
    forgetOthers();
    deepEqual(Object.keys(localStorage), []);
  });

test("what is mine outlives my next page, and so does what is no move", () => {
  keepMove("abc", MOVE);
  localStorage.setItem("hints-known", "[]");
  forgetOthers();
  deepEqual(waitingMove(VIEW), MOVE);
  equal(localStorage.getItem("hints-known"), "[]");
  forgetMove("abc", "one");
});

test("what an older release kept goes, as it doesn't say whose it is", () => {
  localStorage.setItem("waiting/abc", JSON.stringify(MOVE));
  forgetOthers();
  equal(localStorage.getItem("waiting/abc"), null);
});

test("a browser that keeps nothing loses nothing else", () => {
  localStorage.setItem("waiting/7/abc", "no JSON");
  equal(waitingMove(VIEW), null);
  globalThis.localStorage = null;
  keepMove("abc", MOVE);
  forgetOthers();
  equal(waitingMove(VIEW), null);
});
