// On to the next game after a move, as the reader has chosen in the settings. A moment is left to see what the move did,
// and to stay. Fetched after a move.

import { gettext as _, interpolate } from "./i18n.js";
import { button } from "./mine.js";
import { element } from "./players.js";
import { isMyTurn } from "./state.js";

const SECONDS = 4;
let going = null; // {timer, note}

/** *table* is what table.js holds: {state}. */
export function advance(table) {
  stay();
  const link = document.querySelector(".next-game");
  const notice = element("span", { text: interpolate(_("Next game in %(n)s seconds"), { n: SECONDS }) });
  const note = element("div", { className: "advance", role: "status" }, notice, button(_("Stay here"), stay));
  going = { note, timer: setTimeout(look, 700, SECONDS) }; // the other's move may have come at once

  function look(left) {
    if (isMyTurn(table.state) || table.state.view.status !== "playing" || link.hidden) return stay();
    if (!note.isConnected) document.querySelector(".felt").append(note);
    if (!left) return location.assign(link.href);
    going.timer = setTimeout(look, 1000, left - 1);
    return undefined;
  }
}

/** Whoever does anything at the table stays. */
function stay() {
  clearTimeout(going?.timer);
  going?.note.remove();
  going = null;
}

document
  .getElementById("table")
  .addEventListener("pointerdown", ({ target }) => going && !going.note.contains(target) && stay());
document.addEventListener("keydown", ({ key }) => key === "Escape" && stay());
