// What is fetched after a table has been drawn: bubbles, hints, drawer, menu, chat, advice, the next game, extras.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage, settled, texts, went } from "./page.js";
import { viewOf } from "./views.js";

openPage();
const load = (name) => import(`../../static/js/${name}.js`);
const { drawBubbles, showReaction } = await load("table/bubbles");
const { drawHint } = await load("table/button_hints");
const { toggleDrawer } = await load("table/drawer");
const { choose, drawMenu } = await load("table/menu");
const { prepareTools } = await load("table/tools");
const { followTalk } = await load("table/felt_talk");
const { advance } = await load("table/next_game");
const { advice } = await load("table/coach");
const { times } = await load("table/time_banks");
const { followRatings, ratingsOf } = await load("table/ratings");
const { showKeys } = await load("table/keys_dialog");
const { positionOf } = await load("look_back/scene");
const change = await load("table/state");
const { startState, withScene } = change;
const { drawSince, playBack } = await load("look_back/missed_moves");
const extras = Object.fromEntries(
  await Promise.all(
    [
      "auction",
      "signals",
      "absence",
      "pick_or_refuse",
      "open_end_count",
      "remarks",
      "sausage",
      "filling",
      "matadors",
    ].map(async (name) => [name, (await load(`extras/${name}`)).extra]),
  ),
);
const { deepEqual, equal, ok } = assert;

document.body.innerHTML = `<div class="table-page"><main id="table"><ul id="players"><li data-seat="0"></li><li data-seat="1"></li></ul>
  <div class="felt"><div id="notes"></div><p id="stock"></p><p id="strip"></p><p id="count"></p><p id="fill"></p></div>
  <div id="at-felt" data-address="/felt/"><a id="felt-chat" data-newest="1"></a>
  <details><summary>Reactions</summary><form id="felt-signs"><button name="sign" value="nice">Nice</button></form></details><div id="felt-shown"></div></div>
  <button id="side-toggle"></button><details class="menu"><summary></summary><button data-setting="sound">Sound</button>
  <button data-setting="faces" data-value="numerals">Numerals</button><button data-dialog="ask"></button></details></main>
  <aside id="side" class="side" tabindex="-1"><button id="side-close"></button><details class="panel" data-panel-name="plan"><summary tabindex="0">Plan</summary></details>
  <details class="panel" data-panel-name="hints"></details><button class="log-line"></button></aside></div>
  <a class="next-game" href="/g/next/"></a><a id="plan-link" data-opens="plan" href="/g/abc/plan/"></a>
  <p id="hand"></p><p id="since"><b id="since-title"></b><i id="since-words"></i><button id="since-show"></button></p><p id="stood-in"></p><form class="theme-form" action="/look/"></form>`;
const $ = (css) => document.querySelector(css);
const pressEscape = () => {
  for (const type of ["keydown", "keyup"])
    document.dispatchEvent(new KeyboardEvent(type, { key: "Escape", bubbles: true, cancelable: true }));
};
const stateOf = (legal, { round = {}, ...view } = {}) => ({
  ...startState(viewOf({ clock: { left: [null, null] }, ...view, round: { legal, ...round } })),
  connection: "live",
});
const did = [];
const act = new Proxy(
  {},
  {
    get:
      (_all, name) =>
      (...about) =>
        did.push([name, ...about].join(" ")),
  },
);
test.beforeEach(() => (did.length = 0));

// ---- Bubbles -----------------------------------------------------------------------------------------------------

const bubbles = () =>
  [...document.querySelectorAll(".bubbles .bubble:not(.reaction)")].map(
    (node) => `${node.dataset.at} ${node.textContent}`,
  );
const at = (moves, by, view = {}) => {
  const state = stateOf([], { by, ...view, round: { moves } });
  return [state, positionOf(state)];
};

test("a bubble says at the seat what the layout can't, until the reader has moved", () => {
  const [before, first] = at(["0 6-5"], ["player"]);
  drawBubbles(before, first, first);
  deepEqual(bubbles(), []);
  const [drew, second] = at(["0 6-5", "1 draw", "1 draw", "1 pass"], ["player", "forced", "forced", "forced"]);
  drawBubbles(drew, second, first);
  deepEqual(bubbles(), ["1 draws 2, passes"]);
  const bubble = $(".bubbles .bubble");
  equal(bubble.classList.contains("fresh"), true);
  equal(bubble.parentElement.getAttribute("aria-hidden"), "true");
  drawBubbles(drew, second, second);
  equal($(".bubbles .bubble"), bubble);
  const [moved, third] = at(
    ["0 6-5", "1 draw", "1 draw", "1 pass", "0 6-2>6-5"],
    ["player", "forced", "forced", "forced", "player"],
  );
  drawBubbles(moved, third, second);
  deepEqual(bubbles(), []);
});

test("a reaction replaces the last one of its player, for seven seconds", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const reactions = () =>
    [...document.querySelectorAll(".reaction")].map((node) => `${node.dataset.at} ${node.textContent}`);
  showReaction("1", "Nice");
  showReaction("0", "Oh no");
  showReaction("1", "Thanks");
  deepEqual(reactions(), ["0 Oh no", "1 Thanks"]);
  t.mock.timers.tick(6999);
  equal(reactions().length, 2);
  t.mock.timers.tick(1);
  deepEqual(reactions(), []);
});

// ---- Hints ---------------------------------------------------------------------------------------------------------

test("a button is explained until the reader has understood it", () => {
  drawHint({ name: "wink", text: "Wink to your partner." });
  equal($("#notes .hint p").textContent, "Wink to your partner.");
  equal($(".hint").hidden, false);
  drawHint(null);
  equal($(".hint").hidden, true);
  drawHint({ name: "wink", text: "Wink to your partner." });
  equal($(".hint").hidden, false);
  $(".hint button").click();
  equal($(".hint").hidden, true);
  equal(localStorage.getItem("hints-known"), '["wink"]');
  drawHint({ name: "wink", text: "Wink to your partner." });
  equal($(".hint").hidden, true);
  drawHint({ name: "puff", text: "Puff." });
  equal($(".hint").hidden, false);
});

test("an explanation goes once every player has moved", () => {
  const shownAt = (ply) => {
    drawHint({ name: "lines", text: "Put the tile into a line." }, ply, 3);
    return !$(".hint").hidden;
  };
  deepEqual([4, 5, 6, 7, 8].map(shownAt), [true, true, true, false, false]);
});

// ---- The drawer and the menu ---------------------------------------------------------------------------------

const isOpen = () => $(".table-page").classList.contains("side-open");

test("the drawer opens and closes with its button, its cross and Escape", () => {
  for (const close of [() => toggleDrawer($("#side-toggle")), () => $("#side-close").click(), pressEscape]) {
    toggleDrawer($("#side-toggle"));
    deepEqual(
      [isOpen(), $("#side-toggle").getAttribute("aria-expanded"), document.activeElement.id],
      [true, "true", "side"],
    );
    close();
    deepEqual(
      [isOpen(), $("#side-toggle").getAttribute("aria-expanded"), document.activeElement.id],
      [false, "false", "side-toggle"],
    );
  }
});

test("a control opens its panel in the drawer, or goes to its page", () => {
  toggleDrawer($("#plan-link"));
  equal($("[data-panel-name=plan]").open, true);
  deepEqual(
    [...document.querySelectorAll(".panel")].map((panel) => panel.classList.contains("alone")),
    [true, false],
  );
  equal($("#side").dataset.only, "plan");
  toggleDrawer($("#side-toggle"));
  equal($("#side").dataset.only, undefined);
  toggleDrawer($("#side-toggle"));
  toggleDrawer(Object.assign(document.createElement("a"), { href: "/g/abc/notes/" }));
});

test("the drawer's button is marked while a closed panel has news", async () => {
  prepareTools($(".table-page"), { redraw: () => {} });
  const isMarked = () => $("#side-toggle").hasAttribute("data-news");
  equal(isMarked(), false);
  $("[data-panel-name=hints]").dataset.news = "";
  await settled();
  equal(isMarked(), true);
  $("[data-panel-name=hints]").open = true;
  await settled();
  equal(isMarked(), false);
});

test("a message above the board can be closed, and so can a dialog", () => {
  document.body.insertAdjacentHTML("beforeend", '<p class="bar">Saved.<button data-close></button></p>');
  $(".bar button").click();
  equal($(".bar"), null);
  document.body.insertAdjacentHTML("beforeend", "<dialog open><button data-close></button></dialog>");
  const closed = [];
  $("dialog").close = () => closed.push("dialog");
  $("dialog button").click();
  deepEqual(closed, ["dialog"]);
  $("dialog").remove();
});

test("a setting of the menu is applied, shown as pressed, and stored", async () => {
  const asked = answering({ "http://boneyard.example/look/": "" });
  const [sound, faces] = document.querySelectorAll("[data-setting]");
  document.body.dataset.sound = "on";
  document.body.dataset.faces = "dots";
  drawMenu($(".menu"));
  deepEqual(
    [sound, faces].map((node) => node.getAttribute("aria-pressed")),
    ["true", "false"],
  );
  let redrawn = 0;
  await choose($(".menu"), sound, () => (redrawn += 1));
  deepEqual([document.body.dataset.sound, sound.getAttribute("aria-pressed"), redrawn], ["off", "false", 0]);
  await choose($(".menu"), faces, () => (redrawn += 1));
  deepEqual([document.body.dataset.faces, faces.getAttribute("aria-pressed"), redrawn], ["numerals", "true", 1]);
  deepEqual(
    asked.map(({ body }) => String(body)),
    ["sound=off", "faces=numerals"],
  );
  document.body.dataset.faces = "dots";
});

test("the list of keys opens in a dialog, made once", () => {
  let shown = 0;
  HTMLDialogElement.prototype.showModal = () => (shown += 1);
  showKeys();
  showKeys();
  deepEqual([shown, document.querySelectorAll("#keys-dialog").length], [2, 1]);
  equal($("#keys-title").textContent, "Keyboard shortcuts");
});

// ---- Chat and reactions ----------------------------------------------------------------------------------------

const corner = (newest, shown, signs = '<form id="felt-signs"><button name="sign" value="nice">Nice</button></form>') =>
  new Response(`<a id="felt-chat" data-newest="${newest}"></a><div id="felt-shown">${shown}</div>${signs}`, {
    headers: { "X-Panel": "1" },
  });

test("the corner of the felt follows the chat; a new reaction shows at its seat, once", async () => {
  const said = [];
  followTalk({ state: stateOf([]), say: (words) => said.push(words) });
  const reaction = '<p data-seat="1" data-key="1/12:00"><span>Nice</span></p>';
  const news = () => dispatchEvent(new CustomEvent("panel", { detail: "reactions" }));
  const asked = answering({ "/felt/": corner(2, reaction) });
  news();
  await settled();
  deepEqual(said, ["Ben: Nice"]);
  deepEqual(texts(".reaction"), ["Nice"]);
  equal($("#felt-chat").dataset.newest, "2");
  answering({ "/felt/": corner(2, reaction) });
  news();
  await settled();
  deepEqual(said, ["Ben: Nice", ""]);
  equal(asked[0].headers["X-Panel"], "1");
  dispatchEvent(new CustomEvent("panel", { detail: "plan" }));
  equal(asked.length, 1);
});

test("a reaction is sent from the menu, which closes, or says why it couldn't be", async () => {
  document.body.dataset.late = "Check your connection.";
  const menu = $("#at-felt details");
  menu.open = true;
  await settled();
  const send = () =>
    $("#felt-signs").dispatchEvent(
      Object.assign(new Event("submit", { bubbles: true, cancelable: true }), { submitter: $("#felt-signs button") }),
    );
  const asked = answering({ "/felt/": corner(2, "") });
  send();
  await settled();
  deepEqual([menu.open, asked.at(-1).method, asked.at(-1).body.get("sign")], [false, "POST", "nice"]);
  answering({});
  send();
  await settled();
  equal(menu.open, true);
  deepEqual(texts("#felt-signs .late"), ["Check your connection."]);
});

// ---- The next game ---------------------------------------------------------------------------------------------------

test("after a move the next game opens in four seconds, unless the reader stays", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const table = { state: stateOf([], { round: { turn: 1 } }) };
  const note = () => texts(".advance span").join();
  went.length = 0;
  advance(table);
  equal(note(), "");
  t.mock.timers.tick(700);
  equal(note(), "Next game in 4 seconds");
  for (let second = 1; second < 4; second++) t.mock.timers.tick(1000);
  t.mock.timers.tick(999);
  deepEqual(went, []);
  t.mock.timers.tick(1);
  deepEqual(went, ["http://boneyard.example/g/next/"]);
  for (const stay of [
    pressEscape,
    () => $(".felt").dispatchEvent(new Event("pointerdown", { bubbles: true })),
    () => $(".advance button").click(),
  ]) {
    advance(table);
    t.mock.timers.tick(700);
    ok(note());
    stay();
    equal(note(), "");
  }
  advance(table);
  table.state = stateOf([]); // the opponent's move came at once
  t.mock.timers.tick(60_000);
  equal(went.length, 1);
});

// ---- Advice, times, ratings ------------------------------------------------------------------------------------------

const lost = { deal: 4, scoreLine: { winner: 1 } };

test("advice that isn't ready is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const address = "/api/v1/games/abc/rounds/16/coach/";
  const asked = answering({ [address]: new Response(null, { status: 204 }) });
  const node = advice(viewOf({ status: "finished" }), { ...lost, deal: 16 }, act);
  const passed = async (ms) => {
    for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
    t.mock.timers.tick(ms);
  };
  await passed(5_999);
  equal(asked.length, 1);
  answering({ [address]: { text: "5-3 would have helped", advice: { ply: 7 } } });
  await passed(1);
  await passed(0);
  equal(texts("button", node).length, 2);
});

test("a lost round brings advice, asked for once", async () => {
  const asked = answering({
    "/api/v1/games/abc/rounds/4/coach/": { text: "5-3 would have helped", advice: { ply: 7 } },
    "http://boneyard.example/look/": "",
  });
  const view = viewOf({ status: "finished" });
  const node = advice(view, lost, act);
  advice(view, lost, act);
  await settled();
  equal(asked.length, 1);
  deepEqual(
    texts("button", node).map((text) => text.replaceAll("\u2060", "")),
    ["5-3 would have helped ›", "Turn off"],
  );
  node.querySelector("button").click();
  deepEqual(did, ["look 4 7"]);
  document.body.append(node);
  node.querySelectorAll("button")[1].click();
  equal(document.body.dataset.coach, "off");
  equal(node.textContent, "Advice is off. You can turn it on again in the settings.");
  equal(String(asked.at(-1).body), "coach=off");
  equal(advice(view, lost, act), false);
  delete document.body.dataset.coach;
});

test("a round without a better move says nothing", async () => {
  answering({ "/api/v1/games/abc/rounds/6/coach/": { text: "", advice: null } });
  const nodes = [6, 7].map((deal) => advice(viewOf({ status: "finished" }), { ...lost, deal }, act)); // none for the 7th
  await settled();
  deepEqual(
    nodes.map((node) => node.childElementCount),
    [0, 0],
  );
});

test("no advice for watchers, winners, and during a game against people", () => {
  const finished = viewOf({ status: "finished" });
  equal(advice({ ...finished, you: null }, lost, act), false);
  equal(advice(finished, { deal: 5, scoreLine: { winner: 0 } }, act), false);
  equal(advice(finished, { deal: 5, scoreLine: null }, act), false);
  equal(advice(viewOf({ rated: false }), lost, act), false);
});

test("time banks show where it isn't the player’s turn; vacations show their end", () => {
  const view = viewOf({ clock: { left: [7200, null] } });
  const words = (seat, onTurn, more = view) => times(more, seat, onTurn).map((node) => node.title || node.textContent);
  const { seats } = view;
  deepEqual(
    times(view, seats[0], false).map((node) => node.textContent),
    ["2 hours"],
  );
  deepEqual(words(seats[0], true), []);
  deepEqual(words(seats[1], false), []);
  const year = new Date().getFullYear();
  deepEqual(words({ ...seats[1], away: `${year}-12-24T12:00:00Z` }, false), ["On vacation until 24 Dec"]);
  deepEqual(words({ ...seats[0], left: true }, false), []);
  deepEqual(words(seats[0], false, { ...view, status: "finished" }), []);
});

test("ratings are asked for once, and again when the server announces new ones", async () => {
  const seats = [{ seat: 0, rating: 1500 }];
  const asked = answering({ "/api/v1/games/abc/ratings/": { rated: true, seats } });
  const heard = [];
  followRatings("abc", (ratings) => heard.push(ratings.seats));
  await settled();
  deepEqual((await ratingsOf("abc")).seats, seats);
  equal(asked.length, 1);
  dispatchEvent(new CustomEvent("panel", { detail: "ratings" }));
  await settled();
  equal(asked.length, 2);
  deepEqual(heard, [seats, seats]);
  answering({});
  dispatchEvent(new CustomEvent("panel", { detail: "ratings" }));
  await settled();
  deepEqual((await ratingsOf("abc")).seats, seats);
});

// ---- Missed moves ---------------------------------------------------------------------------------------------------

test("the strip says what happened since the last visit", () => {
  const events = [1, 2, 3].map((ply) => ({ deal: 0, ply, seat: 1, move: ply === 3 ? "pass" : "6-5", by: "player" }));
  const state = { ...stateOf([]), since: events };
  drawSince(state);
  equal($("#since-title").textContent, "3 moves since your last visit");
  const made = { ...state, view: { ...state.view, seen: 0 } };
  drawSince(made); // the game has just been made
  equal($("#since-title").textContent, "3 moves so far");
  drawSince({ ...made, since: [{ ...events[0], version: state.cameWith + 1 }] });
  equal($("#since-title").textContent, "1 move since your last visit");
  drawSince(state);
  equal($("#since-show").hidden, false);
  drawSince(withScene(state, { kind: "play", deal: 0, ply: 3, index: 2 }));
  equal($("#since-words").textContent, "Ben had nothing to play.");
  deepEqual([$("#since-show").hidden, $("#since").className], [true, "playing"]);
});

test("on trains, the strip lists turns, one a line, and plays them turn by turn", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const moves = ["draw", "pass", "12-5>M", "5-5>M", "5-3>M"];
  const since = moves.map((move, index) => ({ deal: 0, ply: index + 1, seat: 1, move, by: "player" }));
  const state = { ...stateOf([]), since };
  state.view = { ...state.view, rules: { ...state.view.rules, trains: true } };
  drawSince(state);
  equal($("#since-title").textContent, "2 moves since your last visit");
  equal(document.querySelectorAll("#since-words > .since-line").length, 2);
  const plies = [];
  const table = {
    state,
    update: (next) => {
      table.state = next;
      plies.push(next.scene.ply);
      drawSince(next);
    },
  };
  playBack(table, () => plies.push("now"));
  deepEqual([plies, $("#since-words").textContent], [[2], "Ben drew 1 tile and passed."]);
  context.mock.timers.tick(1000);
  deepEqual([plies, $("#since").classList.contains("listed")], [[2, 5], false]);
  context.mock.timers.tick(1000);
  deepEqual(plies, [2, 5, "now"]);
});

// ---- What only some games have -----------------------------------------------------------------------------------------

test("the buttons of Sausage name the tile before a place, so that nobody counts", () => {
  const { sausage } = extras;
  const laid = (tile, arm) => ({ tile, arm, at: 6, seat: 0, ply: 1 });
  const layout = [laid("6-5", "lead"), laid("6-3", "A"), laid("3-1", "A"), laid("5-2", "B")];
  const [state, position] = at([], []);
  sausage.draw(state, { ...position, layout });
  const named = (text) => sausage.endName({ text, tile: "3-3" });
  deepEqual(["3-3>A", "3-3^A2", "3-3^B0", "3-3/1", "3-3/0"].map(named), [
    "Line A",
    "A after 3-1",
    "B after 6-5",
    "Cut after 6-3: 3 tiles",
    "Cut after 6-5: 1 tile",
  ]);
  equal(sausage.placeInWords({ text: "3-3^A1", tile: "3-3" }), "Put 3-3 into line A after 6-3");
});

test("in an auction the reader picks a bid between the least and the most", () => {
  const { auction } = extras;
  const asked = stateOf(["bid 3", "bid 1", "bid 2", "pass"], {
    round: { moves: ["1 draw", "1 bid 1"], ply: 2, boneyard: 2 },
    by: ["forced", "player"],
  });
  equal(auction.statusInWords(asked), "Auction: Ben bids 1. Your bid?");
  equal(auction.statusInWords(stateOf(["draw"])), null);
  const [less, more, none, submit] = auction.buttons(asked, act);
  const look = () => [submit.textContent, less.getAttribute("aria-disabled"), more.getAttribute("aria-disabled")];
  deepEqual(look(), ["Bid 1", "true", "false"]);
  for (let n = 0; n < 5; n++) more.click();
  deepEqual(look(), ["Bid 3", "false", "true"]);
  less.click();
  submit.click();
  none.click();
  deepEqual(did, ["send bid 2", "send pass"]);
  const position = { ...positionOf(asked), boneyard: 2 };
  deepEqual(
    [0, 1].map((seat) => auction.chip(asked.view, position, seat)),
    [null, "bids 1"],
  );
  auction.draw(asked, position);
  equal($("#strip").hidden, false);
  equal($("#strip").textContent, "The highest bidder takes the last two tiles and pays the bid in points.");
  auction.draw(asked, { ...position, boneyard: 4 });
  equal($("#strip").hidden, true);
});

test("a player who holds the 0-0 or 6-6 can tell the partner, once", () => {
  const { signals } = extras;
  const view = { rules: { signals: true }, round: { hand: ["0-0", "6-6", "5-3"] } };
  const names = (more = {}) =>
    signals.moreButtons(stateOf([], { ...view, ...more }), act).map((node) => node.textContent);
  deepEqual(names(), ["Wink", "Puff"]);
  deepEqual(
    names({
      signals: [
        { seat: 0, signal: "wink" },
        { seat: 1, signal: "puff" },
      ],
    }),
    ["Puff"],
  );
  deepEqual(names({ rules: {} }), []);
  deepEqual(names({ you: null }), []);
  signals.moreButtons(stateOf([], view), act)[1].click();
  deepEqual(did, ["send puff"]);
  equal(signals.hint(stateOf([], view)).name, "wink+puff");
  const before = stateOf([], view);
  const after = stateOf([], { ...view, signals: [{ seat: 1, signal: "wink" }] });
  const { heard } = signals.keptState(before, after);
  equal(signals.announcement({ ...after, heard }), "Ben winks at the partner: holds the 0-0");
  equal(signals.chip(after.view, { deal: 0 }, 1), "0-0");
});

test("a computer that plays for an absent player is named, with a way back", () => {
  const { absence } = extras;
  const away = (seat, more = {}) =>
    stateOf([], {
      seats: [0, 1].map((n) => ({
        seat: n,
        side: n,
        name: "Ada Ben".split(" ")[n],
        stand_in: n === seat ? "solid" : null,
      })),
      deadline: null,
      ...more,
    });
  equal(absence.statusInWords(away(1, { round: { turn: 1 } })), "Ben is away. A computer is playing.");
  equal(absence.statusInWords(away(0, { round: { turn: 1 } })), "A computer is playing for you until you return");
  equal(absence.statusInWords(away(null)), null);
  deepEqual(
    absence.moreButtons(away(0)).map((node) => node.textContent),
    ["I’m back"],
  );
  deepEqual(absence.moreButtons(away(0, { deadline: "2026-01-01", now: "2026-01-02" })), []);
  deepEqual(absence.moreButtons(away(1)), []);
  absence.draw(away(1));
  equal($("#stood-in").hidden, true);
});

test("a hand with many doubles can be dealt again", () => {
  const { pick_or_refuse: pick } = extras;
  const asked = stateOf(["redeal", "keep"], { round: { hand: ["6-6", "5-5", "4-4", "3-3", "2-2", "6-1"] } });
  equal(pick.statusInWords(asked), "You hold 5 doubles. Keep this hand, or deal again?");
  for (const node of pick.buttons(asked, act)) node.click();
  deepEqual(did, ["send redeal", "send keep"]);
});

test("where players pick the tile they draw, the boneyard lies on the felt", () => {
  const { pick_or_refuse: pick } = extras;
  const state = stateOf(["draw@2", "draw@0"], { version: 8 });
  equal(pick.statusInWords(state), "Nothing fits: choose a tile from the boneyard");
  pick.draw(state, null, act);
  deepEqual(
    [...$("#pile").children].map((node) => node.getAttribute("aria-label")),
    ["Draw tile 1", "Draw tile 3"],
  );
  $("#pile").lastElementChild.click();
  deepEqual(did, ["send draw@2"]);
  const may = stateOf(["5-3>6-5", "draw@0", "pass"], { version: 9 });
  pick.draw(may, null, act);
  equal($("#pile").hidden, true);
  deepEqual(
    pick.buttons(may, act).map((node) => node.textContent),
    ["Pass", "Draw …"],
  );
  pick.buttons(may, act)[1].click();
  pick.draw(may, null, act);
  equal($("#pile").hidden, false);
});

test("the count of the open ends shows, and what a laid tile would make of it", () => {
  const count = extras.open_end_count;
  const layout = [{ tile: "6-5", ply: 1, seat: 1 }];
  const sheet = { divisors: [5], alike: false, exact: null };
  const before = stateOf([], {
    version: 3,
    sheet,
    by: ["player"],
    round: { layout, count: 11, moves: ["1 6-5"], totals: [0, 0] },
  });
  count.draw(before, positionOf(before));
  deepEqual([$("#count").textContent, $("#count").className, $("#count").dataset.gain], ["Ends: 11", "", ""]);
  const after = stateOf(["5-4>6-5"], {
    version: 4,
    sheet,
    by: ["player", "player"],
    round: {
      layout,
      count: 10,
      moves: ["1 6-5", "1 5-4>6-5"],
      totals: [0, 10],
      legal_counts: [15],
      legal_scores: [15],
      legal_taken: [15],
    },
  });
  const gained = { ...after, ...count.keptState(before, after) };
  count.draw(gained, positionOf(gained));
  deepEqual([$("#count").textContent, $("#count").className, $("#count").dataset.gain], ["Ends: 10", "scores", "+10"]);
  deepEqual(
    [0, 1].map((seat) => count.chip(null, null, seat)),
    [null, "+10"],
  );
  equal(count.announcement(gained), "Ben: 10 points for the ends");
  const sent = { ...after, sent: "5-4>6-5" };
  count.draw(sent, positionOf(sent));
  deepEqual([$("#count").textContent, $("#count").className], ["Ends: 15", "preview"]);
  const empty = stateOf([], { sheet });
  count.draw(empty, positionOf(empty));
  equal($("#count").hidden, true);
});

// ---- Doubles to fill, matadors ------------------------------------------------------------------------------------

const alike = (tile, value, number) => Array.from({ length: number }, () => ({ tile, value, arm: "side" }));

test("while a double waits to be filled, the felt, its mark and the news say so", () => {
  const { draw, picture, announcement, whyNot } = extras.filling;
  const shown = (ends, more = {}) => {
    const state = stateOf([], { round: { ends, ...more } });
    draw(state, positionOf(state));
    return [$("#fill").textContent, $("#fill").hidden, picture(state, positionOf(state)).waits, announcement(state)];
  };
  const two = "First fill 8-8: 2 more";
  deepEqual(shown(alike("8-8", 8, 2)), [two, false, "8-8", two]);
  equal(whyNot(viewOf({ round: { ends: alike("8-8", 8, 1) } })), "First fill 8-8: 1 more");
  const filled = [{ tile: "8-8", value: 8, arm: "line" }, ...alike("8-3", 3, 1)];
  deepEqual(shown(filled), ["", true, null, ""]);
  deepEqual(shown(alike("8-3", 3, 1)), ["", true, null, ""]);
  deepEqual(shown(alike("8-8", 8, 2), { turn: null }), ["", true, null, ""]);
  deepEqual(shown([]), ["", true, null, ""]);
});

test("a matador laid on an end can be turned round there", () => {
  const { wayName, placeInWords, hint } = extras.matadors;
  const state = change.pick(stateOf(["6-1>5-3~1", "6-1>5-3~6"]), "6-1");
  const [laid] = state.laid;
  equal(laid.text, "6-1>5-3~1");
  equal(placeInWords(laid, true), "6-1 on the 5-3 with the 1 outside, not submitted yet");
  const [other, ...more] = change.otherWays(state, laid);
  deepEqual([other.text, wayName(other), more.length], ["6-1>5-3~6", "6 outside", 0]);
  equal(hint(state).name, "halves");
  equal(change.laidMove(change.lay(state, other)), "6-1>5-3~6");
  const plain = change.pick(stateOf(["5-4>5-3"]), "5-4");
  deepEqual([hint(plain), wayName(plain.laid[0]), placeInWords(plain.laid[0], true)], [null, null, null]);
});

test("among matadors, the reason says that they would fit, too", () => {
  const rules = { sum: 7, set: 6 };
  const { whyNot } = extras.matadors;
  const because = (values, tile) =>
    whyNot(viewOf({ rules, round: { ends: values.map((value) => ({ tile: "6-5", value, arm: "line" })) } }), tile);
  equal(because([6, 0], "5-3"), "5-3 doesn’t fit: touching halves must add up to 7, so you need 1, or a matador");
  equal(because([0, 0], "5-3"), "5-3 doesn’t fit: only a matador goes on a 0");
});

test("fives and threes show what divides the count, an exact target what doesn’t count, alike ends what they score", () => {
  const count = extras.open_end_count;
  /** The badge after laying a tile that makes *round* of it. */
  const badge = (sheet, round) => {
    const state = stateOf(["5-4>6-5"], { sheet, round: { layout: [{ tile: "6-5", ply: 1, seat: 1 }], ...round } });
    count.draw({ ...state, sent: "5-4>6-5" }, positionOf(state));
    return $("#count").textContent;
  };
  const pub = { divisors: [3, 5], alike: false, exact: 61 };
  equal(badge(pub, { legal_counts: [15], legal_scores: [8], legal_taken: [8] }), "Ends: 15 = 3×5 = 5×3");
  equal(badge(pub, { legal_counts: [10], legal_scores: [2], legal_taken: [2] }), "Ends: 10 = 5×2");
  equal(
    badge(pub, { legal_counts: [9], legal_scores: [3], legal_taken: [0] }),
    "Ends: 9 = 3×3. 3 points would pass 61: nothing",
  );
  const bergen = { divisors: [], alike: true, exact: null };
  equal(badge(bergen, { legal_counts: null, legal_scores: [2], legal_taken: [2] }), "All ends alike: 2");
  equal(badge(bergen, { legal_counts: null, legal_scores: [0], legal_taken: [0] }), "");
});

test("a pass that pays, points over the target and a partner who plays on are told with the move", () => {
  const told = (you, seat, ...remarks) =>
    extras.remarks.withRemarks(
      {
        ...viewOf({ you, sheet: { exact: 61 } }),
        seats: ["Ana", "Ben", "Cleo", "Dan"].map((name, n) => ({ seat: n, side: n % 2, name })),
      },
      seat,
      remarks,
      "Ana plays",
    );
  const lead = { ply: 2, why: "lead", side: 1, points: 30 };
  equal(told(null, 0, lead), "Ana passes at the lead: 30 for Ben and Dan");
  equal(told(0, 0, lead), "You pass at the lead: 30 for Ben and Dan");
  equal(told(1, 0, lead), "Ana passes at the lead: 30 for you and Dan");
  equal(told(null, 0, { ...lead, why: "round" }), "Ana plays. All the others passed: 30 for Ben and Dan");
  equal(told(null, 0, { ...lead, why: "target", points: 8 }), "Ana plays. 8 points would pass 61: nothing");
  equal(told(null, 0, { ...lead, why: "out", side: 0 }), "Ana plays. Ana is out, Cleo plays on");
  equal(told(2, 0, { ...lead, why: "out", side: 0 }), "Ana plays. Ana is out, you play on");
});
