// The connection to a game: by socket, and by HTTP where sockets are blocked. No move is lost or doubled.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage } from "./page.js";
import { viewOf } from "./views.js";

openPage();
const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    Object.assign(this, { address, readyState: 0, sent: [], closed: false });
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen();
  }
  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  fails(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
};
const { Connection } = await import("../../static/js/table/connection.js");
await import("../../static/js/app/over_http.js");
const { deepEqual, equal, ok } = assert;

const API = "/api/v1/games/abc/";
const TURN = { version: 3, you: 0 };
let line;
let log;

/** Lets promises go on; timers stand still. */
const promises = async () => {
  for (let n = 0; n < 12; n++) await new Promise(setImmediate);
};
const kinds = () => line.sent.map(({ type }) => type);

function connect(about = {}) {
  log = [];
  const connection = new Connection({
    id: "abc",
    version: 3,
    signals: 0,
    onView: ({ version }) => log.push(`view ${version}`),
    onState: (state) => log.push(state),
    onPresent: ({ seats }) => log.push(`present ${seats}`),
    ...about,
  });
  line = sockets.at(-1);
  return connection;
}
let connection;
test.beforeEach((t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1); // pauses are as long as they can be
  answering({});
  localStorage.clear();
});
test.afterEach(() => connection.close());

test("a new socket says that the reader looks, and asks for what is newer", () => {
  connection = connect({ signals: 2 });
  equal(line.address, "ws://boneyard.example/ws/games/abc/");
  deepEqual(log, ["connecting"]);
  line.opens();
  deepEqual(line.sent, [
    { type: "looking", looking: true },
    { type: "ping", version: 3, signals: 2 },
  ]);
  line.says({ type: "pong" });
  deepEqual(log, ["connecting", "live"]);
});

test("views come in order: an older one is dropped", () => {
  connection = connect();
  line.opens();
  line.says({ type: "view", version: 5, view: viewOf({ version: 5 }) });
  line.says({ type: "view", version: 4, view: viewOf({ version: 4 }) });
  line.says({ type: "view", version: 5, view: viewOf({ version: 5 }) });
  line.says({ type: "looking", seats: [0, 1] });
  deepEqual(log, ["connecting", "live", "view 5", "view 5", "present 0,1"]);
  equal(connection.version, 5);
});

test("a move is answered once, and forgotten by the browser then", async () => {
  connection = connect();
  line.opens();
  const answer = connection.send("5-3>6-5", TURN, "one");
  deepEqual(line.sent.at(-1), { type: "move", version: 3, move: "5-3>6-5", key: "one" });
  equal(localStorage.length, 1);
  line.says({ type: "done", key: "one", version: 4 });
  deepEqual(await answer, { ok: true, version: 4 });
  equal(localStorage.length, 0);
  const refused = connection.send("6-6", TURN, "two");
  line.says({ type: "refused", key: "two", code: "illegal", message: "No." });
  deepEqual(await refused, { ok: false, code: "illegal", message: "No." });
});

test("every move gets a key of its own", () => {
  connection = connect();
  line.opens();
  for (const move of ["5-3>6-5", "5-3>6-5"]) connection.send(move, TURN);
  const [one, two] = line.sent.slice(-2).map(({ key }) => key);
  ok(/^[0-9a-f]{24}$/.test(one));
  ok(one !== two);
});

test("a move made while the socket opens is sent when it is open", () => {
  connection = connect();
  connection.send("5-3>6-5", TURN, "one");
  deepEqual(line.sent, []);
  line.opens();
  deepEqual(kinds(), ["looking", "ping", "move"]);
});

test("after two seconds without an answer the page says so; after six the socket is dropped and the move is posted", async (t) => {
  connection = connect();
  line.opens();
  line.says({ type: "pong" });
  const asked = answering({ [`${API}moves/`]: { version: 4 }, [API]: viewOf({ version: 4 }) });
  const answer = connection.send("5-3>6-5", TURN, "one");
  t.mock.timers.tick(1999);
  deepEqual(log, ["connecting", "live"]);
  t.mock.timers.tick(1);
  equal(log.at(-1), "connecting");
  t.mock.timers.tick(3999);
  equal(line.closed, false);
  t.mock.timers.tick(1);
  equal(line.closed, true);
  await promises();
  deepEqual(await answer, { ok: true, version: 4 });
  deepEqual(JSON.parse(asked[0].body), { move: "5-3>6-5", version: 3, key: "one" });
});

test("a post that fails is repeated under the same key, after two seconds, then four", async (t) => {
  connection = connect();
  line.fails();
  let posts = 0;
  globalThis.fetch = (address) => {
    posts += address.endsWith("moves/");
    return Promise.reject(new Error("no network"));
  };
  connection.send("5-3>6-5", TURN, "one");
  await promises();
  equal(posts, 1);
  t.mock.timers.tick(1999);
  await promises();
  equal(posts, 1);
  t.mock.timers.tick(1);
  await promises();
  equal(posts, 2);
  equal(localStorage.length, 1);
});

test("without a socket it polls every three seconds, and tries again", async (t) => {
  connection = connect();
  line.fails();
  deepEqual(log, ["connecting"]);
  const asked = answering({ [API]: viewOf({ version: 6 }) });
  t.mock.timers.tick(1000); // the next attempt: 500 ms · 2
  equal(sockets.at(-1) === line, false);
  sockets.at(-1).fails();
  equal(log.at(-1), "polling");
  t.mock.timers.tick(0);
  await promises();
  equal(log.at(-1), "view 6");
  const before = asked.length;
  t.mock.timers.tick(2999);
  await promises();
  t.mock.timers.tick(1);
  await promises();
  equal(asked.length - before, 1);
  equal(asked.at(-1).address, `${API}?since=6&signals=0`);
});

test("the page is offline if the device says so, or the server doesn't answer", async (t) => {
  connection = connect();
  line.fails();
  t.mock.timers.tick(1500);
  await promises();
  equal(log.at(-1), "offline");
});

test("a socket that doesn't answer a ping within six seconds is dropped", (t) => {
  connection = connect();
  line.opens();
  line.says({ type: "pong" });
  connection.check();
  t.mock.timers.tick(5999);
  equal(line.closed, false);
  t.mock.timers.tick(1);
  equal(line.closed, true);
});

test("a socket that answers is pinged every twenty seconds", (t) => {
  connection = connect();
  line.opens();
  line.says({ type: "pong" });
  const now = performance.now();
  t.mock.method(performance, "now", () => now + 1);
  line.says({ type: "pong" });
  t.mock.timers.tick(19_999);
  equal(kinds().filter((kind) => kind === "ping").length, 1);
  t.mock.timers.tick(1);
  equal(kinds().filter((kind) => kind === "ping").length, 2);
});

test("a game that doesn’t exist is not asked for again", (t) => {
  connection = connect();
  const { length } = sockets;
  line.fails(4404);
  t.mock.timers.tick(60_000);
  equal(sockets.length, length);
});

test("what the reader has seen is said at once, and again on the next socket", (t) => {
  connection = connect();
  line.opens();
  connection.seen(4);
  deepEqual(line.sent.at(-1), { type: "seen", version: 4 });
  line.fails();
  t.mock.timers.tick(1000);
  line = sockets.at(-1);
  line.opens();
  deepEqual(kinds(), ["looking", "ping", "seen"]);
});

test("after a pause, news of panels are asked for", (t) => {
  const panels = [];
  addEventListener("panel", ({ detail }) => panels.push(detail));
  connection = connect();
  line.opens();
  line.says({ type: "panel", name: "talk" });
  deepEqual(panels, ["talk"]);
  line.fails();
  t.mock.timers.tick(1000);
  line = sockets.at(-1);
  line.opens();
  line.says({ type: "pong" });
  deepEqual(panels, ["talk", "reactions"]);
});
