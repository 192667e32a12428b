// A move that was made offline outlives its tab: any page of the site sends it, and marks its game until then.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage, settled, texts } from "./page.js";

openPage();
const { forgetMove, forgetOthers, keepMove } = await import("../../static/js/app/unsent_move.js");
const { markUnsent, sendInBackground, sendUnsent, unsentGames } = await import("../../static/js/app/catch_up.js");
const { deepEqual, equal } = assert;

const MOVE = { move: "5-3>6-5", version: 3, you: 1, key: "one" };
const API = "/api/v1/games/xyz/";
const answer = (status, body) => new Response(JSON.stringify(body), { status });

function myGames() {
  localStorage.clear();
  Object.assign(document.body.dataset, { me: "7", unsent: "Waiting to be sent", refused: "We couldn’t play it." });
  document.body.innerHTML = `<main><ul data-live>
    <li><a data-small-board="xyz"></a><p><span class="chip mine">Your turn</span></p></li>
    <li><a data-small-board="abc"></a><p><span class="chip">Ben’s turn</span></p></li></ul></main>
    <div id="bars"></div><template id="bar"><div class="bar"><p> <strong></strong></p><a></a><button></button></div></template>`;
  keepMove("xyz", MOVE);
}
/** What the page showed after the answer: the list is fetched anew. */
const fresh = '<ul data-live><li><a data-small-board="xyz"></a><span class="chip">Ben’s turn</span></li></ul>';

test("the row of the game says that a move waits, and names no tile", () => {
  myGames();
  markUnsent();
  deepEqual(texts(".chip"), ["Waiting to be sent", "Ben’s turn"]);
  equal(document.body.innerHTML.includes("5-3"), false);
});

test("any page sends the move under its key, and then shows the list as it is", async () => {
  myGames();
  const asked = answering({ [API]: { you: 1 }, [`${API}moves/`]: { version: 4 }, [location.href]: fresh });
  await sendUnsent(() => {});
  deepEqual(
    asked.map(({ address, method }) => [method ?? "GET", address]),
    [
      ["GET", API],
      ["POST", `${API}moves/`],
      ["GET", location.href],
    ],
  );
  deepEqual(JSON.parse(asked[1].body), { move: "5-3>6-5", version: 3, key: "one" });
  deepEqual(unsentGames(), []);
  deepEqual(texts(".chip"), ["Ben’s turn"]);
  equal(document.querySelector(".bar"), null);
});

test("a refusal is said with a link to the game", async () => {
  myGames();
  answering({
    [API]: { you: 1 },
    [`${API}moves/`]: answer(409, { code: "stale", message: "The game has gone on." }),
    [location.href]: fresh,
  });
  await sendUnsent(() => {});
  const link = document.querySelector("#bars a");
  deepEqual(texts(".bar p"), ["We couldn’t play it. The game has gone on."]);
  equal(link.getAttribute("href"), "/g/xyz/");
  deepEqual(unsentGames(), []);
});

const NOT_NOW = {
  "another user has logged in since the page came": { [API]: { you: 0 } },
  "a visitor has only this page of a user who logged out": { [API]: { you: null } },
  "the game can’t be seen any more": { [API]: answer(404, { message: "There is no such game." }) },
  "the server is away": { [API]: { you: 1 }, [`${API}moves/`]: answer(503, {}) },
  "there is no network": {},
};

for (const [why, answers] of Object.entries(NOT_NOW))
  test(`the move waits on when ${why}`, async () => {
    myGames();
    const asked = answering(answers);
    await sendUnsent(() => {});
    deepEqual(unsentGames(), ["xyz"]);
    equal(document.querySelector(".bar"), null);
    equal(asked.filter(({ method }) => method === "POST").length, why === "the server is away" ? 1 : 0);
  });

test("a table leaves the move of its own game to itself", async () => {
  myGames();
  document.body.innerHTML = '<main id="table"></main>';
  keepMove("abc", MOVE);
  const asked = answering({});
  await sendUnsent(() => {});
  deepEqual(
    asked.map(({ address }) => address),
    [API],
  );
});

test("a browser that can send without a page has a copy for it, until the move is answered or the user leaves", async () => {
  const copies = new Map();
  const registered = [];
  const cache = {
    put: (name, copy) => Promise.resolve(copies.set(name, copy)),
    delete: (name) => Promise.resolve(copies.delete(name)),
  };
  globalThis.caches = { open: () => Promise.resolve(cache) };
  const sync = { register: (tag) => registered.push(tag) };
  const worker = { ready: Promise.resolve({ sync }) };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
  localStorage.clear();
  document.body.dataset.me = "7";
  keepMove("abc", MOVE);
  await sendInBackground("abc");
  deepEqual(await copies.get("/waiting/7/abc").json(), { game: "abc", ...MOVE });
  deepEqual(registered, ["unsent"]);
  forgetMove("abc", "one");
  await new Promise(setImmediate);
  equal(copies.size, 0);
  await sendInBackground("abc"); // answered meanwhile
  equal(copies.size, 0);
  keepMove("abc", MOVE);
  await sendInBackground("abc");
  document.body.dataset.me = "70";
  forgetOthers();
  await new Promise(setImmediate);
  equal(copies.size, 0);
  delete globalThis.caches;
  delete navigator.serviceWorker;
});

test("a page that comes online sends what waits", async () => {
  delete document.body.dataset.me; // no socket
  await import("../../static/js/app/site.js");
  await settled(50); // the page is shown
  myGames();
  const asked = answering({ [API]: { you: 0 } });
  dispatchEvent(new Event("online"));
  await settled(50);
  deepEqual(
    asked.map(({ address }) => address),
    [API],
  );
  deepEqual(texts(".chip"), ["Waiting to be sent", "Ben’s turn"]);
});

// The same script, once it has loaded.
test("a page that is opened lets the service worker close the notifications that lead there", async () => {
  const told = [];
  const controller = { postMessage: (message) => told.push(message) };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: { controller } });
  globalThis.Notification = { permission: "default" };
  localStorage.clear();
  dispatchEvent(new Event("pageshow"));
  await settled(20);
  deepEqual(told, []);
  globalThis.Notification = { permission: "granted" };
  dispatchEvent(new Event("pageshow"));
  await settled(20);
  deepEqual(told, [{ opened: "/g/abc/" }]);
});
