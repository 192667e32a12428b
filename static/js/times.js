/** Times in the reader's own zone and language; fetched where there are any. */

import { dayInWords, momentInWords } from "./dates.js";

export function localTimes(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    time.textContent = time.dataset.local === "date" ? dayInWords(date) : momentInWords(date);
  }
}
