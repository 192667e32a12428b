import assert from "node:assert/strict";
import test from "node:test";
import { offeredMoves, onePerEnd, playableTiles, waysToPlay, wholeMove } from "../../static/js/table/choices.js";
import { playsOf } from "../../static/js/text/notation.js";

const { deepEqual, equal } = assert;
const texts = (plays) => plays.map(({ text }) => text);
const tiles = (legal, ...laid) => [...playableTiles(offeredMoves(legal).lays, laid.flatMap(playsOf))];

test("moves that lay tiles are separated from the others", () => {
  const { lays, others } = offeredMoves(["5-3>6-5", "draw", "pass", "bid 7"]);
  deepEqual(texts(lays), ["5-3>6-5"]);
  deepEqual(others, ["draw", "pass", "bid 7"]);
});

test("a tile that fits nowhere can't be chosen", () => {
  deepEqual(tiles(["5-3>6-5", "6-2>6-5", "5-2>6-5"]), ["5-3", "6-2", "5-2"]);
  deepEqual(tiles(["draw"]), []);
});

test("after one double, only doubles that fit into the same turn can be laid", () => {
  const legal = ["2-2>6-2", "4-4>4-1", "2-2>6-2,4-4>4-1", "6-1>6-2"];
  deepEqual(tiles(legal), ["2-2", "4-4", "6-1"]);
  deepEqual(tiles(legal, "2-2>6-2"), ["4-4"]);
  deepEqual(tiles(legal, "2-2>6-2", "4-4>4-1"), []);
  deepEqual(tiles(legal, "6-1>6-2"), []);
});

test("the legal moves say in how many ways a tile can lie", () => {
  const { lays } = offeredMoves(["5-5>6-5", "5-5>6-5=", "5-5>5-2", "5-3>6-5"]);
  const ways = waysToPlay(lays, [], "5-5");
  deepEqual(texts(ways), ["5-5>6-5", "5-5>6-5=", "5-5>5-2"]);
  deepEqual(texts(onePerEnd(ways)), ["5-5>6-5", "5-5>5-2"]);
});

test("two ends of one tile are two ends", () => {
  const { lays } = offeredMoves(["4-1>5-2:1", "4-1>5-2:4"]);
  equal(onePerEnd(waysToPlay(lays, [], "4-1")).length, 2);
});

test("laid tiles make a move only if they are complete, in any order", () => {
  const { lays } = offeredMoves(["2-2x>6-2,4-4>4-1", "2-2>6-2,4-4>4-1"]);
  equal(wholeMove(lays, playsOf("2-2>6-2")), null);
  equal(wholeMove(lays, playsOf("4-4>4-1,2-2>6-2")), "2-2>6-2,4-4>4-1");
});
