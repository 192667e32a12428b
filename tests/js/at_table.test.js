// The reader's hand, the status and buttons, the players and their clock, the list of moves.

import assert from "node:assert/strict";
import test from "node:test";
import { openPage, settled, texts } from "./page.js";
import { viewOf } from "./views.js";

openPage();
const { Hand } = await import("../../static/js/table/hand.js");
const { askInWords, drawMine, pickInWords, placeInWords, turningHint } = await import(
  "../../static/js/table/controls.js"
);
const { Clock, drawPlayers, openTiles } = await import("../../static/js/table/players.js");
const { drawLog } = await import("../../static/js/table/move_list.js");
const { drawSheet } = await import("../../static/js/table/score_sheet.js");
const { keys } = await import("../../static/js/table/keys.js");
const { positionOf } = await import("../../static/js/look_back/scene.js");
const change = await import("../../static/js/table/state.js");
const { deepEqual, equal, match } = assert;

const $ = (id) => document.getElementById(id);
const keyEvent = (key, more = {}) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });

test.beforeEach(() => {
  document.body.innerHTML = `<div id="hand"><button class="hand-tile" data-tile="5-3"></button></div>
    <p id="status" tabindex="-1"></p><p id="actions"></p><ol id="log"></ol><ul id="players"></ul>
    <p id="clock" data-rule="1 day per move"></p><table id="sheet"></table>`;
  document.body.dataset.faces = "dots";
});

// ---- The hand --------------------------------------------------------------------------------------------

function handOf(tiles, more = {}) {
  const did = [];
  const hand = new Hand($("hand"), {
    onPick: (tile) => did.push(`pick ${tile}`),
    onDrag: (tile) => did.push(`drag ${tile}`),
    onDrop: () => did.push("drop"),
  });
  hand.show({ tiles, ...more });
  return { hand, did };
}
const shown = () => [...$("hand").children].map((node) => node.dataset.tile);
const tileOf = (tile) => document.querySelector(`#hand [data-tile="${tile}"]`);
const attribute = (tile, name) => tileOf(tile).getAttribute(name);

test("a hand is sorted, and uses the buttons that came with the page", () => {
  const came = tileOf("5-3");
  const { hand } = handOf(["5-3", "6-5", "5-5"]);
  deepEqual(shown(), ["6-5", "5-5", "5-3"]);
  equal(tileOf("5-3"), came);
  deepEqual(hand.order, ["6-5", "5-5", "5-3"]);
  hand.show({ tiles: ["5-5", "6-6"] });
  deepEqual(shown(), ["6-6", "5-5"]);
});

test("a tile says whether it can be played, and is chosen or fresh", () => {
  handOf(["6-5", "5-5", "5-3"], {
    playable: new Set(["6-5"]),
    chosen: new Set(["5-5"]),
    fresh: new Set(["5-3", "5-5"]),
  });
  deepEqual(
    ["6-5", "5-5", "5-3"].map((tile) => tileOf(tile).className),
    ["hand-tile playable", "hand-tile chosen fresh", "hand-tile fresh"],
  );
  deepEqual(
    ["6-5", "5-5", "5-3"].map((tile) => [attribute(tile, "aria-disabled"), attribute(tile, "aria-pressed")]),
    [
      ["false", "false"],
      ["false", "true"],
      ["true", "false"],
    ],
  );
  deepEqual(
    ["6-5", "5-5", "5-3"].map((tile) => attribute(tile, "aria-label")),
    ["6-5, can be played", "5-5, double, just drawn, can be played", "5-3, just drawn"],
  );
});

test("a tap picks any tile", () => {
  const { did } = handOf(["6-5", "5-3"], { playable: new Set(["6-5"]) });
  tileOf("6-5").click();
  tileOf("5-3").click();
  deepEqual(did, ["pick 6-5", "pick 5-3"]);
});

const pointer = (type, x, y, more = {}) =>
  Object.assign(new Event(type, { bubbles: true }), {
    button: 0,
    buttons: 1,
    pointerId: 1,
    clientX: x,
    clientY: y,
    ...more,
  });

test("a playable tile is dragged after seven pixels, and dropped where it is released", async () => {
  const { did } = handOf(["6-5", "5-3"], { playable: new Set(["6-5"]) });
  tileOf("6-5").dispatchEvent(pointer("pointerdown", 10, 10));
  dispatchEvent(pointer("pointermove", 16, 10));
  deepEqual(did, []);
  dispatchEvent(pointer("pointermove", 30, 10, { pointerId: 2 })); // another finger
  deepEqual(did, []);
  dispatchEvent(pointer("pointermove", 17, 10));
  equal(document.querySelector(".dragged").style.transform, "translate(17px, 10px)");
  equal(tileOf("6-5").classList.contains("lifted"), true);
  dispatchEvent(pointer("pointerup", 40, 40));
  tileOf("6-5").click(); // the click that follows a drag picks nothing
  deepEqual(did, ["drag 6-5", "drop"]);
  equal(document.querySelector(".dragged"), null);
  await settled();
  tileOf("6-5").click();
  deepEqual(did.at(-1), "pick 6-5");
});

test("a drag that the browser cancels puts the tile back", () => {
  const { did } = handOf(["6-5"], { playable: new Set(["6-5"]) });
  tileOf("6-5").dispatchEvent(pointer("pointerdown", 10, 10));
  dispatchEvent(pointer("pointermove", 90, 10));
  dispatchEvent(pointer("pointercancel", 90, 10));
  deepEqual(did, ["drag 6-5", "drag null"]);
});

test("a tile that can’t be played isn't dragged, nor with the right button", () => {
  const { did } = handOf(["6-5", "5-3"], { playable: new Set(["6-5"]) });
  tileOf("5-3").dispatchEvent(pointer("pointerdown", 10, 10));
  tileOf("6-5").dispatchEvent(pointer("pointerdown", 10, 10, { button: 2 }));
  dispatchEvent(pointer("pointermove", 90, 10));
  deepEqual(did, []);
});

// ---- What to do -----------------------------------------------------------------------------------------------

const LEAD = { tile: "6-5", ply: 1, seat: 1, onto: null, at: null, arm: "lead" };
const stateOf = (legal, { round = {}, ...view } = {}) => ({
  ...change.startState(
    viewOf({ by: ["player"], round: { legal, layout: [LEAD], moves: ["1 6-5"], ...round }, ...view }),
  ),
  connection: "live",
});
const did = [];
const act = new Proxy(
  {},
  {
    get: (_all, name) => (about) =>
      did.push([name, about?.text ?? about].filter((part) => typeof part === "string").join(" ")),
  },
);
/** Draws the reader's part: [the status, the buttons]. */
function mine(state) {
  const hand = { show: (about) => (mine.hand = about) };
  did.length = 0;
  drawMine(state, positionOf(state), { hand, act });
  return [$("status").textContent.replaceAll("\u2060", ""), texts("button", $("actions"))];
}

test("on their turn, readers choose a tile; otherwise they read whose turn it is", () => {
  deepEqual(mine(stateOf(["5-3>6-5"])), ["Your turn: choose a tile", []]);
  deepEqual(mine(stateOf([], { round: { turn: 1 } }))[0], "Ben’s turn");
  equal(askInWords(stateOf([], { you: null, round: { turn: 1 } })), "You’re watching. It’s Ben’s turn.");
  const seats = [
    { seat: 0, side: 0, name: "Ada" },
    { seat: 1, side: 1, name: "Dora", computer: "solid" },
  ];
  equal(askInWords(stateOf([], { seats, round: { turn: 1 } })), "Dora is thinking");
});

test("moves without a tile are buttons, the only one the main one", () => {
  const [status, buttons] = mine(stateOf(["draw"]));
  match(status, /Nothing fits: draw a tile$/);
  deepEqual(buttons, ["Draw"]);
  equal($("actions").firstElementChild.className, "button primary");
  $("actions").firstElementChild.click();
  deepEqual(did, ["send draw"]);
  match(mine(stateOf(["pass"]))[0], /Nothing fits: you pass$/);
});

test("a picked tile with two ends asks for one", () => {
  const state = change.pick(stateOf(["5-3>6-5", "5-3>3-1"]), "5-3");
  deepEqual(mine(state), ["Where does 5-3 go?", ["6-5", "3-1", "Take back"]]);
  equal($("actions").firstElementChild.getAttribute("aria-label"), "Play 5-3 on the 6-5");
  $("actions").children[1].click();
  $("actions").lastElementChild.click();
  deepEqual(did, ["lay 5-3>3-1", "takeBack"]);
  deepEqual([...mine.hand.chosen], ["5-3"]);
});

test("a laid tile is submitted or taken back", () => {
  deepEqual(mine(change.pick(stateOf(["5-3>6-5"]), "5-3")), ["5-3 on the 6-5", ["Take back", "Submit"]]);
  equal($("actions").lastElementChild.disabled, false);
  $("actions").lastElementChild.click();
  deepEqual(did, ["submit"]);
});

test("a move of two tiles can be submitted when both lie", () => {
  const state = change.pick(stateOf(["2-2>6-2,4-4>4-1"]), "2-2");
  equal(mine(state)[0], "2-2 on the 6-2 – add another tile to this move");
  equal($("actions").lastElementChild.disabled, true);
});

test("a move on its way has no buttons, and says if it waits for the connection", () => {
  const sent = change.withSent(stateOf(["draw"]), "draw");
  deepEqual(mine(sent), ["Sending …", []]);
  equal(mine({ ...sent, connection: "polling" })[0], "Sending …");
  equal(mine({ ...sent, connection: "offline" })[0], "We’ll send it when you’re back online");
});

test("a refusal is marked, and long sentences are set smaller", () => {
  const classes = (state) => {
    mine(state);
    return $("status").className;
  };
  equal(classes(stateOf(["draw"])), "");
  equal(classes({ ...stateOf(["draw"]), notice: "That tile is gone." }), "refusal");
  equal(classes({ ...stateOf(["draw"]), notice: "x".repeat(36) }), "refusal");
  equal(classes({ ...stateOf(["draw"]), notice: "x".repeat(37) }), "refusal long");
  equal(mine({ ...stateOf(["draw"]), why: { tile: "6-6", text: "No end has a 6." } })[0], "No end has a 6.");
});

test("after the game the status says so", () => {
  equal(mine(stateOf([], { status: "finished" }))[0], "The game has ended");
  equal(mine(stateOf([], { status: "aborted" }))[0], "The game was aborted");
});

test("the tiles drawn since the reader's last move are fresh", () => {
  const round = { moves: ["1 6-5", "0 draw 5-3", "1 draw", "0 draw 6-2"], turn: 0 };
  mine(stateOf(["5-3>6-5"], { by: ["player", "forced", "forced", "forced"], round }));
  deepEqual([...mine.hand.fresh], ["5-3", "6-2"]);
});

test("the focus stays on a button that is drawn again", () => {
  mine(stateOf(["draw", "pass"]));
  $("actions").children[1].focus();
  mine(stateOf(["draw", "pass"]));
  equal(document.activeElement, $("actions").children[1]);
});

test("what a tap changed is said for screen readers", () => {
  const before = change.pick(stateOf(["5-3>6-5", "6-2>6-5"]), "5-3");
  equal(
    pickInWords(before, change.pick(before, "6-2"), "6-2"),
    "6-2 instead of 5-3. 6-2 on the 6-5, not submitted yet.",
  );
  const [play] = before.laid;
  deepEqual([placeInWords(play), placeInWords({ ...play, onto: null })], ["Play 5-3 on the 6-5", "Lead 5-3"]);
  equal(placeInWords({ ...play, onto: null }, true), "5-3 leads, not submitted yet");
});

test("a double that can lie two ways has a button to turn it, explained the first time", () => {
  equal(turningHint(change.pick(stateOf(["5-5>6-5"]), "5-5")), null);
  const state = change.pick(stateOf(["5-5>6-5", "5-5>6-5="]), "5-5");
  deepEqual(mine(state)[1], ["Lengthwise", "Take back", "Submit"]);
  $("actions").firstElementChild.click();
  deepEqual(did, ["lay 5-5>6-5="]);
  equal(turningHint(state).name, "lengthwise");
  const faceDown = change.pick(stateOf(["5-5>6-5", "5-5>6-5x"]), "5-5");
  deepEqual(mine(faceDown)[1], ["Face down", "Take back", "Submit"]);
  equal(turningHint(faceDown).name, "closed");
});

// ---- Keys ------------------------------------------------------------------------------------------------------

/** Presses *key* with *state*; returns what it did. */
function pressed(key, state, more = {}) {
  did.length = 0;
  const focused = [];
  const drawing = {
    hand: { order: ["6-5", "5-5", "5-3"], focus: (tile) => focused.push(tile) },
    stepper: more.stepper,
  };
  const event = keyEvent(key, more);
  keys(event, { state, act, drawing });
  return [did.join(), focused.join(), event.defaultPrevented];
}

test("digits pick a tile, R replays, Escape takes back, Enter submits or draws", () => {
  const turn = stateOf(["5-3>6-5", "6-5>6-5"]);
  deepEqual(pressed("3", turn), ["pick 5-3", "5-3", true]);
  deepEqual(pressed("4", turn), ["", "", false]);
  deepEqual(pressed("r", turn), ["replay", "", true]);
  deepEqual(pressed("Escape", turn), ["", "", false]);
  const laid = change.pick(turn, "5-3");
  deepEqual(pressed("Escape", laid), ["takeBack", "", true]);
  deepEqual(pressed("Enter", laid), ["submit", "", true]);
  deepEqual(pressed("Enter", stateOf(["draw"])), ["send draw", "", true]);
  deepEqual(pressed("Enter", turn), ["", "", false]);
});

test("arrows walk over the playable tiles, around the end", () => {
  const turn = stateOf(["5-3>6-5", "6-5>6-5"]);
  deepEqual(pressed("ArrowRight", turn), ["", "6-5", true]);
  deepEqual(pressed("ArrowLeft", turn), ["", "5-3", true]);
  handOf(["6-5", "5-5", "5-3"]);
  tileOf("5-3").focus();
  deepEqual(pressed("ArrowRight", turn), ["", "6-5", true]);
  deepEqual(pressed("ArrowRight", stateOf(["draw"])), ["", "", false]);
});

test("arrows up and down move a picked tile to the next end", () => {
  const picked = change.pick(stateOf(["5-3>6-5", "5-3>3-1"]), "5-3");
  deepEqual(pressed("ArrowDown", picked)[0], "lay 5-3>6-5");
  deepEqual(pressed("ArrowUp", picked)[0], "lay 5-3>3-1");
  deepEqual(pressed("Enter", picked)[0], "lay 5-3>6-5");
});

test("keys in a field, and those with Ctrl, aren't ours", () => {
  const turn = stateOf(["5-3>6-5"]);
  deepEqual(pressed("3", turn, { ctrlKey: true }), ["", "", false]);
  document.body.insertAdjacentHTML("beforeend", "<textarea></textarea>");
  document.querySelector("textarea").focus();
  deepEqual(pressed("3", turn), ["", "", false]);
});

test("while looking back, Escape returns and other keys step", () => {
  const back = change.withScene(stateOf([]), { kind: "step", deal: 0, ply: 1 });
  const stepper = { key: (name) => name === "Home" };
  deepEqual(pressed("Escape", back, { stepper }), ["now", "", true]);
  deepEqual(pressed("Home", back, { stepper })[2], true);
  deepEqual(pressed("3", back, { stepper }), ["", "", false]);
});

// ---- The players, their clock and moves ------------------------------------------------------------------------

function players(view, more) {
  drawPlayers($("players"), view, positionOf(change.startState(view)), more);
  return [...$("players").children];
}

test("seats say who is to move, who is here, how many tiles and points they have", () => {
  const [ada, ben] = players(viewOf({ totals: [31, 1], round: { hands: [3, 2], totals: [31, 1] } }), {
    present: [0, 1],
  });
  deepEqual([ada.className, ben.className], ["player on-turn me", "player"]);
  deepEqual([ada.dataset.place, ben.dataset.place], ["me", "top"]);
  equal(ada.querySelector(".player-who").textContent.trim(), "You (to move)");
  equal(ben.querySelector(".player-who").textContent.trim(), "Ben (viewing the game)");
  deepEqual(texts(".player-points"), ["31 points", "1 point"]);
  deepEqual(
    [ada, ben].map((node) => node.querySelectorAll("i").length),
    [0, 2],
  );
  equal(ben.querySelector(".player-count").title, "2 tiles");
  deepEqual(
    [ada, ben].map((node) => node.querySelector(".player-here") !== null),
    [false, true],
  );
});

test("tags: partner, level of a computer, rating, and who has left", () => {
  const seats = [
    { seat: 0, side: 0, name: "Ada" },
    { seat: 1, side: 1, name: "Dora", computer: "solid" },
    { seat: 2, side: 0, name: "Cleo", left: true },
    { seat: 3, side: 1, name: "Bot", program: true },
  ];
  const view = viewOf({ variant: "partnership", seats, totals: [0, 0], round: { hands: [7, 7, 7, 7] } });
  const [, dora, cleo, bot] = players(view, { ratings: [{ seat: 2, rating: 1500, provisional: true }] });
  equal($("players").hasAttribute("data-pairs"), true);
  deepEqual(texts(".player-tag", cleo), ["partner", "Rating 1500?", "has left"]);
  equal(cleo.classList.contains("left"), true);
  equal(dora.querySelector("a.player-tag").getAttribute("href"), "/computers/solid/partnership/");
  deepEqual(texts(".level-word", dora), ["Solid"]);
  deepEqual(texts(".player-tag", bot), ["program"]);
  players(viewOf());
  equal($("players").hasAttribute("data-pairs"), false);
  equal($("players").children.length, 2);
});

test("seats that look the same keep their elements", () => {
  const [ada, ben] = players(viewOf());
  const again = players(viewOf({ round: { hands: [3, 2] } }));
  deepEqual([again[0] === ada, again[1] === ben], [true, false]);
});

test("an empty hand says so, others are sorted", () => {
  equal(openTiles([])[0].textContent, "no tiles left");
  equal(openTiles(["3-1", "6-6"]).at(-1).textContent, "6-6, 3-1");
});

const NOON = new Date("2026-11-28T12:00:00Z");
function clock(t, view) {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
  const node = $("clock");
  new Clock(node).show(viewOf({ now: NOON.toISOString(), clock: { left: [null, null] }, ...view }));
  return node;
}

test("in the last hour the clock counts seconds", (t) => {
  const node = clock(t, { deadline: "2026-11-28T12:01:05Z" });
  equal(node.querySelector(".clock-left").textContent, "1:05");
  equal(node.querySelector(".clock-whose").textContent, "You:");
  deepEqual([node.hidden, node.classList.contains("soon")], [false, true]);
  equal(node.querySelector(".clock-rule").textContent, "1 day per move");
  t.mock.timers.tick(6000);
  equal(node.querySelector(".clock-left").textContent, "0:59");
});

test("before that it says the time left in words, and nothing without a deadline", (t) => {
  const node = clock(t, { deadline: "2026-11-28T15:00:00Z" });
  equal(node.querySelector(".clock-left").textContent, "3 hours left");
  equal(node.classList.contains("soon"), false);
  new Clock(node).show(viewOf({ now: NOON.toISOString() }));
  equal(node.hidden, true);
});

test("a clock that is paused says until when, and the time left doesn't run", (t) => {
  const node = clock(t, {
    deadline: "2026-11-28T20:30:00Z",
    clock: { left: [1800, null], stands_until: "2026-11-28T20:00:00Z" },
  });
  equal(node.querySelector(".clock-left").textContent, "30 minutes left");
  match(node.querySelector(".clock-until").textContent, /^paused until /);
});

test("the list of moves leads to each; the one shown is marked, and the end has its reason", () => {
  const at = [];
  const result = { deal: 0, round: 1, over: "out", by: 1, winner: 1, pips: [5, 0], written: [0, 5], totals: [0, 5] };
  const view = viewOf({
    by: ["player", "forced"],
    round: { moves: ["0 6-5", "1 draw"], layout: [{ ...LEAD, seat: 0 }] },
  });
  const position = positionOf(change.startState(view));
  drawLog($("log"), view, position, (ply) => at.push(ply));
  deepEqual(texts("li", $("log")), ["The deal", "You lead 6-\u20605", "Ben draws a tile"]);
  deepEqual(
    [...$("log").children].map((node) => node.className),
    ["", "by-0", "by-1"],
  );
  for (const node of $("log").querySelectorAll("button")) node.click();
  deepEqual(at, [0, 1, 2]);
  deepEqual(texts("[aria-current=step]", $("log")), ["Ben draws a tile"]);
  drawLog($("log"), view, { ...position, ply: 1 }, () => {});
  deepEqual(texts("[aria-current=step]", $("log")), ["You lead 6-\u20605"]);
  drawLog($("log"), view, { ...position, scoreLine: result }, () => {});
  equal($("log").lastElementChild.className, "log-end");
  drawLog($("log"), view, { ...position, layout: [{ ...LEAD, seat: null }], by: [] }, () => {});
  equal($("log").firstElementChild.textContent, "6-\u20605 is turned face up");
});

// ---- The score sheet -----------------------------------------------------------------------------------------------

const LINE = {
  deal: 0,
  round: 1,
  over: "out",
  by: 0,
  winner: 0,
  pips: [0, 12],
  written: [12, 0],
  totals: [12, 0],
  notes: [],
};

test("the score sheet has a column for each side, a row for each round, and totals", () => {
  const opened = [];
  drawSheet($("sheet"), viewOf({ scores: [LINE], totals: [12, 0] }), [12, 0], (deal) => opened.push(deal));
  deepEqual(texts("thead th"), ["Round", "You", "Ben"]);
  deepEqual(texts("tfoot > tr > *"), ["Total", "12", "0"]);
  deepEqual(texts("tbody .entries"), ["+12", "12 pips"]);
  deepEqual(texts("tbody .written"), ["12", "0"]);
  const round = document.querySelector(".sheet-round");
  deepEqual([round.textContent, round.getAttribute("aria-label")], ["1", "View round 1"]);
  round.click();
  deepEqual(opened, [0]);
});

test("a sheet without rounds says so; four sides are a crowd", () => {
  drawSheet($("sheet"), viewOf(), [0, 0]);
  equal(document.querySelector("tbody").textContent, "No scores yet.");
  equal($("sheet").classList.contains("crowded"), false);
  const seats = [0, 1, 2, 3].map((seat) => ({ seat, side: seat, name: `P${seat}` }));
  drawSheet($("sheet"), viewOf({ seats, totals: [0, 0, 0, 0] }), [0, 0, 0, 0]);
  equal($("sheet").classList.contains("crowded"), true);
});

test("on trains, a round has its station as head and one number a side; the fewest points are bold", () => {
  const sheet = { stations: 12, rounds: 13 };
  const second = { ...LINE, deal: 1, round: 2, by: 1, winner: 1, pips: [7, 0], written: [7, 0], totals: [7, 12] };
  const first = { ...LINE, pips: [0, 12], written: [0, 12], totals: [0, 12] };
  drawSheet($("sheet"), viewOf({ sheet, scores: [first, second], totals: [7, 12] }), [7, 12], () => {});
  deepEqual(texts("tbody th"), ["12-12", "11-11"]);
  equal(document.querySelector(".sheet-round").getAttribute("aria-label"), "View round 1 (12-12)");
  deepEqual(texts("tbody td"), ["0 went out", "12", "7", "0 went out"]);
  deepEqual(texts("tfoot td"), ["After 2 of 13", "7", "12"]);
  deepEqual(texts("tfoot .least"), ["7"]);
});
