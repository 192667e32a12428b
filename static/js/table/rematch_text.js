// What the result card says of a rematch, and to whom. Pure: rematch.js sends the reader's wishes.

import { gettext as _, interpolate, listed, ngettext, number } from "../text/i18n.js";
import { seatName } from "./sentences.js";

const DAY = 86_400_000;
const ASKED_FOR = 7 * DAY; // from the end of the game, as in games/actions/rematch.py

/**
 * What the reader can do: "ask"; "wait" for others; "answer"; "watch" (the rematch of others, or one they have declined);
 * go to the one that has "begun"; "late": it can't be asked for any more; or "none".
 * *mine*: whether this page may act as the player (not for a watcher, nor for a seat held by a private link).
 * @type {(view: GameView, mine: boolean, now?: number) => "ask" | "wait" | "answer" | "watch" | "begun" | "late" | "none"}
 */
export function stageOf({ rematch, you, finished }, mine, now = Date.now()) {
  if (rematch && rematch.status !== "open") return "begun";
  if (!mine || you === null) return rematch ? "watch" : "none";
  if (!rematch) return now > new Date(finished ?? now).getTime() + ASKED_FOR ? "late" : "ask";
  if (rematch.accepted.includes(you)) return "wait";
  return rematch.waiting.includes(you) ? "answer" : "watch";
}

/**
 * "Waiting for Ben and Cleo …"; of more than two only the number.
 * @type {(view: GameView) => string}
 */
export function waitingInWords(view) {
  const { waiting } = /** @type {Rematch} */ (view.rematch);
  if (!waiting.length) return _("Waiting for a player …"); // one has declined: the seat is free
  const names = listed(waiting.map((seat) => seatName(view, seat)));
  return waiting.length > 2
    ? interpolate(ngettext("Waiting for %(n)s player …", "Waiting for %(n)s players …", waiting.length), {
        n: number(waiting.length),
      })
    : interpolate(_("Waiting for %(names)s …"), { names });
}

/** @type {(view: GameView) => string} */
export const asker = ({ rematch }) => interpolate(_("%(name)s wants a rematch"), { name: rematch?.by ?? "" });
