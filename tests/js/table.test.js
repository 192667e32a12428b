// The whole page of a game: taps and messages change the state, and every state is drawn. Ada's turn; Ben has led 6-5.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { strikes } from "./audio.js";
import { answering, openPage, settled, texts } from "./page.js";
import { viewOf } from "./views.js";

const LEAD = { tile: "6-5", ply: 1, seat: 1, onto: null, at: null, arm: "lead" };
const ENDS = [6, 5].map((value) => ({ tile: "6-5", value, arm: "line" }));
const view = ({ round, ...more } = {}) =>
  viewOf({
    by: ["player"],
    now: new Date().toISOString(),
    clock: { kind: "none", left: [null, null] },
    deadline: null,
    rematch: null,
    rated: false,
    rules: { sum: null, rows: false, auction: false, pick: false, redeal: false, signals: false },
    ...more,
    round: {
      legal: ["5-3>6-5", "6-2>6-5"],
      hand: ["5-3", "6-2", "4-4"],
      layout: [LEAD],
      ends: ENDS,
      moves: ["1 6-5"],
      ...round,
    },
  });

openPage(`<h1>Draw Dominoes</h1><div class="table-page"><main id="table" data-site="Boneyard"><details class="menu"></details><ul id="players"></ul>
  <p id="round"></p><p id="stock"></p><p id="strip" hidden></p><p id="connection"></p><p id="watchers"></p><p id="clock" data-rule=""></p>
  <div class="felt"><div id="notes"></div><div id="board"></div><div id="felt-tools"></div><div id="card" hidden><div id="card-content"></div><p id="card-back"></p></div></div>
  <p id="ends"></p><p id="status" tabindex="-1"></p><p id="actions"></p><div id="hand"></div><button id="undo"></button><button id="replay"></button><button id="zoom"></button>
  <p id="since"><b id="since-title"></b><i id="since-words"></i><button id="since-show"></button><button id="since-close"></button></p>
  <div id="stepper">${"first back play on last mistake verify leave"
    .split(" ")
    .map((name) => `<button data-step="${name}"></button>`)
    .join("")}
  <input type="range" data-step="slider"><select data-step="deal"></select><p data-step="words"></p><p data-step="count"></p><p data-step="mark"></p></div>
  <aside id="side" class="side"><button id="side-toggle"></button><ol id="log"></ol><table id="sheet"></table></aside></main></div>
  <p id="announcer"></p><input id="table-link" value="http://boneyard.example/g/abc/"><div id="view">${JSON.stringify(view())}</div>`);
const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() {
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
};
// Without these, the page would go on for ever: prefetching, pings and repeated moves.
const pauses = globalThis.setTimeout;
mock.method(globalThis, "setTimeout", (call, ms = 0, ...about) => (ms < 1000 ? pauses(call, ms, ...about) : 0));
document.hasFocus = () => true;
await import("../../static/js/table/table.js");
const socket = sockets.at(-1);
const { deepEqual, equal, match } = assert;

const $ = (css) => document.querySelector(css);
const status = () => $("#status").textContent.replaceAll("\u2060", "");
const buttons = () => texts("#actions button").map((text) => text.replaceAll("\u2060", ""));
const press = async (key) => {
  for (const type of ["keydown", "keyup"])
    document.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  await settled(20);
};
const hears = async (message) => {
  socket.onmessage({ data: JSON.stringify(message) });
  await settled(60);
};
const hearsView = (next) => hears({ type: "view", version: next.version, view: next });
const sent = () => socket.sent.filter(({ type }) => type === "move").map((message) => [message.move, message.version]);
let version = 3;
/** A table as at the beginning, with a newer version. */
test.beforeEach(async () => {
  answering({});
  socket.sent.length = 0;
  delete document.body.dataset.sending;
  version += 10;
  await hearsView(view({ version }));
});

test("the page comes up with players, board, hand and title", () => {
  deepEqual(texts(".player-name"), ["You", "Ben"]);
  equal($("#round").textContent, "Round 1");
  equal($("#stock").textContent, "Boneyard: 14 tiles");
  equal($("#ends").textContent, "Open ends: 6 on the 6-5, 5 on the 6-5.");
  equal(document.querySelectorAll("#board .placed").length, 1);
  deepEqual(
    [...$("#hand").children].map((tile) => tile.dataset.tile),
    ["6-2", "5-3", "4-4"],
  );
  deepEqual(
    [...document.querySelectorAll(".hand-tile.playable")].map((tile) => tile.dataset.tile),
    ["6-2", "5-3"],
  );
  equal(document.title, "● Your turn · Boneyard");
  equal($("#table").classList.contains("my-move"), true);
  deepEqual(texts("#log li"), ["The deal", "Ben leads 6-\u20605"]);
});

test("a tile is laid, taken back, laid again and submitted; the answer frees the table", async () => {
  $('[data-tile="5-3"]').click();
  equal(status(), "5-3 on the 6-5");
  equal(document.querySelectorAll(".ghost.laid").length, 1);
  $("#actions .take-back").click();
  equal(status(), "Your turn: choose a tile");
  equal(document.querySelectorAll(".ghost.laid").length, 0);
  $('[data-tile="5-3"]').click();
  $("#actions .primary").click();
  equal(status(), "Sending …");
  deepEqual(sent(), [["5-3>6-5", version]]);
  const { key } = socket.sent.at(-1);
  await hears({ type: "refused", key, code: "stale", message: "That was too late." });
  equal(status(), "That was too late.");
  equal($("#announcer").textContent, "That was too late.");
});

test("for readers who play with one tap, a tile is sent at once, unless it must be chosen where", async () => {
  document.body.dataset.sending = "one_tap";
  $('[data-tile="5-3"]').click();
  deepEqual(sent(), [["5-3>6-5", version]]);
  version += 1;
  await hearsView(view({ version, round: { legal: ["5-3>6-5", "5-3>3-1"] } }));
  $('[data-tile="5-3"]').click();
  equal(sent().length, 1);
  equal(status(), "Where does 5-3 go?");
});

test("a tile that doesn't fit says why, aloud too", async () => {
  $('[data-tile="4-4"]').click();
  await settled(60);
  equal($("#status").classList.contains("refusal"), true);
  equal($("#announcer").textContent, status().replaceAll("\u2060", ""));
});

test("a move of the opponent is drawn and announced", async () => {
  version += 1;
  await hearsView(view({ version, round: { turn: 1, legal: [] } }));
  equal(status(), "Ben’s turn");
  match(document.title, /^Draw Dominoes · Boneyard$/);
  version += 1;
  const layout = [LEAD, { tile: "5-3", ply: 2, seat: 1, onto: "6-5", at: 5, arm: "line" }];
  await hearsView(
    view({
      version,
      by: ["player", "player"],
      round: { moves: ["1 6-5", "1 5-3>6-5"], layout, hand: ["6-2"], legal: ["6-2>6-5"] },
    }),
  );
  equal(document.querySelectorAll("#board .placed").length, 2);
  equal($("#announcer").textContent, "Ben played 5-3 on the 6-5. Your turn: choose a tile.");
  equal(strikes.length, 0); // nothing has been touched yet
});

test("an older view changes nothing", async () => {
  await hearsView(view({ version: version - 1, round: { turn: 1, legal: [] } }));
  equal(status(), "Your turn: choose a tile");
});

test("the connection and the people who look are shown", async () => {
  await hears({ type: "looking", seats: [1], watchers: 2 });
  equal($("#watchers").textContent, "2 watching");
  equal($('[data-seat="1"] .player-here') !== null, true);
  equal($("#connection").dataset.state, "live");
});

test("the game is played by keyboard", async () => {
  await press("2");
  equal(status(), "5-3 on the 6-5");
  await press("Escape");
  equal(status(), "Your turn: choose a tile");
  await press("1");
  document.activeElement.blur();
  await press("Enter");
  deepEqual(sent(), [["6-2>6-5", version]]);
});

test("after the first touch, the moves of all sound; looking back is silent", async () => {
  strikes.length = 0;
  const layout = [LEAD, { tile: "5-5", ply: 2, seat: 1, onto: "6-5", at: 5, arm: "line" }];
  const answered = view({
    version: version + 1,
    by: ["player", "player"],
    round: { moves: ["1 6-5", "1 5-5>6-5"], layout },
  });
  await hearsView(answered);
  equal(strikes.length, 2); // a double
  $('[data-tile="5-3"]').click();
  equal(strikes.length, 3);
  version += 2;
  await hearsView({ ...answered, version });
  equal(strikes.length, 3);
  $('#log [data-ply="0"]').click();
  await settled(80);
  for (let n = 0; n < 2; n += 1) $('[data-step="on"]').click();
  equal($('[data-step="words"]').textContent.startsWith("Ben plays"), true);
  $('[data-step="leave"]').click();
  equal(strikes.length, 3);
});

test("a tap in the list of moves looks back, and the way out returns", async () => {
  $('#log [data-ply="0"]').click();
  await settled(80);
  equal($("#table").dataset.scene, "step");
  equal($('[data-step="words"]').textContent, "The deal");
  equal(document.querySelectorAll("#board .placed").length, 0);
  match($("#board").innerHTML, /class="board"/);
  $('[data-step="on"]').click();
  equal($('[data-step="words"]').textContent, "Ben leads 6-5");
  $('[data-step="leave"]').click();
  equal($("#table").dataset.scene, "now");
});

test("a round that ends opens its card; the next round follows", async () => {
  const score = {
    deal: 0,
    round: 1,
    over: "out",
    by: 1,
    winner: 1,
    pips: [8, 0],
    written: [0, 8],
    totals: [0, 8],
    notes: [],
  };
  const frames = [0, 1].map((ply) => ({
    hands: [["5-3"], []],
    counts: [1, 0],
    boneyard: 14,
    totals: [0, 8 * ply],
    turn: null,
    ends: [],
  }));
  const round = { ...view().round, moves: ["1 6-5"], open: [["5-3"], []], result: score };
  answering({ "/api/v1/games/abc/rounds/0/": { round: 1, view: round, by: ["player"], frames, score, names: [] } });
  version += 1;
  await hearsView(
    view({
      version,
      deal: 1,
      scores: [score],
      totals: [0, 8],
      round: { round: 2, moves: [], layout: [], ends: [], legal: ["6-2"], totals: [0, 8] },
    }),
  );
  await settled(150);
  equal($("#card").hidden, false);
  equal($("#card-title").textContent, "Round 1 has ended");
  match($("#announcer").textContent, /Round 1 has ended\./);
  const seen = () => socket.sent.filter(({ type }) => type === "seen").at(-1)?.version;
  equal(seen(), version); // no notification of what the card says
  [...document.querySelectorAll("#card button")].find((node) => node.textContent === "Next round").click();
  equal($("#card").hidden, true);
  equal($("#round").textContent, "Round 2");
  deepEqual(buttons(), []);
});
