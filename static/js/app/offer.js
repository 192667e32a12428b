// A question that a page asks at most once per browser: the <template id="NAME-offer">. It covers only parts that
// aren't needed at that moment, and shifts nothing.

import { inBrowser } from "./storage.js";

const READ = 5_000; // ms: after this time on screen, the question counts as asked
const EARLY = 400; // ms: an earlier press was meant for what the question now covers

/** @type {(name: string) => string} */
const key = (name) => `offered/${name}`;

/**
 * A browser that stores nothing would ask every time, so it never asks.
 * @type {(name: string) => boolean}
 */
const isAsked = (name) => inBrowser.read(key(name)) !== null;

/** @type {(name: string) => boolean} */
const remember = (name) => inBrowser.write(key(name), 1);

/**
 * Show the question, unless it was asked before or has no room now. Calls *accept* if the reader agrees; the template
 * has the words for its result.
 * @type {(name: string, accept?: () => Promise<string | undefined>) => void}
 */
export function offer(name, accept) {
  const template = document.getElementById(`${name}-offer`);
  if (!template || isAsked(name) || document.querySelector(".offer")) return;
  const card = /** @type {any} */ (template.content.firstElementChild?.cloneNode(true));
  const [words, yes, no] = ["[role=status]", "[data-yes]", "[data-no]"].map((part) => card.querySelector(part));
  const text = words.textContent;
  const notes = document.getElementById("notes");
  (notes ?? document.body).append(card);
  const room = notes?.parentElement?.clientHeight ?? Infinity;
  if (notes && notes.offsetTop + notes.offsetHeight > room) return card.remove(); // it would cover the hand
  words.textContent = ""; // screen readers announce changes, not new elements
  requestAnimationFrame(() => (words.textContent = text));
  const shown = performance.now();
  card.addEventListener(
    "click",
    (/** @type {Event} */ event) => event.timeStamp - shown < EARLY && event.stopPropagation(),
    true,
  );
  const read = setTimeout(remember, READ, name);
  const answered = () => {
    clearTimeout(read);
    remember(name);
  };
  no.addEventListener("click", () => {
    answered();
    card.remove();
  });
  yes?.addEventListener("click", async () => {
    answered();
    const hadFocus = document.activeElement === yes; // disabling it removes the focus
    yes.disabled = true;
    const said = card.dataset[(await accept?.()) ?? ""];
    if (!said) return card.remove();
    words.textContent = said;
    no.textContent = no.dataset.after;
    if (hadFocus) no.focus();
    return yes.remove();
  });
}
