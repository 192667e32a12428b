// Mexican Train: rows of trains from plain values, and playing on them.

import assert from "node:assert/strict";
import test from "node:test";
import { openPage, settled, texts } from "./page.js";
import { viewOf } from "./views.js";

openPage();
const { fitting, inRows, lengthwise, trainsAfter } = await import("../../static/js/geometry/trains.js");
const { rowInWords, TrainRows, tilesFromEnd } = await import("../../static/js/board/train_rows.js");
const { shownOfEach, showTrain } = await import("../../static/js/extras/train_sheet.js");
const { extra } = await import("../../static/js/extras/trains.js");
const { add } = await import("../../static/js/extras/registry.js");
const { drawMine } = await import("../../static/js/table/controls.js");
const { keys } = await import("../../static/js/table/keys.js");
const { positionOf } = await import("../../static/js/look_back/scene.js");
const change = await import("../../static/js/table/state.js");
const { deepEqual, equal, match, ok } = assert;
add({ extra });

const train = (of, end, { open = of === "M", tiles = 0 } = {}) => ({ of, end, open, tiles });
const lead = { tile: "9-9", onto: null, at: null, arm: "lead", seat: null, ply: 0 };
const car = (tile, at, arm, ply, seat = 0) => ({ tile, onto: "9-9", at, arm, ply, seat });

// ---- Pure ------------------------------------------------------------------------------------------------

test("the rows go clockwise from the reader's left, and theirs is last, next to the hand", () => {
  const trains = ["T0", "T1", "T2", "T3", "M"].map((of) => train(of, 9));
  const order = (you) => inRows(trains, you).map(({ of }) => of);
  deepEqual(order(0), ["T1", "T2", "T3", "M", "T0"]);
  deepEqual(order(2), ["T3", "T0", "T1", "M", "T2"]);
  deepEqual(order(null), ["T0", "T1", "T2", "T3", "M"]);
  const others = inRows(trains.slice(1), 0).map(({ of }) => of);
  deepEqual(others, ["T1", "T2", "T3", "M"]); // a seat that has left has no train in later rounds
});

test("a tile lies with the half inside that it was laid with", () => {
  deepEqual(lengthwise(car("9-4", 9, "M", 1)), [9, 4]);
  deepEqual(lengthwise(car("9-4", 4, "M", 1)), [4, 9]);
});

test("the last tiles of a train that fit are shown, and a chip needs room, too", () => {
  equal(fitting([40, 40, 40], 120, 36), 3);
  equal(fitting([40, 40, 40], 119, 36), 2);
  equal(fitting([40, 40, 40], 100, 36), 1);
  equal(fitting([40, 40, 40], 10, 36), 1); // never none
  equal(fitting([], 100, 36), 0);
});

const ROUND = {
  start: "9-9",
  trains: [train("T0", 2, { open: true, tiles: 2 }), train("T1", 9), train("M", 6, { tiles: 2 })],
  layout: [lead, car("9-5", 9, "T0", 1), car("9-6", 9, "M", 3, 1), car("6-6", 6, "M", 4), car("5-2", 5, "T0", 8)],
  moves: ["0 9-5>T0", "1 draw", "1 9-6>M", "0 6-6>M", "0 draw", "0 pass", "1 6-1>M", "0 5-2>T0"],
};
const after = (ply, more = {}) => trainsAfter({ round: ROUND, rules: { set: 9 }, options: {}, ...more }, ply);

test("trains after an earlier move: their ends, markers and the double that isn't covered", () => {
  deepEqual(after(0).trains, [train("T0", 9), train("T1", 9), train("M", 9)]);
  deepEqual(after(4), {
    trains: [train("T0", 5, { tiles: 1 }), train("T1", 9), train("M", 6, { tiles: 2 })],
    cover: "M",
  });
  equal(after(6).trains[0].open, true); // they passed
  equal(after(8).trains[0].open, false); // and played on their own train
  equal(after(3).cover, null);
});

test("no double binds others where it owes a tile of its own player, or if its number is dead", () => {
  equal(after(4, { options: { after_double: "extra" } }).cover, null);
  equal(after(4, { rules: { set: 1 } }).cover, null); // of the double-one set, all two tiles with this number lie
});

// ---- Rows ------------------------------------------------------------------------------------------------

const PICTURE = {
  trains: [train("T0", 2, { open: true, tiles: 2 }), train("T1", 9), train("M", 6, { tiles: 2 })],
  layout: ROUND.layout,
  set: 9,
  cover: "M",
  names: ["You", "Ben"],
  you: 0,
  turn: 0,
  counts: [4, 9],
};

function rowsOf(picture, calls = {}) {
  document.body.innerHTML = "<div id=box></div>";
  document.body.dataset.faces = "dots";
  const rows = new TrainRows(document.getElementById("box"), calls);
  rows.show(picture);
  return rows;
}
const row = (of) => document.querySelector(`[data-train="${of}"]`);

test("a row says in a sentence what it shows", () => {
  const said = (of) =>
    rowInWords(
      PICTURE.trains.find((each) => each.of === of),
      PICTURE,
    );
  equal(said("T0"), "Your train, open, ends in 2, 4 tiles in hand, to move");
  equal(said("T1"), "Ben’s train, ends in 9, 9 tiles in hand");
  equal(said("M"), "Mexican train, ends in 6, uncovered double: must be covered");
  equal(tilesFromEnd({ of: "T0" }, ROUND.layout), "2-5, 5-9");
});

test("rows show names, tiles, ends and markers", () => {
  rowsOf(PICTURE);
  deepEqual(texts(".train-name"), ["Ben", "Mexican", "You"]);
  deepEqual(texts(".train-count"), ["9 tiles", "4 tiles"]);
  deepEqual(texts(".train-pill"), ["all", "open"]);
  deepEqual(
    [...document.querySelectorAll(".train-end")].map((node) => node.dataset.value),
    ["9", "6", "2"],
  );
  equal(row("T0").querySelectorAll(".train-tile").length, 2);
  equal(row("M").querySelectorAll(".train-tile.across").length, 1);
});

test("an uncovered double has an empty place, and the tiles of all other rows fade", () => {
  const rows = rowsOf(PICTURE);
  equal(document.querySelectorAll(".train-gap").length, 1);
  ok(row("M").matches(".cover") && row("T0").matches(".faded") && row("T1").matches(".faded"));
  rows.show({ ...PICTURE, cover: null });
  equal(document.querySelectorAll(".train-gap, .cover, .faded").length, 0);
});

test("numerals tell the end where dots are hard to count, and the reader's own face elsewhere", () => {
  const rows = rowsOf(PICTURE);
  equal(row("M").querySelector(".train-end b"), null);
  rows.show({ ...PICTURE, set: 12 });
  equal(row("M").querySelector(".train-end b").textContent, "6");
  document.body.dataset.faces = "numerals";
  rows.show(PICTURE);
  equal(row("M").querySelector(".train-end b").textContent, "6");
});

test("with a chosen tile, an end says what it would become, and its row has a button", () => {
  const play = {
    text: "6-1>M",
    tile: "6-1",
    onto: "M",
    at: null,
    out: null,
    lengthwise: false,
    closed: false,
    place: "",
  };
  const tapped = [];
  const rows = rowsOf(
    { ...PICTURE, set: 12, takes: [play], buttons: { M: "Play 6-1 here" } },
    { onRow: (of) => tapped.push(of) },
  );
  equal(row("M").querySelector(".train-end").textContent, "6 →1");
  equal(row("M").play, play);
  deepEqual(texts(".train button.train-play"), ["Play 6-1 here"]);
  row("M").querySelector(".train-play").click();
  rows.show({ ...PICTURE, set: 12, laid: play });
  equal(row("M").querySelector(".train-end").textContent, "1");
  equal(row("M").querySelectorAll(".train-tile.lies").length, 1);
  equal(document.querySelectorAll(".train-play, .train-gap").length, 0);
  deepEqual(tapped, ["M"]);
});

test("earlier moves show the beginning of each train", () => {
  rowsOf({ ...PICTURE, ply: 3, cover: null, trains: after(3).trains });
  equal(row("T0").querySelectorAll(".train-tile").length, 1);
  equal(row("M").querySelectorAll(".train-tile").length, 1);
});

test("the sheet of a train has all its tiles, and counts each number on the table", () => {
  globalThis.HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  deepEqual(shownOfEach(ROUND.layout, 9).slice(4), [0, 2, 2, 0, 0, 3]);
  document.body.innerHTML = "";
  showTrain("T0", PICTURE, { hands: null });
  equal(document.querySelectorAll("#train-sheet .train-tile").length, 2);
  match(document.getElementById("train-sheet").textContent, /From the end: 2-5, 5-9/);
});

test("the sheet of a train says who may play there", () => {
  const said = (of, more = {}) => {
    document.body.innerHTML = "";
    showTrain(of, { ...PICTURE, ...more }, { hands: null });
    return document.querySelector("#train-sheet p:nth-of-type(2)").textContent;
  };
  equal(said("M"), "Everybody can play here.");
  equal(said("T0"), "Your train is open: everybody can play here until you do.");
  equal(said("T0", { you: null, names: ["Ada", "Ben"] }), "Open: everybody can play here until Ada does.");
  equal(said("T0", { you: 1, names: ["Ada", "You"], left: [true, false] }), "Everybody can play here.");
  equal(said("T1"), "Closed: only Ben can play here. A pass opens it.");
  equal(said("T1", { you: 1 }), "Your train is closed: nobody else can play here. It opens when you pass.");
});

// ---- At the table ----------------------------------------------------------------------------------------

function tableOf({ legal, ...round }) {
  document.body.innerHTML = `<ol id="players"><li data-seat="0"></li><li data-seat="1"></li></ol><p id="announcer"></p>
    <span id="station"></span><div id="trains"></div><p id="status" tabindex="-1"></p><p id="actions"></p>
    <div id="hand">${["9-1", "5-2"].map((tile) => `<button class="hand-tile" data-tile="${tile}"></button>`).join("")}</div>`;
  const did = [];
  const trains = [train("T0", 9), train("T1", 9), train("M", 9)];
  const at = { state: null };
  const go = (next) => {
    at.state = next;
    extra.draw(next);
    extra.board(next, positionOf(next), act);
  };
  const act = {
    lay: (play) => {
      did.push(`lay ${play.text}`);
      go(change.lay(at.state, play));
    },
    takeBack: () => {
      did.push("take back");
      go(change.takeBack(at.state));
    },
    submit: () => did.push(`submit ${change.laidMove(at.state)}`),
    redraw: () => go(at.state),
  };
  const hand = { order: ["9-1", "5-2"], focus: (tile) => did.push(`focus ${tile}`) };
  const rules = { set: 9, trains: true, sum: null };
  go(
    change.startState(
      viewOf({
        rules,
        options: {},
        version: Math.random(),
        round: { start: "9-9", cover: null, trains, layout: [lead], hand: hand.order, legal, ...round },
      }),
    ),
  );
  const tap = (tile) => extra.pick(at.state, tile, act) ?? go(change.pick(at.state, tile));
  const press = (key) => {
    const event = new KeyboardEvent("keydown", { key, cancelable: true });
    keys(event, { state: at.state, act, drawing: { hand, board: {} } });
    return event.defaultPrevented;
  };
  return { at, did, tap, press, act, hand };
}
// The module draws into the first page that it saw.
const table = tableOf({ legal: ["9-1>T0", "9-1>M", "5-2>T0"] });
const page = [...document.body.children];
const again = () => {
  document.body.replaceChildren(...page);
  table.act.takeBack();
  table.did.length = 0;
};

test("a tile, then a row; a second tap puts it back", () => {
  again();
  table.tap("9-1");
  deepEqual(texts(".train-play"), ["Play 9-1 here", "Play 9-1 here"]);
  row("M").click();
  deepEqual(table.did, ["lay 9-1>M"]);
  row("M").click();
  deepEqual(table.did, ["lay 9-1>M", "submit 9-1>M"]);
  again();
  table.tap("9-1");
  table.tap("9-1");
  deepEqual(table.did, ["take back"]);
});

test("a tile that fits one row lies there, and a second tap plays it", () => {
  again();
  table.tap("5-2");
  equal(row("T0").querySelectorAll(".lies").length, 1);
  table.tap("5-2");
  deepEqual(table.did, ["submit 5-2>T0"]);
});

test("a row, then a tile that fits it", () => {
  again();
  row("M").click();
  equal(document.getElementById("announcer").textContent, "Mexican train: 9-1");
  deepEqual(
    [...document.querySelectorAll(".hand-tile.fits")].map((node) => node.dataset.tile),
    ["9-1"],
  );
  table.tap("9-1");
  deepEqual(table.did, ["lay 9-1>M"]);
  equal(document.querySelectorAll(".aimed").length, 0);
});

test("a tap on a row that doesn't take the tile puts it back", () => {
  again();
  table.tap("9-1");
  row("T1").click();
  deepEqual(table.did, ["take back"]);
  equal(document.querySelectorAll(".train-play").length, 0);
});

test("by keyboard: through the rows that take the tile, and by name", () => {
  again();
  table.tap("9-1");
  ok(table.press("ArrowDown"));
  equal(document.activeElement.closest("li").dataset.train, "M");
  table.press("ArrowDown");
  equal(document.activeElement.closest("li").dataset.train, "T0");
  table.press("ArrowDown");
  equal(document.activeElement.closest("li").dataset.train, "M");
  ok(table.press("0"));
  deepEqual(table.did, ["lay 9-1>T0"]);
  again();
  ok(table.press("m"));
  deepEqual(table.did, ["focus 9-1"]);
  ok(table.press("Escape"));
  equal(document.querySelectorAll(".aimed").length, 0);
  again();
  ok(table.press("7")); // no such train, and no tile of the hand
  deepEqual(table.did, []);
});

test("rows need no buttons beside the status", () => {
  again();
  table.tap("9-1");
  drawMine(table.at.state, positionOf(table.at.state), { hand: { show() {} }, act: table.act });
  deepEqual(texts("#actions button"), ["Take back"]);
});

test("an opening ends with a button in good words", () => {
  again();
  const view = viewOf({ rules: { set: 9 }, round: { legal: ["5-2>T0", "stop"] } });
  const state = change.startState(view);
  drawMine(state, positionOf(state), { hand: { show() {} }, act: table.act });
  deepEqual(texts("#actions button"), ["That’s my train"]);
});

test("all tiles of a train open with the chip", async () => {
  again();
  row("T1").querySelector(".train-chip").click();
  await settled(20);
  equal(document.getElementById("train-sheet-title").textContent, "Ben’s train");
});
