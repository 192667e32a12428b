import assert from "node:assert/strict";
import test from "node:test";
import { fits, forgetMove, forgetOthers, keepMove, unsentMove, unsentNames } from "../../static/js/app/unsent_move.js";
import { keepHand, keptHand } from "../../static/js/extras/kept_hand.js";
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

test("a move waits for the next page", () => {
  keepMove("abc", MOVE);
  deepEqual(unsentMove("abc"), MOVE);
  deepEqual(unsentNames(), ["waiting/7/abc"]);
  equal(fits(MOVE, VIEW), true);
});

const CHANGED = {
  "the game has continued": { ...VIEW, version: 4 },
  "the move isn't legal": viewOf({ version: 3, round: { legal: ["6-5>6-5"] } }),
};

for (const [why, view] of Object.entries(CHANGED))
  test(`the table doesn't show the waiting move when ${why}`, () => equal(fits(MOVE, view), false));

test("an answer removes only its own move", () => {
  keepMove("abc", { ...MOVE, key: "two" });
  forgetMove("abc", "one");
  equal(unsentMove("abc")?.key, "two");
  forgetMove("abc", "two");
  equal(unsentMove("abc"), null);
});

for (const [whose, me, next] of [
  ["a user who logged out", "7", ""],
  ["a guest with a private link", "", "7"],
  ["another account", "7", "70"],
])
  test(`no move of ${whose} is left or sent once another user opens a page`, () => {
    before(me);
    keepMove("abc", MOVE);
    before(next);
    equal(unsentMove("abc"), null);
    forgetOthers();
    deepEqual(Object.keys(localStorage), []);
  });

test("how others have lined up their hands is forgotten, too", () => {
  before("7");
  keepHand("abc", { deal: 0, runs: [["12-5", "9-5"]] });
  forgetOthers();
  deepEqual(keptHand("abc"), { deal: 0, runs: [["12-5", "9-5"]] });
  before("70");
  equal(keptHand("abc"), null);
  forgetOthers();
  deepEqual(Object.keys(localStorage), []);
});

test("forty hands are stored: those looked at last, of games that go on", () => {
  before("7");
  for (let game = 0; game < 42; game++) keepHand(`g${game}`, { deal: game, runs: [] });
  keepHand("g2", { deal: 3, runs: [] });
  keepHand("new", { deal: 0, runs: [] });
  equal(keptHand("g3"), null);
  equal(keptHand("g2").deal, 3);
  keepHand("new", null);
  equal(keptHand("new"), null);
  deepEqual(Object.keys(JSON.parse(localStorage.getItem("hand/7"))).length, 39);
});

test("the user's own moves outlive the next page, and so do other entries", () => {
  keepMove("abc", MOVE);
  localStorage.setItem("hints-known", "[]");
  forgetOthers();
  deepEqual(unsentMove("abc"), MOVE);
  equal(localStorage.getItem("hints-known"), "[]");
  forgetMove("abc", "one");
});

test("entries of an older release are removed, as they name no user", () => {
  localStorage.setItem("waiting/abc", JSON.stringify(MOVE));
  forgetOthers();
  equal(localStorage.getItem("waiting/abc"), null);
});

test("a browser that stores nothing still works", () => {
  localStorage.setItem("waiting/7/abc", "no JSON");
  equal(unsentMove("abc"), undefined);
  globalThis.localStorage = null;
  keepMove("abc", MOVE);
  forgetOthers();
  equal(unsentMove("abc"), undefined);
  deepEqual(unsentNames(), []);
});
