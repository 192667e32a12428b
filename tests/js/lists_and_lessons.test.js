// Lists of games, small boards, lessons and puzzles.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { answering, openPage, settled, texts, until, went } from "./page.js";
import { viewOf } from "./views.js";

mock.timers.enable({ apis: ["setInterval"] }); // pages that refresh themselves would never end
openPage();
globalThis.WebSocket = class {
  close() {}
};
const { arranged, boxAround } = await import("../../static/js/lists/small_boards.js");
const { boardOf } = await import("../../static/js/learn/described_picture.js");
const { noteLearnt } = await import("../../static/js/learn/finished_lessons.js");
const { deepEqual, equal, ok } = assert;

const $ = (css) => document.querySelector(css);
let copies = 0;
/** Runs the script of a page on *html*, as a fresh copy: it acts when it is loaded. */
async function run(name, html) {
  copies += 1;
  document.body.innerHTML = html;
  await import(`../../static/js/${name}.js?${copies}`);
}
const LEAD = { tile: "6-5", ply: 1, seat: 0, onto: null, at: null, arm: "lead" };
const NEXT = { tile: "5-3", ply: 2, seat: 1, onto: "6-5", at: 5, arm: "line" };

test("the list of games is filtered by words, without accents or case", async () => {
  await run(
    "lists/find_game",
    `<p class="field"><input id="find-text"></p><nav id="jumps"></nav>
    <section class="game-group"><ul><li data-words="draw dominoes for two">Draw Dominoes for two</li>
    <li data-words="muggins for four">Müggins for four</li></ul></section>
    <section class="game-group"><ul><li data-words="goat in pairs">Goat, in pairs</li></ul></section>
    <p id="find-none" hidden></p>`,
  );
  const shown = (typed) => {
    $("input").value = typed;
    $("input").dispatchEvent(new Event("input"));
    return [...document.querySelectorAll("li:not([hidden])")].map((item) => item.textContent);
  };
  deepEqual(shown("müggins"), ["Müggins for four"]);
  deepEqual(
    [...document.querySelectorAll(".game-group")].map(({ hidden }) => hidden),
    [false, true],
  );
  equal($("#jumps").hidden, true);
  deepEqual(shown("  FOR  dr "), ["Draw Dominoes for two"]);
  deepEqual(shown("chess"), []);
  equal($("#find-none").hidden, false);
  equal(shown(" ").length, 3);
  deepEqual([$("#find-none").hidden, $("#jumps").hidden], [true, false]);
});

test("the filters of the lobby are sent when one changes", async () => {
  await run("lists/lobby", '<form class="lobby-filters"><input type="checkbox" name="rated"></form>');
  let sent = 0;
  $("form").requestSubmit = () => (sent += 1);
  equal($("form").dataset.changed, undefined);
  $("input").dispatchEvent(new Event("change", { bubbles: true }));
  equal(sent, 1);
});

// ---- Small boards ----------------------------------------------------------------------------------------------

const boardOfGame = (id, more = {}) => ({
  id,
  version: 2,
  status: "playing",
  layout: [LEAD, NEXT],
  ends: [],
  sum: null,
  seats: 2,
  ...more,
});

test("a small board shows the whole layout, never larger than eleven units across", () => {
  const { bounds, tiles, width } = arranged(boardOfGame("a"));
  deepEqual([bounds.w, bounds.h, width, tiles.length], [4, 1, 4, 2]);
  deepEqual(boxAround({ x: 0, y: 0, w: 4, h: 1 }, 4), [-3.5, -2.9375, 11, 6.875]);
  deepEqual(boxAround({ x: 0, y: 0, w: 20, h: 1 }, 20), [-0.5, -6.0625, 21, 13.125]);
});

test("boards are fetched once for all, drawn, and fetched again unless their game has ended", async () => {
  const boards = [
    boardOfGame("a"),
    boardOfGame("b", { status: "finished" }),
    boardOfGame("c", { layout: [], hand: ["6-6", "5-4"] }),
    boardOfGame("d", { layout: [], seats: 3 }),
    boardOfGame("e", { layout: [{ tile: "9-9" }], trains: [{ of: "M", end: 9, open: true, tiles: 0 }] }),
  ];
  const asked = answering({ "/api/v1/boards/": { boards } });
  await run(
    "lists/small_boards",
    `${["a", "b", "c", "d", "e", "a"].map((id) => `<i data-small-board="${id}" aria-hidden="true"></i>`).join("")}<p data-boards-near><i data-small-board="far"></i></p>`,
  );
  await until(() => $("[data-small-board=e] svg"));
  deepEqual(
    asked.map(({ address }) => address),
    ["/api/v1/boards/?games=a,b,c,d,e"],
  );
  const of = (id) => $(`[data-small-board=${id}]`);
  equal(of("a").querySelectorAll(".domino").length, 2);
  equal(of("a").querySelectorAll(".domino-halo").length, 1); // the newest tile
  equal(of("b").querySelectorAll(".domino-halo").length, 0);
  equal(of("c").querySelector("svg").getAttribute("class"), "of-hand");
  equal(of("c").querySelectorAll(".domino").length, 2);
  equal(of("d").querySelectorAll(".chair").length, 3);
  equal(of("e").querySelectorAll(".train-square").length, 1);
  deepEqual(
    [of("a"), of("e")].map((node) => node.getAttribute("aria-hidden")),
    ["true", null],
  );
  equal(of("far").children.length, 0);
  dispatchEvent(new Event("refreshed"));
  // Another copy of the module, which this file imports, asks for all.
  await until(() => asked.length > 2);
  equal(asked.at(-1).address, "/api/v1/boards/?games=a,c,d,e");
});

test("a small board of trains has a square for each, its marks, and the ends in words", async () => {
  const trains = [
    { of: "T0", end: 5, open: false, tiles: 3 },
    { of: "T1", end: 12, open: true, tiles: 0 },
    { of: "T3", end: 4, open: false, tiles: 7 },
    { of: "M", end: 9, open: true, tiles: 12 },
  ];
  const station = { tile: "12-12", ply: 0, seat: null, onto: null, at: null, arm: "lead" };
  const board = boardOfGame("t", { layout: [station], seats: 4, trains, cover: null, you: 1, turn: 3 });
  const { drawTrains } = await import("../../static/js/lists/small_trains.js");
  const drawn = (more = {}) => drawTrains({ ...board, ...more });
  const squares = (svg) => [...svg.querySelectorAll(".train-square")];
  const words = (svg) => squares(svg).map((square) => [...square.querySelectorAll("text")].map((n) => n.textContent));
  const marks = (svg) => squares(svg).map((square) => square.getAttribute("class").replace("train-square", "").trim());
  const engines = (svg) => squares(svg).map((square) => square.querySelectorAll("path:not(.turn)").length);
  const turns = (svg) => squares(svg).map((square) => square.querySelectorAll(".turn").length);
  deepEqual(texts("text", drawn().querySelector(".station")), ["12", "12"]);
  deepEqual(words(drawn()), [["5"], ["12"], ["4"], ["9", "M"]]);
  deepEqual(marks(drawn()), ["", "own", "", ""]);
  deepEqual(engines(drawn()), [0, 1, 0, 0]);
  deepEqual(turns(drawn()), [0, 0, 1, 0]);
  deepEqual(turns(drawn({ turn: null })), [0, 0, 0, 0]);
  deepEqual(marks(drawn({ cover: "M", you: null })), ["shut", "shut", "shut", "to-cover"]);
  const label = (svg) => svg.getAttribute("aria-label");
  equal(label(drawn()), "Station 12-12. Ends of the trains: 5; yours 12, open; 4; Mexican train 9.");
  equal(label(drawn({ cover: "M" })).endsWith("Mexican train 9. A double must be covered."), true);
});

test("the squares of two to nine trains lie apart, in the box", async () => {
  const { drawTrains } = await import("../../static/js/lists/small_trains.js");
  for (const seats of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const names = [...Array(seats).keys()].map((seat) => `T${seat}`);
    const trains = [...names, "M"].map((of) => ({ of, end: 12, open: true, tiles: 1 }));
    const svg = drawTrains(boardOfGame("t", { layout: [{ tile: "12-12" }], seats, trains, cover: null, turn: 0 }));
    const [station] = [...svg.querySelectorAll(".station > rect")];
    const foot = Number(station.getAttribute("y")) + Number(station.getAttribute("height"));
    const boxes = [...svg.querySelectorAll(".train-square")].map((square) => {
      const [x, y] = /\((\S+) (\S+)\)/.exec(square.getAttribute("transform")).slice(1).map(Number);
      return { x, y, side: Number(square.querySelector("rect").getAttribute("width")) };
    });
    equal(boxes.length, seats + 1);
    for (const [index, { x, y, side }] of boxes.entries()) {
      ok(side >= 22 && x >= 1 && y >= foot && x + side <= 95 && y + side + 3 <= 96, `${seats}: ${x} ${y} ${side}`);
      for (const other of boxes.slice(0, index))
        ok(x >= other.x + side + 2 || x + side + 2 <= other.x || y >= other.y + side + 2, `${seats} seats: ${index}`);
    }
  }
});

test("far boards of a list that was refreshed are drawn, too, when they come near", async (context) => {
  const far = [];
  context.mock.method(IntersectionObserver.prototype, "observe", (element) => far.push(element.dataset.smallBoard));
  await run("lists/small_boards", '<p data-boards-near><i data-small-board="before"></i></p>');
  $("p").innerHTML = '<i data-small-board="after"></i>';
  dispatchEvent(new Event("refreshed"));
  equal(far[0], "before");
  equal(far.includes("after"), true);
});

// ---- Find a game ---------------------------------------------------------------------------------------------

test("a search says that the page is open, and goes to the game that is found", async () => {
  const asked = answering({ "/find-a-game/here/": { game: "" } });
  await run("lists/finding", '<p data-live-search="12" data-gathering></p>');
  dispatchEvent(new Event("refreshed"));
  await settled();
  deepEqual([String(asked[0].body), asked[0].method], ["wish=12&looks=yes", "POST"]);
  deepEqual(went, []);
  answering({ "/find-a-game/here/": { game: "/g/xyz/" } });
  dispatchEvent(new Event("refreshed"));
  await settled();
  deepEqual(went, ["/g/xyz/"]);
  document.body.insertAdjacentHTML("beforeend", '<p data-found="/g/new/"></p>');
  dispatchEvent(new Event("refreshed"));
  deepEqual(went, ["/g/xyz/", "/g/new/"]);
  document.body.innerHTML = "";
});

// ---- Lessons ---------------------------------------------------------------------------------------------------

test("finished lessons are marked in the list", async () => {
  localStorage.clear();
  for (const lesson of ["draw", "goat", "draw"]) noteLearnt(lesson);
  equal(localStorage.getItem("lessons"), '["draw","goat"]');
  await run("learn/finished_lessons", '<b data-learnt="draw" hidden></b><b data-learnt="sausage"></b>');
  deepEqual(
    [...document.querySelectorAll("b")].map(({ hidden }) => hidden),
    [false, true],
  );
});

const PICTURE = {
  kind: "layout",
  layout: [LEAD],
  ends: [
    { tile: "6-5", value: 6, arm: "line" },
    { tile: "6-5", value: 5, arm: "line" },
  ],
  sum: null,
  fresh: [1],
  ghosts: [],
  bright: false,
  lines: false,
  hands: [],
};
const step = (
  words,
  { picture = PICTURE, hand = "", end = "" } = {},
) => `<div data-lesson="draw"><p id="lesson-progress"></p>
  <div id="lesson-felt" hidden></div><p id="lesson-words" class="lesson-words">${words}</p><ul id="lesson-players"></ul><div id="lesson-table"></div>
  <form data-tries><div id="lesson-hand" class="lesson-hand">${hand}</div></form><p id="lesson-end">${end}</p>
  <script type="application/json" id="lesson-picture"></script><div id="picture" hidden>${JSON.stringify(picture)}</div>
  <a data-step href="/g/abc/?step=2">Next</a></div>`;

test("a lesson draws its table, swaps in the next step, and notes that it is finished", async () => {
  localStorage.clear();
  document.body.dataset.faces = "dots";
  const html = (...about) =>
    step(...about).replace(
      /<script.*<\/div>\n/,
      (part) => `<div id="lesson-picture">${part.slice(part.indexOf("</script>") + 9)}</div>`,
    );
  const next = { ...PICTURE, layout: [LEAD, NEXT], fresh: [2] };
  const answer = new Response(
    html("Ben plays 5-3.", {
      picture: next,
      end: '<b id="result" tabindex="-1">The end</b>',
      hand: '<button name="tile" value="6-2">6-2</button>',
    }),
  );
  Object.defineProperty(answer, "url", { value: "http://boneyard.example/g/abc/?step=2" });
  const asked = answering({ "http://boneyard.example/g/abc/": answer });
  await run("learn/lesson", html("You lead.", { hand: '<button name="tile" value="6-5">6-5</button>' }));
  equal($("#lesson-felt").hidden, false);
  equal($("#lesson-table").className, "visually-hidden");
  equal($("#lesson-felt").querySelectorAll(".placed").length, 1);
  $("a[data-step]").click();
  await settled(20);
  equal(asked[0].address, "http://boneyard.example/g/abc/?step=2");
  equal($("#lesson-words").textContent, "Ben plays 5-3.");
  equal($("#lesson-felt").querySelectorAll(".placed").length, 2);
  equal(location.search, "?step=2");
  equal(document.activeElement.id, "result");
  equal(localStorage.getItem("lessons"), '["draw"]');
  answering({});
  $("a[data-step]").click();
  await settled(20);
  equal(went.at(-1), "http://boneyard.example/g/abc/?step=2");
});

test("ends are bright where a shown move can go, or everywhere if the picture says so", () => {
  const bright = (more) => boardOf({ ...PICTURE, ...more }).ends.map(({ playable }) => playable);
  deepEqual(bright({}), [false, false]);
  deepEqual(bright({ ghosts: ["5-3>6-5"] }), [true, true]);
  deepEqual(bright({ bright: true }), [true, true]);
  deepEqual(
    boardOf({ ...PICTURE, ghosts: ["5-3>6-5"] }).ghosts.map(({ play, laid }) => [play.text, laid]),
    [["5-3>6-5", false]],
  );
});

// ---- Puzzles ------------------------------------------------------------------------------------------------------

const PUZZLE = viewOf({
  rated: false,
  by: ["player"],
  round: {
    legal: ["5-3>6-5", "6-2>6-5"],
    hand: ["5-3", "6-2", "4-4"],
    layout: [LEAD],
    moves: ["1 6-5"],
    ends: PICTURE.ends,
  },
});
const ANSWER = {
  best: "6-2>6-5",
  made: "5-3>6-5",
  why: "Scores 10 points.",
  cost: "5-3 on the 6-5 costs about 4 points.",
};
const puzzle = (
  answer,
  title = "What would you play?",
) => `<main class="puzzle-table my-move"><h1 id="puzzle-title" tabindex="-1">${title}</h1><div id="board"></div><p id="status"></p>
  <p id="actions"></p><div id="hand"></div></main><div class="puzzle-text"></div><form class="puzzle-form" action="/puzzles/p/"></form>
  <div id="puzzle-words">${answer ? `<a data-next href="/puzzles/">Next puzzle</a><ol><li data-move="5-3>6-5"><strong>5-3 on the 6-5</strong><i class="num">−4</i></li></ol><div id="answer">${JSON.stringify(answer).replace(/</g, "&lt;")}</div>` : ""}</div>
  <div id="puzzle">${JSON.stringify(PUZZLE)}</div>`;
const status = () => $("#status").textContent.replaceAll("\u2060", "");

test("a puzzle is played on the board; a wrong move shows its cost, and then the best one", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  document.body.dataset.sending = "";
  const wait = async () => {
    for (let n = 0; n < 20; n++) {
      await new Promise(setImmediate);
    }
  };
  const page = puzzle(ANSWER, "Not the best move");
  const asked = answering({ "/puzzles/p/": page, "http://boneyard.example/puzzles/p/": page });
  let started = 0;
  addEventListener("started", () => (started += 1), { once: true });
  await run("learn/puzzle", puzzle());
  equal(started, 1);
  equal(status(), "Your turn: choose a tile");
  deepEqual(
    [...$("#hand").children].map((node) => node.dataset.tile),
    ["6-2", "5-3", "4-4"],
  );
  $('[data-tile="5-3"]').click();
  equal(status(), "5-3 on the 6-5");
  [...document.querySelectorAll("#actions button")].at(-1).click();
  equal(status(), "Sending …");
  await wait();
  equal(asked[0].body.get("move"), "5-3>6-5");
  equal($("h1").textContent, "Not the best move");
  equal($("main").className, "puzzle-table");
  deepEqual([$("#board").dataset.answer, status()], ["wrong", "5-3 on the 6-5 costs about 4 points."]);
  t.mock.timers.tick(2599);
  await wait();
  equal($("#board").dataset.answer, "wrong");
  t.mock.timers.tick(1);
  await wait();
  deepEqual([$("#board").dataset.answer, status()], ["right", "Scores 10 points."]);
  deepEqual(texts("#actions"), ["Next puzzle"]);
  $(".puzzle-show").click();
  deepEqual([$("#board").dataset.answer, status()], ["wrong", "5-3 on the 6-5 · −4"]);
});

test("a move that the server refuses can be made again", async () => {
  const page = '<p class="messages">Log in again.</p>';
  answering({ "/puzzles/p/": page, "http://boneyard.example/puzzles/p/": page });
  document.body.dataset.sending = "one_tap"; // one tap plays
  await run("learn/puzzle", puzzle());
  $('[data-tile="5-3"]').click();
  await settled();
  equal(status(), "Log in again.");
  equal($("main").className, "puzzle-table my-move");
  document.body.dataset.sending = "";
});

test("a tile that doesn't fit says why", async () => {
  await run("learn/puzzle", puzzle());
  $('[data-tile="4-4"]').click();
  await settled(20);
  ok(/4/.test(status()), status());
  equal($("#status").classList.contains("refusal"), true);
});

test("a puzzle that was answered before shows the best move at once", async () => {
  await run("learn/puzzle", puzzle(ANSWER));
  deepEqual([$("#board").dataset.answer, status()], ["right", "Scores 10 points."]);
});
