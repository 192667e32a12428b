// The move of a game that was sent but not answered yet. It outlives the page: when the player next opens the game in
// this browser, the page sends it again under the same key, so it is made only once, however many pages send it. It
// reveals a tile of the player's hand, so it is stored under their id, and removed as soon as another user opens a
// page.

import { inBrowser } from "./storage.js";

/**
 * Without a login, a seat may be held by its private link.
 * @type {() => string}
 */
const mine = () => `waiting/${document.body.dataset.me ?? "nobody"}/`;

/** @type {(game: string) => string} */
const name = (game) => `${mine()}${game}`;

/**
 * Remove the moves of other users of this browser.
 * @type {() => void}
 */
export function forgetOthers() {
  for (const key of inBrowser.names()) if (key.startsWith("waiting/") && !key.startsWith(mine())) inBrowser.remove(key);
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
  if (inBrowser.read(name(game))?.key === key) inBrowser.remove(name(game));
}

/**
 * The waiting move, if *view* still matches it: same version, same seat, and legal. Otherwise it is removed.
 * @type {(view: GameView) => UnsentMove | null}
 */
export function waitingMove({ id, version, you, round }) {
  const kept = inBrowser.read(name(id));
  if (kept && kept.version === version && kept.you === you && round?.legal.includes(kept.move)) return kept;
  if (kept) inBrowser.remove(name(id));
  return null;
}
