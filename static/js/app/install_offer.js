/** Offers to install the site as an app, from the reader's second day on. */

import { offer } from "./offer.js";
import { inBrowser } from "./storage.js";

const FIRST = "first-visit";

/**
 * Whether the reader visited on an earlier day. *day*: today.
 * @type {(day: string) => boolean}
 */
export function isBack(day) {
  const first = inBrowser.read(FIRST);
  if (!first) inBrowser.write(FIRST, day);
  return Boolean(first) && first !== day;
}

/**
 * *prompt*: the browser's own install prompt, saved for later; none where the reader must do it by hand.
 * @type {(prompt?: { prompt: () => Promise<unknown> }) => void}
 */
export function offerInstalling(prompt) {
  if (!isBack(new Date().toDateString())) return;
  if (!prompt) offer("install-by-hand");
  else offer("install", async () => void (await prompt.prompt()));
}
