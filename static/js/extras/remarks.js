// What moves paid besides, or didn't: passes that pay the other side, points that would pass the target, and a player
// who is out while their partner plays on.

import { seatName, seatsOf } from "../table/sentences.js";
import { joined } from "../table/turns.js";
import { gettext as _, interpolate, listed, number } from "../text/i18n.js";
import { overTarget } from "./over_target.js";

/**
 * “30 for Ben and Dan”.
 * @type {(view: GameView, remark: Remark) => string}
 */
function payInWords(view, { side, points }) {
  const seats = seatsOf(view, side);
  const names = listed(seats.flatMap(({ seat }) => (seat === view.you ? [] : [seatName(view, seat)])));
  const values = { n: number(points), names };
  if (!seats.some(({ seat }) => seat === view.you)) return interpolate(_("%(n)s for %(names)s"), values);
  return interpolate(names ? _("%(n)s for you and %(names)s") : _("%(n)s for you"), values);
}

/** @type {(view: GameView, seat: number, side: number) => string} */
function outInWords(view, seat, side) {
  const partners = seatsOf(view, side).filter((other) => other.seat !== seat && !other.left);
  const values = { name: seatName(view, seat), partner: listed(partners.map((other) => seatName(view, other.seat))) };
  if (seat === view.you) return interpolate(_("You are out, %(partner)s plays on"), values);
  if (partners.some((other) => other.seat === view.you)) return interpolate(_("%(name)s is out, you play on"), values);
  return interpolate(_("%(name)s is out, %(partner)s plays on"), values);
}

/**
 * The sentence *words* about the move of *seat*, with its remarks.
 * @type {(view: GameView, seat: number, remarks: Remark[], words: string) => string}
 */
function withRemarks(view, seat, remarks, words) {
  const values = { name: seatName(view, seat) };
  let sentence = words;
  const more = remarks.map((remark) => {
    const pay = payInWords(view, remark);
    switch (remark.why) {
      case "lead":
        sentence = interpolate(
          seat === view.you ? _("You pass at the lead: %(pay)s") : _("%(name)s passes at the lead: %(pay)s"),
          { ...values, pay },
        );
        return "";
      case "round":
        return interpolate(_("All the others passed: %(pay)s"), { pay });
      case "target":
        return overTarget(remark.points, view.sheet.exact);
      case "out":
        return outInWords(view, seat, remark.side);
      default:
        return "";
    }
  });
  const whole = [sentence, ...more].filter(Boolean);
  return whole.length > 1 ? joined(whole).replace(/\.$/, "") : sentence;
}

/**
 * What the last move paid a player's side; or that they are out while the round goes on.
 * @type {(view: GameView, position: Position, seat: number) => string | null}
 */
function chip(view, position, seat) {
  const paid = position.remarks?.find(
    ({ ply, side, why }) =>
      ply === position.ply && side === view.seats[seat].side && (why === "lead" || why === "round"),
  );
  if (paid) return `+${number(paid.points)}`;
  const isOut = position.remarks?.some(
    ({ ply, why }) => why === "out" && ply <= position.ply && position.moves[ply - 1]?.startsWith(`${seat} `),
  );
  return isOut && !position.isOver ? _("out") : null;
}

export const extra = { withRemarks, chip };
