// The game General: winks and puffs between partners, and pairs that wait for their turn.

import { button } from "../table/controls.js";
import { seatName, seatsOf, sideName, sides } from "../table/sentences.js";
import { gettext as _, interpolate } from "../text/i18n.js";

/** @type {Record<string, Tile>} */
const HELD = { wink: "0-0", puff: "6-6" };

/** @type {(view: GameView, seat: number) => string[]} */
const signalsOf = (view, seat) => view.signals.flatMap((given) => (given.seat === seat ? [given.signal] : []));

/** @type {(view: GameView, given: PartnerSignal) => string} */
function signalInWords(view, { seat, signal }) {
  const sentences = {
    wink: [_("%(name)s winks at the partner: holds the 0-0"), _("You wink at your partner: you hold the 0-0")],
    puff: [_("%(name)s puffs to the partner: holds the 6-6"), _("You puff to your partner: you hold the 6-6")],
  };
  const [third, second] = sentences[signal];
  return interpolate(seat === view.you ? second : third, { name: seatName(view, seat) });
}

/** @type {Record<string, string[]>} */
const BUTTONS = {
  wink: [_("Wink"), _("Wink: show only your partner that you hold the 0-0")],
  puff: [_("Puff"), _("Puff: show only your partner that you hold the 6-6")],
};

/**
 * A player can give each signal at any time, once a deal.
 * @type {(state: State) => string[]}
 */
function openSignals({ view, scene, laid, picking }) {
  const { you, round, rules } = view;
  if (you === null || view.status !== "playing" || scene.kind !== "now" || laid.length || picking) return [];
  if (!rules.signals) return [];
  return Object.keys(HELD).filter(
    (signal) => round?.hand?.includes(HELD[signal]) && !signalsOf(view, you).includes(signal),
  );
}

/** @type {(state: State, act: Act) => HTMLElement[]} */
const moreButtons = (state, act) =>
  openSignals(state).map((signal) => {
    const [name, title] = BUTTONS[signal];
    return button(name, () => act.send(signal), "", { title, "aria-label": title });
  });

/** @type {(state: State) => Hint | null} */
const hint = (state) => {
  const open = openSignals(state);
  return open.length ? { name: open.join("+"), text: open.map((signal) => `${BUTTONS[signal][1]}.`).join(" ") } : null;
};

/** @type {(view: PlayedView, seat: number) => boolean} */
const isWaiting = (view, seat) => view.round.hands[seat] === 0 && view.round.turn !== null && view.seats.length > 4;

/** @type {(state: Played) => string | null} */
function statusInWords({ view }) {
  const { you, round } = view;
  if (you === null || round.turn === you || !isWaiting(view, you)) return null;
  return interpolate(_("Your pair plays when another pair drops out. It’s %(name)s’s turn."), {
    name: seatName(view, /** @type {number} */ (round.turn)),
  });
}

/** @type {(view: PlayedView, position: Position, seat: number) => string | null} */
function chip(view, position, seat) {
  if (position.deal !== view.deal) return null;
  const signals = signalsOf(view, seat);
  if (signals.length) return signals.map((signal) => HELD[signal]).join(", ");
  return view.status === "playing" && isWaiting(view, seat) && !view.seats[seat].left ? _("waiting") : null;
}

/**
 * Signals that are new in a newer view of the same deal; they stay on the strip until the next move.
 * @type {(before: WithHeard, state: State) => { heard: PartnerSignal[] }}
 */
function keptState({ view: before, heard = [] }, { view }) {
  const fresh = view.signals.slice(before.deal === view.deal ? before.signals.length : 0);
  return { heard: before.version === view.version ? [...heard, ...fresh] : fresh };
}

/** @type {(state: WithHeard) => string | undefined} */
const announcement = ({ view, heard }) => heard?.map((given) => signalInWords(view, given)).join(". ");

/**
 * Shows a new signal, and who plays whom if there are more pairs than play at once.
 * @type {(state: WithHeard, position: Position) => void}
 */
function draw({ view, scene, heard = [] }, position) {
  const strip = document.getElementById("strip");
  if (heard.length && scene.kind === "now") {
    strip.hidden = false;
    strip.textContent = signalInWords(view, heard[heard.length - 1]);
    return;
  }
  const on = sides(view).filter((side) => seatsOf(view, side).some(({ seat }) => position.counts[seat]));
  strip.hidden = view.seats.length === 4 || on.length !== 2 || position.ply > 0;
  if (!strip.hidden)
    strip.textContent = interpolate(_("This round: %(one)s against %(other)s"), {
      one: sideName(view, on[0]),
      other: sideName(view, on[1]),
    });
}

export const extra = { moreButtons, hint, statusInWords, chip, keptState, announcement, draw };
