// Days and times as the server writes them (common/dates.py), in the reader's own zone.

import { language, page } from "./i18n.js";

// “en” alone would write days as in the United States. The time of day is that of the reader's own region.
const days = page === "en" ? "en-GB" : page;
const DAY = { day: "numeric", month: "short" };

const formats = {}; // the first of a kind takes a phone 15 ms and more

function written(date, locale, options) {
  const key = JSON.stringify([locale, options]);
  formats[key] ??= new Intl.DateTimeFormat(locale, options);
  return formats[key].format(date);
}

/** “21 Nov”, “Sat 21 Nov”; “21 Nov 2025”, if it isn't of the year of *now*. */
export function dayInWords(date, { weekday = false, now = new Date() } = {}) {
  if (date.getFullYear() !== now.getFullYear()) return written(date, days, { ...DAY, year: "numeric" });
  return written(date, days, weekday ? { ...DAY, weekday: "short" } : DAY);
}

/** “13:05”; “1:05 pm” where that is usual. */
export const timeInWords = (date) => written(date, language, { hour: "2-digit", minute: "2-digit" });

/** “Sat 21 Nov, 13:05”. */
export const momentInWords = (date, now) => `${dayInWords(date, { weekday: true, now })}, ${timeInWords(date)}`;
