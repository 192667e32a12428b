// The ratings at a table, as docs/api.md has them: those that came with the page (in the element #ratings), and newer
// ones whenever the server says that there are.

import { ask } from "./over_http.js";

let game = null;
let known = Promise.resolve({ rated: false, seats: [] });

/** {rated, seats: [{seat, rating, provisional, change}]}; no seats where the game isn't rated.
 *  When there are newer ones the window hears an event "ratings". */
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

/** Where no answer comes those known stay. */
async function askAgain() {
  const before = known;
  known = ask(`/api/v1/games/${game}/ratings/`).then(
    ({ status, body }) => (status === 200 ? body : before),
    () => before,
  );
  await known;
  dispatchEvent(new CustomEvent("ratings"));
}

/** *call* is told {rated, seats} whenever they are other ones. */
export function followRatings(id, call) {
  ratingsOf(id);
  addEventListener("ratings", async () => call(await ratingsOf(id)));
}
