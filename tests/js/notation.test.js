// The texts of moves are those of the table in rules.md 10.

import assert from "node:assert/strict";
import test from "node:test";
import { halves, otherHalf, placementOf, playsOf, seatAndText, sortedHand } from "../../static/js/text/notation.js";

const { deepEqual, equal } = assert;

test("a tile has two halves, and otherHalf finds the second one", () => {
  deepEqual(halves("12-3"), [12, 3]);
  equal(otherHalf("5-3", 3), 5);
  equal(otherHalf("5-3", 5), 3);
  equal(otherHalf("4-4", 4), 4);
});

test("a hand is sorted by the higher halves, doubles first", () => {
  deepEqual(sortedHand(["2-0", "6-5", "10-3", "6-6", "5-5"]), ["10-3", "6-6", "6-5", "5-5", "2-0"]);
});

test("a sent move starts with its seat", () => {
  deepEqual(seatAndText("1 5-3>6-5"), [1, "5-3>6-5"]);
  deepEqual(seatAndText("0 bid 7"), [0, "bid 7"]);
});

test("a lead is one play without a neighbour", () => {
  const [play, ...others] = playsOf("6-5");
  deepEqual(others, []);
  const plain = { onto: null, at: null, out: null, lengthwise: false, closed: false, place: "" };
  deepEqual(play, { text: "6-5", tile: "6-5", ...plain });
});

test("a play names its neighbour, and the end if there are several", () => {
  const [plain] = playsOf("5-3>6-5");
  deepEqual([plain.tile, plain.onto, plain.at], ["5-3", "6-5", null]);
  const [named] = playsOf("4-1>5-2:0");
  deepEqual([named.tile, named.onto, named.at], ["4-1", "5-2", 0]);
});

test("a matador names the half that stays outside", () => {
  const [plain] = playsOf("6-1>5-3~6");
  deepEqual([plain.tile, plain.onto, plain.at, plain.out], ["6-1", "5-3", null, 6]);
  const [named] = playsOf("6-1>5-4:5~1");
  deepEqual([named.onto, named.at, named.out], ["5-4", 5, 1]);
});

test("a double may be laid lengthwise or face down", () => {
  deepEqual(
    ["5-5>6-5", "5-5>6-5=", "2-2>6-2x"].map((text) => playsOf(text)[0]).map((play) => [play.lengthwise, play.closed]),
    [
      [false, false],
      [true, false],
      [false, true],
    ],
  );
});

test("several doubles in one turn are separate plays", () => {
  deepEqual(
    playsOf("2-2>6-2,4-4>4-1").map(({ text, tile, onto }) => [text, tile, onto]),
    [
      ["2-2>6-2", "2-2", "6-2"],
      ["4-4>4-1", "4-4", "4-1"],
    ],
  );
});

test("moves that lay no tile have no plays", () => {
  for (const text of ["draw", "draw@3", "draw 6-1", "pass", "redeal", "keep", "bid 7", "wink", "resign", "turn", ""])
    equal(playsOf(text), null, text);
});

test("in Sausage, a play names its line, or cuts both", () => {
  deepEqual(
    ["5-3>A", "1-1^A2", "5-0/3"].map((text) => playsOf(text)[0]).map(({ tile, onto, place }) => [tile, onto, place]),
    [
      ["5-3", "A", ""],
      ["1-1", null, "^A2"],
      ["5-0", null, "/3"],
    ],
  );
  deepEqual(placementOf("5-3>B"), { kind: "end", tile: "5-3", line: "B", number: null });
  deepEqual(placementOf("1-1^A0"), { kind: "insert", tile: "1-1", line: "A", number: 0 });
  deepEqual(placementOf("5-0/3"), { kind: "cut", tile: "5-0", line: "", number: 3 });
  for (const text of ["turn", "turn 6-1", "6-5", "5-3>6-5"]) equal(placementOf(text), null, text);
});
