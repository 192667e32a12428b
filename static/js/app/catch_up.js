// What any page of the site catches up on, when it opens or comes online.
//
// Moves that were made offline are sent, and marked in the rows of their games until then. A refusal is said on the
// page, with a link to the game. Notifications that the reader doesn't need any more are closed.

import { sayAtOnce } from "./alert.js";
import { ask, sendMove } from "./over_http.js";
import { refresh } from "./refresh.js";
import { FOR_WORKER, forgetMove, name as nameOf, unsentMove, unsentNames } from "./unsent_move.js";

/** @type {(localTimes: () => void) => Promise<void>} */
export async function catchUp(localTimes) {
  closeNotifications();
  markUnsent();
  addEventListener("refreshed", markUnsent);
  await sendUnsent(localTimes);
}

/** The service worker closes those of turns that are over, and those that lead to this page, if it is being read. */
function closeNotifications() {
  const opened = document.visibilityState === "visible" ? location.pathname : null;
  navigator.serviceWorker?.controller?.postMessage({ opened });
}

/**
 * The games of this user that have such a move.
 * @type {() => string[]}
 */
export const unsentGames = () => unsentNames().map((key) => key.slice(nameOf("").length));

/** Say in the row of each game that its move isn't sent yet. */
export function markUnsent() {
  for (const game of unsentGames())
    for (const board of document.querySelectorAll(`[data-small-board="${game}"]`)) {
      const chip = board.closest("li")?.querySelector(".chip");
      if (chip) Object.assign(chip, { className: "chip warn", textContent: document.body.dataset.unsent });
    }
}

/**
 * A table sends the move of its own game.
 * @type {(localTimes: () => void) => Promise<void>}
 */
export async function sendUnsent(localTimes) {
  const here = document.getElementById("table") && location.pathname;
  const others = unsentGames().filter((game) => here !== `/g/${game}/`);
  const sent = await Promise.all(others.map((game) => send(game).catch(() => false))); // without a network
  if (sent.some(Boolean)) await refresh(localTimes).catch(() => {});
}

/**
 * Whether the server has answered. Throws if there is no connection.
 * @type {(game: string) => Promise<boolean>}
 */
async function send(game) {
  const api = `/api/v1/games/${game}/`;
  const kept = unsentMove(game);
  const { body } = await ask(api);
  if (!kept || body?.you !== kept.you) return false; // another user has logged in since this page came
  const answer = await sendMove(api, kept.key, kept);
  forgetMove(game, kept.key);
  if (!answer.ok) sayAtOnce({ text: `${document.body.dataset.refused} ${answer.message}`, url: `/g/${game}/` });
  return true;
}

/**
 * There is no connection: let the service worker send the move later, even if all pages are closed by then. Only some
 * browsers can.
 * @type {(game: string) => Promise<void>}
 */
export async function sendInBackground(game) {
  try {
    const { sync } = /** @type {any} */ (await navigator.serviceWorker.ready);
    if (!sync || !unsentMove(game)) return;
    const copies = await caches.open(FOR_WORKER);
    await copies.put(`/${nameOf(game)}`, new Response(JSON.stringify({ game, ...unsentMove(game) })));
    await sync.register(FOR_WORKER);
  } catch {} // a page of the site sends it
}
