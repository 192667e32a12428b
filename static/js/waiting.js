// The move of a game that has been sent and not been answered yet. It outlives the page: whoever opens the game next in
// this browser sends it again under the same key, so it is made once, however many pages send it. It names a tile of a
// hand, so it goes with who made it: it is found under their id alone, and the first page that anybody else opens takes
// it away.

/** Who has not logged in may hold a seat by its link. */
const mine = () => `waiting/${document.body.dataset.me ?? "nobody"}/`;

const name = (game) => `${mine()}${game}`;

/** Forget what others have left in this browser. */
export function forgetOthers() {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("waiting/") && !key.startsWith(mine())) localStorage.removeItem(key);
  } catch {}
}

/** *move*: {move, version, you, key}. A browser may refuse to keep anything. */
export function keepMove(game, move) {
  try {
    localStorage.setItem(name(game), JSON.stringify(move));
  } catch {}
}

/** Forget the move sent under *key*; another one has taken its place, if it isn't that. */
export function forgetMove(game, key) {
  try {
    if (JSON.parse(localStorage.getItem(name(game)))?.key === key) localStorage.removeItem(name(game));
  } catch {}
}

/** The move that waits, if *view* is still the one it was made on: of the same seat, and legal. Another is forgotten. */
export function waitingMove({ id, version, you, round }) {
  try {
    const kept = JSON.parse(localStorage.getItem(name(id)));
    if (kept && kept.version === version && kept.you === you && round?.legal.includes(kept.move)) return kept;
    if (kept) localStorage.removeItem(name(id));
  } catch {}
  return null;
}
