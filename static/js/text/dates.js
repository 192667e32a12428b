// Days and times in the format of common/times/dates.py, in the reader's time zone.

import { language, page } from "./i18n.js";

// “en” alone would format days as in the United States. Times follow the reader's own region.
const days = page === "en" ? "en-GB" : page;
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "short" };

/** @type {Record<string, Intl.DateTimeFormat>} */
const formats = {}; // a phone needs 15 ms or more to make the first of a kind

/** @type {(date: Date, locale: string, options: Intl.DateTimeFormatOptions) => string} */
function written(date, locale, options) {
  const key = JSON.stringify([locale, options]);
  formats[key] ??= new Intl.DateTimeFormat(locale, options);
  return formats[key].format(date);
}

/**
 * “21 Nov”, “Sat 21 Nov”; “21 Nov 2025” if it isn't in the year of *now*.
 * @type {(date: Date, options?: { weekday?: boolean; now?: Date }) => string}
 */
export function dayInWords(date, { weekday = false, now = new Date() } = {}) {
  if (date.getFullYear() !== now.getFullYear()) return written(date, days, { ...DAY, year: "numeric" });
  return written(date, days, weekday ? { ...DAY, weekday: "short" } : DAY);
}

/**
 * “13:05”, or “1:05 pm” in regions that write it so.
 * @type {(date: Date) => string}
 */
export const timeInWords = (date) => written(date, language, { hour: "2-digit", minute: "2-digit" });

/**
 * “Sat 21 Nov, 13:05”.
 * @type {(date: Date, now?: Date) => string}
 */
export const momentInWords = (date, now) => `${dayInWords(date, { weekday: true, now })}, ${timeInWords(date)}`;
