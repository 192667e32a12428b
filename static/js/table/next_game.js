// Goes on to the next game after a move, if the reader's settings say so. A short delay lets them see what the move
// did, or stay. Fetched after a move.

import { gettext as _, interpolate } from "../text/i18n.js";
import { button } from "./controls.js";
import { element } from "./players.js";
import { isMyTurn } from "./state.js";

const SECONDS = 4;
/** @type {{ note: HTMLElement; timer: number } | null} */
let going = null; // {timer, note}
let listens = false;

/**
 * *table* is the object of table.js: {state}.
 * @type {(table: { state: State }) => void}
 */
export function advance(table) {
  stay();
  if (!listens) listen();
  const link = document.querySelector(".next-game");
  const notice = element("span", { text: interpolate(_("Next game in %(n)s seconds"), { n: SECONDS }) });
  const note = element("div", { className: "advance", role: "status" }, notice, button(_("Stay here"), stay));
  going = { note, timer: setTimeout(look, 700, SECONDS) }; // the opponent's move may have arrived at once

  /** @type {(left: number) => void} */
  function look(left) {
    if (isMyTurn(table.state) || table.state.view.status !== "playing" || link.hidden) return stay();
    if (!note.isConnected) document.getElementById("notes").append(note);
    if (!left) return location.assign(link.href);
    if (going) going.timer = setTimeout(look, 1000, left - 1);
    return undefined;
  }
}

/** Cancel, so that this page stays. */
function stay() {
  clearTimeout(going?.timer);
  going?.note.remove();
  going = null;
}

/** Escape, or a press anywhere at the table, says that the reader stays. */
function listen() {
  listens = true;
  document
    .getElementById("table")
    .addEventListener("pointerdown", ({ target }) => going && !going.note.contains(target) && stay());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && stay());
}
