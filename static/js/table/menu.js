// The menu of the table: sound, motion, tile faces, and dialogs that ask before anything irreversible. Fetched when it
// is opened.

import { late } from "../app/on_demand.js";
import { keep } from "../app/save_preference.js";

/** @type {(button: HTMLElement) => boolean} */
const isOn = ({ dataset: { setting, value = "on" } }) => document.body.dataset[setting ?? ""] === value;

/**
 * The buttons of settings show their current values.
 * @type {(menu: Part) => void}
 */
export function drawMenu(menu) {
  for (const button of menu.querySelectorAll("[data-setting]"))
    button.setAttribute("aria-pressed", String(isOn(button)));
}

/** @type {(menu: Part, button: Part, redraw: () => void) => Promise<void>} */
export async function choose(menu, button, redraw) {
  const { setting, value, dialog, keys, opens } = button.dataset;
  if (keys !== undefined) {
    menu.open = false;
    (await late(() => import("./keys_dialog.js")))?.showKeys();
  }
  if (opens) menu.open = false; // tools.js opens the panel
  if (dialog) {
    menu.open = false;
    document.getElementById(dialog).showModal();
  } else if (setting) {
    if (value === "pictures" && !(await late(() => import("../board/tile_pictures.js")))) return;
    const chosen = value ?? (isOn(button) ? "off" : "on");
    document.body.dataset[setting] = chosen;
    keep(setting, chosen);
    drawMenu(menu);
    if (setting === "faces") redraw();
  }
}
