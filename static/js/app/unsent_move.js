// The move of a game that was sent but not answered yet. It outlives the page: when the player next opens the game in
// this browser, the page sends it again under the same key, so it is made only once, however many pages send it. It
// reveals a tile of the player's hand, so it is stored under their id, and removed as soon as another user opens a
// page.

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
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("waiting/") && !key.startsWith(mine())) localStorage.removeItem(key);
  } catch {}
}

/**
 * *move*: {move, version, you, key}. The browser may refuse to store it.
 * @type {(game: string, move: UnsentMove) => void}
 */
export function keepMove(game, move) {
  try {
    localStorage.setItem(name(game), JSON.stringify(move));
  } catch {}
}

/**
 * Remove the move sent under *key*, unless another one has replaced it.
 * @type {(game: string, key: string) => void}
 */
export function forgetMove(game, key) {
  try {
    if (JSON.parse(localStorage.getItem(name(game)) ?? "null")?.key === key) localStorage.removeItem(name(game));
  } catch {}
}

/**
 * The waiting move, if *view* still matches it: same version, same seat, and legal. Otherwise it is removed.
 * @type {(view: GameView) => UnsentMove | null}
 */
export function waitingMove({ id, version, you, round }) {
  try {
    const kept = JSON.parse(localStorage.getItem(name(id)) ?? "null");
    if (kept && kept.version === version && kept.you === you && round?.legal.includes(kept.move)) return kept;
    if (kept) localStorage.removeItem(name(id));
  } catch {}
  return null;
}
