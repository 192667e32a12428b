/** The site as an app: offered from the second day on that somebody is here. */

import { offer } from "./offers.js";

const FIRST = "first-visit";

/** Whether there was a visit on an earlier day. *day*: today's; *store*: what the browser keeps. */
export function isBack(day, store) {
  const first = store.getItem(FIRST);
  if (!first) store.setItem(FIRST, day);
  return Boolean(first) && first !== day;
}

/** *prompt*: the browser's own question, which waits; none where one has to do it by hand. */
export function offerInstalling(prompt) {
  try {
    if (!isBack(new Date().toDateString(), localStorage)) return;
  } catch {
    return; // it keeps nothing
  }
  if (!prompt) offer("install-by-hand");
  else offer("install", async () => void (await prompt.prompt()));
}
