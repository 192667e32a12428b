/** A new tournament: the server says what it would take, after each change. */

import { whenChangedEarly } from "../app/changed_form.js";

const form = document.querySelector(".tournament-form");
const takes = document.getElementById("takes");
/** @type {AbortController | undefined} */
let asked;

async function ask() {
  asked?.abort();
  asked = new AbortController();
  const chosen = /** @type {string[][]} */ ([...new FormData(/** @type {any} */ (form))]).filter(
    ([name]) => name !== "csrfmiddlewaretoken",
  );
  try {
    const answer = await fetch(`${takes.dataset.takes}?${new URLSearchParams(chosen)}`, { signal: asked.signal });
    if (answer.ok) takes.textContent = await answer.text();
  } catch {
    // A newer request, or no connection: the sentence shown is good enough.
  }
}

form.addEventListener("change", ask);
whenChangedEarly(form, ask);
