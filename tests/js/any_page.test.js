// What any page of the site can do: app/.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage, settled, texts, went } from "./page.js";

openPage();
const { sayAtOnce } = await import("../../static/js/app/alert.js");
const { whenChangedEarly } = await import("../../static/js/app/changed_form.js");
const { late } = await import("../../static/js/app/on_demand.js");
const { lateStyles } = await import("../../static/js/app/late_styles.js");
const { offer } = await import("../../static/js/app/offer.js");
const { loadChanged, loadOpened, sendForm } = await import("../../static/js/app/panels.js");
const { whenReleased } = await import("../../static/js/app/press.js");
const { localTimes } = await import("../../static/js/app/local_times.js");
const { ask, newerThan, seen, sendMove } = await import("../../static/js/app/over_http.js");
const { undo } = await import("../../static/js/table/take_back.js");
const { refresh } = await import("../../static/js/app/refresh.js");
const { keep } = await import("../../static/js/app/save_preference.js");
const { copy } = await import("../../static/js/app/sharing.js");
const { animate, moves } = await import("../../static/js/app/motion.js");
const { nextTheme } = await import("../../static/js/app/theme.js");
const { deepEqual, equal, ok, rejects } = assert;

const fire = (name, more = {}) => dispatchEvent(Object.assign(new Event(name), more));

// ---- Alerts ----------------------------------------------------------------------------------------------------

const barsOf = () => texts(".bar p");
function anyPage(main = "") {
  sessionStorage.clear();
  document.documentElement.lang = "en";
  document.body.innerHTML = `<div id="bars"></div><main>${main}</main>
    <template id="bar"><div class="bar"><p> <strong></strong></p><a>Go there</a><button></button></div></template>`;
}

test("an alert is a bar above the page with a way there, once", async () => {
  anyPage();
  await sayAtOnce({ text: "Ben found a game", url: "/g/xyz/" });
  await sayAtOnce({ text: "Ben found a game", url: "/g/xyz/" });
  await sayAtOnce({ text: "Cleo invites you", url: "/g/uvw/" });
  deepEqual(barsOf(), ["Ben found a game", "Cleo invites you"]);
  equal(document.querySelector("#bars a").getAttribute("href"), "/g/xyz/");
});

test("no alert leads to the page where the reader is, or that it calls to already", async () => {
  anyPage('<p data-found="/g/xyz/"></p>');
  await sayAtOnce({ text: "Ben found a game", url: location.pathname });
  await sayAtOnce({ text: "Ben found a game", url: "/g/xyz/" });
  deepEqual(barsOf(), []);
});

test("an alert that was closed stays closed in this tab; a call to another live game comes", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setInterval"], now: Date.now() });
  anyPage();
  const game = { text: "Ben found a game", url: "/g/xyz/" };
  const live = { text: "A live game", url: "/find-a-game/", seconds: 60 };
  for (const alert of [game, live]) await sayAtOnce(alert);
  for (const button of document.querySelectorAll(".bar button")) button.click();
  deepEqual(barsOf(), []);
  for (const alert of [game, live]) await sayAtOnce(alert);
  deepEqual(barsOf(), []);
  t.mock.timers.tick(61_000);
  for (const alert of [game, live]) await sayAtOnce(alert);
  deepEqual(barsOf(), ["A live game 60 sec"]);
});

test("a call with a deadline counts the seconds, and goes with them", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setInterval"], now: Date.now() });
  anyPage();
  await sayAtOnce({ text: "A live game", url: "/find-a-game/", seconds: 42 });
  deepEqual(barsOf(), ["A live game 42 sec"]);
  t.mock.timers.tick(40_000);
  deepEqual(barsOf(), ["A live game 2 sec"]);
  t.mock.timers.tick(2_000);
  deepEqual(barsOf(), []);
});

// ---- Forms -----------------------------------------------------------------------------------------------------

const FIELDS = {
  "a text": ['<input value="a">', (field) => (field.value = "b")],
  "a checked box": ['<input type="checkbox" checked>', (field) => (field.checked = false)],
  "a radio button": ['<input type="radio">', (field) => (field.checked = true)],
  "a selected option": ["<select><option>1<option selected>2</select>", (field) => (field.selectedIndex = 0)],
  "an option of a list without a default": [
    "<select><option>1<option>2</select>",
    (field) => (field.selectedIndex = 1),
  ],
};

for (const [what, [html, change]] of Object.entries(FIELDS))
  test(`${what} that was changed before the script came is noticed`, () => {
    document.body.innerHTML = `<form>${html}<button value="x"></button></form>`;
    const form = document.querySelector("form");
    let answers = 0;
    whenChangedEarly(form, () => answers++);
    equal(answers, 0);
    change(form.firstElementChild);
    fire("pageshow"); // the browser refilled the form
    fire("pageshow");
    equal(answers, 1);
    whenChangedEarly(form, () => answers++);
    equal(answers, 2);
    fire("pageshow");
  });

// ---- Modules and styles on demand ----------------------------------------------------------------------------

test("a module that fails twice is fetched a third time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  const found = late(() => (++asked < 3 ? Promise.reject(new Error()) : Promise.resolve("module")));
  for (const pause of [300, 1500]) {
    await new Promise(setImmediate);
    t.mock.timers.tick(pause);
  }
  equal(await found, "module");
  equal(asked, 3);
  equal(document.querySelector(".toast"), null);
});

for (const [what, status, said] of [
  ["the site was updated", 404, ["The site was updated.", "Reload"]],
  ["the server lost only that file", 200, ["Part of this page didn’t load."]],
])
  test(`if ${what}, the page says so`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { length } = went;
    document.body.innerHTML = '<script type="module" src="/static/js/table.0123456789ab.js"></script>';
    Object.assign(document.body.dataset, {
      late: "Part of this page didn’t load.",
      updated: "The site was updated.",
      reload: "Reload",
    });
    const asked = answering({ "/static/js/table.0123456789ab.js": new Response(null, { status }) });
    const found = late(() => Promise.reject(new Error()));
    for (const pause of [300, 1500]) {
      await new Promise(setImmediate);
      t.mock.timers.tick(pause);
    }
    equal(await found, null);
    deepEqual(
      asked.map(({ method, cache }) => [method, cache]),
      [["HEAD", "no-store"]],
    );
    deepEqual([document.querySelector(".toast").firstChild.textContent.trim(), ...texts(".toast button")], said);
    t.mock.timers.tick(8000);
    document.querySelector(".toast button")?.click();
    deepEqual(went.slice(length), said[1] ? ["reload"] : []);
    document.body.innerHTML = "";
  });

test("if it fails for good, the page says so for eight seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  document.body.dataset.late = "Part of this page didn’t load.";
  const found = late(() => Promise.reject(new Error()));
  for (const pause of [300, 1500]) {
    await new Promise(setImmediate);
    t.mock.timers.tick(pause);
  }
  equal(await found, null);
  deepEqual(texts(".toast[role=alert]"), ["Part of this page didn’t load."]);
  equal(document.querySelector(".toast").className, "toast message error");
  t.mock.timers.tick(7999);
  ok(document.querySelector(".toast"));
  t.mock.timers.tick(1);
  equal(document.querySelector(".toast"), null);
});

test("a style sheet is added once; a page without one waits for nothing", async () => {
  await lateStyles(undefined);
  equal(document.head.querySelector("link"), null);
  document.head.append = (link) => setTimeout(() => link.dispatchEvent(new Event("load")));
  let added = 0;
  const { append } = document.head;
  document.head.append = (link) => {
    added += 1;
    append(link);
  };
  await lateStyles("/card.css");
  await lateStyles("/card.css");
  equal(added, 1);
  delete document.head.append;
});

// ---- Presses ---------------------------------------------------------------------------------------------------

const released = async () => {
  let done = false;
  whenReleased().then(() => (done = true));
  await new Promise(setImmediate);
  return done;
};

test("a drawing waits until the press has had its click", async () => {
  equal(await released(), true);
  fire("pointerdown");
  equal(await released(), false);
  fire("pointerup");
  await settled();
  equal(await released(), true);
});

test("a press that never ends delays it three seconds at most", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  fire("keydown");
  t.mock.timers.tick(2999);
  equal(await released(), false);
  t.mock.timers.tick(1);
  equal(await released(), true);
});

// ---- Times, themes, animations ------------------------------------------------------------------------------

test("times are shown in words", () => {
  const year = new Date().getFullYear();
  document.body.innerHTML = `<time data-local="date" datetime="${year}-11-21T12:00:00Z"></time>
    <time data-local datetime="2025-11-21T12:00:00Z"></time><time datetime="2025-11-21T12:00:00Z">then</time>`;
  localTimes(document);
  const [day, moment, other] = texts("time");
  equal(day, "21 Nov");
  ok(/^21 Nov 2025, \d{2}:\d{2}/.test(moment), moment);
  equal(other, "then");
});

test("the theme button goes from system to light, dark and back, and stores each", async () => {
  document.body.innerHTML = `<form class="theme-form" action="/theme/"></form>
    <button data-theme-button data-label-light="Light" data-label-dark="Dark" data-label-system="As the device"></button>`;
  document.cookie = "csrftoken=abc123";
  const asked = answering({ "/theme/": "", "http://boneyard.example/theme/": "" });
  const button = document.querySelector("button");
  document.documentElement.dataset.theme = "system";
  const labels = ["light", "dark", "system"].map(() => {
    nextTheme();
    return [document.documentElement.dataset.theme, button.className, button.getAttribute("aria-label")];
  });
  deepEqual(labels, [
    ["light", "theme-light", "Light"],
    ["dark", "theme-dark", "Dark"],
    ["system", "theme-system", "As the device"],
  ]);
  deepEqual(
    asked.map(({ body, method }) => [method, String(body)]),
    [
      ["POST", "theme=light"],
      ["POST", "theme=dark"],
      ["POST", "theme=system"],
    ],
  );
  equal(asked[0].headers["X-CSRFToken"], "abc123");
  await settled();
});

test("a preference that can't be stored is no error", async () => {
  answering({});
  keep("coach", "off");
  await settled();
});

test("nothing is animated unless the page says so", () => {
  document.body.dataset.motion = "off";
  equal(moves(), false);
  equal(animate(document.body, [], {}), null);
  document.body.dataset.motion = "on";
  equal(moves(), true);
  const node = { animate: (_frames, options) => options };
  equal(animate(node, [], { duration: 5 }).duration, 5);
  delete document.body.dataset.motion;
});

// ---- Questions that are asked once ---------------------------------------------------------------------------

function offered() {
  document.body.innerHTML = `<template id="push-offer"><div class="offer" data-on="You’ll hear from us." data-denied="">
    <p role="status">Notifications?</p><button data-yes>Yes</button><button data-no data-after="Close">No</button>
    </div></template>`;
}
const clickAfter = (ms, node) => {
  const event = new MouseEvent("click", { bubbles: true });
  Object.defineProperty(event, "timeStamp", { value: performance.now() + ms });
  node.dispatchEvent(event);
};

test("a question is asked once; “no” removes it", () => {
  localStorage.clear();
  offered();
  offer("push");
  offer("push");
  equal(document.querySelectorAll("body > .offer").length, 1);
  clickAfter(350, document.querySelector("body > .offer [data-no]")); // too early: meant for what was there before
  ok(document.querySelector("body > .offer"));
  clickAfter(450, document.querySelector("body > .offer [data-no]"));
  equal(document.querySelector("body > .offer"), null);
  offer("push");
  equal(document.querySelector("body > .offer"), null);
});

test("“yes” does it and says the result", async () => {
  localStorage.clear();
  offered();
  offer("push", () => Promise.resolve("on"));
  await settled(50); // the question is there with the next frame
  clickAfter(450, document.querySelector("body > .offer [data-yes]"));
  await settled();
  equal(document.querySelector("body > .offer [role=status]").textContent, "You’ll hear from us.");
  deepEqual(texts("body > .offer button"), ["Close"]);
});

test("a question counts as asked after five seconds on screen", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  localStorage.clear();
  offered();
  offer("push");
  t.mock.timers.tick(4999);
  equal(localStorage.getItem("offered/push"), null);
  t.mock.timers.tick(1);
  equal(localStorage.getItem("offered/push"), "1");
});

// ---- Requests --------------------------------------------------------------------------------------------------

const api = "/api/v1/games/abc/";
const refusal = (status, body) => new Response(JSON.stringify(body), { status });

test("a move is sent with its version and key; refusals come back, troubles are thrown", async () => {
  document.cookie = "csrftoken=abc123";
  const asked = answering({ [`${api}moves/`]: { version: 4 } });
  const move = { move: "5-3>6-5", version: 3 };
  deepEqual(await sendMove(api, "one", move), { ok: true, version: 4 });
  deepEqual(JSON.parse(asked[0].body), { move: "5-3>6-5", version: 3, key: "one" });
  equal(asked[0].headers["X-CSRFToken"], "abc123");
  answering({ [`${api}moves/`]: refusal(409, { code: "stale", message: "Too late." }) });
  deepEqual(await sendMove(api, "one", move), { ok: false, code: "stale", message: "Too late." });
  for (const status of [500, 429]) {
    answering({ [`${api}moves/`]: refusal(status, {}) });
    await rejects(sendMove(api, "one", move), { message: String(status) });
  }
});

test("answers without JSON are empty", async () => {
  answering({ "/a/": "<html>", "/b/": new Response(null, { status: 204 }) });
  deepEqual(await ask("/a/"), { status: 200, body: null });
  deepEqual(await ask("/b/"), { status: 204, body: null });
});

test("polling asks for what is newer than shown", async () => {
  const asked = answering({ [api]: { version: 5 } });
  deepEqual(await newerThan(api, { version: 4, signals: 1 }), { view: { version: 5 }, reached: true });
  await newerThan(api, { version: -1, signals: 0 });
  deepEqual(
    asked.map(({ address }) => address),
    [`${api}?since=4&signals=1`, `${api}?since=0&signals=0`],
  );
  answering({ [api]: refusal(503, {}) });
  deepEqual(await newerThan(api, { version: 4, signals: 1 }), { view: null, reached: false });
});

test("a refusal to take a move back is shown and announced", async () => {
  const said = [];
  const table = {
    state: { view: { id: "abc", version: 3 } },
    update: ({ notice }) => said.push(`shows ${notice}`),
    say: (sentence) => said.push(sentence),
  };
  answering({ [`${api}take-back/`]: {}, [`${api}seen/`]: {} });
  await undo(table);
  equal((await seen(api, 3)).status, 200);
  answering({ [`${api}take-back/`]: refusal(409, { message: "Ben has moved." }) });
  await undo(table);
  answering({}); // no network
  await undo(table);
  deepEqual(said, ["", "shows Ben has moved.", "Ben has moved.", ""]);
});

// ---- Live lists --------------------------------------------------------------------------------------------------

test("refreshing replaces the live parts alone", async () => {
  document.body.innerHTML = "<p data-live>old</p><p>stays</p><p data-live>old</p>";
  answering({ "http://boneyard.example/g/abc/": "<p data-live>new 1</p><p>other</p><p data-live>new 2</p>" });
  let times = 0;
  let heard = 0;
  addEventListener("refreshed", () => heard++, { once: true });
  await refresh(() => times++);
  deepEqual(texts("p"), ["new 1", "stays", "new 2"]);
  deepEqual([times, heard], [1, 1]);
  answering({ "http://boneyard.example/g/abc/": new Response("<p data-live>error</p>", { status: 500 }) });
  await refresh(() => times++);
  deepEqual([texts("p")[0], times], ["new 1", 1]);
});

test("a page that has other live parts now is loaded again", async () => {
  document.body.innerHTML = "<p data-live>my tournaments</p><p data-live>my games</p>";
  answering({ "http://boneyard.example/g/abc/": "<p data-live>my games, a moment later</p>" });
  went.length = 0;
  await refresh(() => {});
  deepEqual([texts("p"), went], [["my tournaments", "my games"], ["reload"]]);
});

// ---- Panels ------------------------------------------------------------------------------------------------------

const panelAnswer = (html, status = 200) => new Response(html, { status, headers: { "X-Panel": "1" } });
function panelled() {
  document.body.innerHTML = `<details data-panel="/talk/" data-panel-name="talk" data-news><summary>Chat <b class="count">2</b></summary>
    <div data-panel-body>…</div><p data-panel-failed hidden>failed</p></details>`;
  return document.querySelector("details");
}
const panelBody = () => document.querySelector("[data-panel-body]");

test("a panel is filled when it opens, and has no news then", async () => {
  const panel = panelled();
  const asked = answering({ "/talk/": panelAnswer("<p>Hello</p>") });
  loadOpened(panel);
  await settled();
  equal(panelBody().innerHTML, "<p>Hello</p>");
  deepEqual(
    [panel.dataset.news, panel.querySelector(".count"), panelBody().hasAttribute("aria-busy")],
    [undefined, null, false],
  );
  equal(asked[0].headers["X-Panel"], "1");
});

test("a panel says that it couldn't be loaded, also if another page answers", async () => {
  const failed = () => !document.querySelector("[data-panel-failed]").hidden;
  for (const answer of [new Response("<h1>Log in</h1>"), panelAnswer("", 500)]) {
    answering({ "/talk/": answer });
    loadOpened(panelled());
    await settled();
    deepEqual([failed(), panelBody().textContent], [true, "…"]);
  }
});

test("news reloads an open panel and marks a closed one", async () => {
  const panel = panelled();
  delete panel.dataset.news;
  loadChanged("talk");
  equal(panel.dataset.news, "");
  panel.open = true;
  const asked = answering({ "/talk/": panelAnswer("<p>Hello</p>") });
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  loadChanged("other");
  loadChanged("talk"); // which would be marked as read
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  equal(asked.length, 0);
  delete document.hidden;
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  equal(panelBody().textContent, "Hello");
});

test("a form in a panel is sent there, and what is being typed stays when news come", async () => {
  const panel = panelled();
  panelBody().innerHTML = '<form action="/talk/say/"><textarea name="text">Hi</textarea></form>';
  const asked = answering({
    "/talk/say/": panelAnswer('<textarea name="text"></textarea>'),
    "http://boneyard.example/talk/say/": panelAnswer(""),
  });
  sendForm(panel, panelBody().querySelector("form"), null);
  await settled();
  deepEqual([asked[0].method, asked[0].body.get("text")], ["POST", "Hi"]);
  equal(panelBody().querySelector("textarea").value, "");
  panelBody().querySelector("textarea").value = "half a sen";
  answering({ "/talk/": panelAnswer('<textarea name="text"></textarea>') });
  panel.open = true;
  loadChanged("talk");
  await settled();
  equal(panelBody().querySelector("textarea").value, "half a sen");
});

// ---- Copying -------------------------------------------------------------------------------------------------------

test("a copied link says so, for a moment", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const copied = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: (text) => copied.push(text) },
  });
  document.body.innerHTML = `<section><input id="link" value="https://boneyard.example/g/abc/">
    <button data-copy="#link"><span data-copy-label data-done="Copied">Copy</span></button><p data-copy-status></p></section>`;
  await copy(document.querySelector("button"));
  deepEqual(copied, ["https://boneyard.example/g/abc/"]);
  deepEqual(texts("[data-copy-label], [data-copy-status]"), ["Copied", "Copied"]);
  t.mock.timers.tick(2500);
  deepEqual(texts("[data-copy-label], [data-copy-status]"), ["Copy", ""]);
});
