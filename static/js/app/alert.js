// Fetched with the first alert that the header's socket brings.

import { ring } from "./sound.js";

/**
 * Shows an alert that every open page must show at once; each page shows it only once. Some ring.
 * @type {(alert: { text: string; url: string; rings?: boolean }) => void}
 */
export function sayAtOnce({ text, url, rings }) {
  const said = document.querySelector(`.messages a[href="${url}"], [data-found="${url}"]`);
  if (said || url === location.pathname) return;
  const message = Object.assign(document.createElement("div"), { className: "messages" });
  message.setAttribute("role", "alert");
  const link = Object.assign(document.createElement("a"), { href: url, textContent: text });
  const words = Object.assign(document.createElement("p"), { className: "message warning" });
  words.append(link);
  message.append(words);
  document.querySelector("main").before(message); // not in it: a table fills it side by side
  if (rings) ring();
}
