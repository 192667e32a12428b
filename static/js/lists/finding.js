// *Find a game*: says that the page is open, calls the reader when a game is found, and goes there.

import { csrfToken } from "../app/csrf.js";
import { refresh, refreshNowAndThen } from "../app/refresh.js";
import { localTimes, setTitle } from "../app/site.js";
import { ring, unlock } from "../app/sound.js";
import { gettext as _ } from "../text/i18n.js";

const EVERY = 20_000; // ms between two signs that the page is open
const AT_ONCE = 1_000; // ms until the page looks whether something happened while it loaded

const foundGame = () => document.querySelector("[data-found]")?.dataset.found;
const known = foundGame();
let called = ""; // the game or gathering to which we have called the reader

/**
 * Go to the game, or call the reader to it if they look at another page.
 * @type {(there: string) => void}
 */
function go(there) {
  if (document.hidden) call(there, _("Your game begins!"));
  else location.assign(there);
}

/** @type {(what: string, title: string) => void} */
function call(what, title) {
  if (called === what) return;
  called = what;
  setTitle(title);
  ring();
}

/** Tell the server that the page is open, and whether the reader looks at it. */
async function sayHere() {
  for (const search of document.querySelectorAll("[data-live-search]")) {
    const id = search.dataset.liveSearch ?? "";
    if ("gathering" in search.dataset && document.hidden)
      call(`gathering ${id}`, _("We found you a game! Come within a minute."));
    const answer = await fetch("/find-a-game/here/", {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: new URLSearchParams({ wish: id, looks: document.hidden ? "no" : "yes" }),
    });
    const { game } = answer.ok ? await answer.json() : { game: "" };
    if (game) go(game);
  }
}

function look() {
  const there = foundGame();
  if (there && there !== known) go(there);
  else sayHere().catch(() => {});
}

addEventListener("refreshed", look);
addEventListener("pointerdown", unlock, { once: true });
addEventListener("keydown", unlock, { once: true });
document.addEventListener("visibilitychange", look);
setInterval(() => sayHere().catch(() => {}), EVERY);
setTimeout(() => refresh(localTimes).catch(() => {}), AT_ONCE);
refreshNowAndThen(localTimes);
