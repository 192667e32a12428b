// A browser may block what the site stores: then `localStorage` and `sessionStorage` throw when they are touched.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { answering, openPage, settled } from "./page.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;
const SCRIPTS = join(import.meta.dirname, "../../static/js");
const VIEW = viewOf({ deal: 2, commitment: "promise", version: 3, round: { legal: ["5-3>6-5"] } });

openPage();
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
globalThis.WebSocket = class {};

test("only one module touches the browser's storage", () => {
  const touches = /\b(localStorage|sessionStorage|indexedDB)\b/;
  const isCode = (line) => !/^\s*(\/\/|\/?\*)/.test(line);
  deepEqual(
    globSync("**/*.js", { cwd: SCRIPTS }).filter((name) =>
      readFileSync(join(SCRIPTS, name), "utf8")
        .split("\n")
        .some((line) => isCode(line) && touches.test(line)),
    ),
    ["app/storage.js"],
  );
});

test("a tab that stores nothing remembers what was promised for its rounds", async () => {
  const { hands, keepPromise, promisesOf } = await import("../../static/js/look_back/commitments.js");
  deepEqual(promisesOf(VIEW), {});
  keepPromise({ ...VIEW, round: { moves: [], hand: ["6-5"] }, you: 0 });
  keepPromise({ ...VIEW, commitment: "another" });
  deepEqual(promisesOf(VIEW), { 2: "promise" });
  deepEqual(hands[2].hand, ["6-5"]);
});

test("the invitation follows the game, too", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const opened = [];
  globalThis.WebSocket = class {
    constructor(address) {
      opened.push(address);
    }
  };
  document.body.innerHTML = '<main data-invitation="abc" data-version="3" data-commitment="first"></main>';
  const asked = answering({});
  await import("../../static/js/table/invitation.js");
  document.dispatchEvent(new Event("visibilitychange"));
  equal(opened.at(-1), "ws://boneyard.example/ws/games/abc/");
  deepEqual(
    asked.map(({ address }) => address),
    ["/api/v1/games/abc/?since=3"],
  );
});

test("a move is sent without being stored, and nothing is asked again and again", async () => {
  const { forgetMove, forgetOthers, keepMove, unsentNames, unsentMove } = await import(
    "../../static/js/app/unsent_move.js"
  );
  const { offer } = await import("../../static/js/app/offer.js");
  const { offerInstalling } = await import("../../static/js/app/install_offer.js");
  const { noteLearnt } = await import("../../static/js/learn/finished_lessons.js");
  document.body.innerHTML = '<template id="push-offer"><div class="offer"></div></template>';
  keepMove("abc", { move: "5-3>6-5", version: 3, you: 0, key: "one" });
  equal(unsentMove("abc"), undefined);
  deepEqual(unsentNames(), []);
  forgetMove("abc", "one");
  forgetOthers();
  noteLearnt("draw");
  offerInstalling();
  offer("push");
  await settled();
  equal(document.querySelector("body > .offer"), null);
});
