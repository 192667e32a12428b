// Several computers in a row, as Ada sees them: each move stays for a moment, and a tap skips the wait.

import assert from "node:assert/strict";
import test from "node:test";

const taps = [];
globalThis.document = { hidden: false, addEventListener: (_name, heard) => taps.push(heard) };
const { inPace } = await import("../../static/js/table/pace.js");
const tap = () => {
  for (const heard of taps) heard();
};

const SEATS = [{}, { computer: "good" }, { computer: "good" }, { computer: "good" }];
/** The view before the move of *turn*; the last move was made *by* a player or the server. */
const before = (turn, by) => ({ seats: SEATS, round: { turn }, by: [by] });

/** Whether the view after the move of *turn*, arriving *at* some ms, has to wait, and what ends the wait. */
async function waits(context, turn, at, by = "bot") {
  let isDrawn = false;
  const drawn = inPace(before(turn, by), () => at).then(() => (isDrawn = true));
  await new Promise(setImmediate);
  return { isWaiting: !isDrawn, after: (ms) => context.mock.timers.tick(ms), drawn };
}

test("the first computer's move is drawn at once, the next after a pause", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  assert.equal((await waits(context, 0, 1000)).isWaiting, false); // Ada's own move
  assert.equal((await waits(context, 1, 1250)).isWaiting, false);
  const second = await waits(context, 2, 1500);
  assert.equal(second.isWaiting, true);
  second.after(449);
  await new Promise(setImmediate);
  assert.equal(await Promise.race([second.drawn, "not yet"]), "not yet");
  second.after(1);
  await second.drawn;
});

test("a pass can be read before the next computer moves", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await waits(context, 0, 1000);
  await waits(context, 1, 1250);
  const afterMyPass = await waits(context, 2, 1500, "forced");
  afterMyPass.after(1249);
  await new Promise(setImmediate);
  assert.equal(await Promise.race([afterMyPass.drawn, "not yet"]), "not yet");
  afterMyPass.after(1);
  await afterMyPass.drawn;
});

test("a tap shows the rest at once, until a person moves", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await waits(context, 0, 1000);
  await waits(context, 1, 1250);
  const second = await waits(context, 2, 1500);
  tap();
  await second.drawn;
  assert.equal((await waits(context, 3, 1750)).isWaiting, false);
  await waits(context, 0, 2000);
  await waits(context, 1, 2250);
  const again = await waits(context, 2, 2500);
  assert.equal(again.isWaiting, true);
  tap();
  await again.drawn;
});

test("no pause in hidden pages, between people or between deals", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await waits(context, 1, 1000);
  document.hidden = true;
  assert.equal((await waits(context, 2, 1100)).isWaiting, false);
  document.hidden = false;
  assert.equal((await waits(context, 0, 1200)).isWaiting, false);
  await inPace({ seats: SEATS, round: null }, () => 1300);
  await inPace({ seats: SEATS, round: { turn: null } }, () => 1300);
});
