// The seats: their order around the reader.

import assert from "node:assert/strict";
import test from "node:test";
import { placeAt } from "../../static/js/table/players.js";

const { deepEqual } = assert;
const places = (seats) => Array.from({ length: seats }, (_seat, index) => placeAt(index, seats)).join(" ");

test("two to eight sit around the table, the reader at the bottom", () => {
  deepEqual([2, 3, 4, 5, 6, 7, 8].map(places), [
    "me top",
    "me left right",
    "me left top right",
    "me left top top right",
    "me left top top top right",
    "me left left top top right right",
    "me left left top top top right right",
  ]);
});

test("in pairs the partner sits opposite: in the middle of those at the top", () => {
  for (const seats of [4, 6, 8]) {
    const top = Array.from({ length: seats }, (_seat, index) => index).filter(
      (index) => placeAt(index, seats) === "top",
    );
    deepEqual(top[(top.length - 1) / 2], seats / 2);
  }
});
