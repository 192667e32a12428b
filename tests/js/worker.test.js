// The service worker, with the caches and the network that a browser would give it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import vm from "node:vm";

const { deepEqual, equal, rejects } = assert;
const TEMPLATE = join(import.meta.dirname, "../../templates/notices/service-worker.js");
const VALUES = { release: "new", offline: "/offline/", static: "/static/", site: "Boneyard", icon: "/icon.png" };

class Cache {
  kept = new Map();
  addAll = () => Promise.resolve();
  keys = () => Promise.resolve([...this.kept.keys()]);
  match = (name) => Promise.resolve(this.kept.get(name));
  put = (name, answer) => Promise.resolve(this.kept.set(name, answer));
  delete = (name) => Promise.resolve(this.kept.delete(name));
}

/** A running worker. *answers*: {address: value for JSON or Response}; without one, there is no network. */
function worker(answers = {}) {
  const stores = new Map();
  const listeners = {};
  const asked = [];
  const self = {
    addEventListener: (name, listener) => (listeners[name] = listener),
    clients: { claim: () => {}, matchAll: () => Promise.resolve([]) },
    cookieStore: { get: () => Promise.resolve({ value: "token" }) },
    registration: {},
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
    return Promise.resolve(answer instanceof Response ? answer : new Response(JSON.stringify(answer)));
  };
  const code = readFileSync(TEMPLATE, "utf8")
    .replace(/\{% for .* endfor %\}/, '"/offline/"')
    .replace(/\{\{ (\w+)[|\w]* \}\}/g, (_, name) => VALUES[name]);
  vm.runInNewContext(code, { self, caches, fetch, navigator: {}, location: {}, URL, Request: String });
  /** Resolves when the worker has done its work for the event. */
  const fire = (name, event = {}) => {
    let work;
    listeners[name]({ ...event, waitUntil: (promise) => (work = promise) });
    return work;
  };
  return { asked, caches, fire };
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
