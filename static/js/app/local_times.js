/** Shows times in the reader's time zone and language; fetched if the page has any. */

import { dayInWords, momentInWords } from "../text/dates.js";

/** @type {(root: ParentNode) => void} */
export function localTimes(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    time.textContent = time.dataset.local === "date" ? dayInWords(date) : momentInWords(date);
  }
}
