// General at the table: winks and puffs between partners, and pairs that wait for their turn.

import { gettext as _, interpolate } from "./i18n.js";
import { button } from "./mine.js";
import { seatAndText } from "./scene.js";
import { moveInWords, seatName, sideName } from "./words.js";

const HELD = { wink: "0-0", puff: "6-6" };

const words = (text, say) => ({
  wink: () => say(_("%(name)s winks at the partner: holds the 0-0"), _("You wink at your partner: you hold the 0-0")),
  puff: () => say(_("%(name)s puffs to the partner: holds the 6-6"), _("You puff to your partner: you hold the 6-6")),
}[text]?.() ?? null);

const given = (moves, seat) => moves.flatMap((move) => {
  const [by, text] = seatAndText(move);
  return by === seat && text in HELD ? [text] : [];
});

/** A signal can be given at any time, once is enough. */
function beside(state, act) {
  const { view, scene, laid, picking } = state;
  const { you, round, options } = view;
  if (you === null || view.status !== "playing" || scene.kind !== "now" || laid.length || picking) return [];
  if (options.signals === false || options.titles === "bald") return [];
  const names = { wink: [_("Wink"), _("Wink: show your partner alone that you hold the 0-0")], puff: [_("Puff"), _("Puff: show your partner alone that you hold the 6-6")] };
  return Object.keys(HELD).filter((signal) => round.hand.includes(HELD[signal]) && !given(round.moves, you).includes(signal))
    .map((signal) => button(names[signal][0], () => act.send(signal), "", { title: names[signal][1], "aria-label": names[signal][1] }));
}

const isWaiting = (view, seat) => view.round.hands[seat] === 0 && view.round.turn !== null && view.seats.length > 4;

function status({ view }) {
  const { you, round } = view;
  if (you === null || round.turn === you || !isWaiting(view, you)) return null;
  return interpolate(_("Your pair waits; the next pair that goes off makes room. %(name)s is on turn."), { name: seatName(view, round.turn) });
}

function chip(view, shown, seat) {
  const signals = given(shown.moves.slice(0, shown.ply), seat);
  if (signals.length) return signals.map((signal) => HELD[signal]).join(", ");
  return shown.deal === view.deal && view.status === "playing" && isWaiting(view, seat) && !view.seats[seat].left ? _("waits") : null;
}

/** A signal that has just been given; and who plays against whom, where more pairs sit at the table than play. */
function drawn({ view }, shown) {
  const strip = document.getElementById("told");
  const [seat, signal] = shown.ply ? seatAndText(shown.moves[shown.ply - 1]) : [];
  if (signal in HELD) {
    strip.hidden = false;
    strip.textContent = moveInWords(signal, seatName(view, seat), { you: seat === view.you });
    return;
  }
  const on = [...new Set(view.seats.filter(({ seat }) => shown.counts[seat]).map(({ side }) => side))];
  strip.hidden = view.seats.length === 4 || on.length !== 2 || shown.ply > 0;
  if (!strip.hidden) strip.textContent = interpolate(_("This round: %(one)s against %(other)s"), { one: sideName(view, on[0]), other: sideName(view, on[1]) });
}

export const extra = { words, beside, status, chip, drawn };
