// The buttons of a replay. Ada leads 6-5, Ben plays 5-3, Ada plays 3-2.

import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.js";
import { viewOf } from "./views.js";

const CONTROLS = "first back play on last mistake verify leave".split(" ");
openPage();
const { Stepper } = await import("../../static/js/look_back/stepper.js");
const { positionOf } = await import("../../static/js/look_back/scene.js");
const { startState, withScene } = await import("../../static/js/table/state.js");
const { deepEqual, equal } = assert;

const VIEW = viewOf({ by: ["player", "player", "player"], round: { moves: ["0 6-5", "1 5-3>6-5", "0 3-2>5-3"] } });

function stepperAt(ply, { view = VIEW, over = [] } = {}) {
  document.body.innerHTML = `<div id="stepper">${CONTROLS.map((name) => `<button data-step="${name}"></button>`).join("")}
    <input type="range" data-step="slider"><select data-step="deal"></select>
    ${["words", "count", "mark"].map((name) => `<p data-step="${name}"></p>`).join("")}</div>`;
  const did = [];
  const stepper = new Stepper(document.getElementById("stepper"), {
    onStep: (index) => {
      did.push(index);
      show(index);
    },
    onLeave: () => did.push("leave"),
    onLook: (deal, to) => did.push([deal, to]),
    onVerify: () => did.push("verify"),
  });
  const show = (index) => {
    const state = withScene(startState(view), { kind: "step", deal: 0, ply: index });
    stepper.show(state, positionOf(state), over);
  };
  show(ply);
  return { stepper, did, node: (name) => document.querySelector(`[data-step=${name}]`) };
}
const disabled = ({ node }) => CONTROLS.filter((name) => node(name).disabled);
const playing = ({ node }) => [node("play").classList.contains("playing"), node("play").getAttribute("aria-label")];

test("words, number and slider say which move is shown", () => {
  const at = stepperAt(2);
  deepEqual(
    ["words", "count"].map((name) => at.node(name).textContent),
    ["Ben plays 5-3 on the 6-5", "2 of 3"],
  );
  deepEqual([at.node("slider").max, at.node("slider").value], ["3", "2"]);
  equal(at.node("slider").getAttribute("aria-valuetext"), "Ben plays 5-3 on the 6-5");
  deepEqual(disabled(at), []);
});

test("at the deal there is no way back, and at the last move none on", () => {
  const first = stepperAt(0);
  deepEqual(disabled(first), ["first", "back"]);
  deepEqual([first.node("words").textContent, first.node("count").textContent], ["The deal", ""]);
  deepEqual(disabled(stepperAt(3)), ["on", "last"]);
});

test("each button steps where it says, within the deal", () => {
  const at = stepperAt(2);
  for (const name of ["back", "on", "on", "first", "last", "leave", "verify"]) at.node(name).click();
  deepEqual(at.did, [1, 2, 3, 0, 3, "leave", "verify"]);
  for (const too of [-5, 9]) at.stepper.go(too);
  deepEqual(at.did.slice(-2), [0, 3]);
});

test("the keys of a replay", () => {
  const at = stepperAt(2);
  deepEqual(
    ["ArrowLeft", "ArrowRight", "Home", "End", "x"].map((key) => at.stepper.key(key)),
    [true, true, true, true, false],
  );
  deepEqual(at.did, [1, 2, 0, 3]);
});

test("Page Up and Page Down go from turn to turn", () => {
  const moves = ["0 6-5", "1 draw", "1 draw", "1 pass", "0 5-3>6-5", "0 draw"];
  const at = stepperAt(0, { view: viewOf({ by: moves.map(() => "player"), round: { moves } }) });
  for (const key of ["PageDown", "PageDown", "PageDown", "PageDown", "PageUp", "PageUp", "PageUp", "PageUp"])
    at.stepper.key(key);
  deepEqual(at.did, [1, 4, 6, 6, 4, 1, 0, 0]);
});

test("it plays a move every 1.1 seconds, pauses, and stops at the end", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const at = stepperAt(1);
  at.node("play").click();
  deepEqual(playing(at), [true, "Pause"]);
  t.mock.timers.tick(1099);
  deepEqual(at.did, []);
  t.mock.timers.tick(1);
  deepEqual(at.did, [2]);
  at.stepper.key(" ");
  deepEqual(playing(at), [false, "Play all moves"]);
  t.mock.timers.tick(5000);
  deepEqual(at.did, [2]);
  at.node("play").click();
  t.mock.timers.tick(5000);
  deepEqual(at.did, [2, 3]);
  deepEqual(playing(at), [false, "Play all moves"]);
});

test("a step by hand stops the playing", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const at = stepperAt(1);
  at.stepper.toggle();
  at.stepper.key("ArrowLeft");
  deepEqual(playing(at), [false, "Play all moves"]);
});

test("at the end, playing begins anew", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const at = stepperAt(3);
  at.node("play").click();
  deepEqual(at.did, [0]);
  deepEqual(playing(at), [true, "Pause"]);
  at.stepper.stop();
});

test("the list of deals shows if there are several; a deal with a check can be verified", () => {
  const one = stepperAt(1);
  deepEqual([one.node("deal").hidden, one.node("verify").hidden], [true, true]);
  const two = stepperAt(1, { over: [0, 1] });
  equal(two.node("deal").hidden, false);
  deepEqual(
    [...two.node("deal").options].map(({ value }) => value),
    ["0", "1"],
  );
  two.node("deal").value = "1";
  two.node("deal").dispatchEvent(new Event("change"));
  deepEqual(two.did, [[1, 0]]);
});

test("the way out is the present or the result", () => {
  equal(stepperAt(1).node("leave").textContent, "Back to now");
  equal(stepperAt(1, { view: { ...VIEW, status: "finished" } }).node("leave").textContent, "Show the result");
});
