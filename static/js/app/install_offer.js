/** Offers to install the site as an app, from the reader's second day on. */

import { offer } from "./offer.js";

const FIRST = "first-visit";

/**
 * Whether the reader visited on an earlier day. *day*: today. *store*: the browser's storage.
 * @type {(day: string, store: Pick<Storage, "getItem" | "setItem">) => boolean}
 */
export function isBack(day, store) {
  const first = store.getItem(FIRST);
  if (!first) store.setItem(FIRST, day);
  return Boolean(first) && first !== day;
}

/**
 * *prompt*: the browser's own install prompt, saved for later; none where the reader must do it by hand.
 * @type {(prompt?: { prompt: () => Promise<unknown> }) => void}
 */
export function offerInstalling(prompt) {
  try {
    if (!isBack(new Date().toDateString(), localStorage)) return;
  } catch {
    return; // the browser stores nothing
  }
  if (!prompt) offer("install-by-hand");
  else offer("install", async () => void (await prompt.prompt()));
}
