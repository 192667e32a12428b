// The strip over the felt that says what has happened since the reader's last look. Fetched when there is something to say.

import { interpolate, ngettext } from "./i18n.js";
import { eventInWords } from "./log.js";

const $ = (id) => document.getElementById(id);

/** A tile's name never breaks in two lines. */
const unbroken = (text) => text.replace(/(\d)-(\d)/g, "$1-\u2060$2");

export function drawSince(view, telling) {
  $("since-words").textContent = telling
    .slice(-2)
    .map((event) => unbroken(eventInWords(view, event).replace(/\.$/, "")))
    .join(" · ");
  $("since-title").textContent = interpolate(
    ngettext("%(n)s move since your last look", "%(n)s moves since your last look", telling.length),
    { n: telling.length },
  );
}
