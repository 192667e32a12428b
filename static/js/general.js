// General at the table: winks and puffs between partners, and pairs that wait for their turn.

import { gettext as _, interpolate } from "./i18n.js";
import { button } from "./mine.js";
import { seatName, sideName } from "./words.js";

const HELD = { wink: "0-0", puff: "6-6" };

const given = (view, seat) => view.signals.flatMap((told) => (told.seat === seat ? [told.signal] : []));

function inWords(view, { seat, signal }) {
  const [third, second] = {
    wink: [_("%(name)s winks at the partner: holds the 0-0"), _("You wink at your partner: you hold the 0-0")],
    puff: [_("%(name)s puffs to the partner: holds the 6-6"), _("You puff to your partner: you hold the 6-6")],
  }[signal];
  return interpolate(seat === view.you ? second : third, { name: seatName(view, seat) });
}

/** A signal can be given at any time, once a deal. */
function beside(state, act) {
  const { view, scene, laid, picking } = state;
  const { you, round, rules } = view;
  if (you === null || view.status !== "playing" || scene.kind !== "now" || laid.length || picking) return [];
  if (!rules.signals) return [];
  const names = {
    wink: [_("Wink"), _("Wink: show your partner alone that you hold the 0-0")],
    puff: [_("Puff"), _("Puff: show your partner alone that you hold the 6-6")],
  };
  return Object.keys(HELD)
    .filter((signal) => round.hand.includes(HELD[signal]) && !given(view, you).includes(signal))
    .map((signal) =>
      button(names[signal][0], () => act.send(signal), "", { title: names[signal][1], "aria-label": names[signal][1] }),
    );
}

const isWaiting = (view, seat) => view.round.hands[seat] === 0 && view.round.turn !== null && view.seats.length > 4;

function status({ view }) {
  const { you, round } = view;
  if (you === null || round.turn === you || !isWaiting(view, you)) return null;
  return interpolate(_("Your pair waits; the next pair that goes off makes room. %(name)s is on turn."), {
    name: seatName(view, round.turn),
  });
}

function chip(view, shown, seat) {
  if (shown.deal !== view.deal) return null;
  const signals = given(view, seat);
  if (signals.length) return signals.map((signal) => HELD[signal]).join(", ");
  return view.status === "playing" && isWaiting(view, seat) && !view.seats[seat].left ? _("waits") : null;
}

/** The signals that a newer view of the same deal has more; they stay on the strip until the next move. */
function took({ view: before, heard = [] }, { view }) {
  const fresh = view.signals.slice(before.deal === view.deal ? before.signals.length : 0);
  return { heard: before.version === view.version ? [...heard, ...fresh] : fresh };
}

const said = ({ view, heard }) => heard?.map((told) => inWords(view, told)).join(". ");

/** A signal that has just been given; and who plays against whom, where more pairs sit at the table than play. */
function drawn({ view, scene, heard = [] }, shown) {
  const strip = document.getElementById("told");
  if (heard.length && scene.kind === "now") {
    strip.hidden = false;
    strip.textContent = inWords(view, heard.at(-1));
    return;
  }
  const on = [...new Set(view.seats.filter(({ seat }) => shown.counts[seat]).map(({ side }) => side))];
  strip.hidden = view.seats.length === 4 || on.length !== 2 || shown.ply > 0;
  if (!strip.hidden)
    strip.textContent = interpolate(_("This round: %(one)s against %(other)s"), {
      one: sideName(view, on[0]),
      other: sideName(view, on[1]),
    });
}

export const extra = { beside, status, chip, took, said, drawn };
