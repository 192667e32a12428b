// A hand lined up for a train: runs of tiles that touch with equal halves, above or below.

import assert from "node:assert/strict";
import test from "node:test";
import { bestTrain, inHand, linedUp, placed, sorted, stepped, withTrain } from "../../static/js/text/lined_up.js";

const { deepEqual, equal } = assert;
/** "12-5 9-5 | 7-3" → [["12-5", "9-5"], ["7-3"]] */
const runs = (written) =>
  written
    .split("|")
    .map((run) => run.trim().split(/\s+/).filter(Boolean))
    .filter((run) => run.length);
const text = (hand) => hand.map((tiles) => tiles.join(" ")).join(" | ");

for (const [why, before, tile, at, after] of [
  ["a tile that fits joins the tile before it", "12-5 | 7-3 | 9-5", "9-5", 1, "12-5 9-5 | 7-3"],
  ["it turns itself to touch it", "12-5 | 7-3 | 5-1", "5-1", 1, "12-5 1-5 | 7-3"],
  ["above, if the tiles before it touch below", "12-5 9-5 | 7-1 | 3-9", "9-3", 2, "12-5 9-5 9-3 | 7-1"],
  ["not with the half that is taken", "12-5 9-5 | 7-3 | 5-1", "5-1", 2, "12-5 9-5 | 5-1 | 7-3"],
  ["else it joins the tile behind it", "7-3 | 12-5 9-5 | 12-1", "12-1", 1, "7-3 | 12-1 12-5 9-5"],
  ["a double joins both", "12-5 9-5 9-3 | 5-5", "5-5", 1, "12-5 5-5 9-5 9-3"],
  ["what goes on behind a tile turns with it", "12-5 | 9-3 7-3 | 9-5", "9-5", 1, "12-5 9-5 9-3 7-3"],
  ["and the other way round", "12-5 | 3-9 3-7 | 9-5", "9-5", 1, "12-5 9-5 9-3 7-3"],
  ["a tile that fits nowhere leaves a gap", "12-5 | 9-5 | 7-3", "7-3", 0, "7-3 | 12-5 | 9-5"],
  ["it parts a run", "12-5 9-5 9-3 | 8-6", "8-6", 2, "12-5 9-5 | 8-6 | 9-3"],
  ["a tile put back where it was joins again", "12-5 9-5 9-3", "9-5", 1, "12-5 9-5 9-3"],
  ["a tile taken out leaves two runs", "12-5 9-5 9-3 3-1 | 7-7", "9-5", 4, "12-5 | 9-3 3-1 | 7-7 | 9-5"],
  ["a double takes a tile on either half", "5-5 | 5-1", "5-1", 1, "5-5 5-1"],
  ["behind a double, the tile before it doesn't matter", "12-5 5-5 | 5-1", "5-1", 2, "12-5 5-5 5-1"],
])
  test(why, () => equal(text(placed(runs(before), tile, at)), after));

test("tiles that were played are gone, and new ones come last", () => {
  const before = runs("12-5 9-5 9-3 | 7-1");
  equal(text(inHand(before, ["9-3", "12-5", "8-8", "7-1"])), "12-5 | 9-3 | 7-1 | 8-8");
  equal(text(inHand(before, ["9-3", "9-5", "7-1"])), "9-5 9-3 | 7-1");
});

for (const [why, before, tile, by, after] of [
  ["a step passes a loose tile", "7-1 | 8-2 | 6-6", "7-1", 1, "8-2 | 7-1 | 6-6"],
  ["a run is passed as a whole", "7-1 | 12-5 9-5 9-3 | 6-6", "7-1", 1, "12-5 9-5 9-3 | 7-1 | 6-6"],
  ["and backwards", "12-5 9-5 9-3 | 7-1", "7-1", -1, "7-1 | 12-5 9-5 9-3"],
  ["a double stops where it fits", "12-5 9-5 9-3 | 5-5", "5-5", -1, "12-5 5-5 9-5 9-3"],
  ["the last tile stays last", "7-1 | 8-2", "8-2", 1, "7-1 | 8-2"],
])
  test(why, () => equal(text(stepped(runs(before), tile, by)), after));

test("sorting leaves what is lined up, unless it is to be taken apart", () => {
  const once = sorted(runs("2-1 | 5-12 5-9 | 6-3 | 10-4"));
  equal(text(once), "5-12 5-9 | 10-4 | 6-3 | 2-1");
  equal(text(sorted(once, { apart: true })), "12-5 | 10-4 | 9-5 | 6-3 | 2-1");
});

test("what fits comes first", () => {
  const fits = new Set(["6-3", "2-1"]);
  const once = sorted(runs("2-1 | 12-5 9-5 | 6-3 | 10-4"), { leads: (tile) => fits.has(tile) });
  equal(text(once), "12-5 9-5 | 6-3 | 2-1 | 10-4");
});

test("my train as lined up begins with the number that my train ends in", () => {
  const hand = runs("12-1 | 9-3 9-5 | 5-12 5-9 | 7-12 7-3");
  deepEqual(linedUp(hand, 12), ["12-5", "9-5"]);
  deepEqual(linedUp(hand, 3), ["9-3", "9-5"]);
  deepEqual(linedUp(hand, 9), []); // the first ends in its 5 and begins with its 3
  deepEqual(linedUp(runs("12-12 12-4"), 12), ["12-12", "12-4"]);
});

test("a train is lined up in front of the others", () => {
  const hand = runs("4-1 | 9-3 9-5 | 12-5 | 5-5");
  equal(text(withTrain(hand, ["12-5", "5-5", "9-5"], 12)), "12-5 5-5 9-5 | 4-1 | 9-3");
  equal(text(withTrain(hand, [], 12)), text(hand));
});

for (const [why, hand, end, train] of [
  ["the train with the most pips", "12-1 1-0 12-5 9-5 9-3", 12, "12-5 9-5 9-3"],
  ["not the longest", "12-1 1-0 0-0 2-0 12-11", 12, "12-11"],
  ["a double with its cover", "12-5 5-5 5-1", 12, "12-5 5-5 5-1"],
  ["a double without one isn't laid", "12-5 5-5 3-3", 12, "12-5"],
  ["unless it is the last of the hand", "12-5 5-5", 12, "12-5 5-5"],
  ["nothing fits", "5-5 3-1", 12, ""],
])
  test(`the best train: ${why}`, () => equal(bestTrain(hand.split(" "), end).join(" "), train));

test("the search for a train of thirty tiles ends soon", () => {
  const hand = [];
  for (let high = 12; high >= 5 && hand.length < 30; high--)
    for (let low = high; low >= 8 - (high % 4) && hand.length < 30; low--) hand.push(`${high}-${low}`);
  const began = performance.now();
  const train = bestTrain(hand, 12);
  equal(train.length > 15, true);
  equal(performance.now() - began < 2000, true);
});
