// The cards after a round and after the game, with the rematch.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage, settled, texts, went } from "./page.js";
import { viewOf } from "./views.js";

const PAGE = `<main id="table"><ul id="players"><li data-side="0"></li><li data-side="1"></li></ul><div class="felt">
  <div id="card" hidden><div id="card-content"></div><p id="card-back" hidden></p></div></div></main>
  <p id="announcer"></p><a class="next-game" href="/g/next/" hidden></a><form id="rematch-form"></form>`;
openPage(PAGE);
const cards = await import("../../static/js/table/result_cards.js");
const { gameCard } = await import("../../static/js/table/game_card.js");
const { positionOf } = await import("../../static/js/look_back/scene.js");
const { startState, withScene } = await import("../../static/js/table/state.js");
await cards.prepare();
const { deepEqual, equal, match, ok } = assert;

const LINE = {
  deal: 0,
  round: 2,
  over: "out",
  by: 0,
  winner: 0,
  pips: [0, 12],
  written: [12, 0],
  totals: [31, 7],
  notes: [],
};
const SEATS = [
  { seat: 0, side: 0, name: "Ada", face: "6.2.3.1" },
  { seat: 1, side: 1, name: "Ben", face: "5.1.4.6" },
];
const over = (more = {}) =>
  viewOf({
    status: "finished",
    seats: SEATS,
    scores: [LINE],
    totals: [31, 7],
    by: ["player", "player"],
    rematch: null,
    rated: false,
    sheet: { counts: "points", goal: "high" },
    outcome: { winners: [0], reason: "target", totals: [31, 7] },
    round: {
      round: 2,
      moves: ["0 6-5", "1 5-3>6-5"],
      layout: [
        { tile: "6-5", ply: 1, seat: 0 },
        { tile: "5-3", ply: 2, seat: 1 },
      ],
      open: [[], ["6-4", "2-0"]],
      result: LINE,
    },
    ...more,
  });

const $ = (id) => document.getElementById(id);
const did = [];
const act = {
  now: () => did.push("now"),
  look: (deal, ply) => did.push(`look ${deal}/${ply}`),
  redraw: () => did.push("redraw"),
  side: () => did.push("side"),
  check: () => did.push("check"),
};
/** The card of *view* as a new element. */
function card(view) {
  const node = document.createElement("div");
  node.append(...gameCard(view, positionOf(startState(view)), act).filter(Boolean));
  document.body.append(node);
  return node;
}
const rowsOf = (node) =>
  [...node.querySelectorAll("tbody tr")].map((row) => [row.className, ...texts("td, .over-name", row)]);
const buttonNamed = (text, root = document) =>
  [...root.querySelectorAll("button, a")].find((node) => node.textContent.trim() === text);

test.beforeEach(() => {
  document.body.innerHTML = PAGE;
  delete document.body.dataset.coach;
  did.length = 0;
});

test("the winner's row is first, with place, name and points", () => {
  const lost = over({ outcome: { winners: [1], reason: "target", totals: [7, 31] } });
  deepEqual(rowsOf(card(over())), [
    ["won own", "1", "You", "31"],
    ["", "2", "Ben", "7"],
  ]);
  deepEqual(rowsOf(card(lost)), [
    ["won", "1", "Ben", "31"],
    ["own", "2", "You", "7"],
  ]);
});

test("two sides need no heads of columns, so only screen readers get them", () => {
  const node = card(over());
  deepEqual(texts("th[scope=col]", node), ["Place", "Player", "Points"]);
  equal(node.querySelector("thead").className, "visually-hidden");
});

test("more sides show in a column what each has won of the series", () => {
  const seats = [...SEATS, { seat: 2, side: 2, name: "Cleo" }];
  const outcome = { winners: [0], reason: "target", totals: [31, 7, 9] };
  $("card").dataset.series = JSON.stringify({ won: [2, 1, 4], drawn: 0 });
  const node = card(over({ seats, outcome, totals: [31, 7, 9] }));
  deepEqual(texts("th[scope=col]", node), ["Place", "Player", "Wins", "Points"]);
  equal(node.querySelector("thead").className, "");
  deepEqual(rowsOf(node), [
    ["won own", "1", "You", "3", "31"],
    ["", "2", "Cleo", "4", "9"],
    ["", "3", "Ben", "1", "7"],
  ]);
  equal(node.querySelector(".over-series"), null);
});

test("the series of two sides is a sentence", () => {
  $("card").dataset.series = JSON.stringify({ won: [2, 1], drawn: 0 });
  const node = card(over());
  equal(node.querySelector(".over-series").textContent, "You 3 – 1 Ben");
  deepEqual(texts("th[scope=col]", node), ["Place", "Player", "Points"]);
});

test("the head has the winner's face and the winner's last tiles as a fan", () => {
  const head = card(over()).querySelector(".over-head");
  equal(head.querySelector("h2").textContent, "You win");
  equal(head.querySelectorAll(".over-face .face-3").length, 1);
  equal(head.querySelectorAll(".over-fan svg").length, 1); // Ada laid one tile of two
  equal($("card").dataset.fate, "won");
});

test("tiles that were left show below their player's name", () => {
  deepEqual(texts(".over-names .over-tiles", card(over())), ["6-4, 2-0"]);
});

test("long titles are set smaller", () => {
  const titled = (name) =>
    card(over({ you: null, seats: [{ ...SEATS[0], name }, SEATS[1]] })).querySelector("h2").className;
  deepEqual(["Ada", "Bartholomew", "Ada Lovelace of London and Surrey"].map(titled), ["", "long", "longer"]);
});

test("the main button is the next game, if one waits; otherwise the rematch", () => {
  const mains = (view) =>
    [...card(view).querySelectorAll(".over-main .button")].map((each) => [each.textContent, each.matches(".primary")]);
  deepEqual(mains(over()), [["Rematch", true]]);
  document.querySelector(".next-game").hidden = false;
  deepEqual(mains(over()), [
    ["Next game", true],
    ["Rematch", false],
  ]);
  const asked = over({ rematch: { id: "again", by: "Ben", host: 1, status: "open", accepted: [1], waiting: [0] } });
  document.body.innerHTML = PAGE;
  document.querySelector(".next-game").hidden = false;
  const node = card(asked);
  deepEqual(texts(".over-main .button", node), ["Accept", "Decline"]);
  ok(texts(".over-small .button", node).includes("Next game"));
  equal(node.querySelectorAll(".over-face.accepted").length, 1);
});

test("a game without a result offers the home page", () => {
  $("rematch-form").remove();
  const node = card(over({ status: "aborted", outcome: null }));
  deepEqual(texts(".button", node), ["Home page"]);
  equal(node.querySelector("table"), null);
  equal($("card").dataset.fate, "seen");
});

test("guests can save the game with an account; a rated game has room for the rating", () => {
  const guest = card(over({ seats: [{ ...SEATS[0], guest: true }, SEATS[1]] }));
  equal(guest.querySelector(".over-guest").getAttribute("href"), "/accounts/signup/?next=%2Fg%2Fabc%2F");
  equal(card(over()).querySelector(".over-guest"), null);
  ok(card(over({ rated: true })).querySelector("#over-rating"));
  equal(card(over({ rated: true, you: null })).querySelector("#over-rating:scope"), null);
});

test("small buttons lead back into the game", () => {
  const node = card(over());
  buttonNamed("Look back", node).click();
  buttonNamed("Score sheet", node).click();
  deepEqual(did, ["look 0/0", "side"]);
  equal(buttonNamed("Analysis", node).getAttribute("href"), "/g/abc/analysis/");
  ok(buttonNamed("Home page", node));
  $("card").dataset.find = "/find-a-game/";
  equal(buttonNamed("Find a game", card(over())).getAttribute("href"), "/find-a-game/");
});

// ---- The card of a round, open and closed ----------------------------------------------------------

const playing = (more = {}) => over({ status: "playing", outcome: null, ...more });
let drawings = 0;
/** Unlike the page's, these are never the same twice. */
function draw(kind, view) {
  drawings += 1;
  const state = withScene(startState({ ...view, rematch: { drawings } }), { kind: "over", deal: 0 });
  cards.drawCard(kind, state, positionOf(state), act);
}

test("the card of a round says how it ended, and what each side scored", () => {
  draw("round", playing());
  equal($("card").hidden, false);
  equal($("card-title").textContent, "Round 2 has ended");
  match($("card-content").querySelector(".over-words").textContent, /The round is yours\.$/);
  deepEqual(texts("thead th", $("card-content")), ["Pips left", "Scored", "Total"]);
  deepEqual(rowsOf($("card-content")), [
    ["won", "You", "0", "+12", "31"],
    ["", "Ben", "12", "0", "7"],
  ]);
  deepEqual(
    [...$("players").children].map((player) => player.className),
    ["won", ""],
  );
  buttonNamed("Next round", $("card-content")).click();
  deepEqual(did, ["now"]);
});

test("the card of a round says that points are bad, and that a first penalty may be too small to count", () => {
  const said = (/** @type {object} */ sheet) => {
    draw("round", playing({ sheet: { counts: "points", ...sheet } }));
    return $("card-content").querySelector(".over-words").textContent.split("The round is yours.")[1].trim();
  };
  equal(said({ goal: "high", open_at: 13 }), "");
  equal(said({ goal: "low" }), "Lowest score wins.");
  equal(said({ goal: "low", open_at: 12 }), "Lowest score wins."); // Ben has 12 pips left
  equal(said({ goal: "low", open_at: 13 }), "Lowest score wins. A first penalty counts only if it is 13 or more.");
});

test("points scored during the round have a column of their own", () => {
  draw(
    "round",
    playing({
      round: { ...playing().round, result: { ...LINE, ends: [10, 5] } },
      scores: [{ ...LINE, ends: [10, 5] }],
    }),
  );
  deepEqual(texts("thead th", $("card-content")), ["Pips left", "In play", "Scored", "Total"]);
  deepEqual(rowsOf($("card-content"))[0], ["won", "You", "0", "+10", "+12", "31"]);
});

test("the card closes with its cross and opens again with a button", () => {
  draw("game", over());
  deepEqual([$("card").dataset.kind, $("card").dataset.sides], ["game", "two"]);
  $("card-content").querySelector(".over-close").click();
  deepEqual([$("card-content").hidden, $("card-back").hidden], [true, false]);
  buttonNamed("Result", $("card-back")).click();
  deepEqual([$("card-content").hidden, $("card-back").hidden], [false, true]);
  deepEqual(did, ["redraw", "redraw"]);
});

test("Escape closes the card of a game, and not that of a round", () => {
  const pressEscape = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
  draw("round", playing());
  pressEscape();
  equal($("card-content").hidden, false);
  draw("game", over());
  pressEscape();
  equal($("card-content").hidden, true);
});

test("a press on the felt closes the card; one on a button of the felt doesn't", () => {
  draw("game", over());
  document.querySelector(".felt").insertAdjacentHTML("beforeend", "<button>Zoom</button><i></i>");
  document.querySelector(".felt > button").click();
  equal($("card-content").hidden, false);
  document.querySelector(".felt > i").click();
  equal($("card-content").hidden, true);
});

// ---- Rematch -----------------------------------------------------------------------------------------

const rematch = await import("../../static/js/table/rematch.js");
const offer = (more) => ({ id: "again", by: "Ben", host: 1, status: "open", accepted: [1], waiting: [0], ...more });

test("each stage of a rematch has its buttons", () => {
  const buttons = (view) => rematch.rematchParts(over(view), act).buttons.map((node) => node.textContent);
  deepEqual(buttons({}), ["Rematch"]);
  deepEqual(buttons({ rematch: offer({ accepted: [0], waiting: [1], host: 0 }) }), ["Cancel"]);
  deepEqual(buttons({ rematch: offer() }), ["Accept", "Decline"]);
  deepEqual(buttons({ rematch: offer({ status: "playing", accepted: [0, 1], waiting: [] }) }), ["To the rematch"]);
  deepEqual(buttons({ you: null, rematch: offer() }), ["Ben offers a rematch"]);
});

test("declining asks the server to delete the offer, then for the newest view", async () => {
  const asked = answering({ "/api/v1/games/abc/rematch/": { status: "declined" } });
  const [, decline] = rematch.rematchParts(over({ rematch: offer() }), act).buttons;
  decline.click();
  decline.click(); // a second press changes nothing
  await settled(20);
  deepEqual(
    asked.map(({ address, method }) => [method, address]),
    [["DELETE", "/api/v1/games/abc/rematch/"]],
  );
  deepEqual(did, ["redraw", "redraw", "check"]);
});

test("a double tap on Rematch doesn't cancel it, a later one does", async () => {
  const asked = answering({ "/api/v1/games/abc/rematch/": { status: "open", id: "again" } });
  rematch.rematchParts(over(), act);
  rematch.listen();
  $("rematch-form").dispatchEvent(new Event("submit", { cancelable: true }));
  await settled(20);
  const cancel = () =>
    rematch.rematchParts(over({ rematch: offer({ accepted: [0], waiting: [1], host: 0 }) }), act).buttons[0];
  equal(cancel().getAttribute("aria-disabled"), "true");
  cancel().click();
  await settled(1000);
  equal(cancel().getAttribute("aria-disabled"), null);
  equal(did.filter((what) => what === "redraw").length, 3);
  cancel().click();
  await settled(20);
  deepEqual(
    asked.map(({ method }) => method),
    ["POST", "DELETE"],
  );
});

test("a refusal shows in words", async () => {
  answering({
    "/api/v1/games/abc/rematch/": new Response(JSON.stringify({ message: "Ben has left." }), { status: 409 }),
  });
  const view = over({ rematch: offer() });
  rematch.rematchParts(view, act).buttons[1].click();
  await settled(20);
  equal($("announcer").textContent, "Ben has left.");
  equal(rematch.rematchParts(view, act).words, "Ben has left.");
});

test("the new game opens for those who are in it, once it starts", () => {
  went.length = 0;
  rematch.follow(over());
  rematch.follow(over({ rematch: offer({ accepted: [0, 1], waiting: [] }) }));
  deepEqual(went, []);
  rematch.follow(over({ rematch: offer({ accepted: [0, 1], waiting: [], status: "playing" }) }));
  rematch.follow(over({ rematch: offer({ accepted: [0, 1], waiting: [], status: "playing" }) }));
  deepEqual(went, ["/g/again/"]);
});
