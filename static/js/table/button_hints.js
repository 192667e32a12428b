// Explains an unusual button in a sentence over the felt, the first time it appears in this browser: until the reader
// has understood it, or until every player has moved. Fetched with the first hint.

import { inBrowser } from "../app/storage.js";
import { gettext as _ } from "../text/i18n.js";
import { button } from "./controls.js";
import { element } from "./players.js";

const KEY = "hints-known";

/** @type {string[]} */
let learned = inBrowser.read(KEY) ?? [];

/** @type {(name: string) => void} */
function learn(name) {
  learned = [...learned, name];
  inBrowser.write(KEY, learned);
}

const note = element("div", { className: "hint", role: "note", hidden: "" });

/** @type {Hint & { ply: number } | null} */
let shown = null; // the hint, and the move at which it appeared

/**
 * *hint*: {name, text}, or null or undefined for none. *ply*: the moves made in this round. *seats*: how many players.
 * @type {(hint: Hint | null | undefined, ply?: number, seats?: number) => void}
 */
export function drawHint(hint, ply = 0, seats = 2) {
  if (shown && ply >= shown.ply + seats) {
    learn(shown.name);
    shown = null;
  }
  note.hidden = !hint || learned.includes(hint.name);
  if (!hint || note.hidden || shown?.text === hint.text) return;
  shown = { ...hint, ply };
  if (!note.isConnected) document.getElementById("notes").append(note);
  const close = button(_("Got it"), () => {
    learn(hint.name);
    shown = null;
    drawHint(null);
  });
  note.replaceChildren(element("p", { text: hint.text }), close);
}
