// The ratings at a table, as in docs/api.md: those that came with the page (in the element #ratings), and newer ones
// when the server announces them.

import { ask } from "../app/over_http.js";

/** @type {string | null} */
let game = null;
/** @type {Promise<Ratings>} */
let known = Promise.resolve({ rated: false, seats: [] });

/**
 * {rated, seats: [{seat, rating, provisional, change}]}; no seats if the game isn't rated.
 * New ones fire an event "ratings" on the window.
 * @type {(id: string) => Promise<Ratings>}
 */
export function ratingsOf(id) {
  if (id !== game) {
    if (game === null) addEventListener("panel", ({ detail }) => detail === "ratings" && askAgain());
    game = id;
    const inPage = document.getElementById("ratings");
    if (inPage) known = Promise.resolve(JSON.parse(inPage.textContent));
    else askAgain();
  }
  return known;
}

/** Without an answer, the known ratings stay. */
async function askAgain() {
  const before = known;
  known = ask(`/api/v1/games/${game}/ratings/`).then(
    ({ status, body }) => (status === 200 ? body : before),
    () => before,
  );
  await known;
  dispatchEvent(new CustomEvent("ratings"));
}

/**
 * Calls *call* with {rated, seats} whenever they change.
 * @type {(id: string, call: (ratings: Ratings) => void) => void}
 */
export function followRatings(id, call) {
  ratingsOf(id);
  addEventListener("ratings", async () => call(await ratingsOf(id)));
}
