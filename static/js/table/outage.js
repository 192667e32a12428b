// Says over the table that the site was away and gave the game more time. Fetched when a game has had an outage.

import { momentInWords, timeInWords } from "../text/dates.js";
import { gettext as _, interpolate } from "../text/i18n.js";

const DAY = 86_400_000; // milliseconds

/** @type {(view: GameView) => void} */
export function drawOutage(view) {
  const banner = document.getElementById("outage");
  const words = outageInWords(view, new Date(view.now));
  if (banner.textContent !== words) banner.textContent = words;
  banner.hidden = !words;
}

/**
 * That the site was away and gave the game more time. Empty from a day after that on.
 * @type {(view: GameView, now: Date) => string}
 */
export function outageInWords({ outage, status, you }, now) {
  const ended = new Date(outage?.ended ?? 0);
  if (!outage || status !== "playing" || now.getTime() - ended.getTime() > DAY) return "";
  if (!outage.began) return _("The host of this site has given everyone more time.");
  const began = new Date(outage.began);
  const isToday = [began, ended].every((moment) => moment.toDateString() === now.toDateString());
  const words = (/** @type {Date} */ moment) => (isToday ? timeInWords(moment) : momentInWords(moment, now));
  return interpolate(
    you === null
      ? _("The site was away from %(began)s to %(ended)s; the players’ time was extended.")
      : _("The site was away from %(began)s to %(ended)s; your time was extended."),
    { began: words(began), ended: words(ended) },
  );
}
