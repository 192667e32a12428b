// A study: the board as after a game, but from a record, without a connection. It always looks back; there is no
// present.

import { fetchExtras } from "../extras/by_rules.js";
import { Drawing } from "../table/draw.js";
import { keys } from "../table/keys.js";
import * as change from "../table/state.js";
import { prepareTools } from "../table/tools.js";
import { look, step } from "./look_back.js";
import { positionOf } from "./scene.js";

const view = JSON.parse(document.getElementById("view").textContent);
/** @type {(sentence: string) => void} */
const say = (sentence) => {
  document.getElementById("announcer").textContent = sentence;
};
const nothing = () => {};

/** @type {Table} */
const table = { state: { ...change.startState(view), connection: "live" }, update, say };
/** @type {Act} */
const act = {
  pick: nothing,
  lay: nothing,
  takeBack: nothing,
  drag: nothing,
  drop: nothing,
  submit: nothing,
  send: nothing,
  now: nothing,
  verify: nothing,
  look: (deal, ply) => look(table, deal, ply),
  step: (index) => step(table, index),
  replay: () => look(table, table.state.scene.deal ?? 0, 0),
  side: () => document.getElementById("side-toggle").click(),
  redraw: () => update(table.state),
};
/** @type {Drawing} */
let drawing;

/** @type {(next: State) => void} */
function update(next) {
  table.state = next;
  drawing.draw(next);
  const { deal, ply } = positionOf(next);
  history.replaceState(null, "", `#${deal}.${ply}`);
}

/** `#deal.ply`; a missing or unknown deal means the first. */
function readAddress() {
  const [, deal = 0, ply = 0] = /^#(\d+)\.(\d+)$/.exec(location.hash) ?? [];
  return Number(deal) <= view.deal ? act.look(Number(deal), Number(ply)) : act.look(0, 0);
}

prepareTools(document.getElementById("table"), { redraw: () => drawing && update({ ...table.state }) });
await fetchExtras(view);
drawing = new Drawing(act);
document.addEventListener("keydown", (event) => keys(event, { state: table.state, act, drawing }));
addEventListener("hashchange", readAddress);
addEventListener("online", readAddress);
await readAddress();
dispatchEvent(new Event("started"));
