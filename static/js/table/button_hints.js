// Explains an unusual button in a sentence over the felt, the first time it appears in this browser. Fetched with the
// first hint.

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

/**
 * *hint*: {name, text}, or null or undefined for none.
 * @type {(hint?: Hint | null) => void}
 */
export function drawHint(hint) {
  note.hidden = !hint || learned.includes(hint.name);
  if (!hint || note.hidden || note.shown === hint.text) return;
  note.shown = hint.text;
  if (!note.isConnected) document.getElementById("notes").append(note);
  const close = button(_("Got it"), () => {
    learn(hint.name);
    drawHint(null);
  });
  note.replaceChildren(element("p", { text: hint.text }), close);
}
