/** Switches to the next theme with the button in the menu; fetched with the first tap on it. */

import { keep } from "./save_preference.js";

/** @type {Record<string, string>} */
const ORDER = { system: "light", light: "dark", dark: "system" };

/** Set the theme after the current one. A table on a phone has the menu twice. */
export function nextTheme() {
  const theme = ORDER[document.documentElement.dataset.theme ?? ""];
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-button]")) {
    button.className = `theme-${theme}`;
    button.setAttribute("aria-label", button.getAttribute(`data-label-${theme}`) ?? "");
  }
  keep("theme", theme);
}
