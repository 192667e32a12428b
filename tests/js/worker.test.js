// The service worker, with the caches and the network that a browser would give it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import vm from "node:vm";

const { deepEqual, equal, rejects } = assert;
const TEMPLATE = join(import.meta.dirname, "../../templates/notices/service-worker.js");
const SITE = "http://boneyard.example";
const VALUES = { release: "new", offline: "/offline/", static: "/static/", site: "Boneyard", icon: "/icon.png" };

class Cache {
  kept = new Map();
  addAll = () => Promise.resolve();
  keys = () => Promise.resolve([...this.kept.keys()]);
  match = (name) => Promise.resolve(this.kept.get(name));
  put = (name, answer) => Promise.resolve(this.kept.set(name, answer));
  delete = (name) => Promise.resolve(this.kept.delete(name));
}

/**
 * A running worker. *answers*: {address: value for JSON or Response, or its promise}; without one, there is no network.
 * *open*: pages. The browser rejects notifications with the error `refuses`, if there is one.
 */
function worker(answers = {}, open = []) {
  const stores = new Map();
  const listeners = {};
  const asked = [];
  const shown = []; // notifications
  const at = { refuses: null };
  const registration = {
    getNotifications: () => Promise.resolve([...shown]),
    showNotification: (title, about) => {
      if (at.refuses) return Promise.reject(at.refuses);
      const one = { title, ...about, close: () => shown.splice(shown.indexOf(one), 1) };
      const old = shown.findIndex(({ tag }) => tag === about.tag);
      shown.splice(old < 0 ? shown.length : old, old < 0 ? 0 : 1, one);
      return Promise.resolve();
    },
  };
  const self = {
    addEventListener: (name, listener) => (listeners[name] = listener),
    clients: { claim: () => {}, matchAll: () => Promise.resolve(open) },
    cookieStore: { get: () => Promise.resolve({ value: "token" }) },
    registration,
    skipWaiting: () => {},
  };
  const caches = {
    open: (name) => {
      if (!stores.has(name)) stores.set(name, new Cache());
      return Promise.resolve(stores.get(name));
    },
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name) => Promise.resolve(stores.delete(name)),
  };
  const fetch = (address, { method = "GET", headers, body } = {}) => {
    asked.push({ address, method, token: headers?.["X-CSRFToken"], body: body && JSON.parse(body) });
    const answer = answers[address];
    if (!answer) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(answer).then((one) => (one instanceof Response ? one : new Response(JSON.stringify(one))));
  };
  const code = readFileSync(TEMPLATE, "utf8")
    .replace(/\{% for .* endfor %\}/, '"/offline/"')
    .replace(/\{\{ (\w+)[|\w]* \}\}/g, (_, name) => VALUES[name]);
  vm.runInNewContext(code, {
    self,
    caches,
    fetch,
    navigator: {},
    location: { origin: SITE },
    AbortSignal,
    URL,
    Request: String,
  });
  /** Resolves when the worker has done its work for the event. */
  const fire = (name, event = {}) => {
    let work;
    listeners[name]({ ...event, waitUntil: (promise) => (work = promise) });
    return work;
  };
  const titles = () => shown.map(({ title }) => title);
  return Object.assign(at, { asked, caches, fire, shown, titles });
}

// ---- Moves made offline ----------------------------------------------------------------------------------------

const API = "/api/v1/games/abc/";
const COPY = { game: "abc", move: "5-3>6-5", version: 3, you: 1, key: "one" };

async function unsentAt(answers) {
  const at = worker(answers);
  const copies = await at.caches.open("unsent");
  await copies.put("/waiting/7/abc", new Response(JSON.stringify(COPY)));
  return { ...at, left: copies.keys };
}

test("the worker sends a move when the network is back, with all pages closed", async () => {
  const { asked, fire, left } = await unsentAt({ [API]: { you: 1 }, [`${API}moves/`]: { version: 4 } });
  await fire("sync", { tag: "unsent" });
  deepEqual(asked[1], {
    address: `${API}moves/`,
    method: "POST",
    token: "token",
    body: { move: "5-3>6-5", version: 3, key: "one" },
  });
  deepEqual(await left(), []);
});

test("it sends nothing for another user", async () => {
  const { asked, fire, left } = await unsentAt({ [API]: { you: 0 } });
  await fire("sync", { tag: "unsent" });
  equal(asked.length, 1);
  deepEqual(await left(), ["/waiting/7/abc"]);
});

for (const [why, answers] of [
  ["without a network", {}],
  ["while the server is away", { [API]: { you: 1 }, [`${API}moves/`]: new Response("", { status: 503 }) }],
])
  test(`${why} it fails, so that the browser tries again`, async () => {
    const { fire, left } = await unsentAt(answers);
    await rejects(fire("sync", { tag: "unsent" }));
    deepEqual(await left(), ["/waiting/7/abc"]);
  });

test("the worker of a new release keeps the moves, and no files of the last one", async () => {
  const { caches, fire } = await unsentAt();
  await caches.open("shell-old");
  await caches.open("shell-new");
  await fire("activate");
  deepEqual(await caches.keys(), ["unsent", "shell-new"]);
});

// ---- Notifications -----------------------------------------------------------------------------------------------

const turnIn = (game) => ({
  title: `Your turn: ${game}`,
  url: `/g/${game}/`,
  tag: `game-${game}`,
  turn: { game, version: 3, over: `Not your turn: ${game}` },
});
const since = (game) => `/api/v1/games/${game}/?since=3`;
const push = (at, payload) => at.fire("push", { data: { json: () => payload } });
const MINE = { you: 0, status: "playing", round: { turn: 0 } };
const PLAYED = { you: 0, status: "playing", round: { turn: 1 } };
const page = (path) => ({ url: SITE + path, focused: true, visibilityState: "visible" });

const TURNS = {
  "nothing has happened since": [() => new Response(null, { status: 204 }), true],
  "their next turn has begun": [() => MINE, true],
  "another user is logged in": [() => ({ ...PLAYED, you: null }), true],
  "the server is away": [() => new Response("", { status: 503 }), true],
  "there is no network": [() => undefined, true],
  "the player has moved on another device": [() => PLAYED, false],
  "the game has ended": [() => ({ you: 0, status: "finished", round: null }), false],
};

for (const [why, [answer, isShown]] of Object.entries(TURNS))
  test(`a push of a turn is ${isShown ? "" : "not "}shown when ${why}`, async () => {
    const at = worker({ [since("abc")]: answer() });
    await push(at, turnIn("abc"));
    deepEqual(at.titles(), [isShown ? "Your turn: abc" : "Not your turn: abc"]);
    equal(Boolean(at.shown[0].silent), !isShown);
  });

test("a push that waits for the server holds up no other", async () => {
  let goOn;
  const at = worker({ [since("slow")]: new Promise((answer) => (goOn = answer)) });
  const slow = push(at, turnIn("slow"));
  await push(at, turnIn("abc"));
  deepEqual(at.titles(), ["Your turn: abc"]);
  goOn(MINE);
  await slow;
  deepEqual(at.titles(), ["Your turn: abc", "Your turn: slow"]);
});

test("after a call that the browser refuses, the next push is shown", async () => {
  const at = worker({});
  at.refuses = new TypeError("No notification permission");
  await rejects(push(at, turnIn("refused")));
  at.refuses = null;
  await push(at, turnIn("abc"));
  deepEqual(at.titles(), ["Your turn: abc"]);
});

test("a push that is out of date shows nothing where the reader has the site before their eyes", async () => {
  const at = worker({ [since("abc")]: PLAYED }, [page("/games/")]);
  await push(at, turnIn("abc"));
  deepEqual(at.titles(), []);
});

test("the next push closes the notifications of turns that are over", async () => {
  const answers = {};
  const at = worker(answers);
  for (const game of ["played", "waits"]) await push(at, turnIn(game));
  answers[since("played")] = PLAYED;
  await push(at, turnIn("third"));
  deepEqual(at.titles(), ["Your turn: waits", "Your turn: third"]);
});

test("opening a page closes what leads to it, and turns that are over", async () => {
  const answers = {};
  const at = worker(answers);
  for (const game of ["opened", "played", "waits"]) await push(at, turnIn(game));
  await push(at, { title: "Ben wrote", url: "/g/opened/#talk", tag: "talk-opened" });
  answers[since("played")] = PLAYED;
  await at.fire("message", { data: { opened: "/g/opened/" } });
  deepEqual(at.titles(), ["Your turn: waits"]);
  await at.fire("message", { data: { opened: null } });
  deepEqual(at.titles(), ["Your turn: waits"]);
});
