/** Switches to the next theme with the button in the header; fetched with the first tap on it. */

import { keep } from "./save_preference.js";

/** @type {Record<string, string>} */
const ORDER = { system: "light", light: "dark", dark: "system" };

/**
 * Set the theme after the current one.
 * @type {(button: Part) => void}
 */
export function nextTheme(button) {
  const theme = ORDER[document.documentElement.dataset.theme ?? ""];
  document.documentElement.dataset.theme = theme;
  button.className = `icon-button theme-${theme}`;
  button.setAttribute("aria-label", button.getAttribute(`data-label-${theme}`) ?? "");
  keep("theme", theme);
}
