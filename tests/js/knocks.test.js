// What a table sounds like.

import assert from "node:assert/strict";
import test from "node:test";
import { mayShake, shakes, strikes } from "./audio.js";
import { openPage } from "./page.js";
import { viewOf } from "./views.js";

openPage();
mayShake();
const { happened, laid, soundOf } = await import("../../static/js/table/knocks.js");
const { deepEqual, equal } = assert;

const ADA = 0;
const event = (seat, move, by = "player") => ({ seat, move, by });
/** How many strikes and vibrations *what* makes. */
function heard(what) {
  strikes.length = shakes.length = 0;
  what();
  return [strikes.length, shakes.length];
}

test.beforeEach(() => {
  Object.assign(document.body.dataset, { sound: "on", motion: "on" });
});

for (const [what, sound] of [
  [event(1, "5-3>6-5"), "play"],
  [event(1, "5-5>6-5"), "double"],
  [event(1, "6-3>6-5,3-3>6-3"), "double"],
  [event(1, "pass", "forced"), "pass"],
  [event(1, "draw"), "draw"],
  [event(ADA, "draw 5-3"), "draw"],
  [event(ADA, "5-3>6-5"), null], // she heard it when she laid it
  [event(ADA, "5-3>6-5", "planned"), "play"],
  [event(1, "bid 40"), null],
])
  test(`${what.move} by ${what.seat === ADA ? "the reader" : "Ben"} (${what.by}) sounds like: ${sound ?? "nothing"}`, () =>
    equal(soundOf(what, ADA), sound));

test("a double has a knock more than another tile", () => {
  deepEqual(
    heard(() => laid({ tile: "5-3" })),
    [1, 1],
  );
  deepEqual(
    heard(() => laid({ tile: "5-5" })),
    [2, 1],
  );
});

test("moves that come together sound one after the other, and several draws of a hand once", () => {
  strikes.length = 0;
  happened(viewOf(), [event(1, "draw"), event(1, "draw"), event(1, "pass")], false);
  deepEqual(strikes.map((at) => Math.round(at * 100)), [0, 13, 22, 38]); // biome-ignore format: hundredths
});

test("phones vibrate for the reader's own moves and at the end, not for the moves of others", () => {
  equal(heard(() => happened(viewOf(), [event(1, "5-3>6-5")], false))[1], 0);
  equal(heard(() => happened(viewOf(), [event(ADA, "pass")], false))[1], 1);
  equal(heard(() => happened(viewOf(), [], true))[1], 1);
});

test("a vibration waits for its sound", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  happened(viewOf(), [event(1, "5-3>6-5"), event(ADA, "pass")], false);
  equal(heard(() => mock.timers.tick(200))[1], 0);
  equal(heard(() => mock.timers.tick(50))[1], 1);
});

test("each player is heard, draws of one hand once, and of many moves the last six", () => {
  const strikesOf = (...events) => heard(() => happened(viewOf(), events, false))[0];
  equal(strikesOf(event(1, "pass"), event(2, "pass")), 4);
  equal(strikesOf(event(1, "draw"), event(1, "draw")), 2);
  equal(strikesOf(...Array.from({ length: 40 }, () => event(1, "5-3>6-5"))), 6);
});

test("a won game ends with a whole row of tiles", () => {
  const over = (winners) => viewOf({ status: "finished", outcome: { winners, reason: "target", totals: [0, 0] } });
  equal(heard(() => happened(over([0]), [], true))[0], 10);
  equal(heard(() => happened(over([1]), [], true))[0], 4);
});

test("without motion nothing vibrates; without sound neither is there", () => {
  document.body.dataset.motion = "off";
  deepEqual(
    heard(() => laid({ tile: "5-3" })),
    [1, 0],
  );
  Object.assign(document.body.dataset, { motion: "on", sound: "off" });
  deepEqual(
    heard(() => laid({ tile: "5-3" })),
    [0, 0],
  );
});

test("before the first touch nothing sounds", async () => {
  Object.defineProperty(navigator, "userActivation", { configurable: true, value: { hasBeenActive: false } });
  const fresh = await import("../../static/js/app/sound.js?before-the-first-touch");
  equal(fresh.audible(), null);
  delete navigator.userActivation;
});
