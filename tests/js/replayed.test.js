import assert from "node:assert/strict";
import test from "node:test";
import { wasSeen, wrongPly } from "../../static/js/look_back/replayed.js";
import { ADA, BEN, CHECK, MOVES, REPLAY } from "./deal.js";

const { deepEqual, equal } = assert;
const SIDES = [0, 1];
const wrong = (changes) => wrongPly(CHECK.deal, { ...REPLAY, ...changes }, SIDES);
const framesWith = (ply, changes) => ({ frames: REPLAY.frames.with(ply, { ...REPLAY.frames[ply], ...changes }) });

test("the moves of an honest game follow from the deal", () => {
  equal(wrong({}), null);
});

test("a tile that isn't in the hand it is played from is found, with its seat", () => {
  const moves = MOVES.with(1, "0 6-4>5-4");
  const frames = framesWith(2, { move: "6-4>5-4" });
  deepEqual(wrong({ ...frames, view: { ...REPLAY.view, moves } }), { ply: 2, seat: 0 });
});

test("a draw that isn't the next tile of the boneyard is found", () => {
  const moves = MOVES.with(2, "1 draw 2-0");
  deepEqual(wrong({ ...framesWith(3, { move: "draw 2-0" }), view: { ...REPLAY.view, moves } }), { ply: 3, seat: 1 });
});

test("a wrong hand is found at its ply, with its seat", () => {
  deepEqual(wrong(framesWith(0, { hands: [BEN, ADA] })), { ply: 0, seat: 0 });
  deepEqual(wrong(framesWith(3, { hands: [REPLAY.frames[3].hands[0], BEN] })), { ply: 3, seat: 1 });
});

test("the order in which a hand is shown doesn't matter", () => {
  equal(wrong(framesWith(0, { hands: [ADA.toReversed(), BEN] })), null);
});

test("a boneyard of the wrong size, and extra or missing frames, are found", () => {
  deepEqual(wrong(framesWith(4, { boneyard: 14 })), { ply: 4 });
  deepEqual(wrong({ frames: REPLAY.frames.slice(0, -1) })?.ply, 4);
  deepEqual(wrong({ frames: [...REPLAY.frames, REPLAY.frames.at(-1)] }), { ply: 5 });
});

test("a player's own hand is compared with the deal", () => {
  const seen = (hand, plies) => wasSeen(CHECK.deal, { you: 1, moves: MOVES.slice(0, plies), hand, open: null }, SIDES);
  equal(seen(BEN, 0), true);
  equal(seen([...BEN.filter((tile) => tile !== "5-4"), "6-0"], 3), true);
  equal(seen(BEN, 3), false);
});

test("watchers saw no hand during the deal, and all hands at its end", () => {
  equal(wasSeen(CHECK.deal, { you: null, moves: MOVES, hand: null, open: null }, SIDES), true);
  equal(
    wasSeen(CHECK.deal, { you: null, moves: MOVES, hand: null, open: { ...REPLAY.frames.at(-1).hands } }, SIDES),
    true,
  );
  equal(wasSeen(CHECK.deal, { you: null, moves: MOVES, hand: null, open: { 0: ADA, 1: BEN } }, SIDES), false);
});

test("the last two tiles go to the highest bid, once all have bid", () => {
  const deal = { hands: [["6-6"], ["5-5"]], boneyard: ["1-0", "2-0", "3-0"] };
  const open = { 0: ["6-6", "1-0"], 1: ["5-5", "2-0", "3-0"] };
  const moves = ["0 draw 1-0", "1 bid 3", "0 pass"];
  equal(wasSeen(deal, { you: null, moves, hand: null, open }, SIDES), true);
  equal(wasSeen(deal, { you: null, moves: moves.slice(0, 2), hand: null, open }, SIDES), false);
});

test("a player who left may have turned their tiles face down", () => {
  const open = { 0: [], 1: BEN };
  equal(wasSeen(CHECK.deal, { you: null, moves: ["0 resign"], hand: null, open }, SIDES), true);
  equal(wasSeen(CHECK.deal, { you: null, moves: ["1 resign"], hand: null, open }, SIDES), false);
});

test("a cut of Sausage sends the start and both lines up to the joint to the other row", () => {
  const deal = {
    rows: [
      ["6-2", "6-5", "5-0"],
      ["2-0", "4-4"],
    ],
    boneyard: [],
  };
  const moves = ["0 turn 6-2", "1 2-0>B", "0 6-5>A", "1 turn 4-4", "0 5-0/1"];
  const open = { 0: [], 1: ["4-4", "6-2", "6-5", "2-0"] };
  equal(wasSeen(deal, { you: null, moves, hand: null, open }, SIDES), true);
  equal(wasSeen(deal, { you: null, moves: moves.toSpliced(1, 1, "1 4-4>B"), hand: null, open }, SIDES), false);
});
