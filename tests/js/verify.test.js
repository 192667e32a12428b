import assert from "node:assert/strict";
import test from "node:test";
import { verify } from "../../static/js/look_back/verify.js";
import { leftIn } from "../../static/js/look_back/verify_dialog.js";
import { ADA, BEN, BONEYARD, CHECK, KNOWN, REPLAY } from "./deal.js";

const { deepEqual } = assert;

/** The sentences of failed checks. */
async function faults(changes = {}, known = {}) {
  const results = await verify({ ...CHECK, ...changes }, { names: ["Ada", "Ben"], known });
  return results.filter(({ ok }) => ok === false).map(({ sentence }) => sentence);
}
const dealOf = (changes) => ({ deal: { ...CHECK.deal, ...changes } });

test("an honest deal has no faults, and says what was checked", async () => {
  const results = await verify(CHECK, { names: ["Ada", "Ben"], known: KNOWN });
  deepEqual(
    results.map(({ ok, sentence }) => [ok, sentence]),
    [
      "The server’s seed is the one promised before the deal (630dcd2966c4…).",
      "It matches the promise made before the first deal.",
      "The deal has its own name, and every seat its number.",
      "It was dealt by this game’s rules.",
      "Shuffling the 28 tiles with it and the players’ seeds gives exactly this order.",
      "Every tile of the set was dealt once.",
      "Every hand matches this order.",
      "The boneyard matches this order.",
      "Ben leads, as the same seed decides.",
      "The moves match this deal.",
    ].map((sentence) => [true, sentence]),
  );
});

test("a seed other than the promised one is found", async () => {
  const found = await faults({ seed: "ff".repeat(32) });
  deepEqual(found.slice(0, 2), [
    "The server’s seed is not the one promised before the deal.",
    "It doesn’t match the promise made before the first deal.",
  ]);
});

test("a promise other than the one this page saw is found, even if it fits the seed", async () => {
  deepEqual(await faults({}, { promised: "00".repeat(32) }), [
    "The server’s seed is not the one promised before the deal.",
  ]);
});

test("a changed player seed gives another order", async () => {
  const found = await faults({ seeds: ["adas2", "bens2"] });
  deepEqual(found[0], "Shuffling with these seeds doesn’t give this order.");
});

test("a changed hand is found, with the name of the player", async () => {
  const [first, second, ...others] = BEN;
  deepEqual(await faults(dealOf({ hands: [ADA, [second, first, ...others]] })), [
    "The hand of Ben doesn’t match this order.",
  ]);
});

test("a tile dealt twice is named, and so is the missing one", async () => {
  deepEqual(await faults(dealOf({ boneyard: [...BONEYARD.slice(0, -1), "5-3"] })), [
    "The tile 5-3 was dealt twice.",
    "The boneyard doesn’t match this order.",
  ]);
  deepEqual((await faults(dealOf({ boneyard: BONEYARD.slice(0, -1) })))[0], "The tile 6-6 is missing.");
});

test("a wrong leader is found, and the right one is named", async () => {
  deepEqual(await faults(dealOf({ lead: 0 })), ["This seed picks Ben to lead, but another player led."]);
});

test("the deal of another table, or by other rules, is found", async () => {
  const name = "The deal’s name or the players’ seeds don’t match this game.";
  deepEqual(await faults({}, { ...KNOWN, round_id: "table2/0" }), [name]);
  const rules = "It wasn’t dealt by this game’s rules.";
  deepEqual(await faults({}, { ...KNOWN, rules: { ...KNOWN.rules, hand: 9 } }), [rules]);
});

test("a hand that differs from the one seen during the deal is found", async () => {
  const seen = [{ you: 0, moves: [], hand: [...ADA.slice(1), "6-6"], open: null }];
  deepEqual(await faults({}, { ...KNOWN, seen }), ["It doesn’t match the hand this page showed during the round."]);
});

test("a replay that differs from the deal is told with the number of the move, as the page counts them", async () => {
  const replayWith = (ply, changes) => ({
    ...REPLAY,
    frames: REPLAY.frames.with(ply, { ...REPLAY.frames[ply], ...changes }),
  });
  const found = (replay) => faults({}, { ...KNOWN, replay });
  deepEqual(await found(replayWith(0, { hands: [BEN, ADA] })), ["The replay starts with other tiles than this deal."]);
  deepEqual(await found(replayWith(4, { boneyard: 14 })), ["Move 4 of the replay doesn’t match this deal."]);
  deepEqual(await found(replayWith(3, { hands: [REPLAY.frames[3].hands[0], BEN] })), [
    "At move 3 of the replay, the tiles of Ben don’t match this deal.",
  ]);
});

test("the moves show in which deal each player left", () => {
  // Seat 2 left in deal 0, seat 0 in the running one; no one looked at deal 1.
  const deals = { 0: { deal: 0, view: { moves: ["0 6-5", "2 resign", "1 draw"] } } };
  deepEqual(leftIn(deals, { deal: 2, round: { moves: ["1 5-4", "0 timeout"] } }), { 2: 0, 0: 2 });
});
