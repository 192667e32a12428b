// Shows the players' time banks and vacations beside them. Fetched when a game has either.

import { dayInWords } from "../text/dates.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { element } from "./players.js";
import { durationInWords } from "./sentences.js";

/**
 * The time bank of a player whose turn it isn't, and the end of a player's vacation.
 * @type {(view: GameView, seat: SeatLine, onTurn: boolean) => HTMLElement[]}
 */
export function times(view, seat, onTurn) {
  if (view.status !== "playing" || seat.left) return [];
  const left = view.clock.left[seat.seat];
  const day = seat.away && dayInWords(new Date(seat.away));
  return [
    left !== null &&
      !onTurn &&
      element("span", { className: "player-time", title: _("Time left in the bank"), text: durationInWords(left, 1) }),
    day &&
      element(
        "span",
        { className: "player-time away", title: interpolate(_("On vacation until %(day)s"), { day }) },
        element("span", { "aria-hidden": "true", text: day }),
        element("span", { className: "visually-hidden", text: interpolate(_("On vacation until %(day)s"), { day }) }),
      ),
  ].filter((node) => node instanceof HTMLElement);
}
