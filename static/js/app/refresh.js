import { whenReleased } from "./press.js";

const EVERY = 20_000; // ms

/**
 * Replace the parts marked data-live by those of the same page fetched anew. Reloads a page that has other parts now.
 * @type {(localTimes: () => void) => Promise<void>}
 */
export async function refresh(localTimes) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  await whenReleased();
  const fresh = [...now.querySelectorAll("[data-live]")];
  const parts = [...document.querySelectorAll("[data-live]")];
  if (fresh.length !== parts.length) return location.reload();
  for (const [n, part] of parts.entries()) {
    const folds = fresh[n].querySelectorAll("details");
    for (const [m, fold] of part.querySelectorAll("details").entries()) if (fold.open && folds[m]) folds[m].open = true;
    part.replaceWith(fresh[n]);
  }
  localTimes();
  dispatchEvent(new Event("refreshed"));
}

/** A list that changes under the finger is worse than one that is twenty seconds old. */
const idle = () => !document.hidden && !document.querySelector("[data-live] :focus, [data-live] :active");

/**
 * Refresh every twenty seconds while the page is visible.
 * @type {(localTimes: () => void) => void}
 */
export function refreshNowAndThen(localTimes) {
  const look = () => idle() && refresh(localTimes).catch(() => {});
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
