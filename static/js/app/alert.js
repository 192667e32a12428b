// The bars above the page: news that every open page shows at once. Fetched with the first one.

import { whenReleased } from "./press.js";
import { ring } from "./sound.js";
import { inTab } from "./storage.js";

/**
 * Who was in the bar goes on at the page's beginning.
 * @type {(bar: HTMLElement) => void}
 */
export function removeBar(bar) {
  if (bar.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
  bar.remove();
}

/**
 * Shows an alert, unless the reader is there or *at* a page that says the same, the page calls to it already, or the
 * reader has closed it in this tab.
 * *seconds*: how long it counts. Some ring.
 * @type {(alert: { text: string; url: string; at?: string; seconds?: number; rings?: boolean }) => Promise<void>}
 */
export async function sayAtOnce({ text, url, at, seconds, rings }) {
  await whenReleased(); // the page moves down
  const bars = document.getElementById("bars");
  const ends = Date.now() + (seconds ?? Infinity) * 1000;
  if (seconds === 0) return;
  const isShown = bars.querySelector(`a[href="${url}"]`) ?? document.querySelector(`[data-found="${url}"]`);
  if (isShown || [url, at].includes(location.pathname) || Date.now() < (inTab.read(`closed/${url}`) ?? 0)) return;
  const bar = /** @type {any} */ (document.getElementById("bar").content.firstElementChild?.cloneNode(true));
  const [words, left, link, close] = ["p", "strong", "a", "button"].map((part) => bar.querySelector(part));
  words.prepend(text);
  link.href = url;
  close.addEventListener("click", () => {
    inTab.write(`closed/${url}`, Math.min(ends, Number.MAX_SAFE_INTEGER));
    removeBar(bar);
  });
  bars.append(bar);
  if (rings) ring();
  if (seconds === undefined) return;
  const { format } = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "second" });
  const count = () => {
    const rest = Math.round((ends - Date.now()) / 1000);
    if (rest > 0 && bar.isConnected) left.textContent = format(rest);
    else clearInterval(timer);
    if (rest <= 0) removeBar(bar);
  };
  const timer = setInterval(count, 1000);
  count();
}
