// How a player has lined up their hands, on this device, by game. It reveals the tiles, so it is stored under the player's
// id, like a move that waits (app/unsent_move.js removes both as soon as another user opens a page).

import { inBrowser } from "../app/storage.js";

const MOST = 40; // games: the ones looked at last

/** @type {() => string} */
const mine = () => `hand/${document.body.dataset.me ?? "nobody"}`;

/** @type {(game: string) => KeptHand | null} */
export const keptHand = (game) => inBrowser.read(mine())?.[game] ?? null;

/**
 * Store *kept*, or remove what is stored if it is null.
 * @type {(game: string, kept: KeptHand | null) => void}
 */
export function keepHand(game, kept) {
  const { [game]: _before, ...others } = inBrowser.read(mine()) ?? {};
  const games = Object.entries(kept ? { ...others, [game]: kept } : others);
  inBrowser.write(mine(), Object.fromEntries(games.slice(-MOST)));
}
