// The seats: who sits where around the reader, and what of a long name is never cut.

import assert from "node:assert/strict";
import test from "node:test";
import { around, placeAt, wordParts } from "../../static/js/players.js";
import { viewOf } from "./views.js";

const { deepEqual } = assert;
const places = (seats) => Array.from({ length: seats }, (_seat, index) => placeAt(index, seats)).join(" ");

test("two to eight sit around the table, the reader at the bottom", () => {
  deepEqual([2, 3, 4, 5, 6, 7, 8].map(places), [
    "top me",
    "left right me",
    "left top right me",
    "left top top right me",
    "left top top top right me",
    "left left top top right right me",
    "left left top top top right right me",
  ]);
});

test("in pairs the partner sits opposite: in the middle of those at the top", () => {
  for (const seats of [4, 6, 8]) {
    const top = Array.from({ length: seats }, (_seat, index) => index).filter(
      (index) => placeAt(index, seats) === "top",
    );
    deepEqual(top[(top.length - 1) / 2], seats / 2 - 1);
  }
});

test("the reading order is the order of play, from the reader's left; a watcher's is that of the seats", () => {
  const seats = ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, side: seat % 2, name }));
  const names = (you) => around(viewOf({ seats, you })).map(({ name }) => name);
  deepEqual(names(1), ["Cleo", "Dan", "Ada", "Ben"]);
  deepEqual(names(null), ["Ada", "Ben", "Cleo", "Dan"]);
});

test("of a long word the end stays, short ones stay whole", () => {
  deepEqual(["Guest", "473", "Maximilian", "Bartholomew"].map(wordParts), [
    ["Guest"],
    ["473"],
    ["Maximilian"],
    ["Bartholo", "mew"],
  ]);
});
