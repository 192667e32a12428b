// The move of a game that was sent but not answered yet. It outlives the page: any page of the site that the player
// next opens in this browser sends it again under the same key, so it is made only once, however many pages send it. It
// reveals a tile of the player's hand, so it is stored under their id, and removed as soon as another user opens a
// page. A browser that can send it when all pages are closed gets a copy for the service worker.

import { inBrowser } from "./storage.js";

export const FOR_WORKER = "unsent"; // the worker's cache: it can't read what pages store

/**
 * Without a login, a seat may be held by its private link.
 * @type {() => string}
 */
const whose = () => document.body.dataset.me ?? "nobody";
/** @type {() => string} */
const mine = () => `waiting/${whose()}/`;

/** @type {(game: string) => string} */
export const name = (game) => `${mine()}${game}`;

/** @type {(key: string) => void} */
function remove(key) {
  inBrowser.remove(key);
  globalThis.caches?.open(FOR_WORKER).then(
    (copies) => copies.delete(`/${key}`),
    () => {},
  );
}

/**
 * Remove the moves and hands (extras/kept_hand.js) of other users of this browser.
 * @type {() => void}
 */
export function forgetOthers() {
  for (const key of inBrowser.names()) {
    const [kind, user] = key.split("/");
    if (["waiting", "hand"].includes(kind) && user !== whose()) remove(key);
  }
}

/**
 * *move*: {move, version, you, key}. The browser may refuse to store it.
 * @type {(game: string, move: UnsentMove) => boolean}
 */
export const keepMove = (game, move) => inBrowser.write(name(game), move);

/**
 * Remove the move sent under *key*, unless another one has replaced it.
 * @type {(game: string, key: string) => void}
 */
export function forgetMove(game, key) {
  if (unsentMove(game)?.key === key) remove(name(game));
}

/** @type {(game: string) => UnsentMove | null | undefined} */
export const unsentMove = (game) => inBrowser.read(name(game));

/**
 * What this user's moves are stored under.
 * @type {() => string[]}
 */
export const unsentNames = () => inBrowser.names().filter((key) => key.startsWith(mine()));

/**
 * Whether the move can still be made in *view*, so that the page shows it.
 * @type {(kept: UnsentMove, view: GameView) => boolean | undefined}
 */
export const fits = (kept, { version, round }) => kept.version === version && round?.legal.includes(kept.move);
