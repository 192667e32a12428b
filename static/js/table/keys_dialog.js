// The list of all keys, as a dialog: fetched on `?` or from the menu.

import { firstAnswer } from "../extras/registry.js";
import { gettext as _ } from "../text/i18n.js";
import { element } from "./players.js";

/** @type {[string[], string][]} */
const PLAYING = [
  [["←", "→"], _("Choose a playable tile")],
  [["1", "…", "9", "0"], _("Choose a tile by its place in your hand")],
  [["↑", "↓"], _("Move it to another end, or turn it")],
  [["Enter"], _("Place the tile, then submit; draw or pass if nothing fits")],
  [["+", "−"], _("Larger, smaller tiles")],
];

/** @type {[string[], string][]} */
const KEYS = [
  [["Esc"], _("Take back; return to the latest move")],
  [["R"], _("Look back at the moves")],
  [["←", "→", "Home", "End"], _("While looking back: move by move, to the start, to the end")],
  [["Page ↑", "Page ↓"], _("While looking back: turn by turn")],
  [["Space"], _("While looking back: play, pause")],
  [["?"], _("This list")],
];

/** @type {(line: [string[], string]) => HTMLElement} */
const row = ([keys, text]) => {
  const names = element("dt", {}, ...keys.map((key) => (key === "…" ? "…" : element("kbd", { text: key }))));
  return element("div", {}, names, element("dd", { text }));
};

export function showKeys() {
  /** @type {Part | HTMLDialogElement | null} */
  let dialog = document.getElementById("keys-dialog");
  if (!dialog) {
    dialog = element(
      "dialog",
      { id: "keys-dialog", "aria-labelledby": "keys-title" },
      element("h2", { id: "keys-title", text: _("Keyboard shortcuts") }),
      element("dl", { className: "keys" }, ...(firstAnswer("keys") ?? PLAYING).map(row), ...KEYS.map(row)),
      element(
        "p",
        { className: "dialog-buttons" },
        element("button", { className: "button primary", type: "button", "data-close": "", text: _("Close") }),
      ),
    );
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
